// Package mine finds exercises in games: positions in which exactly one turn wins within a number
// of turns, or does not lose. The prover of lab/suite proves each by the rules alone.
package mine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"tafl3d/ai"
	"tafl3d/ai/solve"
	"tafl3d/game"
	"tafl3d/game/exercise"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/lab/suite"
)

// Verdict is the result for a candidate.
type Verdict string

const (
	Taken    Verdict = "taken"
	Known    Verdict = "taken before"
	Seen     Verdict = "the same position, or its mirror image, was there before"
	Narrow   Verdict = "few turns to choose from"
	Unproved Verdict = "no win, or none so soon, by the prover"
	Several  Verdict = "several turns solve it"
	Deep     Verdict = "too many positions for a proof"
	Strange  Verdict = "the solution does not hold in a game"
	Another  Verdict = "it is about something else"
	Easy     Verdict = "there are enough easy ones"
	Lost     Verdict = "the only move loses, too"
)

// LeastChoice is the least number of legal moves in an exercise.
const LeastChoice = 6

// Miner finds exercises in games of a variant. It belongs to one goroutine.
type Miner struct {
	Variant string
	Within  int      // depth limit of proofs in turns, at most suite.MaxTurns
	Budget  int64    // step limit of a proof
	Themes  []string // required themes, any of them; empty: no requirement
	Source  string
	Counts  map[Verdict]int

	rules  *rules.Rules
	prover *suite.Prover
	engine ai.Engine    // selects positions worth a proof
	solved *solve.Table // for small games, after the first use
	seen   map[string]bool
	easy   int
	hard   int
}

// New returns a miner for a variant. The error explains why the prover does not support its rules.
func New(variant string, r *rules.Rules) (*Miner, error) {
	prover, err := suite.NewProver(r)
	if err != nil {
		return nil, err
	}
	return &Miner{Variant: variant, Within: 5, Budget: 2_000_000, Counts: map[Verdict]int{}, rules: r, prover: prover,
		engine: ai.NewWith(ai.Limits{Hash: 8}, nil), seen: map[string]bool{}}, nil
}

// Know registers an existing exercise.
func (m *Miner) Know(g *tree.Game) {
	m.seen[suite.Key(&g.Start)] = true
	if m.Counts[Known]++; g.Tag(exercise.TagLength) < "3" {
		m.easy++
	} else {
		m.hard++
	}
}

// Game searches the positions of a game from the end backwards and passes exercises to keep. It
// takes at most one position per side, because successive positions are similar.
func (m *Miner) Game(ctx context.Context, past []rules.Position, keep func(*tree.Game)) error {
	found := [game.Sides]bool{}
	for i := len(past) - 1; i >= 4; i-- {
		p := &past[i]
		if found[p.Turn()] || p.MidTurn() {
			continue
		}
		promising, err := m.mayBeProvable(ctx, p)
		if err != nil {
			return err
		}
		if !promising {
			continue
		}
		g, err := m.Win(ctx, m.first(ctx, past, i))
		if err != nil {
			return err
		}
		if g != nil {
			found[p.Turn()] = true
			keep(g)
		}
	}
	return nil
}

// first returns the earliest of the positions before i, at intervals of two turns, that look
// provable.
func (m *Miner) first(ctx context.Context, past []rules.Position, i int) *rules.Position {
	for k := i - 2; k >= 0 && past[k].Turn() == past[i].Turn(); k -= 2 {
		if ok, err := m.mayBeProvable(ctx, &past[k]); !ok || err != nil {
			break
		}
		i = k
	}
	return &past[i]
}

// mayBeProvable asks the engine whether a proof may exist.
func (m *Miner) mayBeProvable(ctx context.Context, p *rules.Position) (bool, error) {
	if m.seen[suite.Key(p)] {
		return false, nil
	}
	_, info, err := m.engine.Think(ctx, *p, nil, ai.Limits{Nodes: 2500})
	if err != nil {
		return false, nil //nolint:nilerr // the game is over there
	}
	in, win, ok := ai.WinIn(info.Score)
	return ok && win && in <= m.Within, ctx.Err()
}

// Win tries to make an exercise of a position: the side to move should win within the depth limit.
// It returns nil if it cannot.
func (m *Miner) Win(ctx context.Context, p *rules.Position) (*tree.Game, error) {
	return m.try(ctx, p, suite.Win)
}

// Only tries to make an exercise of a position whose side to move has one turn that does not lose.
func (m *Miner) Only(ctx context.Context, p *rules.Position) (*tree.Game, error) {
	return m.try(ctx, p, suite.Only)
}

func (m *Miner) try(ctx context.Context, p *rules.Position, kind suite.Kind) (*tree.Game, error) {
	g, verdict, err := m.make(ctx, p, kind)
	if err != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("%s: %w", m.Variant, err)
	}
	if err == nil {
		m.Counts[verdict]++
	}
	return g, err
}

