package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"sync"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/internal/command"
)

var matchCommand = &command.Command{
	Name:    "match",
	Summary: "let two engines play each other",
	Args:    "-variant ID -a ENGINE -b ENGINE [-games N] [-seed S] [-opening N] [-openings FILE] [-jobs N] [-sprt LOW,HIGH] [-max N] [-side S] [-json]",
	Help: `Engines: random, level:N (1 to 10), nodes:N, depth:N, time:200ms, with limits for
a move; params:LIMIT:FILE, the engine with weights of tafl tune;
yardstick:LIMIT, a plain engine that never changes; cmd:LIMIT:PROGRAM
and opentafl:LIMIT:PROGRAM, other programs that speak the dialect of UCI or
OpenTafl's protocol; sides:ENGINE,ENGINE, one as the attackers and another as
the defenders. LIMIT is nodes=N, depth=N or a time.

The engines change sides after every game, engine a begins as the attackers.
With -opening N every game starts with N random turns, with -openings with the
turns of a line of the file, each the same for both games of a pair. A game
that is not over after -max turns of both sides together is adjudicated a draw.
Unless engines think by the clock the same seed gives the same games, whatever
-jobs is.

Prints wins by side, for each engine wins, draws and losses, as attackers and
as defenders apart, and how much stronger a is in Elo with the bounds that hold
in 95 of 100 matches; then the same with the sides' advantage taken out, for
where one side nearly always wins the points alone show no more than half of a
difference. With -sprt LOW,HIGH the match ends as soon as it is clear
that the difference is nearer to one of both. An engine that fails loses the
game. Progress goes to standard error. With -json each game is a line and the
summary, the last, another. Ctrl-C ends the match and prints what was played.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		m := &contest{}
		f.StringVar(&m.variant, "variant", "", "`id` of the game")
		f.StringVar(&m.names[0], "a", "", "an `engine`")
		f.StringVar(&m.names[1], "b", "", "the other `engine`")
		f.IntVar(&m.games, "games", 10, "how many games")
		f.IntVar(&m.jobs, "jobs", 1, "how many games at a time")
		f.Uint64Var(&m.seed, "seed", 1, "where chance begins")
		f.IntVar(&m.opening, "opening", 0, "random turns at the start of every game")
		f.StringVar(&m.openings, "openings", "", "`file` with the turns of an opening on each line")
		f.StringVar(&m.sprt, "sprt", "", "`low,high`: differences in Elo to decide between")
		f.IntVar(&m.max, "max", 400, "turns after which a game is adjudicated a draw")
		f.IntVar(&m.hash, "hash", 16, "`MiB` of memory for each engine")
		f.StringVar(&m.side, "side", "", "keep engine a as attackers or as defenders in every game")
		f.BoolVar(&m.json, "json", false, "one JSON object a line")
		return m.run
	},
}

// contest is a match between two engines.
type contest struct {
	variant        string
	names          [2]string
	games, jobs    int
	seed           uint64
	opening, max   int
	openings, sprt string
	hash           int
	side           string
	json           bool
	unpaired       bool // every game has an opening of its own
	rules          *rules.Rules
	engine         [2]maker
	book           [][][]game.Move // turns by opening
	bounds         [2]float64      // of sprt, in Elo
	total          summary
	pairs          pairing
}

// played is a finished game.
type played struct {
	Game      int      `json:"game"` // from 1
	Attackers string   `json:"attackers"`
	Defenders string   `json:"defenders"`
	Winner    string   `json:"winner"` // attackers, defenders or draw
	Reason    string   `json:"reason"`
	Turns     int      `json:"turns"`
	Moves     []string `json:"moves"`
	Fault     string   `json:"fault,omitempty"` // why an engine failed
}

// score counts results.
type score struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

func (s *score) add(won, draw bool) {
	switch {
	case draw:
		s.Draws++
	case won:
		s.Wins++
	default:
		s.Losses++
	}
}

func (s score) String() string { return fmt.Sprintf("+%d =%d -%d", s.Wins, s.Draws, s.Losses) }

// tally is what one engine reached.
type tally struct {
	Engine      string `json:"engine"`
	All         score  `json:"all"`
	AsAttackers score  `json:"as_attackers"`
	AsDefenders score  `json:"as_defenders"`
}

// summary is what a match reached.
type summary struct {
	Variant     string         `json:"variant"`
	Games       int            `json:"games"`
	Attackers   int            `json:"attackers_won"`
	Defenders   int            `json:"defenders_won"`
	Draws       int            `json:"draws"`
	Adjudicated int            `json:"adjudicated"` // of the draws
	Reasons     map[string]int `json:"reasons"`
	A           tally          `json:"a"`
	B           tally          `json:"b"`
	Elo         elo            `json:"elo"`  // by which a is stronger
	Fair        elo            `json:"fair"` // the same, the sides' advantage taken out; only where they change
	SPRT        string         `json:"sprt,omitempty"`
}

func (m *contest) run(e *command.Env) error {
	if err := m.check(); err != nil {
		return err
	}
	ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
	defer cancel()
	return errors.Join(m.contend(ctx, e), m.print(e))
}

// contend plays the games and counts them, telling of each. It returns why the
// match could not be finished.
func (m *contest) contend(ctx context.Context, e *command.Env) (fault error) {
	m.total = summary{Variant: m.variant, Reasons: map[string]int{}, A: tally{Engine: m.names[0]}, B: tally{Engine: m.names[1]}}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for o := range m.results(ctx) {
		if o.err != nil || fault != nil || m.total.SPRT != "" {
			if fault == nil && m.total.SPRT == "" {
				fault = o.err
			}
			cancel()
			continue
		}
		m.count(o.played, m.attacker(o.Game-1))
		fmt.Fprintf(e.Note, "game %d of %d: attackers %s, defenders %s: %s (%s, %d turns)\n",
			o.Game, m.games, o.Attackers, o.Defenders, o.Winner, o.Reason, o.Turns)
		if m.json {
			if err := e.Line(o.played); err != nil {
				return err
			}
		}
		m.decide()
	}
	return fault
}

// result is a game, or why it could not be played.
type result struct {
	played
	err error
}

// results plays the games, several at a time, and gives each as it ends. The
// channel must be read to its end.
func (m *contest) results(ctx context.Context) <-chan result {
	todo, out := make(chan int), make(chan result)
	var workers sync.WaitGroup
	for range m.jobs {
		workers.Go(func() {
			for i := range todo {
				g, err := m.play(ctx, i)
				out <- result{g, err}
			}
		})
	}
	go func() {
		for i := range m.games {
			select {
			case todo <- i:
			case <-ctx.Done():
			}
		}
		close(todo)
		workers.Wait()
		close(out)
	}()
	return out
}

// check turns what was typed into what is played with.
func (m *contest) check() error {
	v, err := command.Variant(m.variant)
	if err != nil {
		return err
	}
	m.rules = v.Rules
	if err := m.read(); err != nil {
		return err
	}
	for i, name := range m.names {
		if name == "" {
			return command.Usagef("match: both engines are needed, -a ENGINE and -b ENGINE: %s", engineForms)
		}
		if m.engine[i], err = parseEngine(name, m.hash, m.variant); err != nil {
			return err
		}
	}
	switch {
	case m.jobs < 1:
		return command.Usagef("match: -jobs %d: there must be at least one", m.jobs)
	case m.games < 1:
		return command.Usagef("match: -games %d: there must be at least one", m.games)
	case m.opening < 0:
		return command.Usagef("match: -opening %d: it cannot be negative", m.opening)
	case m.max <= m.opening:
		return command.Usagef("match: -max %d: it must be more than the opening's %d turns", m.max, m.opening)
	case m.hash < 1:
		return command.Usagef("match: -hash %d: it must be at least 1", m.hash)
	case m.side != "" && m.side != game.Attackers.String() && m.side != game.Defenders.String():
		return command.Usagef("match: -side %q: use attackers or defenders, or leave it out to alternate", m.side)
	}
	return nil
}

// attacker returns which engine has the attackers in game i.
func (m *contest) attacker(i int) int {
	switch m.side {
	case game.Attackers.String():
		return 0
	case game.Defenders.String():
		return 1
	}
	return i % 2
}

// play plays game i, counted from 0. An engine that fails has lost.
func (m *contest) play(ctx context.Context, i int) (played, error) {
	attacker := m.attacker(i)
	chance := rand.New(rand.NewPCG(m.seed, uint64(i)))
	var seats [game.Sides]ai.Engine
	for side := range seats {
		seats[side] = m.engine[attacker^side](chance.Uint64() | 1)
		if c, ok := seats[side].(interface{ Close() }); ok {
			defer c.Close()
		}
	}
	g := played{Game: i + 1, Attackers: m.names[attacker], Defenders: m.names[attacker^1]}
	line := m.rules.Line()
	outcome, err := m.open(ctx, i, &g, line)
	for err == nil && !outcome.Over() && g.Turns < m.max {
		mover := line.Turn()
		text, fault := playTurn(ctx, seats[mover], line)
		switch {
		case ctx.Err() != nil:
			err = fmt.Errorf("game %d: stopped", i+1)
		case fault != nil:
			g.Fault = fault.Error()
			outcome = game.Won(mover.Other(), game.Abandoned)
		default:
			outcome = g.add(text, line)
		}
	}
	if !outcome.Over() {
		outcome = game.Drawn(game.Adjudicated)
	}
	g.Winner, g.Reason = outcome.Result(), outcome.Cause.String()
	return g, err
}

// add records a turn that was played and returns how the game stands.
func (g *played) add(text string, line *rules.Line) game.Outcome {
	g.Turns++
	g.Moves = append(g.Moves, text)
	end := line.End()
	if end.Disputed() { // engines claim nothing
		return game.Drawn(game.Repetition)
	}
	return end.Outcome
}

// open plays the opening of game i: a line of the book, then random turns.
func (m *contest) open(ctx context.Context, i int, g *played, line *rules.Line) (o game.Outcome, err error) {
	if len(m.book) > 0 {
		for _, steps := range m.book[m.start(i)%len(m.book)] {
			text, err := playTurn(ctx, &script{steps}, line)
			if err != nil {
				return o, fmt.Errorf("opening %d: %w", m.start(i)%len(m.book)+1, err)
			}
			if o = g.add(text, line); o.Over() {
				return o, nil
			}
		}
	}
	luck := ai.Random(rand.New(rand.NewPCG(m.seed, uint64(m.start(i)))).Uint64())
	for range m.opening {
		text, err := playTurn(ctx, luck, line)
		if err != nil {
			return o, fmt.Errorf("game %d, turn %d: %w", i+1, g.Turns+1, err)
		}
		if o = g.add(text, line); o.Over() {
			return o, nil
		}
	}
	return o, nil
}

// start is the number of the opening of game i.
func (m *contest) start(i int) int {
	if m.unpaired {
		return i
	}
	return i / 2
}

// script is an engine that plays what is written.
type script struct{ steps []game.Move }

// Think implements ai.Engine.
func (s *script) Think(context.Context, rules.Position, *rules.History, ai.Limits) (game.Move, ai.Info, error) {
	if len(s.steps) == 0 {
		return game.NoMove, ai.Info{}, errors.New("the opening ends within a turn")
	}
	m := s.steps[0]
	s.steps = s.steps[1:]
	return m, ai.Info{}, nil
}

// playTurn lets an engine make a whole turn and returns its text.
func playTurn(ctx context.Context, e ai.Engine, line *rules.Line) (string, error) {
	var steps []rules.Delta
	for first := true; first || line.MidTurn(); first = false {
		m, _, err := e.Think(ctx, line.Position, line.History(), ai.Limits{})
		if err != nil {
			return "", err
		}
		if ctx.Err() != nil {
			return "", errors.New("stopped")
		}
		d, err := line.Try(m)
		if err != nil {
			return "", fmt.Errorf("the engine's move is refused: %w", err)
		}
		if m.Op != game.End {
			steps = append(steps, d)
		}
	}
	return notation.Turn(line.Rules(), steps), nil
}

// count adds a game to the summary.
func (m *contest) count(g played, attacker int) {
	s := &m.total
	s.Games++
	s.Reasons[g.Reason]++
	draw, attackers := g.Winner == "draw", g.Winner == game.Attackers.String()
	switch {
	case draw:
		s.Draws++
	case attackers:
		s.Attackers++
	default:
		s.Defenders++
	}
	if g.Reason == game.Adjudicated.String() {
		s.Adjudicated++
	}
	seats := [game.Sides]*tally{&s.A, &s.B}
	a, d := seats[attacker], seats[attacker^1]
	a.All.add(attackers, draw)
	a.AsAttackers.add(attackers, draw)
	d.All.add(!attackers, draw)
	d.AsDefenders.add(!attackers, draw)
	points := 0.0
	switch {
	case draw:
		points = 0.5
	case attackers == (attacker == 0):
		points = 1
	}
	m.pairs.add(g.Game-1, points, m.side == "")
	s.Elo, s.Fair = m.pairs.elo(), fair(s.A.AsAttackers, s.A.AsDefenders)
}

func (m *contest) print(e *command.Env) error {
	s := &m.total
	if m.json {
		return e.Line(s)
	}
	fmt.Fprintf(e.Out, "%s, %d games, seed %d\n", s.Variant, s.Games, m.seed)
	fmt.Fprintf(e.Out, "by side: attackers won %d, defenders won %d, drawn %d (adjudicated after %d turns: %d)\n",
		s.Attackers, s.Defenders, s.Draws, m.max, s.Adjudicated)
	for i, t := range []tally{s.A, s.B} {
		fmt.Fprintf(e.Out, "%c %-12s %v   as attackers %v   as defenders %v\n", 'a'+i, t.Engine, t.All, t.AsAttackers, t.AsDefenders)
	}
	fmt.Fprintf(e.Out, "elo of a: %v\n", s.Elo)
	if m.side == "" {
		fmt.Fprintf(e.Out, "the sides' advantage taken out: %v\n", s.Fair)
	}
	if s.SPRT != "" {
		fmt.Fprintf(e.Out, "sprt %s: %s\n", m.sprt, s.SPRT)
	}
	return e.Out.Flush()
}
