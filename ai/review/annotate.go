package review

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/tree"
)

// Annotate writes a report into the game that it is of: what the engine thinks of each
// position, a sign for each turn that is an inaccuracy or worse, the better line and,
// where a win was allowed that was not played, that; and what say says of the turn, which may
// be nil, as its comment. Signs and comments that somebody gave stay. All of it is one change,
// and the cursor stays. The error is that of a line that cannot be played, since the game was
// changed; nothing is written then.
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

// write writes what is said of a turn.
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
