package contest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"tafl3d/ai"
	"tafl3d/ai/eval"
	"tafl3d/ai/net"
	"tafl3d/ai/protocol"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/internal/argv"
	"tafl3d/internal/command"
)

// forms are the names of engines, for people.
const forms = "random, beginner, level:N (1 to 10), nodes:N, depth:N, time:200ms, each of these four perhaps with " +
	":PERSONALITY, params:LIMIT:FILE, hand:LIMIT, book:LIMIT, net:LIMIT:FILE, yardstick:LIMIT (in tafllab only), " +
	"sides:ENGINE,ENGINE (as attackers, as defenders), cmd:LIMIT:PROGRAM, opentafl:LIMIT:PROGRAM (LIMIT as in " +
	"nodes=N, depth=N, 200ms)"

// Maker makes an engine from a seed. What it makes may have a Close method.
type Maker func(seed uint64) ai.Engine

// Kinds make engines that think within limits, by the first word of their names.
type Kinds map[string]func(ai.Limits) ai.Engine

// Names reads the names of engines.
type Names struct {
	Variant string // id of the game, told to engines that are other programs
	Hash    int    // MiB of memory for each engine
	More    Kinds  // what only one program knows
}

// Parse reads the name of an engine.
func (n Names) Parse(name string) (Maker, error) {
	kind, arg, _ := strings.Cut(name, ":")
	if i := strings.LastIndexByte(arg, ':'); i > 0 && strings.Contains(" level nodes depth time ", " "+kind+" ") {
		return n.withPersonality(kind+":"+arg[:i], arg[i+1:])
	}
	switch kind {
	case "random":
		if arg == "" {
			return ai.Random, nil
		}
	case "beginner":
		if arg == "" {
			return ai.Beginner, nil
		}
	case "level":
		if level, err := strconv.Atoi(arg); err == nil && level >= 1 && level <= ai.Levels {
			return func(seed uint64) ai.Engine { return ai.Level(level, seed) }, nil
		}
	case "sides":
		if attackers, defenders, ok := cutSides(arg); ok {
			return n.bySides(attackers, defenders)
		}
	default:
		if maker, err := n.limited(kind, arg); maker != nil || err != nil {
			return maker, err
		}
	}
	return nil, command.Usagef("there is no engine %q; use one of %s", name, forms)
}

// cutSides divides the names of two engines at the first comma that does not stand between quotation marks.
func cutSides(names string) (attackers, defenders string, ok bool) {
	quoted := false
	for i, c := range names {
		switch {
		case c == '"':
			quoted = !quoted
		case c == ',' && !quoted:
			return names[:i], names[i+1:], true
		}
	}
	return names, "", false
}

// limited reads what follows the kind of an engine that thinks within limits. The
// Maker is nil where it is not understood.
func (n Names) limited(kind, arg string) (Maker, error) {
	if kind == "nodes" || kind == "depth" {
		arg = kind + "=" + arg
	}
	limit, file, _ := strings.Cut(arg, ":")
	l, ok := parseLimit(limit)
	if wants := slices.Contains([]string{"params", "net", "cmd", "opentafl"}, kind); !ok || wants != (file != "") {
		return nil, nil
	}
	seeded := func(make func(ai.Limits) ai.Engine) Maker {
		return func(seed uint64) ai.Engine {
			l := l
			l.Seed, l.Hash = seed, n.Hash
			return make(l)
		}
	}
	switch kind {
	case "nodes", "depth", "time":
		return seeded(ai.New), nil
	case "book":
		return seeded(func(l ai.Limits) ai.Engine { return ai.WithBook(ai.New(l), true) }), nil
	case "hand":
		return seeded(func(l ai.Limits) ai.Engine { return ai.NewWith(l, nil) }), nil
	case "params":
		p, err := ReadParams(file)
		return seeded(func(l ai.Limits) ai.Engine { return ai.NewWith(l, p) }), err
	case "net":
		judge, err := n.readNet(file)
		return seeded(func(l ai.Limits) ai.Engine { return ai.NewJudged(l, judge) }), err
	case "cmd", "opentafl":
		words, err := argv.Program(file)
		if err != nil {
			return nil, command.Usagef("%s:%s: %v", kind, arg, err)
		}
		if len(words) > 0 {
			p := protocol.Program{Argv: words, OpenTafl: kind == "opentafl", Variant: n.Variant, Hash: n.Hash, Own: l}
			return external(p), nil
		}
	}
	if make := n.More[kind]; make != nil {
		return func(uint64) ai.Engine { return make(l) }, nil
	}
	return nil, nil
}

