package notation

import (
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// OpenTaflTurn writes a move in OpenTafl's notation, given the position before it: one move record per step, the last
// with the signs for its threats.
func OpenTaflTurn(before rules.Position, moves []game.Move) string {
	var parts []string
	var d rules.Delta
	for i, m := range moves {
		if m.Op == game.End {
			continue
		}
		before.Play(m, &d)
		parts = append(parts, otStep(before.Rules(), &d, i > 0))
	}
	return strings.Join(parts, " ") + otInfo(&before)
}

// otStep writes a step. going means that the chain continues.
func otStep(r *rules.Rules, d *rules.Delta, going bool) string {
	b := r.Board()
	sep := "-"
	switch {
	case d.Move().Op == game.Leap && going:
		sep = "^="
	case d.Move().Op == game.Leap:
		sep = "^"
	case going:
		sep = "="
	}
	text := otLetter(r, d.Piece()) + b.Name(d.Move().From) + sep + b.Name(d.Move().To)
	mark := "x"
	for _, c := range captured(r, d) {
		if r.Kinds()[c.piece].Royal {
			continue // "++" marks it
		}
		text += mark + otLetter(r, c.piece) + b.Name(c.at)
		mark = "/"
	}
	return text
}

// otLetter returns the letter of a special piece in the case of its side.
func otLetter(r *rules.Rules, p game.Piece) string {
	if letter(r, p) == "" {
		return ""
	}
	return string(r.Kinds()[p].Letter)
}

// otInfo returns the signs after a move: the king is captured or has escaped, or is threatened with capture or
// threatens to escape.
func otInfo(p *rules.Position) string {
	switch p.Judge(nil).Cause {
	case game.KingCaptured:
		return "++"
	case game.KingEscaped:
		return "--"
	}
	w := p.Warnings()
	switch {
	case p.Turn() == game.Attackers && w.KingTakeable:
		return "+"
	case p.Turn() == game.Defenders && w.KingEscapes > 0:
		return "-"
	}
	return ""
}

// ParseOpenTaflTurn parses the move records of a move, separated by blanks or slashes. Captures and signs may be
// omitted, as in the simple form; captures that are given must be right.
func ParseOpenTaflTurn(p *rules.Position, h *rules.History, text string) ([]game.Move, error) {
	var steps []written
	for _, t := range columns(strings.ReplaceAll(text, "|", " ")) {
		w, err := otWritten(p.Rules().Board(), t)
		if err != nil {
			return nil, err
		}
		steps = append(steps, w)
	}
	if len(steps) == 0 {
		return nil, inColumn(ErrSyntax, 1, game.Faultf("expected a move such as d1-d3"))
	}
	return playSteps(p, h, steps)
}

func otWritten(b *game.Board, t token) (w written, err error) {
	r := reader{board: b, text: strings.TrimRight(t.text, "+-"), offset: t.column - 1}
	w.column, w.text = t.column, t.text
	if w.piece, w.from, err = r.pieceSquare(); err != nil {
		return w, err
	}
	sep := r.at
	for r.peek() != 0 && strings.ContainsRune("-=^", rune(r.peek())) {
		r.at++
	}
	switch r.text[sep:r.at] {
	case "-", "=":
	case "^", "^=":
		w.leap = true
	default:
		return w, r.errorf("expected one of - = ^ ^= after %s", b.Name(w.from))
	}
	if _, w.to, err = r.pieceSquare(); err != nil {
		return w, err
	}
	for first := true; r.peek() == 'x' && first || r.peek() == '/' && !first; first = false {
		r.at++
		letter, s, err := r.pieceSquare()
		if err != nil {
			return w, err
		}
		w.takes = append(w.takes, prey{letter, s})
	}
	if r.peek() != 0 {
		return w, r.errorf("unexpected %q after %s", r.peek(), r.text[:r.at])
	}
	return w, nil
}

// ParseMoves parses a list of moves as people and sites write them, with or without numbers: "1. k8-i8 d6-d9 2.
// a4-c4xb4"; the steps of one move may be joined by "=". The last word may be resigned, resign, timeout or draw,
// which is returned as end; OpenTafl's "---" means resign. The error names the move and its column.
func ParseMoves(p *rules.Position, text string) (turns [][]game.Move, end string, err error) {
	line := rules.NewLine(*p, nil)
	for _, t := range columns(text) {
		word := Unnumbered(t.text)
		if word == "" {
			continue
		}
		if end != "" {
			return turns, end, inColumn(ErrSyntax, t.column, game.Faultf("unexpected %q after %s", t.text, end))
		}
		switch lower := strings.ToLower(word); lower {
		case "resigned", "resign", "timeout", "draw":
			end = lower
			continue
		case "---":
			end = "resign"
			continue
		}
		moves, err := ParseTurn(&line.Position, line.History(), strings.ReplaceAll(word, "=", " "))
		if err != nil {
			return turns, end, game.Faultf("move %d, column %d: %s", len(turns)+1, t.column, err)
		}
		for _, m := range moves {
			var d rules.Delta
			line.Step(m, &d)
		}
		turns = append(turns, moves)
	}
	return turns, end, nil
}

// Unnumbered returns a word of a move list without a leading number, "12." or "12...", without the dots that stand for
// the other side's move, and without trailing commas.
func Unnumbered(word string) string {
	rest := strings.TrimLeft(word, "0123456789")
	if move := strings.TrimLeft(rest, ".…"); move != rest {
		word = move
	}
	return strings.TrimRight(strings.TrimLeft(word, "×"), ",;")
}
