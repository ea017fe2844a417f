package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"tafl3d/ai"
	"tafl3d/ai/player"
	"tafl3d/ai/protocol"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/internal/argv"
	"tafl3d/net/client"
)

// engineOptions are the flags of bots about an engine that is another program.
type engineOptions struct {
	command  string
	name     string // of its account
	level    int    // that it is said to have; 0 is none
	time     time.Duration
	variants string // ids with commas; empty is what it names itself
}

// on reports whether there is one.
func (o engineOptions) on() bool { return o.command != "" }

// check reports flags that do not fit together.
func (o engineOptions) check() error {
	words, fault := argv.Program(o.command)
	switch {
	case !o.on() && (o.name != "" || o.level != 0 || o.variants != ""):
		return errors.New("-engine-name, -engine-level and -variants need -engine")
	case !o.on():
		return nil
	case fault != nil:
		return fmt.Errorf("-engine: %w", fault)
	case len(words) == 0:
		return errors.New("-engine names no program")
	case o.name == "":
		return errors.New("-engine needs -engine-name, the name by which players know it")
	case o.level < 0 || o.level > ai.Levels:
		return fmt.Errorf("-engine-level is from 1 to %d, or 0 for none", ai.Levels)
	case o.time < 10*time.Millisecond:
		return errors.New("-engine-time is at least 10ms")
	}
	return nil
}

// program is what to run for a game of a variant.
func (o engineOptions) program(variant string) protocol.Program {
	words, _ := argv.Program(o.command) // which check has seen
	return protocol.Program{Argv: words, Variant: variant, Own: ai.Limits{Time: o.time}}
}

// bot asks the engine what it is and returns who plays by it, without an account yet.
func (o engineOptions) bot(ctx context.Context) (*bot, error) {
	about, err := protocol.Inquire(ctx, o.program(""))
	if err != nil {
		return nil, fmt.Errorf("-engine %s: %w", o.command, err)
	}
	b := &bot{name: o.name, what: "by " + cmp.Or(about.Name, o.command), level: o.level,
		key: "engine-" + url.PathEscape(o.name) + ".key"}
	if b.variants, err = o.plays(about); err != nil {
		return nil, err
	}
	b.mind = func(_ *client.Remote, variant string) (table.Player, func()) {
		e := protocol.NewExternal(o.program(variant))
		return stubborn{player.Player{Engine: b.pool.Engine(e, ai.ForPlay), Cores: 1}, b.log}, e.Close
	}
	return b, nil
}

// plays are the games that the engine plays: those that the operator names, else those that it
// names itself, as far as there are such.
func (o engineOptions) plays(about protocol.About) (ids []string, err error) {
	if o.variants != "" {
		for id := range strings.SplitSeq(o.variants, ",") {
			v, err := variant.Get(strings.TrimSpace(id))
			if err != nil {
				return nil, fmt.Errorf("-variants: %w", err)
			}
			ids = append(ids, v.ID)
		}
		return ids, nil
	}
	if about.Any {
		return catalogue(), nil
	}
	for _, id := range about.Variants {
		if v, err := variant.Get(id); err == nil {
			ids = append(ids, v.ID)
		}
	}
	if len(ids) == 0 {
		return nil, errors.New("-engine: the engine names no game of ours that it plays (option name Variant type " +
			"combo var ID); say which by -variants")
	}
	return ids, nil
}

// catalogue lists every game.
func catalogue() (ids []string) {
	for _, v := range variant.All() {
		ids = append(ids, v.ID)
	}
	return ids
}

// An engine that fails in a turn is started anew and asked again, so often in all, with a pause
// between. Then the game is given up, so that nobody waits for it.
const (
	attempts     = 3
	attemptPause = time.Second
)

// errGivesUp says that an engine fails whenever it is asked.
var errGivesUp = errors.New("the engine has failed again and again, the game is given up")

// stubborn is a player that asks an engine again when it fails.
type stubborn struct {
	player.Player
	log *slog.Logger
}

// Choose implements table.Player.
func (p stubborn) Choose(ctx context.Context, s table.Situation) (game.Move, error) {
	for i := 1; ; i++ {
		m, err := p.Player.Choose(ctx, s)
		if err == nil || ctx.Err() != nil || errors.Is(err, protocol.ErrResigned) {
			return m, err
		}
		if i == attempts {
			return m, fmt.Errorf("%w: %w", errGivesUp, err)
		}
		p.log.Warn("the engine is started anew", "error", err)
		select {
		case <-ctx.Done():
			return m, ctx.Err()
		case <-time.After(attemptPause):
		}
	}
}

// giveUp resigns a game and waits until it is over, or for a while.
func giveUp(ctx context.Context, r *client.Remote, side game.Side) error {
	if err := r.Send(side, match.Resign{}); err != nil {
		return err
	}
	for late := time.After(renewEvery); ; {
		select {
		case u, open := <-r.Updates():
			if !open || u.State.Outcome.Over() {
				return nil
			}
		case <-late:
			return errors.New("the resignation was not taken")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