func (m *Miner) make(ctx context.Context, p *rules.Position, kind suite.Kind) (*tree.Game, Verdict, error) {
	key := suite.Key(p)
	if m.seen[key] {
		return nil, Seen, nil
	}
	m.seen[key] = true
	if len(p.Legal(nil, nil)) < LeastChoice {
		return nil, Narrow, nil
	}
	q := suite.Problem{Variant: m.Variant, Kind: kind, Turns: m.Within, Position: *p}
	a, err := q.Solve(ctx, m.prover, m.Budget)
	switch {
	case errors.Is(err, suite.ErrBudget):
		return nil, Deep, nil
	case err != nil:
		return nil, "", err
	case len(a.Moves) == 0:
		return nil, Unproved, nil
	case len(a.Moves) > 1:
		return nil, Several, nil
	case a.Turns <= 2 && m.easy >= m.hard/3+2 && len(m.Themes) == 0:
		return nil, Easy, nil
	}
	g := tree.New(m.Variant, *p)
	s := &solver{Miner: m, ctx: ctx, study: tree.NewStudy(g)}
	if kind == suite.Win {
		err = s.win(a, true)
	} else {
		err = s.hold(a)
	}
	switch {
	case errors.Is(err, suite.ErrBudget):
		return nil, Deep, nil
	case errors.Is(err, errSeveral):
		return nil, Several, nil
	case errors.Is(err, errStrange), errors.Is(err, tree.ErrOver):
		return nil, Strange, nil
	case err != nil:
		return nil, "", err
	}
	if themes := themesOf(g); len(m.Themes) > 0 &&
		!slices.ContainsFunc(m.Themes, func(t string) bool { return slices.Contains(themes, t) }) {
		return nil, Another, nil
	}
	if kind == suite.Only {
		if lost, err := m.lost(ctx, g); lost || err != nil {
			return nil, Lost, err
		}
	}
	if a.Turns <= 2 {
		m.easy++
	} else {
		m.hard++
	}
	return g, Taken, m.tag(ctx, g, kind, a.Turns)
}

// lost analyses the position after the only move that does not lose soon. If that position is lost,
// too, the game is tagged with the number of turns; lost returns true if the loss takes too long
// for a proof.
func (m *Miner) lost(ctx context.Context, g *tree.Game) (bool, error) {
	var f Finding
	c := g.Cursor()
	if c.To(g.Root.Main()); c.Over().Over() {
		return false, nil
	}
	in, err := m.loss(ctx, c.Line().Position, ai.Limits{Nodes: ClaimNodes}, &f)
	if f.Lasts > 0 {
		g.SetTag(exercise.TagLasts, strconv.Itoa(f.Lasts))
	}
	return in > 0 && f.Lasts == 0, err
}

// errSeveral is the error of an exercise whose first move has several continuations.
var errSeveral = errors.New("several turns solve it")

// errStrange is the error of a solution that cannot be played to its end, because it depends on
// history, which the proof ignores.
var errStrange = errors.New("the solution does not hold in a game")

// solver plays the solution of an exercise into its game.
type solver struct {
	*Miner
	ctx   context.Context
	study *tree.Study
}

// win plays the winning turn, the longest resistance, and so on to the end. From the second turn
// on, alternatives that win as fast become variations. The first turn must be unique.
func (s *solver) win(a suite.Answer, first bool) error {
	at := s.study.Node()
	var line *tree.Node
	for _, m := range a.Moves {
		s.study.To(at)
		turns, err := s.complete(s.ctx, s.study.Line().Position, []game.Move{m}, a.Turns)
		if err != nil {
			return err
		}
		if first && len(turns) > 1 {
			return errSeveral
		}
		for _, turn := range turns {
			s.study.To(at)
			n, err := s.study.Play(turn)
			if err != nil {
				return err
			}
			if line == nil {
				line = n
			}
		}
	}
	s.study.To(line)
	if a.Turns == 1 {
		return nil
	}
	reply, next, err := s.resist(a.Turns - 2)
	if err != nil {
		return err
	}
	if _, err := s.study.Play(reply); err != nil || s.study.Over().Over() {
		return err
	}
	return s.win(next, false)
}

// complete returns the whole turns with these first moves that win within turns.
func (m *Miner) complete(ctx context.Context, p rules.Position, steps []game.Move, turns int) ([][]game.Move, error) {
	var d rules.Delta
	p.Play(steps[len(steps)-1], &d)
	if !p.MidTurn() || p.Judge(nil).Over() {
		return [][]game.Move{steps}, nil
	}
	a, err := m.prover.Win(ctx, p, turns, m.Budget)
	if err != nil {
		return nil, err
	}
	var all [][]game.Move
	for _, next := range a.Moves {
		more, err := m.complete(ctx, p, append(slices.Clone(steps), next), turns)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// resist finds the losing side's turn with the longest resistance, and the winning answer within
// the limit.
func (s *solver) resist(within int) (reply []game.Move, next suite.Answer, err error) {
	for _, turn := range s.study.Line().LegalTurns() {
		steps := turn.Moves()
		l := s.study.Line().Clone()
		_, over, err := l.Play(steps)
		if err != nil {
			continue
		}
		if over.Over() {
			if reply == nil { // all replies lose immediately, according to the proof
				reply = steps
			}
			continue
		}
		a, err := s.prover.Win(s.ctx, l.Position, within, s.Budget)
		if err != nil {
			return nil, a, err
		}
		if len(a.Moves) == 0 {
			return nil, a, errStrange
		}
		if a.Turns > next.Turns || a.Turns == next.Turns && len(a.Moves) < len(next.Moves) {
			reply, next = steps, a
		}
	}
	if reply == nil {
		return nil, next, errStrange
	}
	return reply, next, nil
}

// hold plays the one turn that does not lose.
func (s *solver) hold(a suite.Answer) error {
	p := s.study.Line().Position
	var d rules.Delta
	if p.Play(a.Moves[0], &d); p.MidTurn() {
		return errSeveral // it is unknown which of its continuations do not lose
	}
	_, err := s.study.Play(a.Moves)
	return err
}
