package app

import (
	"tafl3d/app/board"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// settingsPage edits the settings.
type settingsPage struct{ a *App }

func (p settingsPage) Show() panel.Dialog {
	s := p.a.settings
	change := func() { p.a.change(s) }
	threats := shell.Switch("threats", "Announce threats",
		"Announces and marks threats to the king even if the rules do not", &s.Threats, change)
	threats.Options = board.TextThreatsTold
	d := panel.Dialog{
		ID: "settings", Title: words.Settings, Cancel: "close",
		Fields: []panel.Field{
			{ID: "pace", Label: "Animation", Options: words.Paces, Chosen: s.Pace, Disabled: s.Calm,
				Note: "How fast pieces move", Set: panel.Into(&s.Pace, change)},
			shell.Switch("calm", words.Calm, words.CalmNote, &s.Calm, change),
			shell.Switch("sound", words.Sound, words.SoundNote, &s.Sound, change),
			shell.Switch("targets", "Show legal moves", "Rings mark where the selected piece can move", &s.Targets,
				change),
			threats,
			shell.Switch("autoflip", "Flip board each move",
				"For two players at one screen: the side to move is nearest", &s.AutoFlip, change),
			shell.Switch("fullscreen", words.FullScreen, "Shortcut: F11", &s.FullScreen, change),
		},
		Buttons: []panel.Button{{ID: "reading", Label: textReading, Press: p.a.openReading},
			{ID: "look", Label: textLook, Press: func() { p.a.shell.Open(lookPage(p)) }},
			{ID: "volumes", Label: textVolume, Press: func() { p.a.shell.Open(volumePage(p)) }},
			{ID: "programs", Label: board.TextPrograms, Press: p.a.openPrograms, Disabled: p.a.opt.Engines == nil},
			{ID: "close", Label: words.Done, Primary: true}},
	}
	if p.a.opt.Newer != nil {
		d.Fields = append(d.Fields, shell.Switch("newer", "Check for updates", "Checks for updates on startup",
			&s.Newer, change, func() { p.a.lookForNewer(true) }))
	}
	return d
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
