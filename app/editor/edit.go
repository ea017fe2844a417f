package editor

import (
	"errors"
	"slices"
	"strings"

	"tafl3d/app/rulebook"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/scene"
)

// editPage is the position editor next to the board. It is used to play from a position, or to change the
// start position and the marked squares of custom rules.
type editPage struct {
	r      *Editor
	base   *variant.Variant
	rules  *rules.Rules // of the board in the scene
	setup  game.Setup
	set    ruleset.Ruleset  // rules of the marked squares
	marks  bool             // squares can be marked
	brush  int              // index of the selected brush
	mirror int              // index of textMirrors
	fault  error            // error of the position or the marks
	marked [3][]game.Square // throne, corners and camps
	from   game.Square      // square of the last press
	shown  int              // counts visible changes

	use    func(s game.Setup)        // plays from the position; nil: use accept
	accept func(set ruleset.Ruleset) // receives the rules with the new start position
}

// Brushes after those for pieces: the eraser, and those that mark squares.
const (
	brushEmpty = iota
	brushThrone
	brushCorner
	brushCamp
	brushes
)

// edit opens the page and shows its position.
func (r *Editor) edit(p *editPage) {
	p.setup.Pieces = slices.Clone(p.setup.Pieces)
	p.from, p.brush = game.NoSquare, 0
	p.marked = [3][]game.Square{p.rules.Throne(), p.rules.Corners(), slices.Concat(p.rules.Camps()...)}
	if !p.marks {
		p.set = p.rules.Ruleset()
	}
	r.shell.OpenBeside(p)
	p.changed()
}

// changed checks and shows the position.
func (p *editPage) changed() {
	p.shown++
	if p.accept != nil {
		_, _, p.fault = handed(p.rules, p.set, p.setup)
	} else {
		_, p.fault = p.rules.Position(p.setup)
	}
	p.r.set(&variant.Variant{ID: p.base.ID, Rules: p.rules})
	p.r.lay(p.setup)
	p.r.shell.Touch()
}

// pieces returns the number of piece brushes.
func (p *editPage) pieces() int { return len(p.rules.Kinds()) - 1 }

func (p *editPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "edit", Title: "Edit board", Kind: panel.Beside, Cancel: cancel(p.shown > 1),
		Palette: p.palette(), Faults: words.Faults(p.fault),
		Actions: []panel.Action{{ID: panel.Brush, Run: p.choose}, p.r.leaving()}}
	turn := panel.Field{ID: "turn", Label: "To move", Options: []string{words.Side(p.rules, game.Attackers),
		words.Side(p.rules, game.Defenders)}, Chosen: int(p.setup.Turn), Set: panel.Into(&p.setup.Turn, p.changed)}
	d.Fields = []panel.Field{turn, {ID: "mirror", Label: textMirror, Options: textMirrors, Chosen: p.mirror,
		Set: panel.Into(&p.mirror), Note: textMirrorNote}}
	sound := p.fault == nil
	if p.accept != nil {
		d.Buttons = []panel.Button{{ID: "accept", Label: words.Done, Icon: "yes", Primary: true, Disabled: !sound,
			Press: func() {
				_, set, _ := handed(p.rules, p.set, p.setup)
				p.r.shell.CloseTop()
				p.accept(set)
			}}}
	} else {
		d.Buttons = []panel.Button{
			{ID: "use", Label: "Use this position", Icon: "yes", Primary: true, Disabled: !sound, Press: func() {
				p.r.shell.CloseTop()
				p.use(p.setup)
			}},
			{ID: "save", Label: "Save as", Icon: "save", Press: p.save, Disabled: !sound || p.r.lib.Shelf == nil},
		}
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "clear", Label: "Clear board", Icon: "new", Press: func() {
			clear(p.setup.Pieces)
			p.changed()
		}},
		panel.Button{ID: "begin", Label: "Start position", Icon: "restart", Press: func() {
			if s := p.base.Rules.Setup(); len(s.Pieces) == len(p.setup.Pieces) {
				p.setup = s
				p.changed()
			}
		}},
		panel.Button{ID: "close", Label: words.Cancel, Icon: "cancel"})
	return d
}

