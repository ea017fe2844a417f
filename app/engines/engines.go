// Package engines lets the desktop use the engines of package ai and external programs: to play, to analyse, to give
// hints, to review games and in tournaments. They share all cores but one, which rendering uses.
package engines

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"tafl3d/ai"
	"tafl3d/ai/openings"
	"tafl3d/ai/player"
	"tafl3d/ai/protocol"
	"tafl3d/ai/review"
	reasons "tafl3d/ai/review/words"
	"tafl3d/ai/trial"
	"tafl3d/app/board"
	"tafl3d/app/study"
	"tafl3d/game"
	"tafl3d/game/balance"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/game/tree"
	"tafl3d/internal/memory"
	"tafl3d/library/ask"
)

// Engines are the engines of this machine. The caller of New must close them.
type Engines struct {
	// Explore returns the moves played from a position in the player's library, whose usual moves reviews leave
	// unmarked; nil: there is none.
	Explore func(ctx context.Context, variant string, p *rules.Position, collection string) ([]ask.Move, error)

	pool  *ai.Pool
	cores int

	mu    sync.Mutex
	guest guest
}

// guest is an external engine for analysis. It keeps running from one position to the next.
type guest struct {
	by     board.Program
	of     string // id of the variant
	memory int    // in MiB
	engine *protocol.External
}

// New returns engines that share all cores but one.
func New() *Engines {
	cores := max(1, runtime.NumCPU()-1)
	return &Engines{pool: ai.NewPool(cores), cores: cores}
}

// Close ends all searches.
func (e *Engines) Close() {
	e.pool.Close()
	e.watch(guest{})
}

// watch returns the external engine for analysis and closes the previous one if it differs.
func (e *Engines) watch(w guest) *protocol.External {
	e.mu.Lock()
	defer e.mu.Unlock()
	was := e.guest.engine
	w.engine = was
	if w == e.guest {
		return was
	}
	if was != nil {
		was.Close()
	}
	if w.engine = nil; w.by.Command != "" {
		argv, _ := w.by.Argv()
		w.engine = protocol.NewExternal(protocol.Program{Argv: argv, Variant: w.of,
			Hash: cmp.Or(w.memory, programHash)})
	}
	e.guest = w
	return w.engine
}

// Player implements app.Engines.
func (e *Engines) Player(c board.Computer, variant string, seed uint64) (table.Player, func(), error) {
	if c.Program != nil {
		return e.program(c.Program, variant)
	}
	engine := ai.Level(c.Level, seed)
	if c.Manner != "" {
		if _, err := ai.As(c.Manner, engine); err != nil {
			return nil, nil, err
		}
	}
	return player.Player{Engine: e.pool.Engine(engine, ai.ForPlay), Cores: e.cores}, func() {}, nil
}

// program returns an external engine as a player. Without a clock it has as much time as the
// highest level.
func (e *Engines) program(p *board.Program, variant string) (table.Player, func(), error) {
	argv, closed := p.Argv()
	if !closed || len(argv) == 0 {
		return nil, nil, fmt.Errorf("%s: cannot run the command %s", p.Name, p.Command)
	}
	engine := protocol.NewExternal(protocol.Program{Argv: argv, OpenTafl: p.OpenTafl, Variant: variant,
		Hash: programHash,
		Own:  ai.Limits{Time: ai.LevelTime}})
	return player.Player{Engine: e.pool.Engine(engine, ai.ForPlay), Cores: e.cores}, engine.Close, nil
}

// Manners implements app.Engines.
func (e *Engines) Manners() (list []board.Manner) {
	for _, p := range ai.Personalities() {
		list = append(list, board.Manner{Name: p.Name, Doc: p.Doc})
	}
	return list
}

// Analyse implements app.Engines.
func (e *Engines) Analyse(
	ctx context.Context, variant string, s table.Situation, want board.Wanted, tell func(board.Study),
) error {
	var found board.Study
	want.Memory = min(want.Memory, memory.Total()/2) // the settings may come from a larger machine
	limits := ai.Limits{Lines: want.Lines, Depth: want.Depth, Hash: want.Memory,
		Threads: min(cmp.Or(want.Cores, e.cores), e.cores)}
	report := func(i ai.Info) {
		if i.Line == 1 {
			found = board.Study{Depth: i.Depth}
			if s := i.Time.Seconds(); s > 0 {
				found.Speed = int(float64(i.Nodes) / s)
			}
		}
		line := board.StudyLine{Chance: ai.WinChance(variant, i.Score, s.Position.Turn()), Score: i.Score, Steps: i.PV}
		if n, win, ok := ai.WinIn(i.Score); ok {
			line.Ends, line.Wins = n, win
		}
		found.Lines = ranked(found.Lines, line)
		tell(found)
	}
	var engine ai.Engine = ai.NewReporting(limits, report)
	if want.Program.Command != "" {
		engine = reporting{e.watch(guest{by: want.Program, of: variant, memory: want.Memory}), report}
	}
	_, _, err := e.pool.Engine(engine, ai.ForAnalysis).Think(ctx, s.Position, s.History, limits)
	return err
}

