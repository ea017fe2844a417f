package ledger

import (
	"fmt"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/net/wire"
)

// ops are the names of the operations, by game.Op.
var ops = [...]string{game.Step: "step", game.Leap: "leap", game.Drop: "drop", game.Remove: "remove",
	game.Castle: "castle", game.End: "end"}

// Move returns a step in the form of a message.
func Move(r *rules.Rules, m game.Move) wire.Move {
	name := func(s game.Square) string {
		if s == game.NoSquare {
			return ""
		}
		return r.Board().Name(s)
	}
	w := wire.Move{Op: ops[m.Op]}
	switch m.Op {
	case game.Drop:
		w.Piece, w.To = string(r.Kinds()[m.Kind].Letter), name(m.To)
	case game.Remove, game.End: // both squares are equal
		w.From = name(m.From)
	default:
		w.From, w.To = name(m.From), name(m.To)
	}
	return w
}

// appendShort appends a step in the form of wire.Position.Legal.
func appendShort(to []byte, r *rules.Rules, m game.Move) []byte {
	if b := r.Board(); m.Op == game.Step { // the most frequent case
		to = append(to, b.Name(m.From)...)
		to = append(to, '-')
		return append(to, b.Name(m.To)...)
	}
	w := Move(r, m)
	to = append(to, w.From...)
	to = append(to, '-')
	to = append(to, w.To...)
	to = append(to, '-')
	to = append(to, w.Op...)
	if w.Piece != "" {
		to = append(to, '-')
		to = append(to, w.Piece...)
	}
	return to
}

// moves parses the steps of a message. It does not check whether they are legal.
func (g *Game) moves(list []wire.Move) ([]game.Move, error) {
	if len(list) == 0 || len(list) > wire.MaxSteps {
		return nil, wire.Badf("a move has 1 to %d steps, not %d", wire.MaxSteps, len(list))
	}
	moves := make([]game.Move, len(list))
	for i, w := range list {
		m, err := Step(g.variant.Rules, w)
		if err != nil {
			return nil, wire.Badf("step %d: %v", i+1, err)
		}
		moves[i] = m
	}
	return moves, nil
}

// Step parses a step of a message. It does not check whether it is legal.
func Step(r *rules.Rules, w wire.Move) (m game.Move, err error) {
	if m.Op, err = op(w.Op); err != nil {
		return m, err
	}
	if m.From, err = square(r, w.From); err != nil {
		return m, err
	}
	if m.To, err = square(r, w.To); err != nil {
		return m, err
	}
	switch m.Op {
	case game.Remove, game.End:
		m.To = m.From
	case game.Drop:
		p, ok := r.PieceOf(w.Piece)
		if !ok {
			return m, fmt.Errorf("%.10q is not a piece of this game", w.Piece)
		}
		m.Kind = p
	}
	return m, nil
}

func op(name string) (game.Op, error) {
	if name == "" {
		return game.Step, nil
	}
	for i, n := range ops {
		if n == name {
			return game.Op(i), nil
		}
	}
	return 0, fmt.Errorf("%.20q is not an operation", name)
}

func square(r *rules.Rules, name string) (game.Square, error) {
	if name == "" {
		return game.NoSquare, nil
	}
	s, ok := r.Board().Named(name)
	if !ok {
		return game.NoSquare, fmt.Errorf("there is no square %.10q", name)
	}
	return s, nil
}
