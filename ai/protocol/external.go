package protocol

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"tafl3d/ai"
	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
)

// Program describes an external engine.
type Program struct {
	Argv     []string // command line
	Dir      string   // working directory; empty: the current directory
	OpenTafl bool     // uses OpenTafl's protocol instead of UCI
	Variant  string   // the id of the variant that it expects
	Threads  int      // sent as options if not 0
	Hash     int      // MiB
	Own      ai.Limits
}

// External is an ai.Engine that runs another program. The first Think starts it. If the program
// fails, it is killed, Think returns the error, and the next Think restarts it. The caller must
// call Close.
type External struct {
	program Program

	mu      sync.Mutex
	process *process
	talk    hostProtocol
	game    progress
	queue   []game.Move // remaining moves of an answered turn
	at      uint64      // hash of the position before the first of queue
}

// hostProtocol is the host side of a protocol.
type hostProtocol interface {
	hello(ctx context.Context) error
	// ask sends the position and lets the program think. It returns the moves of a turn, or the
	// first one.
	ask(ctx context.Context, g *progress, l ai.Limits) ([]game.Move, ai.Info, error)
	goodbye() string
}

// progress is a game as far as known: the first position seen, and the turns since then.
type progress struct {
	start rules.Position
	turns [][]game.Move
	now   *rules.Line
}

// NewExternal returns an engine that runs p.
func NewExternal(p Program) *External { return &External{program: p} }

// Start starts the program and performs the handshake unless it is running. The error is an
// ErrStart. Think calls it, too.
func (e *External) Start(ctx context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.process != nil {
		return nil
	}
	err := e.begin(ctx)
	if err == nil {
		return nil
	}
	e.drop()
	if !errors.Is(err, ErrStart) {
		err = fmt.Errorf("%w: %w", ErrStart, err)
	}
	return fmt.Errorf("%s: %w", strings.Join(e.program.Argv, " "), err)
}

// Close ends the program, by force if necessary.
func (e *External) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.drop()
}

func (e *External) drop() {
	if e.process != nil {
		e.process.end(e.talk.goodbye())
		e.process = nil
	}
	e.queue = nil
}

// Follow implements ai.Follower.
func (e *External) Follow(p rules.Position, h *rules.History) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.game.follow(p, h)
}

// Think implements ai.Engine.
func (e *External) Think(
	ctx context.Context, p rules.Position, h *rules.History, l ai.Limits,
) (game.Move, ai.Info, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.queue) > 0 && e.at == p.Hash() && p.MidTurn() {
		m := e.queue[0]
		return m, ai.Info{PV: e.queue}, e.advance(p, h, m)
	}
	e.queue = nil
	if h == nil {
		h = rules.NewHistory(&p)
	}
	began := time.Now()
	moves, info, err := e.answer(ctx, p, h, l)
	if err != nil {
		e.drop()
		return game.NoMove, info, fmt.Errorf("%s: %w", strings.Join(e.program.Argv, " "), err)
	}
	info.Time = time.Since(began)
	info.PV = moves
	e.queue = moves
	return moves[0], info, e.advance(p, h, moves[0])
}

// advance takes the first move off the queue and records the position after it.
func (e *External) advance(p rules.Position, h *rules.History, m game.Move) error {
	if _, err := p.Try(m, h); err != nil {
		return fmt.Errorf("%w: %w", ErrIllegal, err)
	}
	e.queue, e.at = e.queue[1:], p.Hash()
	return nil
}

// answer asks the program for a turn.
func (e *External) answer(
	ctx context.Context, p rules.Position, h *rules.History, l ai.Limits,
) ([]game.Move, ai.Info, error) {
	if e.process == nil {
		if err := e.begin(ctx); err != nil {
			return nil, ai.Info{}, err
		}
	}
	e.game.follow(p, h)
	return e.talk.ask(ctx, &e.game, ai.Tighter(e.program.Own, l))
}

func (e *External) begin(ctx context.Context) error {
	p, err := start(e.program.Argv, e.program.Dir)
	if err != nil {
		return err
	}
	e.process = p
	e.talk = &uciHost{process: p, program: e.program}
	if e.program.OpenTafl {
		e.talk = &otHost{process: p, program: e.program}
	}
	return e.talk.hello(ctx)
}

// follow updates the game to p by the turns that lead there, or restarts it from p.
func (g *progress) follow(p rules.Position, h *rules.History) {
	if g.now != nil && g.start.Rules() == p.Rules() && h.Len() >= g.now.History().Len() && g.catchUp(p) {
		return
	}
	if first := p.Rules().Start(); h.Len() == 2 { // the opponent moved first
		if g.begin(first); g.catchUp(p) {
			return
		}
	}
	g.begin(p)
}

func (g *progress) begin(p rules.Position) {
	*g = progress{start: p, now: rules.NewLine(p, nil)}
}

// catchUp finds the one turn that leads to p.
func (g *progress) catchUp(p rules.Position) bool {
	if g.now.Hash() == p.Hash() {
		return true
	}
	for _, t := range g.now.LegalTurns() {
		q := g.now.Position
		steps := t.Moves()
		var d rules.Delta
		for _, m := range steps {
			q.Play(m, &d)
		}
		if q.Hash() == p.Hash() {
			g.add(steps)
			return true
		}
	}
	return false
}

// add plays a turn.
func (g *progress) add(steps []game.Move) {
	var d rules.Delta
	for _, m := range steps {
		g.now.Step(m, &d)
	}
	g.turns = append(g.turns, steps)
}

