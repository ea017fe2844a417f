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

// engineForms lists the names of engines for help texts.
const engineForms = "random, beginner, level:N (1 to 10), nodes:N, depth:N, time:200ms, each of these four perhaps " +
	"with :PERSONALITY, params:LIMIT:FILE, hand:LIMIT, book:LIMIT, net:LIMIT:FILE, yardstick:LIMIT (in tafllab " +
	"only), sides:ENGINE,ENGINE (as attackers, as defenders), cmd:LIMIT:PROGRAM, opentafl:LIMIT:PROGRAM (LIMIT as in " +
	"nodes=N, depth=N, 200ms)"

// Maker makes an engine from a seed. The engine may have a Close method.
type Maker func(seed uint64) ai.Engine

// Kinds makes engines with limits, by the first word of their names.
type Kinds map[string]func(ai.Limits) ai.Engine

// Names parses engine names.
type Names struct {
	Variant string // id of the variant, for external engines
	Hash    int    // MiB for each engine
	More    Kinds  // additional kinds
}

// Parse parses the name of an engine.
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
	return nil, command.Usagef("there is no engine %q; use one of %s", name, engineForms)
}

// cutSides splits two engine names at the first comma outside quotation marks.
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

// limited parses the argument of an engine kind with limits. The Maker is nil if the kind is
// unknown.
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
		return seeded(func(l ai.Limits) ai.Engine { return ai.NewWithNet(l, judge) }), err
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

// readNet reads a net from a file and checks that it fits the variant.
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
		return n, nil // the error appears when a game is played
	}
	if err := n.Fits(v.Rules); err != nil {
		return nil, command.Usagef("%s does not fit %s: %v", name, v.ID, err)
	}
	return n, nil
}

// withPersonality returns a Maker of engines with a personality.
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
			panic(err) // As succeeded before
		}
		return e
	}, nil
}

// starter is an external engine, which may fail to start.
type starter interface{ Start(context.Context) error }

// Start starts external engines, and returns the error of the first that fails.
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

// external returns a Maker for an external program.
func external(p protocol.Program) Maker {
	return func(uint64) ai.Engine { return protocol.NewExternal(p) }
}

// sides holds an engine for each side.
type sides [game.Sides]ai.Engine

// bySides returns a Maker of engines that differ by side: for example with more positions for the
// weaker side.
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

// Close closes those engines that have a Close method.
func (s sides) Close() {
	for _, e := range s {
		if c, ok := e.(interface{ Close() }); ok {
			c.Close()
		}
	}
}

// parseLimit parses nodes=N, depth=N or a duration; it must consume all of text.
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

// ReadParams reads evaluation weights from a file.
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
