// Package contest plays matches between engines: it parses engine names, plays the games, and
// estimates the difference in strength. It serves command-line programs; errors in arguments are
// errors of package command.
package contest

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
	"tafl3d/ai/protocol"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/internal/command"
	"tafl3d/internal/memory"
)

// Command returns the command that plays a match. more adds kinds of engines to the built-in ones.
func Command(more Kinds) *command.Command {
	return &command.Command{
		Name:    "match",
		Summary: "play a match between two engines",
		Args: "-variant ID -a ENGINE -b ENGINE [-games N] [-seed S] [-opening N] [-openings FILE] [-jobs N] " +
			"[-sprt LOW,HIGH] [-max N] [-side S] [-json]",
		Help: `Engines: random, level:N (1 to 10), nodes:N, depth:N and time:200ms, with a limit
per move; book:LIMIT, with the opening book; params:LIMIT:FILE, with weights of
tafllab tune; yardstick:LIMIT, a plain engine that never changes, in tafllab only;
cmd:LIMIT:PROGRAM and opentafl:LIMIT:PROGRAM, other programs that speak UCI or
the protocol of OpenTafl (put words with spaces in quotation marks);
sides:ENGINE,ENGINE, the first as attackers and the second as defenders. LIMIT is
nodes=N, depth=N or a time.

The engines change sides after every game; engine a begins as attackers. With
-opening N every game starts with N random moves, with -openings with the moves
of a line of the file, the same for both games of a pair. A game that is not over
after -max moves of both sides is adjudicated a draw. The same seed gives the
same games for any -jobs, unless engines think by the clock.

Prints wins by side; wins, draws and losses of each engine, in all and by side;
and the Elo difference of a with its 95 % interval. A second interval allows for
the sides' advantage: where one side nearly always wins, points alone show at
most half of a difference. With -sprt LOW,HIGH the match ends as soon as one of
the two differences is accepted. An engine that cannot be started ends the match.
An engine that fails or is too late loses the game, and such games are counted
separately. An engine that answers "bestmove resign" resigns. Progress goes to
standard error. With -json each game is a line, and the summary is the last line.
Ctrl-C ends the match and prints the result so far.`,
		Prepare: func(f *flag.FlagSet) func(*command.Env) error {
			m := &Match{More: more}
			f.StringVar(&m.Variant, "variant", "", "`ID` of the variant")
			f.StringVar(&m.Names[0], "a", "", "an `engine`")
			f.StringVar(&m.Names[1], "b", "", "the other `engine`")
			f.IntVar(&m.Games, "games", 10, "number of games")
			f.IntVar(&m.Jobs, "jobs", 1, "games played at the same time")
			f.Uint64Var(&m.Seed, "seed", 1, "seed of the random numbers")
			f.IntVar(&m.Opening, "opening", 0, "random moves at the start of every game")
			f.StringVar(&m.Openings, "openings", "", "`file` with the moves of an opening on each line")
			f.StringVar(&m.SPRT, "sprt", "", "`low,high`: differences in Elo to decide between")
			f.IntVar(&m.Max, "max", 400, "moves after which a game is adjudicated a draw")
			f.IntVar(&m.Hash, "hash", 16, "`MiB` of memory for each engine")
			f.StringVar(&m.Side, "side", "", "keep engine a as attackers or as defenders in every game")
			f.BoolVar(&m.JSON, "json", false, "print one JSON object per line")
			return m.run
		},
	}
}

// Match is a match between two engines.
type Match struct {
	Variant     string    // id of the variant
	Names       [2]string // of engines a and b
	More        Kinds     // additional kinds of engines
	Games, Jobs int       // number of games, and games in parallel
	Seed        uint64
	Opening     int    // random turns at the start of every game
	Openings    string // file with an opening on each line
	Max         int    // turns after which a game is a draw
	SPRT        string // LOW,HIGH: Elo bounds of the test
	Hash        int    // MiB for each engine
	Side        string // of engine a in every game; empty to alternate
	JSON        bool   // output format
	Unpaired    bool   // a separate opening for every game
	Total       Summary

	rules  *rules.Rules
	engine [2]Maker
	book   [][][]game.Move // turns by opening
	bounds [2]float64      // of the SPRT, in Elo
	pairs  pairing
}

