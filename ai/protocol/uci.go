package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tafl3d/ai"
	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/internal/memory"
)

// Engine serves an engine to other programs: it reads commands and writes answers.
type Engine struct {
	Name    string
	Variant string                                // id of the variant until the host sets another
	Find    func(id string) (*rules.Rules, error) // returns the rules of a variant
	Limits  ai.Limits                             // threads, memory and seed until the host sets others

	Variants []string // the ids that a host can choose from
}

// maxLine is the maximum length of an input line in bytes.
const maxLine = 1 << 20

// uci is a session with a host.
type uci struct {
	Engine
	ctx   context.Context
	level int
	rules *rules.Rules

	personality string

	line *rules.Line

	mu        sync.Mutex // guards out
	out       *bufio.Writer
	fault     error
	stop      context.CancelFunc // ends the running search
	search    sync.WaitGroup
	ponderHit context.CancelFunc // called on ponderhit
	endless   bool               // the running search has no limit
	book      bool               // the highest level uses its opening book
	engine    ai.Engine          // kept with its memory while the options stay the same
}

// ServeUCI serves the dialect of UCI until quit, the end of input or the end of ctx. It returns I/O
// errors.
func (e Engine) ServeUCI(ctx context.Context, in io.Reader, out io.Writer) error {
	background := ai.NewBackground()
	defer background.Close()
	u := &uci{
		Engine: e, ctx: background.In(ctx), level: ai.Levels, personality: ai.NoPersonality,
		out: bufio.NewWriter(out), stop: func() {}, ponderHit: func() {},
	}
	if u.Variant != "" {
		if err := u.choose(u.Variant); err != nil {
			return err
		}
	}
	defer func() { u.stop(); u.search.Wait() }()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		if words[0] == "quit" {
			return nil
		}
		if err := u.execute(words[0], words[1:]); err != nil {
			u.send("info string %s: %v", words[0], err)
		}
		if err := errors.Join(u.broken(), ctx.Err()); err != nil {
			return err
		}
	}
	u.settle() // finish, so that command files get their answers
	return lines.Err()
}

func (u *uci) send(format string, args ...any) {
	u.mu.Lock()
	defer u.mu.Unlock()
	fmt.Fprintf(u.out, format+"\n", args...)
	if err := u.out.Flush(); err != nil {
		u.fault = err
	}
}

// broken returns the write error, if any.
func (u *uci) broken() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.fault
}

// execute executes one command.
func (u *uci) execute(command string, words []string) error {
	switch command {
	case "uci":
		u.introduce()
	case "isready":
		u.send("readyok")
	case "ucinewgame":
		u.settle()
		u.engine = nil
	case "setoption":
		u.settle()
		return u.option(words)
	case "position":
		u.settle()
		return u.position(words)
	case "go":
		u.settle()
		return u.think(words)
	case "stop":
		u.halt()
	case "ponderhit":
		u.ponderHit()
	default:
		return errors.New("there is no such command; there are uci, isready, ucinewgame, setoption, position, go, " +
			"ponderhit, stop, quit")
	}
	return nil
}

// halt stops a running search and waits for its answer.
func (u *uci) halt() {
	u.stop()
	u.search.Wait()
}

// settle ends a running search before a command that needs an idle engine: a search with limits
// runs to its end, another is stopped.
func (u *uci) settle() {
	if u.endless {
		u.stop()
	}
	u.search.Wait()
}

func (u *uci) introduce() {
	u.send("id name %s", u.Name)
	u.send("option name Variant type string default %s", u.Variant)
	if len(u.Variants) > 0 {
		u.send("option name UCI_Variant type combo default %s var %s", u.Variant, strings.Join(u.Variants, " var "))
	}
	u.send("option name Threads type spin default %d min 1 max %d", max(1, u.Limits.Threads), mostThreads)
	u.send("option name Hash type spin default %d min 1 max %d", u.hash(), mostHash())
	u.send("option name MultiPV type spin default %d min 1 max %d", max(1, u.Limits.Lines), mostLines)
	u.send("option name Ponder type check default false")
	u.send("option name OwnBook type check default false")
	u.send("option name Level type spin default %d min 1 max %d", u.level, ai.Levels)
	u.send("option name Personality type combo default %s%s", ai.NoPersonality, personalities())
	u.send("uciok")
}

