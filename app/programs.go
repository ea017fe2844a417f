package app

import (
	"slices"
	"strings"

	"tafl3d/app/board"
	"tafl3d/app/events"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/panel"
)

// programsPage edits the external engines.
type programsPage struct {
	a             *App
	at            int // index of the visible program; one more than the last for a new one
	name, command *shell.Entry
	openTafl      bool
}

// openPrograms opens the page with the first program.
func (a *App) openPrograms() {
	p := &programsPage{a: a}
	p.turn(a, 0)
	a.shell.Open(p)
}

// turn shows another program.
func (p *programsPage) turn(a *App, at int) {
	list := a.settings.Programs
	p.at = min(max(at, 0), len(list))
	var now board.Program
	if p.at < len(list) {
		now = list[p.at]
	}
	p.name, p.command, p.openTafl = shell.NewEntry(now.Name, words.LongestName),
		shell.NewEntry(now.Command, events.LongestCommand), now.OpenTafl
}

// program returns the edited program.
func (p *programsPage) program() board.Program {
	return board.Program{Name: strings.TrimSpace(p.name.String()), Command: strings.TrimSpace(p.command.String()),
		OpenTafl: p.openTafl}
}

func (p *programsPage) Show() panel.Dialog {
	list := p.a.settings.Programs
	var names []string
	for i := range list {
		names = append(names, list[i].Name)
	}
	d := panel.Dialog{ID: "programs", Title: board.TextPrograms, Cancel: "close", Lines: textProgramsLines,
		Fields: []panel.Field{
			{ID: "at", Label: textEngine, Options: append(names, "new engine"), Chosen: p.at},
			p.name.Field("name", words.Name, ""),
			p.command.Field("command", events.TextCommand,
				"Command line of the engine. Quote arguments that contain spaces."),
			{ID: "dialect", Label: "Protocol", Options: textDialects, Chosen: words.Bit(p.openTafl)},
		},
		Buttons: []panel.Button{
			{ID: "keep", Label: "Save", Primary: true},
			{ID: "remove", Label: "Remove", Disabled: p.at == len(list)},
			{ID: "close", Label: words.Done},
		},
	}
	if p.a.shell.Chooses() {
		d.Buttons = slices.Insert(d.Buttons, 1, board.ChooseProgram)
	}
	if fault := p.fault(p.a); fault != "" && p.touched() {
		d.Faults, d.Buttons[0].Disabled = []string{fault}, true
	}
	return d
}

// touched reports whether the fields are not empty.
func (p *programsPage) touched() bool { return p.name.String() != "" || p.command.String() != "" }

// fault returns why the program cannot be saved; empty if it can.
func (p *programsPage) fault(a *App) string {
	now := p.program()
	if fault := now.Fault(); fault != "" {
		return fault
	}
	for i, name := range a.opponents.names() {
		others := len(a.opponents.names()) - len(a.settings.Programs)
		if name == now.Name && i != others+p.at {
			return textNameTaken(now.Name)
		}
	}
	return ""
}

// Written implements shell.Writer.
func (p *programsPage) Written(field string) *shell.Entry {
	if field == "name" {
		return p.name
	}
	return p.command
}

// Wrote implements shell.Writer.
func (p *programsPage) Wrote(string) {}

func (p *programsPage) Do(c panel.Command) {
	p.a.shell.Touch()
	s := p.a.settings
	s.Programs = slices.Clone(s.Programs)
	switch c.ID {
	case "at":
		p.turn(p.a, c.Arg)
	case "dialect":
		p.openTafl = c.Arg == 1
	case board.ChooseProgram.ID:
		board.ChooseCommand(p.a.shell, p.command)
	case "keep":
		if fault := p.fault(p.a); fault != "" {
			p.a.shell.Refuse(fault)
			return
		}
		if p.at == len(s.Programs) {
			s.Programs = append(s.Programs, board.Program{})
		}
		s.Programs[p.at] = p.program()
		p.a.change(s)
		p.a.shell.Say(textProgramKept(s.Programs[p.at].Name), panel.Good)
	case "remove":
		if p.at < len(s.Programs) {
			s.Programs = slices.Delete(s.Programs, p.at, p.at+1)
			p.a.change(s)
			p.turn(p.a, p.at)
		}
	}
}
