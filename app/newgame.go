package app

import (
	"slices"

	"tafl3d/app/board"
	"tafl3d/app/rulebook"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/variant"
	"tafl3d/panel"
)

// dayClocks are the clocks of correspondence games.
var dayClocks = []string{"0s+1x1d", "0s+1x3d", "0s+1x7d", "0s+1x14d"}

// newPage is the page for a new game.
type newPage struct {
	a      *App
	choice Choice
	v      *variant.Variant // the selected variant, or an unsaved one
	made   *variant.Variant // unsaved variant; nil: none
	size   int              // board size to filter by; 0: any
	begin  beginning
	days   bool // correspondence clocks are available
	clock  board.ClockChoice
}

// openNew opens the page with the last settings.
func (a *App) openNew(mode int) {
	c := a.settings.New
	if c.Mode = mode; a.opt.Engines == nil {
		c.Mode = twoPeople
	}
	a.shell.Open(&newPage{a: a, choice: c, v: a.board.Lib.Usual(c.Variant)})
}

// startOr starts a game or shows why it cannot.
func (a *App) startOr(s board.Setup) {
	if err := a.board.Start(s); err != nil {
		a.shell.Refuse(words.Error(err))
	}
}

func (p *newPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "new", Kind: panel.Chooser, Title: words.New, Cancel: "close", Aside: p.Aside(),
		Buttons: []panel.Button{
			{ID: "start", Label: "Start", Icon: "play", Primary: true, Press: p.Begin},
			{ID: "setup", Label: textSetup, Press: func() { p.a.shell.Open(&setupPage{p.a, p}) }},
			{ID: "rules", Label: textRules, Press: func() { p.a.shell.Open(rulesPage{p.a, p.v}) }},
			{ID: "customise", Label: "Customise", Press: func() { p.a.editor.Customise(p.v, p) }},
			{ID: "close", Label: words.Cancel, Icon: "cancel"},
		}}
	if _, err := p.v.Rules.Position(p.begin.setup(p.v.Rules)); err != nil {
		d.Faults, d.Buttons[0].Disabled = words.Faults(err), true
	}
	d.Fields = append([]panel.Field{p.game(func() { p.a.games.OpenGallery(p) })}, p.seats()...)
	d.Fields = append(d.Fields, p.clock.Fields(p.clocks(), &p.choice.Clock)...)
	return d
}

// game returns the field for the variant with a gallery.
func (p *newPage) game(gallery func()) panel.Field {
	f := p.variant(p.filter().mates)
	f.Pick, f.Open, f.Starts, f.Note = "gallery", func(int) { gallery() }, true, textAllGames
	return f
}

// variant returns the field for one of some variants.
func (p *newPage) variant(of []*variant.Variant) panel.Field {
	return panel.Field{ID: "variant", Label: words.Variant, Options: p.a.board.Lib.Names(of),
		Chosen: slices.Index(of, p.v), Set: func(n int) { p.Choose(of[n]) }}
}

// Games returns the fields for the variant.
func (p *newPage) Games() []panel.Field {
	var fields []panel.Field
	f := p.filter()
	if len(f.families) > 1 {
		fields = append(fields, panel.Field{ID: "family", Label: "Family", Options: textFamilies(f.families),
			Chosen: slices.Index(f.families, p.v.Family), Set: func(n int) {
				p.size = 0
				p.first(func(v *variant.Variant) bool { return v.Family == f.families[n] })
			}})
	}
	fields = append(fields, panel.Field{ID: "group", Label: "Group", Options: f.groups,
		Chosen: slices.Index(f.groups, shelfOf(p.v)), Set: func(n int) {
			p.first(func(v *variant.Variant) bool {
				return v.Family == p.v.Family && p.fits(v) && shelfOf(v) == f.groups[n]
			})
		}})
	if len(f.sizes) > 2 {
		fields = append(fields, panel.Field{ID: "size", Label: "Board", Options: words.Sizes(f.sizes),
			Chosen: slices.Index(f.sizes, p.size), Set: func(n int) {
				p.size = f.sizes[n]
				p.first(func(v *variant.Variant) bool { return v.Family == p.v.Family && p.fits(v) })
			}})
	}
	return append(fields, p.variant(f.mates))
}