// personalities formats the choices of the option.
func personalities() string {
	var b strings.Builder
	b.WriteString(" var " + ai.NoPersonality)
	for _, p := range ai.Personalities() {
		b.WriteString(" var " + p.Name)
	}
	return b.String()
}

func (u *uci) hash() int {
	if u.Limits.Hash > 0 {
		return u.Limits.Hash
	}
	return search.DefaultHash
}

// Maximum values of options.
const (
	mostLines   = 500
	mostThreads = 256
)

// mostHash returns the greatest table in MiB: at most the memory of the machine.
func mostHash() int { return min(65536, memory.Total()) }

// options lists the names of all options for error messages.
const options = "Variant, UCI_Variant, Threads, Hash, MultiPV, Ponder, OwnBook, Level, Personality"

// option handles "setoption name N value V"; names and values may contain spaces.
func (u *uci) option(words []string) error {
	if len(words) < 2 || words[0] != "name" {
		return errors.New("say setoption name NAME value VALUE")
	}
	name, value, valued := strings.Join(words[1:], " "), "", false
	if i := slices.Index(words, "value"); i > 1 {
		name, value, valued = strings.Join(words[1:i], " "), strings.Join(words[i+1:], " "), true
	}
	set := map[string]func(string) error{"variant": u.choose, "uci_variant": u.choose, "personality": u.adopt,
		"ponder": u.ponders, "ownbook": u.ownBook, "hash": u.setHash,
		"multipv": u.number("MultiPV", mostLines, &u.Limits.Lines),
		"threads": u.number("Threads", mostThreads, &u.Limits.Threads),
		"level":   u.number("Level", ai.Levels, &u.level),
	}[strings.ToLower(name)]
	switch {
	case set == nil:
		return fmt.Errorf("no such option: %s; there are %s", name, options)
	case !valued || value == "":
		return fmt.Errorf("%s: say setoption name %s value VALUE", name, name)
	}
	return set(value)
}

// ponders handles the option Ponder, which needs no action: "go ponder" decides.
func (u *uci) ponders(string) error { return nil }

// ownBook switches the opening book of the highest level.
func (u *uci) ownBook(value string) error {
	u.book, u.engine = value == "true", nil
	return nil
}

// number returns a setter for an option from 1 to most. It discards the current engine; an invalid
// number changes nothing.
func (u *uci) number(name string, most int, to *int) func(string) error {
	return func(value string) error {
		n, err := positive(value)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", name, err)
		case n > most:
			return fmt.Errorf("%s %d: use 1 to %d", name, n, most)
		}
		*to, u.engine = n, nil
		return nil
	}
}

// optionHash is the name of the option for the size of the table.
const optionHash = "Hash"

// setHash sets the size of the table. A size beyond the memory of the machine is an error and
// changes nothing.
func (u *uci) setHash(value string) error {
	if n, err := positive(value); err == nil {
		if err := memory.Check(n); err != nil {
			return fmt.Errorf("%s %w; the table keeps its %d MiB", optionHash, err, u.hash())
		}
	}
	return u.number(optionHash, mostHash(), &u.Limits.Hash)(value)
}

// adopt sets the personality.
func (u *uci) adopt(name string) error {
	if _, err := ai.As(name, ai.New(ai.Limits{})); err != nil {
		return err
	}
	u.personality, u.engine = name, nil
	return nil
}

// choose starts a game of another variant.
func (u *uci) choose(id string) error {
	r, err := u.Find(id)
	if err != nil {
		return err
	}
	u.Variant, u.rules, u.engine = id, r, nil
	u.begin(r.Start())
	return nil
}

func (u *uci) begin(p rules.Position) { u.line = rules.NewLine(p, nil) }

var errNoGame = errors.New("which game? Say setoption name Variant value ID")