// choose selects a brush.
func (p *editPage) choose(brush int) {
	p.brush = min(max(brush, 0), len(p.palette())-1)
	p.r.shell.Focus(shell.OnBoard)
}

// palette returns the brushes.
func (p *editPage) palette() (ss []panel.Swatch) {
	for _, k := range p.rules.Kinds()[1:] {
		ss = append(ss, panel.Swatch{Kind: k, Label: rulebook.Kind(p.rules, k)})
	}
	ss = append(ss, panel.Swatch{Label: "Nothing"})
	if p.marks {
		ss = append(ss, panel.Swatch{Sign: "throne", Label: "Throne"}, panel.Swatch{Sign: "corner", Label: "Corner"},
			panel.Swatch{Sign: "camp", Label: "Camp"})
	}
	for i := range ss {
		ss[i].On = i == p.brush
		if i < 9 {
			ss[i].Key = string(rune('1' + i))
		}
	}
	return ss
}

// save asks for a name and saves the rules with this start position.
func (p *editPage) save() {
	p.r.shell.Open(&namePage{r: p.r, name: shell.NewEntry(textMy(p.base.Name), words.LongestName),
		made: func(id, name string) *variant.Variant {
			r, _, _ := handed(p.rules, p.set, p.setup)
			return &variant.Variant{ID: id, Name: name, Family: p.base.Family, Extends: p.base.ID, Rules: r,
				Summary: textMadeStart(p.base.Name)}
		}, then: func(*variant.Variant) { p.shown = 1 }})
}

// handed returns rules with an edited start position.
func handed(r *rules.Rules, set ruleset.Ruleset, s game.Setup) (*rules.Rules, ruleset.Ruleset, error) {
	set.First = s.Turn
	if set.Lines == nil {
		set.Rows = r.Rows(s)
	} else {
		for p, k := range r.Kinds() {
			for _, t := range ruleset.TogglesFor(&set) {
				if p > 0 && t.Key == "setup."+string(k.Letter) {
					// cannot fail: these are names of squares
					_ = t.Set(&set, strings.Join(standing(r, s, game.Piece(p)), " "))
				}
			}
		}
	}
	made, err := rules.Compile(set)
	return made, set, err
}

// standing returns the names of the squares with a piece.
func standing(r *rules.Rules, s game.Setup, p game.Piece) (names []string) {
	for at, q := range s.Pieces {
		if q == p {
			names = append(names, r.Board().Name(game.Square(at)))
		}
	}
	return names
}

// Press records the square of the press.
func (p *editPage) Press(sq game.Square) { p.from = sq }

// Release applies the brush at a click, or moves a piece after a drag.
func (p *editPage) Release(sq game.Square, on, dragged bool) {
	from := p.from
	p.from = game.NoSquare
	switch {
	case from == game.NoSquare:
	case !dragged && on && sq == from:
		p.apply(sq)
	case dragged && on && sq != from:
		p.setup.Pieces[sq], p.setup.Pieces[from] = p.setup.Pieces[from], game.Empty
		p.changed()
	case dragged && !on:
		p.setup.Pieces[from] = game.Empty
		p.changed()
	default:
		p.changed()
	}
}

// apply uses the brush on a square and its mirror images. It removes an equal piece or mark.
func (p *editPage) apply(sq game.Square) {
	squares := images(p.rules.Board(), sq, p.mirror)
	if p.brush > p.pieces() {
		p.paint(squares)
		return
	}
	piece := game.Piece(p.brush + 1)
	if p.brush == p.pieces() || p.setup.Pieces[sq] == piece {
		piece = game.Empty
	}
	for _, s := range squares {
		p.setup.Pieces[s] = piece
	}
	p.changed()
}

