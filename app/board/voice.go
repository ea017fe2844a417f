package board

import (
	"cmp"

	"tafl3d/app/words"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// speech says texts by a command, one after the other. While one is being said
// only the newest of the others waits.
type speech struct {
	a      *Board
	busy   bool
	next   string
	failed string // the command that failed, which is told once
}

// Say says a text, if there is a command to say it with.
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

// said goes on with what waits, and tells the first failure of a command.
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

// tellTurn says aloud the turn that was just completed, and how the game ended.
func (b *Board) tellTurn(before int) {
	g := b.Game
	if now := g.State.Record.Ply(); now <= before || now == 0 {
		return
	}
	text := textTurn(g, g.State.Record.Turn(g.State.Record.Ply()).Steps)
	if o := g.State.Outcome; o.Over() {
		text += " " + TextEnd(g, o) + "."
	}
	b.Voice.Say(text)
}