// seats returns the fields for the players.
func (p *newPage) seats() []panel.Field {
	c, r := &p.choice, p.v.Rules
	fields := []panel.Field{{ID: "mode", Label: "Players", Options: words.Modes, Chosen: c.Mode,
		Set: panel.Into(&c.Mode), Disabled: p.a.opt.Engines == nil}}
	switch c.Mode {
	case againstComputer:
		fields = append(fields,
			panel.Field{ID: "side", Label: words.YourSide, Options: []string{words.Side(r, game.Attackers),
				words.Side(r, game.Defenders), textByLot}, Chosen: c.Side, Set: panel.Into(&c.Side)},
			p.a.opponents.levelField("level", words.Level, c, 0), p.a.opponents.field("who", &c.Who[0]))
	case watch:
		fields = append(fields,
			p.a.opponents.levelField("level", words.Side(r, game.Attackers), c, 0),
			p.a.opponents.field("who", &c.Who[0]),
			p.a.opponents.levelField("level2", words.Side(r, game.Defenders), c, 1),
			p.a.opponents.field("who2", &c.Who[1]))
	}
	return fields
}

// Aside shows the selected variant.
func (p *newPage) Aside() []panel.Part {
	s := p.begin.setup(p.v.Rules)
	return []panel.Part{
		{Board: rulebook.Diagram(p.v.Rules, s.Pieces)},
		{Head: p.a.board.Lib.Name(p.v), Text: p.v.Summary},
		{Text: rulebook.Forces(p.v.Rules, s, p.begin.edited != nil)},
	}
}

// filter holds the available options, in menu order.
type filter struct {
	families []string
	sizes    []int // of the family; the first is 0 for any size
	groups   []string
	mates    []*variant.Variant // of the same group
}

// filter returns the options for p.v.
func (p *newPage) filter() filter {
	f := filter{sizes: []int{0}}
	for _, v := range p.All() {
		f.families = shell.With(f.families, v.Family)
		if v.Family != p.v.Family {
			continue
		}
		if n := v.Rules.Board().Size(); n > 0 {
			f.sizes = shell.With(f.sizes, n)
		}
		if !p.fits(v) {
			continue
		}
		f.groups = shell.With(f.groups, shelfOf(v))
		if shelfOf(v) == shelfOf(p.v) {
			f.mates = append(f.mates, v)
		}
	}
	slices.Sort(f.sizes)
	return f
}

// All returns all variants to choose from.
func (p *newPage) All() []*variant.Variant {
	all := p.a.board.Lib.All()
	if p.made != nil {
		all = append(all, p.made)
	}
	return all
}

func (p *newPage) fits(v *variant.Variant) bool {
	return p.size == 0 || v.Rules.Board().Size() == p.size
}

// shelfOf returns the group of v.
func shelfOf(v *variant.Variant) string {
	if v.Group == "" {
		return "Yours"
	}
	return v.Group
}

// Take selects unsaved rules.
func (p *newPage) Take(v *variant.Variant) {
	p.made, p.size = v, 0
	p.Choose(v)
}

// Kept selects rules that were just saved.
func (p *newPage) Kept(v *variant.Variant) {
	p.made, p.size = nil, 0
	p.Choose(v)
}

// Choose selects v; it discards a start position made for another variant.
func (p *newPage) Choose(v *variant.Variant) {
	if v != p.v {
		p.v, p.begin = v, beginning{}
	}
}

// first selects the first variant accepted by ok, preferably of the same group.
func (p *newPage) first(ok func(v *variant.Variant) bool) {
	if ok(p.v) {
		return
	}
	var found *variant.Variant
	for _, v := range p.All() {
		if ok(v) && (found == nil || shelfOf(found) != shelfOf(p.v) && shelfOf(v) == shelfOf(p.v)) {
			found = v
		}
	}
	if found != nil {
		p.Choose(found)
	}
}

// clocks returns the available clocks, including that of the settings.
func (p *newPage) clocks() []string {
	list := slices.Clone(board.Clocks)
	if p.days {
		list = append(list, dayClocks...)
	}
	return shell.With(list, p.choice.Clock)
}

// Begin saves the settings and starts the game, after asking if another one is in progress.
func (p *newPage) Begin() {
	c := p.choice
	control, err := match.ParseControl(c.Clock)
	if err != nil {
		p.a.shell.Refuse(words.Error(err))
		return
	}
	setup := board.Setup{Variant: p.v.ID, Control: control}
	if p.v == p.made {
		setup.Own = p.v
	} else {
		c.Variant = p.v.ID
	}
	if p.begin.changed() {
		start := p.begin.setup(p.v.Rules)
		setup.Start = &start
	}
	switch c.Mode {
	case againstComputer:
		you := c.Side
		if you == byLot {
			you = p.a.board.Chance.IntN(game.Sides)
		}
		setup.Levels[1-you], setup.Who[1-you] = c.Levels[0], c.Who[0]
	case watch:
		setup.Levels, setup.Who = c.Levels, c.Who
	}
	p.a.board.AskLeave(func() {
		s := p.a.settings
		s.New = c
		p.a.change(s)
		p.a.startOr(setup)
	})
}