// images returns sq and its mirror images: none, left to right, also top to bottom, or also rotated.
func images(b *game.Board, sq game.Square, mirror int) []game.Square {
	x, y := b.At(sq)
	at := [][2]float32{{x, y}}
	if mirror > 0 {
		at = append(at, [2]float32{-x, y})
	}
	if mirror > 1 {
		at = append(at, [2]float32{x, -y}, [2]float32{-x, -y})
	}
	if mirror > 2 {
		for _, q := range at {
			at = append(at, [2]float32{q[1], q[0]})
		}
	}
	var squares []game.Square
	for s := range game.Square(b.Squares()) {
		x, y := b.At(s)
		if slices.ContainsFunc(at, func(q [2]float32) bool { return near(q[0], x) && near(q[1], y) }) {
			squares = append(squares, s)
		}
	}
	return squares
}

func near(a, b float32) bool { return a-b < 0.01 && b-a < 0.01 }

// paint marks or unmarks squares.
func (p *editPage) paint(squares []game.Square) {
	own := p.brush - p.pieces() - brushThrone
	away := slices.Contains(p.marked[own], squares[0])
	for i, region := range p.marked {
		p.marked[i] = slices.DeleteFunc(slices.Clone(region),
			func(s game.Square) bool { return slices.Contains(squares, s) })
	}
	if !away {
		p.marked[own] = append(p.marked[own], squares...)
	}
	board := p.rules.Board()
	p.set.Throne.Squares = named(board, p.marked[0])
	p.set.Corner.Squares = named(board, p.marked[1])
	p.set.Camp.Squares = namedCamps(board, p.marked[2])
	r, _, err := handed(p.rules, p.set, p.setup)
	if err == nil {
		p.rules = r
	}
	p.changed()
}

// named formats a list of squares for rules.
func named(b *game.Board, squares []game.Square) string {
	if len(squares) == 0 {
		return "none"
	}
	slices.Sort(squares)
	names := make([]string, len(squares))
	for i, s := range squares {
		names[i] = b.Name(s)
	}
	return strings.Join(names, " ")
}

// namedCamps formats squares as camps: adjacent squares form a camp.
func namedCamps(b *game.Board, squares []game.Square) string {
	var camps []string
	for len(squares) > 0 {
		camp := []game.Square{squares[0]}
		for i := 0; i < len(camp); i++ {
			for _, s := range squares {
				if b.Adjacent(camp[i], s) {
					camp = shell.With(camp, s)
				}
			}
		}
		squares = slices.DeleteFunc(slices.Clone(squares), func(s game.Square) bool { return slices.Contains(camp, s) })
		camps = append(camps, named(b, camp))
	}
	if len(camps) == 0 {
		return "none"
	}
	return strings.Join(camps, "/")
}

// Key selects a brush by its digit.
func (p *editPage) Key(k panel.Key) bool {
	i := -1
	if len(k.Name) == 1 && !k.Ctrl {
		i = int(k.Name[0]) - '1'
	}
	if i < 0 || i > 8 {
		return false
	}
	if i < len(p.palette()) {
		p.choose(i)
	}
	return true
}

// Strike applies the brush, or erases.
func (p *editPage) Strike(sq game.Square, away bool) {
	brush := p.brush
	if away {
		p.brush = p.pieces()
	}
	p.apply(sq)
	p.brush = brush
}

// Drags reports whether there is a piece to drag.
func (p *editPage) Drags(sq game.Square) bool { return p.setup.Pieces[sq] != game.Empty }

// Mark marks the squares of the error.
func (p *editPage) Mark(m *scene.Marks) {
	var bad *rules.SetupError
	if !errors.As(p.fault, &bad) {
		return
	}
	for _, f := range bad.Faults {
		m.Causes = append(m.Causes, f.At...)
	}
}

// Edit opens the editor for a position of v, to play from it.
func (r *Editor) Edit(v *variant.Variant, s game.Setup, use func(s game.Setup)) {
	r.edit(&editPage{r: r, base: v, rules: v.Rules, setup: s, use: use})
}