// readNet reads a file with a net, which must be for the variant.
func (names Names) readNet(name string) (*net.Net, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	n, err := net.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	v, err := command.Variant(names.Variant)
	if err != nil {
		return n, nil // whoever plays such a game finds out
	}
	if err := n.Fits(v.Rules); err != nil {
		return nil, command.Usagef("%s does not fit %s: %v", name, v.ID, err)
	}
	return n, nil
}

// withPersonality makes engines that have one.
func (n Names) withPersonality(name, personality string) (Maker, error) {
	make, err := n.Parse(name)
	if err != nil {
		return nil, err
	}
	if _, err := ai.As(personality, make(1)); err != nil {
		return nil, command.Usagef("%v", err)
	}
	return func(seed uint64) ai.Engine {
		e, err := ai.As(personality, make(seed))
		if err != nil {
			panic(err) // it went well above
		}
		return e
	}, nil
}

// starter is an engine that is another program, which may fail to start.
type starter interface{ Start(context.Context) error }

// Start starts those engines that are other programs, or returns why one cannot be started.
func Start(ctx context.Context, e ai.Engine) error {
	if s, is := e.(starter); is {
		return s.Start(ctx)
	}
	return nil
}

// Start implements starter.
func (s sides) Start(ctx context.Context) error {
	return errors.Join(Start(ctx, s[game.Attackers]), Start(ctx, s[game.Defenders]))
}

// external returns what makes an engine out of a program named by argv.
func external(p protocol.Program) Maker {
	return func(uint64) ai.Engine { return protocol.NewExternal(p) }
}

// sides are an engine for each side.
type sides [game.Sides]ai.Engine

// bySides makes engines that are another one as the attackers than as the
// defenders: with more positions, say, for the side that has it harder.
func (n Names) bySides(attackers, defenders string) (Maker, error) {
	var make [game.Sides]Maker
	for side, name := range []string{attackers, defenders} {
		var err error
		if make[side], err = n.Parse(name); err != nil {
			return nil, err
		}
	}
	return func(seed uint64) ai.Engine { return sides{make[0](seed), make[1](seed)} }, nil
}

// Think implements ai.Engine.
func (s sides) Think(ctx context.Context, p rules.Position, h *rules.History, l ai.Limits) (game.Move, ai.Info, error) {
	return s[p.Turn()].Think(ctx, p, h, l)
}

// Follow implements ai.Follower.
func (s sides) Follow(p rules.Position, h *rules.History) {
	for _, e := range s {
		if f, ok := e.(ai.Follower); ok {
			f.Follow(p, h)
		}
	}
}

// Close ends those of the engines that can be ended.
func (s sides) Close() {
	for _, e := range s {
		if c, ok := e.(interface{ Close() }); ok {
			c.Close()
		}
	}
}

// parseLimit reads nodes=N, depth=N or a time, which is all used.
func parseLimit(text string) (l ai.Limits, ok bool) {
	kind, number, _ := strings.Cut(text, "=")
	n, err := strconv.Atoi(number)
	switch kind {
	case "nodes":
		l.Nodes = int64(n)
	case "depth":
		l.Depth = n
	default:
		l.Time, err = time.ParseDuration(text)
		l.Soft = l.Time
	}
	return l, err == nil && (l.Nodes > 0 || l.Depth > 0 || l.Time > 0)
}

// ReadParams reads a file of weights.
func ReadParams(name string) (*eval.Params, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	p, err := eval.ReadParams(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}
