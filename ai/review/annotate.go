package review

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/tree"
)

// Annotate writes a report into its game: the evaluation of each position; for each turn that is an
// inaccuracy or worse a sign, the better line and, if a win was missed, the winning line; and the
// result of say, which may be nil, as the comment. Existing signs and comments stay. All of it is
// one undoable change, and the cursor stays. If the game changed and a line cannot be played,
// Annotate returns that error and writes nothing.
func Annotate(s *tree.Study, r Report, say func(*Turn) string) error {
	return s.Together(func() error {
		where := s.Node()
		s.Judge(s.Game().Root, r.Start)
		for i := range r.Turns {
			if err := r.Turns[i].write(s, say); err != nil {
				return err
			}
		}
		s.To(where)
		return nil
	})
}

// write writes the annotations of a turn.
func (t *Turn) write(s *tree.Study, say func(*Turn) string) error {
	s.Judge(t.Node, t.Eval)
	if t.Class < Inaccuracy {
		return nil
	}
	if !slices.ContainsFunc(t.Node.Signs, tree.Sign.OfTurn) {
		s.Sign(t.Node, [...]tree.Sign{tree.Dubious, tree.Mistake, tree.Blunder}[t.Class-Inaccuracy])
	}
	if say != nil && t.Node.Comment == "" {
		s.Comment(t.Node, say(t))
	}
	first, err := vary(s, t.Node.Parent(), t.Better)
	if err != nil {
		return err
	}
	if first != nil && first.Eval == nil {
		s.Judge(first, t.BetterEval)
	}
	next := t.Node.Main()
	switch t.Reason {
	case AllowedWin, AllowedEscape, AllowedKing, AllowedRing:
		if next != nil && len(t.Reply) > 0 && !slices.Equal(next.Turn, t.Reply[0]) {
			_, err = vary(s, t.Node, t.Reply)
		}
	}
	return err
}

// vary plays a line after n and returns its first node.
func vary(s *tree.Study, n *tree.Node, line [][]game.Move) (first *tree.Node, err error) {
	s.To(n)
	for i, turn := range line {
		m, err := s.Play(turn)
		if err != nil {
			return first, err
		}
		if i == 0 {
			first = m
		}
	}
	return first, nil
}
