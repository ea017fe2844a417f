package app

import (
	"slices"
	"strings"
	"tafl3d/panel"
)

// programsPage is the dialog of the other programs that play.
type programsPage struct {
	at            int // which of the settings' programs is shown; one beyond them is new
	name, command *entry
	openTafl      bool
}

// openPrograms opens the dialog on the first program.
func (a *App) openPrograms() {
	p := &programsPage{}
	p.turn(a, 0)
	a.open(p)
}

// turn shows the program of a number.
func (p *programsPage) turn(a *App, at int) {
	list := a.settings.Programs
	p.at = min(max(at, 0), len(list))
	var now Program
	if p.at < len(list) {
		now = list[p.at]
	}
	p.name, p.command, p.openTafl = newEntry(now.Name, longestName), newEntry(now.Command, longestCommand), now.OpenTafl
}

// program is what is written.
func (p *programsPage) program() Program {
	return Program{strings.TrimSpace(p.name.String()), strings.TrimSpace(p.command.String()), p.openTafl}
}

func (p *programsPage) show(a *App) panel.Dialog {
	list := a.settings.Programs
	var names []string
	for i := range list {
		names = append(names, list[i].Name)
	}
	d := panel.Dialog{ID: "programs", Title: textPrograms, Cancel: "close", Lines: textProgramsLines,
		Fields: []panel.Field{
			{ID: "at", Label: textEngine, Options: append(names, textNewProgram), Chosen: p.at},
			p.name.field("name", textName, ""),
			p.command.field("command", textCommand, textCommandNote),
			{ID: "dialect", Label: textSpeaks, Options: textDialects, Chosen: bit(p.openTafl)},
		},
		Buttons: []panel.Button{
			{ID: "keep", Label: textSaveNow, Primary: true},
			{ID: "remove", Label: textRemoveIt, Disabled: p.at == len(list)},
			{ID: "close", Label: textDone},
		},
	}
	if fault := p.fault(a); fault != "" && p.touched() {
		d.Faults, d.Buttons[0].Disabled = []string{fault}, true
	}
	return d
}

// touched reports whether anything is written.
func (p *programsPage) touched() bool { return p.name.String() != "" || p.command.String() != "" }

// fault says why what is written cannot be kept; it is empty where it can.
func (p *programsPage) fault(a *App) string {
	now := p.program()
	if fault := now.fault(); fault != "" {
		return fault
	}
	for i, name := range a.opponents() {
		others := len(a.opponents()) - len(a.settings.Programs)
		if name == now.Name && i != others+p.at {
			return textNameTaken(now.Name)
		}
	}
	return ""
}

// written implements writer.
func (p *programsPage) written(field string) *entry {
	if field == "name" {
		return p.name
	}
	return p.command
}

// wrote implements writer.
func (p *programsPage) wrote(string) {}

func (p *programsPage) do(a *App, c panel.Command) {
	a.touch()
	s := a.settings
	s.Programs = slices.Clone(s.Programs)
	switch c.ID {
	case "at":
		p.turn(a, c.Arg)
	case "dialect":
		p.openTafl = c.Arg == 1
	case "keep":
		if fault := p.fault(a); fault != "" {
			a.refuse(fault)
			return
		}
		if p.at == len(s.Programs) {
			s.Programs = append(s.Programs, Program{})
		}
		s.Programs[p.at] = p.program()
		a.change(s)
		a.say(textProgramKept(s.Programs[p.at].Name), panel.Good)
	case "remove":
		if p.at < len(s.Programs) {
			s.Programs = slices.Delete(s.Programs, p.at, p.at+1)
			a.change(s)
			p.turn(a, p.at)
		}
	}
}
