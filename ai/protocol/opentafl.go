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

// opentafl is a session with OpenTafl as the host.
type opentafl struct {
	Engine
	ctx    context.Context
	think  ai.Engine
	rules  *rules.Rules
	line   *rules.Line
	before rules.Position // position before our last move, which the host may reject
	clock  [game.Sides]side

	mu     sync.Mutex // guards out
	out    *bufio.Writer
	stop   context.CancelFunc
	search sync.WaitGroup
}

// side is the clock of a side: main time and overtime periods.
type side struct {
	left, overtime time.Duration
	inOvertime     bool
	overtimes      int
}

// ServeOpenTafl serves OpenTafl's engine protocol until goodbye, the end of input or the end of
// ctx. It returns I/O errors.
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
		if err := o.execute(command, strings.TrimSpace(rest)); err != nil {
			if err := o.say("error 0 %s: %v", command, err); err != nil {
				return err
			}
		}
	}
	o.search.Wait() // finish, so that command files get their answers
	return errors.Join(lines.Err(), ctx.Err())
}

func (o *opentafl) say(format string, args ...any) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	text := strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", "; ")
	fmt.Fprintln(o.out, text)
	return o.out.Flush()
}

// execute executes one line. Unknown lines and lines without a task for an engine are ignored, because
// the protocol has no acknowledgements.
func (o *opentafl) execute(command, rest string) error {
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

// begin starts a game from a rules string.
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
	o.setPosition(r.Start())
	return nil
}

// setPosition sets the position and clears the history.
func (o *opentafl) setPosition(p rules.Position) {
	o.before, o.line = p, rules.NewLine(p, nil)
}

func (o *opentafl) place(record string, turn game.Side) error {
	p, err := notation.ParseOpenTaflPosition(o.rules, record, turn)
	if err == nil {
		o.setPosition(p)
	}
	return err
}

// sideOf parses "attackers" or "defenders".
func sideOf(word string) (game.Side, error) {
	for s := range game.Side(game.Sides) {
		if word == s.String() {
			return s, nil
		}
	}
	return 0, fmt.Errorf("%q is neither attackers nor defenders", word)
}

// turnTo sets the side to move; it ends a chain of the other side.
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
		o.setPosition(p)
	}
	return err
}

// complete ends a chain that cannot continue.
func (o *opentafl) complete() error {
	if !o.line.MidTurn() {
		return nil
	}
	_, err := o.line.Try(game.Move{Op: game.End})
	return err
}

// play thinks and answers with one move.
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

// step thinks about one move. The protocol cannot express the end of a chain, so a continuing move
// is answered instead.
func (o *opentafl) step(ctx context.Context, l ai.Limits) (game.Move, ai.Info, error) {
	m, info, err := o.think.Think(ctx, o.line.Position, o.line.History(), l)
	if err != nil || m.Op != game.End {
		return m, info, err
	}
	return o.line.Legal(nil)[0], info, nil
}

// answer plays the move and sends it.
func (o *opentafl) answer(m game.Move) error {
	o.before = o.line.Position
	b := o.rules.Board()
	text := b.Name(m.From) + "-" + b.Name(m.To)
	if err := o.advance([]game.Move{m}); err != nil {
		return err
	}
	return o.say("move %s", text)
}

func (o *opentafl) advance(steps []game.Move) error {
	for _, m := range steps {
		if _, err := o.line.Try(m); err != nil {
			return err
		}
	}
	return nil
}

// confirm compares the position after our move with the host's, which takes precedence.
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

// follow plays the opponent's moves. If they cannot be parsed, the position sent with them is used.
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

// setClock parses "clock A[*] D[*] SECONDS A-OVERTIMES D-OVERTIMES".
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

// share returns the time for a move: a part of the main time, or nearly all of an overtime period
// while more follow.
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

// analyze handles "analyze LINES SECONDS" and sends the best line.
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
			score = -score // the host expects scores for the attackers
		}
		o.say("analysis 1 {%s-%s %d}", b.Name(m.From), b.Name(m.To), score)
	})
	return nil
}
