package conditional

import (
	"fmt"
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/store"
)

// line is a list of moves in notation, the steps of one move joined by "=". Its first move is that of the opponent.
type line []string

// parse reads lines that begin in the position of g and checks them by its rules. It returns them in the notation of
// the program, without those that begin another one. The error names the line and the move.
func parse(g *ledger.Game, texts []string) (lines []line, err error) {
	if len(texts) > wire.MaxLines {
		return nil, wire.Refuse(wire.TooMuch, "%d lines are too many: enter at most %d", len(texts), wire.MaxLines)
	}
	s := g.State()
	replies := map[string]string{} // by the moves before them
	for i, text := range texts {
		l, err := parseLine(rules.NewLine(s.Position, s.History).Clone(), i+1, text)
		if err != nil {
			return nil, err
		}
		if l == nil {
			continue
		}
		for n := 1; n < len(l); n += 2 {
			before := strings.Join(l[:n], " ")
			if other := replies[before]; other != "" && other != l[n] {
				return nil, wire.Refuse(wire.BadMessage, "line %d: you reply to %s with %s, in another line with %s",
					i+1,
					wire.Name(l[n-1]), wire.Name(l[n]), wire.Name(other))
			}
			replies[before] = l[n]
		}
		lines = append(lines, l)
	}
	return withoutParts(lines), nil
}

// shown returns a word for a message: of a long one its beginning.
func shown(word string) wire.Name { return wire.Name(fmt.Sprintf("%.40s", word)) }

// parseLine reads a line; it is nil for an empty text.
func parseLine(at *rules.Line, number int, text string) (l line, err error) {
	var end game.Outcome
	for _, word := range strings.Fields(text) {
		if word = notation.Unnumbered(word); word == "" {
			continue
		}
		switch {
		case len(l) == wire.MaxLineMoves:
			return nil, wire.Refuse(wire.TooMuch, "line %d has more than %d moves", number, wire.MaxLineMoves)
		case end.Over():
			return nil, wire.Refuse(wire.Illegal, "line %d: the game is over after %s", number, wire.Name(l[len(l)-1]))
		}
		moves, err := notation.ParseTurn(&at.Position, at.History(), ledger.MoveOf(at.Rules(), word))
		if err != nil {
			return nil, wire.Refuse(wire.Illegal, "line %d, move %s: %s", number, shown(word), err)
		}
		steps, over, err := at.Play(moves)
		if err != nil {
			return nil, wire.Refuse(wire.Illegal, "line %d, move %s: %s", number, shown(word), err)
		}
		l, end = append(l, ledger.Word(notation.Turn(at.Rules(), steps))), over
	}
	switch {
	case len(l)%2 == 0:
		return l, nil
	case end.Over():
		return nil, wire.Refuse(wire.Illegal, "line %d: the game is over after %s", number, wire.Name(l[len(l)-1]))
	}
	return nil, wire.Refuse(wire.BadMessage, "line %d ends with your opponent's move %s: add your reply", number,
		wire.Name(l[len(l)-1]))
}

// withoutParts removes lines that are equal to the beginning of another one.
func withoutParts(lines []line) []line {
	slices.SortStableFunc(lines, func(a, b line) int { return len(b) - len(a) })
	var kept []line
	for _, l := range lines {
		begins := func(k line) bool { return slices.Equal(k[:len(l)], l) }
		if !slices.ContainsFunc(kept, begins) {
			kept = append(kept, l)
		}
	}
	slices.SortFunc(kept, slices.Compare[line])
	return kept
}

// written returns lines as text.
func written(lines []line) []string {
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = strings.Join(l, " ")
	}
	return texts
}

// state is what has become of conditional moves.
type state struct {
	game  *ledger.Game
	lines []line      // from the present position on; none: they no longer apply
	reply []wire.Move // what the service plays now; empty while the opponent is to move
}

// check compares conditional moves with the entries of their game. They no longer apply if the game is over, a move was
// taken back, or another move was played than they have; nor if the opponent has asked for something together with the
// move, because a reply would decline it.
func check(entries []wire.Entry, c store.Conditional) (s state, err error) {
	if c.Seq < 1 || int(c.Seq) > len(entries) {
		return s, ledger.ErrEntry
	}
	if s.game, err = ledger.Fold(entries[:c.Seq]); err != nil {
		return s, err
	}
	for _, e := range entries[c.Seq:] {
		if _, err := s.game.Apply(e); err != nil {
			return s, err
		}
		if _, undone := s.game.Last().(match.Undo); undone {
			return s, nil
		}
	}
	if s.game.Over() || s.game.Ply() < c.Ply {
		return s, nil
	}
	now := s.game.Peek()
	var played line
	for n := c.Ply + 1; n <= s.game.Ply(); n++ {
		played = append(played, ledger.Word(now.Record.Turn(n).Text))
	}
	s.lines = after(c.Lines, played)
	if len(s.lines) == 0 || len(played)%2 == 0 || len(now.Steps) > 0 {
		return s, nil
	}
	own := s.game.Turn()
	if now.Offer.Open && now.Offer.By != own || now.Claims.Open || now.Claims.Disputed ||
		s.game.Asked().Kind != "" && s.game.Asked().By != own {
		s.lines = nil
		return s, nil
	}
	moves, err := notation.ParseTurn(&now.Position, now.History, ledger.MoveOf(now.Position.Rules(), s.lines[0][0]))
	if err != nil { // the rules of this version differ from those with which it was stored
		s.lines = nil
		return s, nil
	}
	for _, m := range moves {
		s.reply = append(s.reply, ledger.Move(now.Position.Rules(), m))
	}
	return s, nil
}

// after returns what remains of stored lines after the moves that were played.
func after(text string, played line) (rest []line) {
	for _, one := range strings.Split(text, "\n") {
		if l := line(strings.Fields(one)); len(l) > len(played) && slices.Equal(l[:len(played)], played) {
			rest = append(rest, l[len(played):])
		}
	}
	return rest
}
