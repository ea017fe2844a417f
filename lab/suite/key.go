package suite

import (
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
)

// Key is the same for positions that are mirror images of each other on a
// square board; of other boards, and where the pieces and the turn are not all
// that a position is, it is the position itself.
func Key(p *rules.Position) string {
	n, setup := p.Rules().Board().Size(), p.Setup()
	bare, err := p.Rules().Position(game.Setup{Pieces: setup.Pieces, Turn: setup.Turn})
	if n == 0 || err != nil || bare.Hash() != p.Hash() {
		return notation.Position(p)
	}
	best := ""
	for _, to := range game.Images(n) {
		image := make([]byte, n*n+1)
		for s, q := range setup.Pieces {
			image[to[s]] = byte(q) + 'a'
		}
		image[n*n] = byte(setup.Turn) + 'a'
		if best == "" || string(image) < best {
			best = string(image)
		}
	}
	return best
}
