package rules

import "tafl3d/game"

// Perft counts the sequences of exactly depth legal moves from p. Finished games are leaves; repetition and move
// counters are ignored. Every leaf is played on the board and judged.
func Perft(p *Position, depth int) (n int64) {
	q := *p
	buf := make([]game.Move, 0, 512*(depth+1))
	if q.lines() {
		n, _ = q.at.Perft(depth, buf)
	} else {
		n, _ = q.tafl().Perft(depth, buf)
	}
	return n
}