// moves formats the turns of the game, each with a leading space.
func (g *progress) moves() string {
	p := g.start
	var b strings.Builder
	var d rules.Delta
	for _, t := range g.turns {
		b.WriteString(" " + Turn(p, t))
		for _, m := range t {
			p.Play(m, &d)
		}
	}
	return b.String()
}

// uciHost is the host side of UCI.
type uciHost struct {
	*process
	program Program
	report  func(ai.Info) // called for each reported line; may be nil
}

func (u *uciHost) goodbye() string { return "quit" }

func (u *uciHost) hello(ctx context.Context) error {
	if err := u.send("uci"); err != nil {
		return err
	}
	variant := "Variant" // chess programs call it UCI_Variant
	err := u.receive(ctx, handshakeTime, ctx.Err, func(line string) (bool, error) {
		switch name, _, _ := strings.Cut(strings.TrimPrefix(line, "option name "), " "); {
		case name == line:
		case strings.EqualFold(name, "Variant"):
			variant = name
		case strings.EqualFold(name, "UCI_Variant") && variant == "Variant":
			variant = name
		}
		return line == "uciok", nil
	})
	if err != nil {
		return err
	}
	options := [][2]string{{variant, u.program.Variant}, {"Threads", strconv.Itoa(u.program.Threads)},
		{"Hash", strconv.Itoa(u.program.Hash)}}
	for _, o := range options {
		if o[1] == "" || o[1] == "0" {
			continue
		}
		if err := u.send("setoption name %s value %s", o[0], o[1]); err != nil {
			return err
		}
	}
	if err := u.send("isready"); err != nil {
		return err
	}
	return u.await(ctx, "readyok")
}

// await waits for a line with the given first word.
func (u *uciHost) await(ctx context.Context, word string) error {
	stop := func() error { return ctx.Err() }
	return u.receive(ctx, handshakeTime, stop, func(line string) (bool, error) { return line == word, nil })
}

// ask implements talk.
func (u *uciHost) ask(ctx context.Context, g *progress, l ai.Limits) (moves []game.Move, info ai.Info, err error) {
	if err := u.send("position %s%s", where(&g.start), played(g)); err != nil {
		return nil, info, err
	}
	if err := u.send("go %s", limitWords(l)); err != nil {
		return nil, info, err
	}
	hurry := func() error { return u.send("stop") }
	err = u.receive(ctx, patience(l), hurry, func(line string) (bool, error) {
		words := strings.Fields(line)
		if len(words) == 0 {
			return false, nil
		}
		if words[0] == "info" {
			readInfo(&info, words[1:])
			u.tell(g, words[1:])
		}
		if words[0] != "bestmove" {
			return false, nil
		}
		if len(words) < 2 {
			return true, fmt.Errorf("%w: %q", ErrGarbage, clip(line))
		}
		if words[1] == "resign" {
			return true, ErrResigned
		}
		if moves, err = ParseTurn(g.now.Position, g.now.History(), words[1]); err != nil {
			return true, fmt.Errorf("%w: %q in %s", ErrIllegal, clip(words[1]), where(&g.now.Position))
		}
		return true, nil
	})
	if err == nil {
		g.add(moves)
	}
	return moves, info, err
}

// where formats a position for the position command.
func where(p *rules.Position) string {
	start := p.Rules().Start()
	switch {
	case start.Hash() == p.Hash():
		return "startpos"
	case p.Rules().Board().Size() > 0:
		return "fen " + FEN(p)
	}
	return "text " + notation.Position(p)
}

func played(g *progress) string {
	if len(g.turns) == 0 {
		return ""
	}
	return " moves" + g.moves()
}

// limitWords formats limits for the go command.
func limitWords(l ai.Limits) string {
	var words []string
	if l.Time > 0 {
		words = append(words, "movetime "+strconv.FormatInt(max(1, l.Time.Milliseconds()), 10))
	}
	if l.Depth > 0 {
		words = append(words, "depth "+strconv.Itoa(l.Depth))
	}
	if l.Nodes > 0 {
		words = append(words, "nodes "+strconv.FormatInt(l.Nodes, 10))
	}
	if words == nil {
		return "infinite"
	}
	return strings.Join(words, " ")
}

// patience returns how long an answer may take: its time limit and the grace period; an hour
// without a limit.
func patience(l ai.Limits) time.Duration {
	if l.Time > 0 {
		return l.Time + grace
	}
	return time.Hour
}

// readInfo parses the numbers of an info line; other lines are ignored.
func readInfo(info *ai.Info, words []string) {
	for i := 0; i+1 < len(words); i++ {
		n, err := strconv.ParseInt(words[i+1], 10, 64)
		switch {
		case words[i] == "pv" || words[i] == "string":
			return
		case err != nil:
		case words[i] == "depth":
			info.Depth = int(n)
		case words[i] == "nodes":
			info.Nodes = n
		case words[i] == "time":
			info.Time = time.Duration(n) * time.Millisecond
		case words[i] == "multipv":
			info.Line = int(n)
		case words[i] == "cp":
			info.Score = int(n)
		case words[i] == "mate":
			info.Score = proven(n)
		}
	}
}

// proven returns the score of a win in n turns, or of a loss if n is negative.
func proven(n int64) int {
	const most = 1000
	if n < 0 {
		return int(max(n, -most)*-1) - search.Win
	}
	return search.Win - int(min(n, most))
}