// Game is a finished game.
type Game struct {
	Number    int      `json:"game"` // from 1
	Attackers string   `json:"attackers"`
	Defenders string   `json:"defenders"`
	Winner    string   `json:"winner"` // attackers, defenders or draw
	Reason    string   `json:"reason"`
	Turns     int      `json:"turns"`
	Moves     []string `json:"moves"`
	Fault     string   `json:"fault,omitempty"` // error of the engine
	Late      bool     `json:"late,omitempty"`  // the engine exceeded its time
}

// Score counts results.
type Score struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

func (s *Score) add(won, draw bool) {
	switch {
	case draw:
		s.Draws++
	case won:
		s.Wins++
	default:
		s.Losses++
	}
}

func (s Score) String() string { return fmt.Sprintf("+%d =%d -%d", s.Wins, s.Draws, s.Losses) }

// Tally holds the results of an engine.
type Tally struct {
	Engine      string `json:"engine"`
	All         Score  `json:"all"`
	AsAttackers Score  `json:"as_attackers"`
	AsDefenders Score  `json:"as_defenders"`
	Failed      int    `json:"failed"` // losses by a crash or an illegal answer
	Late        int    `json:"late"`   // losses by time
}

// fail counts the failure of the engine that lost g, if it failed.
func (t *Tally) fail(g Game) {
	switch {
	case g.Late:
		t.Late++
	case g.Fault != "":
		t.Failed++
	}
}

// Summary holds the results of a match.
type Summary struct {
	Variant     string         `json:"variant"`
	Games       int            `json:"games"`
	Attackers   int            `json:"attackers_won"`
	Defenders   int            `json:"defenders_won"`
	Draws       int            `json:"draws"`
	Adjudicated int            `json:"adjudicated"` // draws by adjudication
	Reasons     map[string]int `json:"reasons"`
	A           Tally          `json:"a"`
	B           Tally          `json:"b"`
	Elo         Elo            `json:"elo"`  // of a relative to b
	Fair        Elo            `json:"fair"` // Elo without the advantage of a side; only with alternating sides
	SPRT        string         `json:"sprt,omitempty"`
}

func (m *Match) run(e *command.Env) error {
	if err := m.Check(); err != nil {
		return err
	}
	ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
	defer cancel()
	fault := m.Play(ctx, e)
	if fault != nil && m.Total.Games == 0 {
		return fault
	}
	return errors.Join(fault, m.print(e))
}

