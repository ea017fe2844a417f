// Package protocol connects engines over pipes: external programs as engines, and the program as an
// engine for others. It implements a dialect of UCI and OpenTafl's engine protocol.
package protocol

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
)

// Turn formats a turn in engine notation: its squares joined without a dash, "d1d3", those of a
// chain in order. A drop is "@c3", preceded by the piece's letter; a man removed for a mill follows
// as "*a7"; a piece removed for not capturing precedes as "!e6"; a promotion follows as "=q". The
// position is the one before the turn.
func Turn(p rules.Position, moves []game.Move) string {
	var b strings.Builder
	var d rules.Delta
	for i, m := range moves {
		b.WriteString(step(&p, m, i == 0))
		p.Play(m, &d)
	}
	return b.String()
}

// step formats a move of the current turn of p. first means that it starts the turn.
func step(p *rules.Position, m game.Move, first bool) string {
	b := p.Rules().Board()
	kinds := p.Rules().Kinds()
	switch {
	case m.Op == game.End:
		return ""
	case m.Op == game.Drop:
		return string(kinds[m.Kind].Letter) + "@" + b.Name(m.To)
	case m.Op == game.Remove && first:
		return "!" + b.Name(m.To)
	case m.Op == game.Remove:
		return "*" + b.Name(m.To)
	case p.Chain() == m.From && !first:
		return b.Name(m.To)
	}
	text := b.Name(m.From) + b.Name(m.To)
	if m.Op == game.Step && m.Kind != game.Empty {
		text += "=" + string(kinds[m.Kind].Letter|0x20)
	}
	return text
}

// ErrMove is the error for a text that is not a legal turn.
var ErrMove = errors.New("not a legal move")

// ParseTurn parses the output of Turn, ignoring case, and returns the moves of the turn, including
// game.End where a chain is stopped.
func ParseTurn(p rules.Position, h *rules.History, text string) ([]game.Move, error) {
	if moves, ok := match(p, h, strings.ToLower(text), true); ok && text != "" {
		return moves, nil
	}
	return nil, fmt.Errorf("%w: %q", ErrMove, text)
}

// match finds moves whose texts make up the text.
func match(p rules.Position, h *rules.History, text string, first bool) ([]game.Move, bool) {
	for _, m := range p.Legal(nil, h) {
		rest, ok := strings.CutPrefix(text, strings.ToLower(step(&p, m, first)))
		if !ok || m.Op == game.End && text != "" || partOfNumber(rest) {
			continue
		}
		q := p
		var d rules.Delta
		q.Play(m, &d)
		if !q.MidTurn() {
			if rest == "" {
				return []game.Move{m}, true
			}
			continue
		}
		if more, ok := match(q, h, rest, false); ok {
			return append([]game.Move{m}, more...), true
		}
	}
	return nil, false
}

// partOfNumber reports whether a rank continues: "d1" is not a prefix of the square "d10".
func partOfNumber(rest string) bool { return rest != "" && rest[0] >= '0' && rest[0] <= '9' }

// fenLetters are the letters of a FEN, in the order of ownLetters.
const fenLetters, ownLetters = "adkcn", "tTKcN"

// ParseFEN parses rows from the top, "3aaaaa3/5a5/...", and the side to move, a or d: a attackers,
// d defenders, k king, c commanders, n knights.
func ParseFEN(r *rules.Rules, rows, side string) (rules.Position, error) {
	if r.Board().Size() == 0 {
		return rules.Position{}, errors.New("a fen tells tafl games only; use position text")
	}
	for i, c := range rows {
		if !strings.ContainsRune(fenLetters+"/0123456789", c|0x20) && c != '/' {
			return rules.Position{}, fmt.Errorf("fen, column %d: %q is none of a d k c n", i+1, c)
		}
	}
	own := strings.Map(func(c rune) rune {
		if i := strings.IndexRune(fenLetters, c|0x20); i >= 0 {
			return rune(ownLetters[i])
		}
		return c
	}, rows)
	return notation.ParsePosition(r, own+" "+side)
}

// FEN formats a position as ParseFEN reads it, with the side to move.
func FEN(p *rules.Position) string {
	rows, side, _ := strings.Cut(notation.Position(p), " ")
	return strings.Map(func(c rune) rune {
		if i := strings.IndexRune(ownLetters, c); i >= 0 {
			return rune(fenLetters[i])
		}
		return c
	}, rows) + " " + side
}

// positive parses a number greater than zero.
func positive(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is no number above 0", text)
	}
	return n, nil
}
