package web

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/picture"
	"tafl3d/tongue"
)

// drawBoard returns the SVG of a frame of a game of r. It consists only of numbers, names of squares and kinds, and
// escaped labels, so it is safe as HTML.
func drawBoard(say *tongue.Speaker, r *rules.Rules, f Frame, label string, small bool) template.HTML {
	b := picture.Board{Rules: r, From: game.Square(f.From), To: game.Square(f.To), Label: label, Bare: small,
		Carved: carved(r, small)}
	for _, letter := range f.Pieces {
		piece, _ := r.PieceOf(string(letter)) // no piece for an empty square
		b.Pieces = append(b.Pieces, piece)
	}
	if small {
		return template.HTML(b.Embedded("board small", ""))
	}
	return template.HTML(b.Embedded("board", data(say, r)))
}

// data returns the attributes that tell the script where the squares are, and the names of squares and pieces.
func data(say *tongue.Speaker, r *rules.Rules) string {
	var b, names strings.Builder
	b.WriteString(` data-at="`)
	sep := ""
	for s := range game.Square(r.Board().Squares()) {
		x, y := picture.Place(r.Board(), s)
		b.WriteString(sep)
		b.WriteString(strconv.Itoa(int(math.Round(x))))
		b.WriteByte(',')
		b.WriteString(strconv.Itoa(int(math.Round(y))))
		names.WriteString(sep)
		names.WriteString(r.Board().Name(s))
		sep = " "
	}
	var kinds []string
	for _, k := range r.Kinds()[1:] {
		kinds = append(kinds, fmt.Sprintf("%c:%s:%s:%v", k.Letter, figure(k), kindName(say, r, k), k.Side))
	}
	fmt.Fprintf(&b, `" data-names="%s" data-kinds="%s"`, names.String(),
		template.HTMLEscapeString(strings.Join(kinds, ";")))
	return b.String()
}

// kindName returns the name of a kind of piece in a list.
func kindName(say *tongue.Speaker, r *rules.Rules, k game.Kind) string {
	if k.Royal || k.Name != "man" {
		return tongue.UpperFirst(say.Text(k.Name))
	}
	return tongue.UpperFirst(say.Text(strings.ToLower(r.SideName(k.Side))))
}

// board returns the SVG of the game after ply moves.
func (f *Film) board(say *tongue.Speaker, ply int, small bool) template.HTML {
	label := say.Textf("%s: %s", f.Variant.Name, tongue.Name(f.title(say)))
	return drawBoard(say, f.Variant.Rules, f.Frames[ply], label, small)
}

// piecesByKind lists the squares of the pieces by kind.
func (f *Film) piecesByKind(say *tongue.Speaker, fr Frame) (lines []string) {
	rules := f.Variant.Rules
	for _, k := range rules.Kinds()[1:] {
		var at []string
		for s := range fr.Pieces {
			if fr.Pieces[s] == k.Letter {
				at = append(at, rules.Board().Name(game.Square(s)))
			}
		}
		if len(at) > 0 {
			lines = append(lines, kindName(say, rules, k)+": "+strings.Join(at, ", "))
		}
	}
	for side := range game.Side(game.Sides) {
		for _, h := range inHand(say, rules, fr, side) {
			lines = append(lines, h.Text)
		}
	}
	return lines
}

// held is the number of pieces of a kind in a side's hand.
type held struct{ Symbol, Text string }

// inHand lists the pieces that a side has in hand.
func inHand(say *tongue.Speaker, r *rules.Rules, fr Frame, side game.Side) (list []held) {
	for _, k := range r.Kinds()[1:] {
		if n := fr.Hand[string(k.Letter)]; n > 0 && k.Side == side {
			list = append(list, held{figure(k),
				say.Textf("%d in hand: %s", n, tongue.Name(kindName(say, r, k)))})
		}
	}
	return list
}