// reporting is an external engine that reports its analysis.
type reporting struct {
	*protocol.External
	report func(ai.Info)
}

// Think implements ai.Engine. It returns no move.
func (r reporting) Think(
	ctx context.Context, p rules.Position, h *rules.History, l ai.Limits,
) (game.Move, ai.Info, error) {
	return game.NoMove, ai.Info{}, r.Watch(ctx, p, h, l, r.report)
}

// ranked inserts a line into lines, best first: a line analysed later may be better.
func ranked(lines []board.StudyLine, more board.StudyLine) []board.StudyLine {
	lines = append(slices.Clone(lines), more)
	slices.SortStableFunc(lines, func(a, b board.StudyLine) int {
		return cmp.Or(cmp.Compare(b.Chance, a.Chance), cmp.Compare(promise(b), promise(a)))
	})
	return lines
}

// promise ranks proven results: the sooner a win and the later a loss, the greater.
func promise(l board.StudyLine) int {
	if l.Wins {
		return -l.Ends
	}
	return l.Ends
}

// Adviser implements app.Engines.
func (e *Engines) Adviser() board.Adviser {
	return adviser{e.pool.Engine(ai.New(ai.Limits{Time: hintTime, Hash: 64}), ai.ForHint), e.cores}
}

// Trial plays quick games to see how fair rules are, on all cores that are idle. Other work has priority.
func (e *Engines) Trial(
	ctx context.Context, r *rules.Rules, tell func(balance.Figures),
) (balance.Figures, error) {
	o := trial.Options{Jobs: e.cores, With: func(x ai.Engine) ai.Engine { return e.pool.Engine(x, ai.ForAnalysis) }}
	return trial.Play(ctx, r, o, tell)
}

// programHash is the memory of an external program in MiB.
const programHash = 32

// hintTime is the time limit of a hint.
const hintTime = 1500 * time.Millisecond

// adviser computes hints.
type adviser struct {
	engine ai.Engine
	cores  int
}

// Advise implements app.Adviser.
func (a adviser) Advise(ctx context.Context, s table.Situation) (board.Advice, error) {
	m, info, err := a.engine.Think(ctx, s.Position, s.History, ai.Limits{Threads: a.cores})
	return board.Advice{Move: m, Score: info.Score}, err
}

// Chance returns the attackers' winning chance.
func Chance(variant string, score int) float64 {
	return ai.WinChance(variant, score, game.Attackers)
}

// told returns a function that explains a reviewed turn.
func told(g *tree.Game) func(*review.Turn) string {
	board := g.Rules().Board()
	return func(t *review.Turn) string { return reasons.Of(t, board) }
}

// usual reports whether a turn is usual among the moves played from a position.
func usual(moves []ask.Move, turn []game.Move) bool {
	all, with := 0, 0
	for _, m := range moves {
		if all += m.Games; slices.Equal(m.Steps, turn) {
			with = m.Games
		}
	}
	return all >= openings.Least && with >= openings.Twice && float64(with) >= openings.Share*float64(all)
}

// Retell implements study.Reviewer.
func (e *Engines) Retell(comment string) string { return reasons.Retell(comment) }

// Prepare implements study.Reviewer.
func (e *Engines) Prepare(g *tree.Game) func(context.Context, func(done, of int)) (study.Reviewed, error) {
	opt := review.Options{Engine: e.pool.Engine(ai.New(ai.Limits{}), ai.ForAnalysis)}
	if e.Explore != nil {
		opt.Usual = func(ctx context.Context, p *rules.Position, turn []game.Move) bool {
			moves, err := e.Explore(ctx, g.Variant, p, "")
			return err == nil && usual(moves, turn) // without the library the bundled openings are enough
		}
	}
	task := review.New(g, opt)
	return func(ctx context.Context, on func(done, of int)) (study.Reviewed, error) {
		r, err := task.Run(ctx, func(p review.Progress) { on(p.Done, p.Of) })
		found := study.Reviewed{Accuracy: r.Accuracy,
			Annotate: func(s *tree.Study) error { return review.Annotate(s, r, told(g)) }}
		if err == nil {
			found.Chances = r.Chances(g.Variant)
		}
		for side, counts := range r.Counts {
			found.Faults[side] = [3]int(counts[review.Inaccuracy:])
		}
		return found, err
	}
}