// position handles "startpos", "fen ROWS SIDE" or "text POSITION", optionally followed by "moves"
// and turns. On errors the position stays.
func (u *uci) position(words []string) error {
	if u.rules == nil {
		return errNoGame
	}
	if len(words) == 0 {
		return errors.New("say position startpos, position fen ROWS SIDE or position text POSITION")
	}
	var moves []string
	place := words[1:]
	if i := slices.Index(words, "moves"); i > 0 {
		place, moves = words[1:i], words[i+1:]
	}
	p, err := u.place(words[0], place)
	if err != nil {
		return err
	}
	line := rules.NewLine(p, nil)
	for i, text := range moves {
		steps, err := ParseTurn(line.Position, line.History(), text)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		if err := play(line, steps); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	u.line = line
	return nil
}

func (u *uci) place(kind string, words []string) (rules.Position, error) {
	switch {
	case kind == "startpos" && len(words) == 0:
		return u.rules.Start(), nil
	case kind == "fen" && len(words) == 1:
		return ParseFEN(u.rules, words[0], "")
	case kind == "fen" && len(words) >= 2:
		return ParseFEN(u.rules, words[0], words[1])
	case kind == "text" && len(words) > 0:
		return notation.ParsePosition(u.rules, strings.Join(words, " "))
	}
	return rules.Position{}, fmt.Errorf("%q is not understood; say startpos, fen ROWS SIDE or text POSITION",
		strings.Join(append([]string{kind}, words...), " "))
}

// play plays a whole turn. A finished game accepts none.
func play(line *rules.Line, steps []game.Move) error {
	if line.Judge().Over() && line.History().Len() > 1 {
		return errors.New("the game is over")
	}
	_, _, err := line.Play(steps)
	return err
}

// think handles "go" with its limits.
func (u *uci) think(words []string) error {
	if u.rules == nil {
		return errNoGame
	}
	ponder := slices.Contains(words, "ponder")
	l, err := u.limits(slices.DeleteFunc(slices.Clone(words),
		func(w string) bool { return w == "ponder" || w == "infinite" }))
	if err != nil {
		return err
	}
	if u.engine == nil {
		u.engine = ai.WithBook(ai.NewReporting(ai.Limits{}, u.info), u.book)
		if u.level < ai.Levels {
			u.engine = ai.Level(u.level, max(1, u.Limits.Seed))
		}
		if u.engine, err = ai.As(u.personality, u.engine); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(u.ctx)
	waiting, hit := context.WithCancel(ctx)
	u.stop, u.ponderHit = cancel, hit
	endless := u.level == ai.Levels && l.Time+time.Duration(l.Nodes)+time.Duration(l.Depth) == 0
	u.endless = ponder || endless
	u.search.Go(func() {
		defer cancel()
		if ponder {
			u.ponder(waiting)
		}
		u.answer(ctx, l, endless)
	})
	return nil
}

// ponder thinks until ctx ends. The engine keeps what it finds.
func (u *uci) ponder(ctx context.Context) {
	l := u.Limits
	l.Depth, l.Nodes, l.Time, l.Soft = 0, 0, 0, 0
	if _, _, err := u.turn(ctx, l); err == nil {
		<-ctx.Done()
	}
}

// answer thinks and sends the move. In an endless search it waits for stop, even if the result is
// final.
func (u *uci) answer(ctx context.Context, l ai.Limits, endless bool) {
	moves, info, err := u.turn(ctx, l)
	if endless && err == nil {
		<-ctx.Done()
	}
	if err != nil {
		u.send("info string %v", err)
		u.send("bestmove 0000")
		return
	}
	if u.level < ai.Levels {
		u.info(info)
	}
	u.send("bestmove %s", Turn(u.line.Position, moves))
}

// limits parses the arguments of "go": pairs of name and number.
func (u *uci) limits(words []string) (ai.Limits, error) {
	l := u.Limits
	clock := map[string]time.Duration{}
	for i := 0; i < len(words); i += 2 {
		if i+1 == len(words) {
			return l, fmt.Errorf("%s needs a number", words[i])
		}
		word := words[i]
		n, err := positive(words[i+1])
		if err != nil && (words[i+1] != "0" || !slices.Contains(clockWords, word)) {
			return l, fmt.Errorf("%s: %w", word, err)
		}
		switch {
		case word == "movetime":
			l.Time = time.Duration(n) * time.Millisecond
			l.Soft = l.Time // a fixed time per move is used in full
		case word == "depth":
			l.Depth = n
		case word == "nodes":
			l.Nodes = int64(n)
		case slices.Contains(clockWords, word):
			clock[word] = time.Duration(n) * time.Millisecond
		default:
			return l, fmt.Errorf("%q is no limit; there are movetime, depth, nodes, infinite, ponder, %s", word,
				strings.Join(clockWords, ", "))
		}
	}
	return ai.Tighter(l, u.clock(clock).Limits()), nil
}

// clockWords are the clock arguments of "go" in milliseconds: time left of attackers and defenders,
// increments, and a byo-yomi period per turn after the time is used up.
var clockWords = []string{"atime", "dtime", "ainc", "dinc", "byoyomi"}

// clock returns the clock of the side to move.
func (u *uci) clock(said map[string]time.Duration) ai.Clock {
	side := "a"
	if u.line.Turn() == game.Defenders {
		side = "d"
	}
	c := ai.Clock{Main: said[side+"time"], Increment: said[side+"inc"], Period: said["byoyomi"]}
	if c.Period > 0 {
		c.Periods = 1
	}
	return c
}

// turn thinks about a whole turn: once, and again if the expected line ends within the turn.
func (u *uci) turn(ctx context.Context, l ai.Limits) ([]game.Move, ai.Info, error) {
	p, past := u.line.Position, u.line.History()
	if o := p.Judge(past); o.Over() && past.Len() > 1 {
		return nil, ai.Info{}, fmt.Errorf("the game is over: %s", o.Cause)
	}
	m, info, err := u.engine.Think(ctx, p, past, l)
	if err != nil {
		return nil, info, err
	}
	moves := []game.Move{m}
	for {
		if _, err := p.Try(m, past); err != nil {
			return nil, info, err
		}
		if !p.MidTurn() {
			return moves, info, nil
		}
		if n := len(moves); n < len(info.PV) && slices.Contains(p.Legal(nil, past), info.PV[n]) {
			m = info.PV[n]
		} else if m, _, err = u.engine.Think(ctx, p, past, l); err != nil {
			return nil, info, err
		}
		moves = append(moves, m)
	}
}

// info sends an info line.
func (u *uci) info(i ai.Info) {
	score := "cp " + strconv.Itoa(i.Score)
	if turns, win, ok := ai.WinIn(i.Score); ok {
		if !win {
			turns = -turns
		}
		score = "mate " + strconv.Itoa(turns)
	}
	nps := int64(float64(i.Nodes) / max(i.Time.Seconds(), 1e-6))
	several := ""
	if u.Limits.Lines > 1 {
		several = fmt.Sprintf(" multipv %d", max(1, i.Line))
	}
	u.send("info depth %d%s score %s wdl %s nodes %d nps %d time %d pv %s", i.Depth, several, score, u.wdl(i.Score),
		i.Nodes, nps, i.Time.Milliseconds(), line(u.line.Position, i.PV))
}

// wdl formats the winning chance between people for the side to move: wins, draws and losses per
// thousand games. Draws are split between wins and losses.
func (u *uci) wdl(score int) string {
	wins := int(math.Round(1000 * ai.WinChance(u.Variant, score, u.line.Turn())))
	return fmt.Sprintf("%d 0 %d", wins, 1000-wins)
}

// line formats the expected moves as turns; the last turn may be incomplete.
func line(p rules.Position, pv []game.Move) string {
	var turns []string
	var d rules.Delta
	for i := 0; i < len(pv); {
		text := ""
		for first := true; i < len(pv) && (first || p.MidTurn()); first = false {
			text += step(&p, pv[i], first)
			p.Play(pv[i], &d)
			i++
		}
		turns = append(turns, text)
	}
	return strings.Join(turns, " ")
}
