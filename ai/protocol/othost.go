package protocol

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
)

// otHost is the host side of OpenTafl's engine protocol.
type otHost struct {
	*process
	program   Program
	start     rules.Position // of the game sent to the program
	sentTurns int            // number of turns sent
	rules     string         // as sent
	clock     string         // as sent
	begun     bool
}

func (o *otHost) goodbye() string { return "goodbye" }

// hello waits for the greeting; earlier lines, such as a banner, are dropped.
func (o *otHost) hello(ctx context.Context) error {
	stop := func() error { return ctx.Err() }
	return o.receive(ctx, handshakeTime, stop, func(line string) (bool, error) { return line == "hello", nil })
}

// ask implements talk.
func (o *otHost) ask(ctx context.Context, g *progress, l ai.Limits) ([]game.Move, ai.Info, error) {
	if err := o.tell(g); err != nil {
		return nil, ai.Info{}, err
	}
	think := l.Time
	if think <= 0 {
		think = time.Second
	}
	var moves []game.Move
	p := g.now.Position
	for first := true; first || p.MidTurn(); first = false {
		m, err := o.step(ctx, &p, g.now.History(), think)
		if err != nil {
			return nil, ai.Info{}, err
		}
		moves = append(moves, m)
	}
	g.add(moves)
	o.sentTurns = len(g.turns)
	return moves, ai.Info{}, o.send("move %s", notation.OpenTaflPosition(&g.now.Position))
}

// tell sends what changed: a new game, or the opponent's last turn.
func (o *otHost) tell(g *progress) error {
	if !o.begun || o.start.Hash() != g.start.Hash() || len(g.turns)-o.sentTurns > 1 || len(g.turns) < o.sentTurns {
		text, err := rulesFrom(&g.now.Position)
		if err != nil {
			return err
		}
		o.begun, o.start, o.sentTurns, o.rules = true, g.start, len(g.turns), text
		return o.send("rules %s", text)
	}
	if len(g.turns) == o.sentTurns {
		return nil
	}
	before := g.start
	var d rules.Delta
	for _, t := range g.turns[:o.sentTurns] {
		for _, m := range t {
			before.Play(m, &d)
		}
	}
	b := g.now.Rules().Board()
	var steps []string
	for _, m := range g.turns[o.sentTurns] {
		if m.Op != game.End {
			steps = append(steps, b.Name(m.From)+"-"+b.Name(m.To))
		}
	}
	o.sentTurns++
	return o.send("opponent-move %s %s", strings.Join(steps, "|"), notation.OpenTaflPosition(&g.now.Position))
}

// rulesFrom formats the rules string of a game that begins with p.
func rulesFrom(p *rules.Position) (string, error) {
	if p.Rules().Board().Size() == 0 {
		return "", errors.New("OpenTafl's protocol tells tafl games only")
	}
	set := p.Rules().Ruleset()
	set.Rows, set.First = p.Rules().Rows(p.Setup()), p.Turn()
	r, err := rules.Compile(set)
	if err != nil {
		return "", err
	}
	return notation.OpenTaflRules(r, "tafl3d"), nil
}

// step asks for one move and plays it on p. It sends a clock with an overtime period of exactly the
// given time, followed by another one.
func (o *otHost) step(
	ctx context.Context, p *rules.Position, h *rules.History, think time.Duration,
) (game.Move, error) {
	ms := (think + 750*time.Millisecond).Milliseconds()
	seconds := (ms + 999) / 1000
	o.clock = fmt.Sprintf("%d* %d* %d 2 2", ms, ms, seconds)
	if err := o.send("clock %s", o.clock); err != nil {
		return game.NoMove, err
	}
	if err := o.send("play %s", p.Turn()); err != nil {
		return game.NoMove, err
	}
	move := game.NoMove
	stop := func() error { return nil } // the protocol has no stop command
	err := o.receive(ctx, think+2*grace, stop, func(line string) (bool, error) {
		command, rest, _ := strings.Cut(line, " ")
		switch command {
		case "move":
			m, err := o.legal(p, h, rest)
			move = m
			return true, err
		case "error":
			if strings.HasPrefix(rest, "-1") {
				return true, fmt.Errorf("%w: it gives up: %q", ErrEnded, clip(line))
			}
		case "rules", "position", "side", "clock":
			return false, o.resend(command, p)
		}
		return false, nil
	})
	return move, err
}

// resend answers a request of the program for the state.
func (o *otHost) resend(what string, p *rules.Position) error {
	answer := map[string]string{"rules": o.rules, "clock": o.clock, "side": p.Turn().String(),
		"position": notation.OpenTaflPosition(p)}
	return o.send("%s %s", what, answer[what])
}

// legal parses a move and plays it on p. Captures and signs after the move are ignored.
func (o *otHost) legal(p *rules.Position, h *rules.History, record string) (game.Move, error) {
	b := p.Rules().Board()
	from, to, ok := readStep(b, record)
	if !ok {
		return game.NoMove, fmt.Errorf("%w: move %q", ErrGarbage, clip(record))
	}
	for _, m := range p.Legal(nil, h) {
		if m.Op != game.End && m.From == from && m.To == to {
			_, err := p.Try(m, h)
			return m, err
		}
	}
	return game.NoMove, fmt.Errorf("%w: %q on %s", ErrIllegal, clip(record), notation.OpenTaflPosition(p))
}

// readStep parses the squares of a move record, "Ke5^g5xf5".
func readStep(b *game.Board, record string) (from, to game.Square, ok bool) {
	record, _, _ = strings.Cut(strings.TrimSpace(record), " ")
	i := strings.IndexAny(record, "-^=")
	if i < 1 {
		return 0, 0, false
	}
	left, right := record[:i], strings.TrimLeft(record[i:], "-^=")
	if j := strings.IndexAny(right, "x+-"); j >= 0 {
		right = right[:j]
	}
	from, ok = bare(b, left)
	if !ok {
		return 0, 0, false
	}
	to, ok = bare(b, right)
	return from, to, ok
}

// bare parses a square with or without the letter of a piece before it.
func bare(b *game.Board, name string) (game.Square, bool) {
	s, ok := b.Named(name)
	if !ok && len(name) > 2 {
		s, ok = b.Named(name[1:])
	}
	return s, ok
}
