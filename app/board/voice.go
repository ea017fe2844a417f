package board

import (
	"cmp"
	"context"
	"strings"

	"tafl3d/app/words"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Voice runs a command that says something aloud, and returns when it has ended.
type Voice func(ctx context.Context, argv []string, text string) error

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
	s.a.Go(func() {
		err := s.a.opt.Voice(s.a.Ctx(), args, text)
		s.a.Later(func() { s.said(command, err) })
	})
}

// said goes on with what waits, and tells the first failure of a command.
func (s *speech) said(command string, err error) {
	s.busy = false
	if err != nil && s.failed != command {
		s.failed = command
		s.a.Say(tongue.Textf("The speech command failed: %s", words.Plain(err)), panel.Bad)
	}
	if err == nil {
		s.failed = ""
	}
	next := s.next
	s.next = ""
	s.Say(next)
}

// Argv divides a command into words at spaces; what is quoted is one word. It
// reports whether every quotation mark is closed.
func Argv(command string) (words []string, closed bool) {
	quoted := strings.Split(command, `"`)
	for i, part := range quoted {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words, len(quoted)%2 == 1
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
