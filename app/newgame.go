package app

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/variant"
)

// clocks are the time controls to choose from.
var clocks = []string{"none", "3m+2s", "5m+3s", "10m+5s", "30m+20s", "10m+3x30s", "30m+5x1m"}

// newPage is the dialog of a new game.
type newPage struct{ choice Choice }

// openNew opens the dialog with what was chosen last time.
func (a *App) openNew(mode int) {
	c := a.settings.New
	if c.Mode = mode; a.opt.Engines == nil {
		c.Mode = twoPeople
	}
	a.open(&newPage{c})
}

func (p *newPage) show(a *App) Dialog {
	c := &p.choice
	d := Dialog{ID: "new", Title: textNew, Cancel: "close", Buttons: []Button{
		{ID: "start", Label: textStart, Icon: "play", Primary: true}, {ID: "close", Label: textCancel, Icon: "cancel"},
	}}
	v := p.variant()
	groups, mates := shelves(v)
	d.Fields = append(d.Fields,
		Field{ID: "group", Label: textGroup, Options: groups, Chosen: slices.Index(groups, shelf(v))},
		Field{ID: "variant", Label: textVariant, Options: namesOf(mates), Chosen: slices.Index(mates, v), Note: v.Summary},
		Field{ID: "mode", Label: textPlayers, Options: textModes, Chosen: c.Mode, Disabled: a.opt.Engines == nil})
	switch c.Mode {
	case againstComputer:
		d.Fields = append(d.Fields,
			Field{ID: "side", Label: textYourSide, Options: textSides, Chosen: c.Side},
			Field{ID: "level", Label: textLevel, Options: textLevels(), Chosen: c.Levels[0] - 1})
	case watch:
		d.Fields = append(d.Fields,
			Field{ID: "level", Label: textSide(game.Attackers), Options: textLevels(), Chosen: c.Levels[0] - 1},
			Field{ID: "level2", Label: textSide(game.Defenders), Options: textLevels(), Chosen: c.Levels[1] - 1})
	}
	options := p.clocks()
	d.Fields = append(d.Fields, Field{ID: "clock", Label: textClock, Options: textControls(options), Chosen: slices.Index(options, c.Clock)})
	return d
}

// variant returns the chosen variant.
func (p *newPage) variant() *variant.Variant {
	all := variant.All()
	return all[max(slices.IndexFunc(all, func(v *variant.Variant) bool { return v.ID == p.choice.Variant }), 0)]
}

// shelf returns the group under which v is to be found.
func shelf(v *variant.Variant) string {
	if v.Group == "" {
		return textOther
	}
	return v.Group
}

// shelves returns the groups of the catalogue and the variants that share that
// of v, both in menu order.
func shelves(v *variant.Variant) (groups []string, mates []*variant.Variant) {
	for _, w := range variant.All() {
		if !slices.Contains(groups, shelf(w)) {
			groups = append(groups, shelf(w))
		}
		if shelf(w) == shelf(v) {
			mates = append(mates, w)
		}
	}
	return groups, mates
}

func namesOf(vs []*variant.Variant) []string {
	names := make([]string, len(vs))
	for i, v := range vs {
		names[i] = v.Name
	}
	return names
}

// browse chooses the i-th variant of the same group.
func (p *newPage) browse(i int) {
	_, mates := shelves(p.variant())
	p.choice.Variant = mates[min(max(i, 0), len(mates)-1)].ID
}

// turnTo chooses the first variant of the i-th group.
func (p *newPage) turnTo(i int) {
	groups, _ := shelves(p.variant())
	group := groups[min(max(i, 0), len(groups)-1)]
	for _, v := range variant.All() {
		if shelf(v) == group {
			p.choice.Variant = v.ID
			return
		}
	}
}

// clocks returns the controls to choose from, with that of the settings.
func (p *newPage) clocks() []string {
	if slices.Contains(clocks, p.choice.Clock) {
		return clocks
	}
	return append(slices.Clone(clocks), p.choice.Clock)
}

func (p *newPage) do(a *App, c Command) {
	level := min(max(c.Arg, 0), Levels-1) + 1
	switch c.ID {
	case "group":
		p.turnTo(c.Arg)
	case "variant":
		p.browse(c.Arg)
	case "mode":
		p.choice.Mode = min(max(c.Arg, 0), modes-1)
	case "side":
		p.choice.Side = min(max(c.Arg, 0), byLot)
	case "level":
		p.choice.Levels[0] = level
	case "level2":
		p.choice.Levels[1] = level
	case "clock":
		options := p.clocks()
		p.choice.Clock = options[min(max(c.Arg, 0), len(options)-1)]
	case "start":
		p.start(a)
	}
}

// start remembers the choice and begins the game.
func (p *newPage) start(a *App) {
	c := p.choice
	c.Variant = p.variant().ID
	s := a.settings
	s.New = c
	a.change(s)
	control, err := match.ParseControl(c.Clock)
	if err != nil {
		a.refuse(textError(err))
		return
	}
	setup := Setup{Variant: c.Variant, Control: control}
	switch c.Mode {
	case againstComputer:
		you := c.Side
		if you == byLot {
			you = a.chance.IntN(game.Sides)
		}
		setup.Levels[1-you] = c.Levels[0]
	case watch:
		setup.Levels = c.Levels
	}
	a.startOr(setup)
}
