package app

import (
	"cmp"
	"slices"

	"tafl3d/app/board"
	"tafl3d/app/rulebook"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/panel"
)

// beginning is a custom start of a game.
type beginning struct {
	edited *game.Setup     // edited position; nil: that of the rules
	first  int             // asRules, or 1 + the side to move first
	off    [game.Sides]int // removed men
}

// asRules keeps the side to move of the position.
const asRules = 0

// mostOff is the largest number of removed men.
const mostOff = 4

// changed reports whether the start differs from the rules.
func (b *beginning) changed() bool { return *b != beginning{} }

// setup returns the unchecked start position.
func (b *beginning) setup(r *rules.Rules) game.Setup {
	s := r.Setup()
	if b.edited != nil {
		s = *b.edited
		s.Pieces = slices.Clone(s.Pieces)
	}
	if b.first != asRules {
		s.Turn = game.Side(b.first - 1)
	}
	for side, n := range b.off {
		takeOff(r, s.Pieces, game.Side(side), n)
	}
	return s
}

// takeOff removes n men of a side: those farthest from the middle, in pairs of opposite squares.
func takeOff(r *rules.Rules, pieces []game.Piece, side game.Side, n int) {
	men := ordinary(r, pieces, side)
	if n == 0 || len(men) < 2 {
		return
	}
	board := r.Board()
	at := func(s game.Square) (dist, x, y float32) {
		x, y = board.At(s)
		return x*x + y*y, x, y
	}
	slices.SortStableFunc(men, func(s, t game.Square) int {
		ds, xs, ys := at(s)
		dt, xt, yt := at(t)
		if ys < 0 || ys == 0 && xs < 0 { // opposite squares count as one
			xs, ys = -xs, -ys
		}
		if yt < 0 || yt == 0 && xt < 0 {
			xt, yt = -xt, -yt
		}
		return cmp.Or(cmp.Compare(dt, ds), cmp.Compare(yt, ys), cmp.Compare(xt, xs), cmp.Compare(s, t))
	})
	for _, s := range men[:min(n, len(men)-1)] {
		pieces[s] = game.Empty
	}
}

// ordinary returns the squares of a side's most frequent kind.
func ordinary(r *rules.Rules, pieces []game.Piece, side game.Side) []game.Square {
	var best []game.Square
	for p, k := range r.Kinds() {
		if p == 0 || k.Side != side || k.Royal {
			continue
		}
		var men []game.Square
		for s, q := range pieces {
			if int(q) == p {
				men = append(men, game.Square(s))
			}
		}
		if len(men) > len(best) {
			best = men
		}
	}
	return best
}

// setupPage edits the start of a game.
type setupPage struct {
	a  *App
	of *newPage
}

func (p *setupPage) Show() panel.Dialog {
	r, b := p.of.v.Rules, &p.of.begin
	s := b.setup(r)
	d := panel.Dialog{ID: "setup", Kind: panel.Chooser, Title: textSetup, Cancel: "close",
		Fields: []panel.Field{
			{ID: "first", Label: "Starting side",
				Options: []string{textAsRules(r, b.base(r).Turn), words.Side(r, game.Attackers),
					words.Side(r, game.Defenders)}, Chosen: b.first, Set: panel.Into(&b.first),
				Note: "The side that moves first"},
			p.offField("off-attackers", game.Attackers),
			p.offField("off-defenders", game.Defenders),
		},
		Buttons: []panel.Button{
			{ID: "close", Label: words.Done, Primary: true},
			{ID: "edit", Label: "Edit board", Press: func() {
				p.a.editor.Edit(p.of.v, b.setup(r), func(s game.Setup) { *b = beginning{edited: &s} })
			}},
			{ID: "reset", Label: "Reset", Press: func() { *b = beginning{} }, Disabled: !b.changed()},
		},
		Aside: []panel.Part{{Board: rulebook.Diagram(r, s.Pieces)}, {Text: rulebook.Forces(r, s, b.edited != nil)}},
	}
	p.carving(p.a, &d)
	if _, err := r.Position(s); err != nil {
		d.Faults = words.Faults(err)
	}
	return d
}

// carving adds the field for the finds with the board size, if there are any, and describes the selected one.
func (p *setupPage) carving(a *App, d *panel.Dialog) {
	list := board.Finds(p.of.v.Rules)
	if len(list) == 0 {
		return
	}
	f := panel.Field{ID: "carving", Label: "Carving", Options: []string{"plain"}, Set: func(n int) { p.carve(a, n) },
		Note: "Marks copied from an excavated board. They do not change the rules."}
	for _, b := range list {
		f.Options = append(f.Options, b.Name)
	}
	if b := a.board.Carving(p.of.v.Rules); b != nil {
		f.Chosen = 1 + slices.Index(list, b)
		f.Note = textFind(b)
		d.Aside = append(d.Aside, panel.Part{Head: b.Name, Text: textFound(b)})
		for _, m := range b.Marks {
			d.Aside[0].Board.Signs = append(d.Aside[0].Board.Signs, m.At)
		}
	}
	d.Fields = append(d.Fields, f)
}

// carve selects a find, counted from 1; 0 is a plain board.
func (p *setupPage) carve(a *App, n int) {
	list := board.Finds(p.of.v.Rules)
	if n = min(n, len(list)); n < 1 {
		a.board.Carve(p.of.v, nil)
		return
	}
	a.board.Carve(p.of.v, list[n-1])
}

// base returns the position before men are removed.
func (b *beginning) base(r *rules.Rules) game.Setup {
	if b.edited != nil {
		return *b.edited
	}
	return r.Setup()
}

// offField returns the field for the number of removed men.
func (p *setupPage) offField(id string, side game.Side) panel.Field {
	r, b := p.of.v.Rules, &p.of.begin
	most := min(mostOff, len(ordinary(r, b.base(r).Pieces, side))-1)
	f := panel.Field{ID: id, Label: textGives(r, side), Options: []string{"none"},
		Note:   "Handicap: removes the men farthest from the centre, each followed by the one opposite",
		Chosen: b.off[side], Set: panel.Into(&b.off[side])}
	for n := 1; n <= most; n++ {
		f.Options = append(f.Options, rulebook.Men(n))
	}
	return f
}
