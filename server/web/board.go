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

// drawBoard draws a frame of a game of r. All that stands in it is made of numbers,
// names of squares and kinds, and escaped labels.
func drawBoard(say *tongue.Speaker, r *rules.Rules, f Frame, label string, small bool) template.HTML {
	b := picture.Board{Rules: r, From: game.Square(f.From), To: game.Square(f.To), Label: label, Bare: small}
	for _, letter := range f.Pieces {
		piece, _ := r.PieceOf(string(letter)) // none where nothing stands
		b.Pieces = append(b.Pieces, piece)
	}
	if small {
		return template.HTML(b.Embedded("board small", ""))
	}
	return template.HTML(b.Embedded("board", data(say, r)))
}

// data tells the script where the squares are and what they and the pieces are called.
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
		kinds = append(kinds, fmt.Sprintf("%c:%s:%s:%v", k.Letter, picture.Symbol(k), kindName(say, r, k), k.Side))
	}
	fmt.Fprintf(&b, `" data-names="%s" data-kinds="%s"`, names.String(),
		template.HTMLEscapeString(strings.Join(kinds, ";")))
	return b.String()
}

// kindName is what a kind of piece is called in a list.
func kindName(say *tongue.Speaker, r *rules.Rules, k game.Kind) string {
	if k.Royal || k.Name != "man" {
		return tongue.UpperFirst(say.Text(k.Name))
	}
	return tongue.UpperFirst(say.Text(strings.ToLower(r.SideName(k.Side))))
}

// board draws the game after some turns.
func (f *Film) board(say *tongue.Speaker, ply int, small bool) template.HTML {
	label := say.Textf("%s: %s", f.Variant.Name, tongue.Name(f.title(say)))
	return drawBoard(say, f.Variant.Rules, f.Frames[ply], label, small)
}

// inWords lists where the pieces stand.
func (f *Film) inWords(say *tongue.Speaker, fr Frame) (lines []string) {
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

// held is what a side has in hand of a kind of pieces.
type held struct{ Symbol, Text string }

// inHand is what a side has not yet put on the board.
func inHand(say *tongue.Speaker, r *rules.Rules, fr Frame, side game.Side) (list []held) {
	for _, k := range r.Kinds()[1:] {
		if n := fr.Hand[string(k.Letter)]; n > 0 && k.Side == side {
			list = append(list, held{picture.Symbol(k),
				say.Textf("%d in hand: %s", n, tongue.Name(kindName(say, r, k)))})
		}
	}
	return list
}
