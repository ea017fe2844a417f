package review

import (
	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// Reason is why a turn gave something away.
type Reason uint8

// The reasons. "Missed" is what the better turn would have done, "Allowed" what the other
// side can do now. Those with a number of turns are proved.
const (
	Unknown       Reason = iota // the engine thinks less of the position, and that is all
	MissedWin                   // a win in In turns
	MissedEscape                // the king could escape in In turns
	MissedKing                  // the king could be taken in In turns
	MissedRing                  // the ring could be closed in In turns
	AllowedWin                  // the other side wins in In turns
	AllowedEscape               // the king escapes in In turns
	AllowedKing                 // the king is taken in In turns
	AllowedRing                 // the ring is closed in In turns
	LeftPiece                   // the pieces on Squares can be taken
	MissedPiece                 // the pieces on Squares could be taken
)

var reasons = [...]string{"", "missed-win", "missed-escape", "missed-king", "missed-ring",
	"allowed-win", "allowed-escape", "allowed-king", "allowed-ring", "left-piece", "missed-piece"}

// String returns the reason as a word, empty if it is not known.
func (r Reason) String() string { return reasons[r] }

// Why says why a turn gave something away.
type Why struct {
	Reason  Reason
	In      int           // turns of both sides, from the turn itself or, of what is allowed, from the reply
	Cause   game.Cause    // how the game would end, None where that is not known
	Squares []game.Square // of the pieces that can or could be taken
}

// explain finds the reason of a turn, which has its lines, played in l, which stays as
// it is.
func explain(l *rules.Line, played []game.Move, t *Turn) Why {
	best, turn := outlook(l, t.Better), outlook(l, append([][]game.Move{played}, t.Reply...))
	if in, ok := wonIn(t.BetterEval.Score, t.Side); ok && !t.wins() {
		return Why{Reason: byCause(best.over.Cause, MissedWin, MissedEscape, MissedKing, MissedRing), In: in + 1, Cause: best.over.Cause}
	}
	if in, ok := wonIn(t.Eval.Score, t.Side.Other()); ok {
		return Why{Reason: byCause(turn.over.Cause, AllowedWin, AllowedEscape, AllowedKing, AllowedRing), In: in, Cause: turn.over.Cause}
	}
	if len(turn.lost) > len(best.lost) {
		return Why{Reason: LeftPiece, Squares: turn.lost}
	}
	if len(best.taken) > len(turn.taken) {
		return Why{Reason: MissedPiece, Squares: best.taken}
	}
	return Why{}
}

// wonIn reads a score for the attackers: in how many turns a side is proved to win.
func wonIn(score int, side game.Side) (turns int, ok bool) {
	if side == game.Defenders {
		score = -score
	}
	turns, won, _ := ai.WinIn(score)
	return turns, won
}

// byCause chooses the reason that fits how a game would end.
func byCause(c game.Cause, won, escape, king, ring Reason) Reason {
	switch c {
	case game.KingEscaped:
		return escape
	case game.KingCaptured:
		return king
	case game.Encirclement:
		return ring
	}
	return won
}

// future is what a line brings.
type future struct {
	over        game.Outcome  // the zero value: the line does not say
	turns       int           // how long the line is
	taken, lost []game.Square // by the first turn, and by the reply
}

// outlook plays a line and tells what it brings.
func outlook(l *rules.Line, line [][]game.Move) (f future) {
	l = l.Clone()
	for i, turn := range line {
		steps, over, err := l.Play(turn)
		if err != nil {
			return f
		}
		f.turns = i + 1
		if f.over = over; over.Over() {
			return f
		}
		for k := range steps {
			for c := range steps[k].Captures() {
				at, piece, _ := steps[k].Captured(c)
				if l.Rules().Kinds()[piece].Side == steps[k].Side() {
					continue
				}
				switch i {
				case 0:
					f.taken = append(f.taken, at)
				case 1:
					f.lost = append(f.lost, at)
				}
			}
		}
	}
	return f
}
