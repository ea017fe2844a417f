package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
)

// opentafl is a conversation with OpenTafl as the host.
type opentafl struct {
	Engine
	ctx    context.Context
	think  ai.Engine
	rules  *rules.Rules
	line   *rules.Line
	before rules.Position // the last move of ours, which the host may refuse
	clock  [game.Sides]side

	mu     sync.Mutex // of out
	out    *bufio.Writer
	stop   context.CancelFunc
	search sync.WaitGroup
}

// side is a side's clock: what is left, and overtimes of so long.
type side struct {
	left, overtime time.Duration
	inOvertime     bool
	overtimes      int
}

// ServeOpenTafl speaks OpenTafl's engine protocol until the host says goodbye,
// its lines end or ctx does. The error is that of the pipes.
func (e Engine) ServeOpenTafl(ctx context.Context, in io.Reader, out io.Writer) error {
	o := &opentafl{Engine: e, ctx: ctx, out: bufio.NewWriter(out), stop: func() {}}
	defer func() { o.stop(); o.search.Wait() }()
	if err := o.say("hello"); err != nil {
		return err
	}
	if err := o.say("status %s", o.Name); err != nil {
		return err
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	for lines.Scan() && ctx.Err() == nil {
		command, rest, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		if command == "goodbye" {
			return nil
		}
		if err := o.obey(command, strings.TrimSpace(rest)); err != nil {
			if err := o.say("error 0 %s: %v", command, err); err != nil {
				return err
			}
		}
	}
	o.search.Wait() // whoever sends a file of commands wants the answers
	return errors.Join(lines.Err(), ctx.Err())
}

func (o *opentafl) say(format string, args ...any) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	text := strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", "; ")
	fmt.Fprintln(o.out, text)
	return o.out.Flush()
}

// obey does what one line says. Lines that ask nothing of an engine, and those
// that are not known, are passed over, as the protocol acknowledges nothing.
func (o *opentafl) obey(command, rest string) error {
	switch command {
	case "rules", "position", "side", "play", "move", "opponent-move", "analyze", "error", "finish":
		o.stop()
		o.search.Wait()
	}
	if command == "rules" {
		return o.begin(rest)
	}
	if command == "clock" {
		return o.setClock(rest)
	}
	if o.rules == nil {
		if command == "play" || command == "analyze" {
			return errors.New("no rules have been sent")
		}
		return nil
	}
	switch command {
	case "position":
		return o.place(rest, o.line.Turn())
	case "side":
		return o.turnTo(rest)
	case "play":
		return o.play(rest)
	case "move":
		return o.confirm(rest)
	case "opponent-move":
		return o.follow(rest)
	case "analyze":
		return o.analyze(rest)
	case "error":
		o.line = rules.NewLine(o.before, nil)
	}
	return nil
}

// begin starts a game of the rules in a rules string.
func (o *opentafl) begin(text string) error {
	set, _, err := notation.ParseOpenTaflRules(text)
	if err != nil {
		return err
	}
	r, err := rules.Compile(set)
	if err != nil {
		return err
	}
	o.rules, o.think = r, ai.New(ai.Limits{})
	o.stand(r.Start())
	return nil
}

// stand forgets what went before.
func (o *opentafl) stand(p rules.Position) {
	o.before, o.line = p, rules.NewLine(p, nil)
}

func (o *opentafl) place(record string, turn game.Side) error {
	p, err := notation.ParseOpenTaflPosition(o.rules, record, turn)
	if err == nil {
		o.stand(p)
	}
	return err
}

// sideOf reads "attackers" or "defenders".
func sideOf(word string) (game.Side, error) {
	for s := range game.Side(game.Sides) {
		if word == s.String() {
			return s, nil
		}
	}
	return 0, fmt.Errorf("%q is neither attackers nor defenders", word)
}

// turnTo makes a side the one to move; a chain that it does not belong to is
// over by that.
func (o *opentafl) turnTo(word string) error {
	s, err := sideOf(word)
	switch {
	case err != nil || s == o.line.Turn():
		return err
	case o.line.MidTurn():
		return o.complete()
	}
	setup := o.line.Setup()
	setup.Turn = s
	p, err := o.rules.Position(setup)
	if err == nil {
		o.stand(p)
	}
	return err
}

// complete ends a chain that goes on no further.
func (o *opentafl) complete() error {
	if !o.line.MidTurn() {
		return nil
	}
	_, err := o.line.Try(game.Move{Op: game.End})
	return err
}

// play thinks and answers with one step.
func (o *opentafl) play(word string) error {
	if err := o.turnTo(word); err != nil {
		return err
	}
	l := o.Limits
	l.Time = o.clock[o.line.Turn()].share()
	ctx, cancel := context.WithCancel(o.ctx)
	o.stop = cancel
	o.search.Go(func() {
		defer cancel()
		m, _, err := o.step(ctx, l)
		if err == nil && ctx.Err() == nil {
			err = o.answer(m)
		}
		if err != nil {
			o.say("error 0 %v", err)
		}
	})
	return nil
}

