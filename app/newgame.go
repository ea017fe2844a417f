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
	all, at := variant.All(), p.variant()
	names := make([]string, len(all))
	for i, v := range all {
		names[i] = v.Name
	}
	d.Fields = append(d.Fields,
		Field{ID: "variant", Label: textVariant, Options: names, Chosen: at, Note: all[at].Summary},
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

// variant returns the index of the chosen variant in the catalogue.
func (p *newPage) variant() int {
	return max(slices.IndexFunc(variant.All(), func(v *variant.Variant) bool { return v.ID == p.choice.Variant }), 0)
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
	case "variant":
		all := variant.All()
		p.choice.Variant = all[min(max(c.Arg, 0), len(all)-1)].ID
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
	c.Variant = variant.All()[p.variant()].ID
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
