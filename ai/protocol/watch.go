package protocol

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tafl3d/ai"
	"tafl3d/game/rules"
)

// ErrNoLines is the error of a program without live analysis.
var ErrNoLines = errors.New("the engine tells no lines while it thinks: OpenTafl's protocol has none")

// Watch lets the program analyse a position until ctx ends or a limit is reached, and reports each
// line from this goroutine. Lines with illegal moves are ignored. Errors are as those of Think.
func (e *External) Watch(
	ctx context.Context, p rules.Position, h *rules.History, l ai.Limits, report func(ai.Info),
) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.program.OpenTafl {
		return ErrNoLines
	}
	if h == nil {
		h = rules.NewHistory(&p)
	}
	e.queue, e.game = nil, progress{}
	e.game.follow(p, h)
	err := e.watch(ctx, l, report)
	if e.game = (progress{}); err != nil {
		e.drop()
		return fmt.Errorf("%s: %w", strings.Join(e.program.Argv, " "), err)
	}
	return nil
}

func (e *External) watch(ctx context.Context, l ai.Limits, report func(ai.Info)) error {
	if e.process == nil {
		if err := e.begin(ctx); err != nil {
			return err
		}
	}
	for name, n := range map[string]int{"MultiPV": l.Lines, "Threads": l.Threads} {
		if n == 0 {
			continue
		}
		if err := e.process.send("setoption name %s value %d", name, n); err != nil {
			return err
		}
	}
	u := &uciHost{process: e.process, program: e.program, report: report}
	u.watched = true
	defer func() { u.watched = false }()
	_, _, err := u.ask(ctx, &e.game, l)
	return err
}

// tell reports the line of an info line, if it has one.
func (u *uciHost) tell(g *progress, words []string) {
	at := slices.Index(words, "pv")
	if u.report == nil || at < 0 || slices.Contains(words[:at], "lowerbound") ||
		slices.Contains(words[:at], "upperbound") {
		return
	}
	var i ai.Info
	readInfo(&i, words)
	i.Line = cmp.Or(i.Line, 1)
	line := g.now.Clone()
	for _, word := range words[at+1:] {
		turn, err := ParseTurn(line.Position, line.History(), word)
		if err != nil {
			break
		}
		var d rules.Delta
		for _, m := range turn {
			line.Step(m, &d)
		}
		i.PV = append(i.PV, turn...)
	}
	if len(i.PV) > 0 {
		u.report(i)
	}
}