// step thinks about one step. A chain that is to stop has no text: then any
// step that goes on is answered, for the host asks for one.
func (o *opentafl) step(ctx context.Context, l ai.Limits) (game.Move, ai.Info, error) {
	m, info, err := o.think.Think(ctx, o.line.Position, o.line.History(), l)
	if err != nil || m.Op != game.End {
		return m, info, err
	}
	return o.line.Legal(nil)[0], info, nil
}

// answer makes the move on our board too, and tells it.
func (o *opentafl) answer(m game.Move) error {
	o.before = o.line.Position
	b := o.rules.Board()
	text := b.Name(m.From) + "-" + b.Name(m.To)
	if err := o.advance([]game.Move{m}); err != nil {
		return err
	}
	return o.say("move %s", text)
}

// advance plays steps.
func (o *opentafl) advance(steps []game.Move) error {
	for _, m := range steps {
		if _, err := o.line.Try(m); err != nil {
			return err
		}
	}
	return nil
}

// confirm compares the position after our move with the host's. Where they
// differ the host is right.
func (o *opentafl) confirm(record string) error {
	if sameBoard(&o.line.Position, record) {
		return nil
	}
	return o.place(record, o.line.Turn())
}

func sameBoard(p *rules.Position, record string) bool {
	q, err := notation.ParseOpenTaflPosition(p.Rules(), record, p.Turn())
	return err == nil && slices.Equal(q.Setup().Pieces, p.Setup().Pieces)
}

// follow plays the other side's steps. Where they cannot be understood the
// position that comes with them serves.
func (o *opentafl) follow(rest string) error {
	text, record, _ := strings.Cut(rest, " ")
	mover := o.line.Turn()
	if o.line.MidTurn() {
		if err := o.complete(); err != nil {
			return err
		}
		mover = o.line.Turn()
	}
	steps, err := notation.ParseOpenTaflTurn(&o.line.Position, o.line.History(), text)
	if err == nil {
		err = o.advance(steps)
	}
	if record != "" && (err != nil || !sameBoard(&o.line.Position, record)) {
		return o.place(record, mover.Other())
	}
	return err
}

// setClock reads "clock A[*] D[*] SECONDS A-OVERTIMES D-OVERTIMES".
func (o *opentafl) setClock(rest string) error {
	words := strings.Fields(rest)
	if len(words) < 2 {
		return errors.New("two times were expected")
	}
	var n [5]int
	for i, w := range words[:min(len(words), 5)] {
		v, err := strconv.Atoi(strings.TrimSuffix(w, "*"))
		if err != nil {
			return fmt.Errorf("%q is not a number", w)
		}
		n[i] = max(0, v)
	}
	for s := range o.clock {
		o.clock[s] = side{left: time.Duration(n[s]) * time.Millisecond, overtime: time.Duration(n[2]) * time.Second,
			inOvertime: strings.HasSuffix(words[s], "*"), overtimes: n[3+s]}
	}
	return nil
}

// share is how long to think about a move: of the main time a part, of an
// overtime nearly all while more follow.
func (s side) share() time.Duration {
	const lag, standard, least = 750 * time.Millisecond, 5 * time.Second, 50 * time.Millisecond
	switch {
	case s.left == 0 && s.overtimes > 0:
		return max(least, s.overtime-lag)
	case s.left == 0:
		return standard
	case s.inOvertime:
		return max(least, s.left-lag)
	}
	t := s.left / 30
	if s.overtimes > 1 {
		t = max(t, min(s.overtime, s.left)-lag)
	}
	return max(least, t)
}

// analyze is "analyze LINES SECONDS": the best line is told.
func (o *opentafl) analyze(rest string) error {
	words := strings.Fields(rest)
	if len(words) != 2 {
		return errors.New("the number of lines and the seconds were expected")
	}
	seconds, err := positive(words[1])
	if err != nil {
		return err
	}
	l := o.Limits
	l.Time = time.Duration(seconds) * time.Second
	ctx, cancel := context.WithCancel(o.ctx)
	o.stop = cancel
	o.search.Go(func() {
		defer cancel()
		m, info, err := o.think.Think(ctx, o.line.Position, o.line.History(), l)
		if err != nil {
			o.say("error 0 %v", err)
			return
		}
		b := o.rules.Board()
		score := info.Score
		if o.line.Turn() == game.Defenders {
			score = -score // the host counts for the attackers
		}
		o.say("analysis 1 {%s-%s %d}", b.Name(m.From), b.Name(m.To), score)
	})
	return nil
}