// Play plays the games, counts them and prints each. It returns the error that stopped the
// match.
func (m *Match) Play(ctx context.Context, e *command.Env) (fault error) {
	m.Total = Summary{Variant: m.Variant, Reasons: map[string]int{}, A: Tally{Engine: m.Names[0]},
		B: Tally{Engine: m.Names[1]}}
	if err := m.start(ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for o := range m.Results(ctx) {
		if o.Err != nil || fault != nil || m.Total.SPRT != "" {
			if fault == nil && m.Total.SPRT == "" {
				fault = o.Err
			}
			cancel()
			continue
		}
		m.count(o.Game, m.attacker(o.Number-1))
		fmt.Fprintf(e.Note, "game %d of %d: attackers %s, defenders %s: %s (%s, %d moves)\n",
			o.Number, m.Games, o.Attackers, o.Defenders, o.Winner, o.Reason, o.Turns)
		if m.JSON {
			if err := e.Line(o.Game); err != nil {
				return err
			}
		}
		m.decide()
	}
	return fault
}

// start starts each external engine once before the first game. An engine that cannot be started is
// an error of the match, not a loss.
func (m *Match) start(ctx context.Context) error {
	for i, make := range m.engine {
		e := make(1)
		err := Start(ctx, e)
		if c, ok := e.(interface{ Close() }); ok {
			c.Close()
		}
		if err != nil {
			return fmt.Errorf("match: engine %c: %w", 'a'+i, err)
		}
	}
	return nil
}

// Result is a game or the error that prevented it.
type Result struct {
	Game
	Err error
}

// Results plays the games, several in parallel, and sends each as it ends. The caller must read the
// channel to its end.
func (m *Match) Results(ctx context.Context) <-chan Result {
	todo, out := make(chan int), make(chan Result)
	background := ai.NewBackground()
	ctx = background.In(ctx)
	var workers sync.WaitGroup
	for range m.Jobs {
		workers.Go(func() {
			for i := range todo {
				g, err := m.play(ctx, i)
				out <- Result{g, err}
			}
		})
	}
	go func() {
		for i := range m.Games {
			select {
			case todo <- i:
			case <-ctx.Done():
			}
		}
		close(todo)
		workers.Wait()
		background.Close()
		close(out)
	}()
	return out
}

// Check validates and resolves the arguments.
func (m *Match) Check() error {
	v, err := command.Variant(m.Variant)
	if err != nil {
		return err
	}
	m.rules = v.Rules
	if err := m.read(); err != nil {
		return err
	}
	names := Names{m.Variant, m.Hash, m.More}
	for i, name := range m.Names {
		if name == "" {
			return command.Usagef("match: both engines are needed, -a ENGINE and -b ENGINE: %s", engineForms)
		}
		if m.engine[i], err = names.Parse(name); err != nil {
			return err
		}
	}
	switch {
	case m.Jobs < 1:
		return command.Usagef("match: -jobs %d: must be at least 1", m.Jobs)
	case m.Games < 1:
		return command.Usagef("match: -games %d: must be at least 1", m.Games)
	case m.Opening < 0:
		return command.Usagef("match: -opening %d: must not be negative", m.Opening)
	case m.Max <= m.Opening:
		return command.Usagef("match: -max %d: must be greater than the %d moves of the opening", m.Max, m.Opening)
	case m.Hash < 1:
		return command.Usagef("match: -hash %d: must be at least 1", m.Hash)
	case memory.Check(2*m.Hash*m.Jobs) != nil:
		err := memory.Check(2 * m.Hash * m.Jobs)
		return command.Usagef("match: -hash %d, of 2 engines in each of -jobs %d: %v", m.Hash, m.Jobs, err)
	case m.Side != "" && m.Side != game.Attackers.String() && m.Side != game.Defenders.String():
		return command.Usagef("match: -side %q: use attackers or defenders, or leave it out to alternate", m.Side)
	}
	return nil
}

// attacker returns the index of the engine that plays the attackers in game i.
func (m *Match) attacker(i int) int {
	switch m.Side {
	case game.Attackers.String():
		return 0
	case game.Defenders.String():
		return 1
	}
	return i % 2
}

// play plays game i, from 0. An engine that fails loses.
func (m *Match) play(ctx context.Context, i int) (Game, error) {
	attacker := m.attacker(i)
	chance := rand.New(rand.NewPCG(m.Seed, uint64(i)))
	var seats [game.Sides]ai.Engine
	for side := range seats {
		seats[side] = m.engine[attacker^side](chance.Uint64() | 1)
		if c, ok := seats[side].(interface{ Close() }); ok {
			defer c.Close()
		}
	}
	g := Game{Number: i + 1, Attackers: m.Names[attacker], Defenders: m.Names[attacker^1]}
	line := m.rules.Line()
	outcome, err := m.open(ctx, i, &g, line, sides(seats))
	for err == nil && !outcome.Over() && g.Turns < m.Max {
		mover := line.Turn()
		text, fault := PlayTurn(ctx, seats[mover], line)
		switch {
		case ctx.Err() != nil:
			err = fmt.Errorf("game %d: stopped", i+1)
		case errors.Is(fault, protocol.ErrStart): // it started before the match
			err = fmt.Errorf("game %d: %w", i+1, fault)
		case errors.Is(fault, protocol.ErrResigned):
			outcome = game.Won(mover.Other(), game.Resigned)
		case fault != nil:
			g.Late = errors.Is(fault, protocol.ErrSilent)
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

// add records a turn and returns the outcome.
func (g *Game) add(text string, line *rules.Line) game.Outcome {
	g.Turns++
	g.Moves = append(g.Moves, text)
	end := line.End()
	if end.Disputed() { // engines make no claims
		return game.Drawn(game.Repetition)
	}
	return end.Outcome
}

// open plays the opening of game i: a line of the book, then random turns. It tells them to the
// engines.
func (m *Match) open(ctx context.Context, i int, g *Game, line *rules.Line, seats sides) (o game.Outcome, err error) {
	seats.Follow(line.Position, line.History())
	over := func(text string) bool {
		o = g.add(text, line)
		seats.Follow(line.Position, line.History())
		return o.Over()
	}
	if len(m.book) > 0 {
		for _, steps := range m.book[m.opening(i)%len(m.book)] {
			text, err := PlayTurn(ctx, &script{steps}, line)
			if err != nil {
				return o, fmt.Errorf("opening %d: %w", m.opening(i)%len(m.book)+1, err)
			}
			if over(text) {
				return o, nil
			}
		}
	}
	luck := ai.Random(rand.New(rand.NewPCG(m.Seed, uint64(m.opening(i)))).Uint64())
	for range m.Opening {
		text, err := PlayTurn(ctx, luck, line)
		if err != nil {
			return o, fmt.Errorf("game %d, move %d: %w", i+1, g.Turns+1, err)
		}
		if over(text) {
			return o, nil
		}
	}
	return o, nil
}

// opening returns the number of the opening of game i.
func (m *Match) opening(i int) int {
	if m.Unpaired {
		return i
	}
	return i / 2
}

// script is an engine that plays a fixed list of moves.
type script struct{ steps []game.Move }

// Think implements ai.Engine.
func (s *script) Think(context.Context, rules.Position, *rules.History, ai.Limits) (game.Move, ai.Info, error) {
	if len(s.steps) == 0 {
		return game.NoMove, ai.Info{}, errors.New("the opening ends within a move")
	}
	m := s.steps[0]
	s.steps = s.steps[1:]
	return m, ai.Info{}, nil
}

// PlayTurn lets an engine play a whole turn and returns its text.
func PlayTurn(ctx context.Context, e ai.Engine, line *rules.Line) (string, error) {
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
			return "", fmt.Errorf("the engine's move is illegal: %w", err)
		}
		if m.Op != game.End {
			steps = append(steps, d)
		}
	}
	return notation.Turn(line.Rules(), steps), nil
}

func (m *Match) count(g Game, attacker int) {
	s := &m.Total
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
	seats := [game.Sides]*Tally{&s.A, &s.B}
	a, d := seats[attacker], seats[attacker^1]
	a.All.add(attackers, draw)
	a.AsAttackers.add(attackers, draw)
	d.All.add(!attackers, draw)
	d.AsDefenders.add(!attackers, draw)
	loser := a
	if attackers {
		loser = d
	}
	loser.fail(g)
	points := 0.0
	switch {
	case draw:
		points = 0.5
	case attackers == (attacker == 0):
		points = 1
	}
	m.pairs.add(g.Number-1, points, m.Side == "")
	s.Elo, s.Fair = m.pairs.elo(), fair(s.A.AsAttackers, s.A.AsDefenders)
}

func (m *Match) print(e *command.Env) error {
	s := &m.Total
	if m.JSON {
		return e.Line(s)
	}
	fmt.Fprintf(e.Out, "%s, %s, seed %d\n", s.Variant, command.Count(s.Games, "game", "games"), m.Seed)
	fmt.Fprintf(e.Out, "by side: attackers won %d, defenders won %d, drawn %d (adjudicated after %d moves: %d)\n",
		s.Attackers, s.Defenders, s.Draws, m.Max, s.Adjudicated)
	for i, t := range []Tally{s.A, s.B} {
		fmt.Fprintf(e.Out, "%c %-12s %v   as attackers %v   as defenders %v\n", 'a'+i, t.Engine, t.All, t.AsAttackers,
			t.AsDefenders)
	}
	for i, t := range []Tally{s.A, s.B} {
		if t.Failed+t.Late > 0 {
			failed := command.Count(t.Failed, "game", "games")
			fmt.Fprintf(e.Out, "%c lost %s by errors and %d by late answers\n", 'a'+i, failed, t.Late)
		}
	}
	fmt.Fprintf(e.Out, "elo of a: %v\n", s.Elo)
	if m.Side == "" {
		fmt.Fprintf(e.Out, "without the sides' advantage: %v\n", s.Fair)
	}
	if s.SPRT != "" {
		fmt.Fprintf(e.Out, "sprt %s: %s\n", m.SPRT, s.SPRT)
	}
	return e.Out.Flush()
}
