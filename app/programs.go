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
			{ID: "at", Label: textEngine, Options: append(names, "new engine"), Chosen: p.at,
				Set: func(n int) { p.turn(p.a, n) }},
			p.name.Field("name", words.Name, ""),
			p.command.Field("command", events.TextCommand,
				"Command line of the engine. Quote arguments that contain spaces."),
			{ID: "dialect", Label: "Protocol", Options: textDialects, Chosen: words.Bit(p.openTafl),
				Set: panel.IntoBool(&p.openTafl)},
		},
		Buttons: []panel.Button{
			{ID: "keep", Label: "Save", Primary: true, Press: p.keep},
			{ID: "remove", Label: "Remove", Press: p.remove, Disabled: p.at == len(list)},
			{ID: "close", Label: words.Done},
		},
	}
	if p.a.shell.Chooses() {
		d.Buttons = slices.Insert(d.Buttons, 1, board.ChooseProgram(p.a.shell, p.command))
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

// keep saves the program.
func (p *programsPage) keep() {
	if fault := p.fault(p.a); fault != "" {
		p.a.shell.Refuse(fault)
		return
	}
	s := p.a.settings
	if s.Programs = slices.Clone(s.Programs); p.at == len(s.Programs) {
		s.Programs = append(s.Programs, board.Program{})
	}
	s.Programs[p.at] = p.program()
	p.a.change(s)
	p.a.shell.Say(textProgramKept(s.Programs[p.at].Name), panel.Good)
}

// remove removes the program.
func (p *programsPage) remove() {
	s := p.a.settings
	s.Programs = slices.Delete(slices.Clone(s.Programs), p.at, p.at+1)
	p.a.change(s)
	p.turn(p.a, p.at)
}
