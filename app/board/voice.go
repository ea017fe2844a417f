package board

import (
	"cmp"

	"tafl3d/app/words"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// speech reads texts aloud by a command, one after the other. While one is running, only the newest text
// waits.
type speech struct {
	a      *Board
	busy   bool
	next   string
	failed string // command whose failure was reported
}

// Say reads a text aloud if a command is set.
func (s *speech) Say(text string) {
	command := cmp.Or(s.a.opt.Speak, s.a.host.Wishes().Voice)
	args, closed := Argv(command)
	if s.a.opt.Voice == nil || len(args) == 0 || !closed || text == "" {
		return
	}
	if s.busy {
		s.next = text
		return
	}
	s.busy = true
	s.a.shell.Go(func() {
		err := s.a.opt.Voice(s.a.shell.Ctx(), args, text)
		s.a.shell.Later(func() { s.said(command, err) })
	})
}

// said handles the end of a command: it starts the waiting text and reports the first failure of a command.
func (s *speech) said(command string, err error) {
	s.busy = false
	if err != nil && s.failed != command {
		s.failed = command
		s.a.shell.Say(tongue.Textf("The read-aloud command failed: %s", words.Plain(err)), panel.Bad)
	}
	if err == nil {
		s.failed = ""
	}
	next := s.next
	s.next = ""
	s.Say(next)
}

// tellTurn reads the completed move and the result aloud.
func (b *Board) tellTurn(before int) {
	g := b.game
	if now := g.State.Record.Ply(); now <= before || now == 0 {
		return
	}
	text := textTurn(g, g.State.Record.Turn(g.State.Record.Ply()).Steps)
	if o := g.State.Outcome; o.Over() {
		text += " " + TextEnd(g, o) + "."
	}
	b.Voice.Say(text)
}
