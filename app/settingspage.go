package app

import (
	"tafl3d/app/board"
	"tafl3d/app/words"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// settingsPage edits the settings.
type settingsPage struct{ a *App }

func (p settingsPage) Show() panel.Dialog {
	s := &p.a.settings
	d := panel.Dialog{
		ID: "settings", Title: words.Settings, Cancel: "close",
		Fields: []panel.Field{
			{ID: "pace", Label: "Animation", Options: words.Paces, Chosen: s.Pace, Disabled: s.Calm,
				Note: "How fast pieces move"},
			{ID: "calm", Label: words.Calm, Options: words.OffOn, Chosen: words.Bit(s.Calm), Note: words.CalmNote},
			{ID: "sound", Label: words.Sound, Options: words.OffOn, Chosen: words.Bit(s.Sound), Note: words.SoundNote},
			{ID: "targets", Label: "Show legal moves", Options: words.OffOn, Chosen: words.Bit(s.Targets),
				Note: "Rings mark where the selected piece can move"},
			{ID: "threats", Label: "Announce threats", Options: board.TextThreatsTold, Chosen: words.Bit(s.Threats),
				Note: "Announces and marks threats to the king even if the rules do not"},
			{ID: "autoflip", Label: "Flip board each move", Options: words.OffOn, Chosen: words.Bit(s.AutoFlip),
				Note: "For two players at one screen: the side to move is nearest"},
			{ID: "fullscreen", Label: words.FullScreen, Options: words.OffOn, Chosen: words.Bit(s.FullScreen),
				Note: "Shortcut: F11"},
		},
		Buttons: []panel.Button{{ID: "reading", Label: textReading}, {ID: "look", Label: textLook},
			{ID: "volumes", Label: textVolume}, {ID: "programs", Label: board.TextPrograms,
				Disabled: p.a.opt.Engines == nil}, {ID: "close", Label: words.Done, Primary: true}},
	}
	if p.a.opt.Newer != nil {
		d.Fields = append(d.Fields, panel.Field{ID: "newer", Label: "Check for updates", Options: words.OffOn,
			Chosen: words.Bit(s.Newer), Note: "Checks for updates on startup"})
	}
	return d
}

func (p settingsPage) Do(c panel.Command) {
	s := p.a.settings
	on := c.Arg == 1
	switch c.ID {
	case "look":
		p.a.shell.Open(lookPage(p))
		return
	case "reading":
		p.a.openReading()
		return
	case "volumes":
		p.a.shell.Open(volumePage(p))
		return
	case "programs":
		if p.a.opt.Engines != nil {
			p.a.openPrograms()
		}
		return
	case "pace":
		s.Pace = min(max(c.Arg, 0), len(speeds)-1)
	case "calm":
		s.Calm = on
	case "sound":
		s.Sound = on
	case "targets":
		s.Targets = on
	case "threats":
		s.Threats = on
	case "autoflip":
		s.AutoFlip = on
	case "fullscreen":
		s.FullScreen = on
	case "newer":
		s.Newer = on
	default:
		return
	}
	p.a.change(s)
	if c.ID == "newer" {
		p.a.lookForNewer(true)
	}
}

// lookForNewer checks for updates and shows the result. With aloud it also reports errors and that there is
// no update.
func (a *App) lookForNewer(aloud bool) {
	if a.opt.Newer == nil || !a.settings.Newer {
		return
	}
	a.shell.Go(func() {
		version, err := a.opt.Newer(a.shell.Ctx())
		a.shell.Later(func() {
			switch {
			case version != "":
				a.shell.Say(tongue.Textf("Version %s is available: get it where you got this one", version), panel.Good)
			case aloud && err != nil:
				a.shell.Refuse("Could not check for updates. The next start tries again.")
			case aloud:
				a.shell.Say("You have the latest version", panel.Plain)
			}
		})
	})
}
