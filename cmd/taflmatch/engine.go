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

// engineOptions are the flags of bots for an external engine.
type engineOptions struct {
	command  string
	name     string // of its account
	level    int    // stated level; 0 is none
	time     time.Duration
	variants string // ids separated by commas; empty: the variants that the engine names
}

// on reports whether an engine is given.
func (o engineOptions) on() bool { return o.command != "" }

// check returns an error if flags contradict each other.
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
		return errors.New("-engine contains no command")
	case o.name == "":
		return errors.New("-engine needs -engine-name, the name of its account")
	case o.level < 0 || o.level > ai.Levels:
		return fmt.Errorf("-engine-level must be from 1 to %d, or 0 for none", ai.Levels)
	case o.time < 10*time.Millisecond:
		return errors.New("-engine-time must be at least 10ms")
	}
	return nil
}

// program returns the command to run for a game of a variant.
func (o engineOptions) program(variant string) protocol.Program {
	words, _ := argv.Program(o.command) // checked before
	return protocol.Program{Argv: words, Variant: variant, Own: ai.Limits{Time: o.time}}
}

// bot asks the engine for its properties and returns a bot that plays by it, not signed in yet.
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

// plays returns the variants of the engine: those of the flag, otherwise the known ones that the engine names.
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
		return nil, errors.New("-engine: the engine names no variant that we know (option name Variant type " +
			"combo var ID); list them with -variants")
	}
	return ids, nil
}

// catalogue returns the ids of all variants.
func catalogue() (ids []string) {
	for _, v := range variant.All() {
		ids = append(ids, v.ID)
	}
	return ids
}

// An engine that fails during a move is restarted and asked again, attempts times in all, with a pause in between. Then
// the bot resigns, so that its opponent does not wait in vain.
const (
	attempts     = 3
	attemptPause = time.Second
)

// errGivesUp says that an engine has failed repeatedly.
var errGivesUp = errors.New("the engine has failed repeatedly: resigning the game")

// stubborn is a player that asks an engine again after a failure.
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
		p.log.Warn("restarting the engine", "error", err)
		select {
		case <-ctx.Done():
			return m, ctx.Err()
		case <-time.After(attemptPause):
		}
	}
}

// giveUp resigns a game and waits until it has ended, at most renewEvery.
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
			return errors.New("the service did not accept the resignation")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
