// Package suite is a collection of positions with one correct answer, and the prover that verified
// them. The prover is independent of the engine: it tries every move and every reply by the rules
// alone.
package suite

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// MaxTurns is the depth limit of proofs. Within so few turns no position occurs a third time, so a
// proof needs no history.
const MaxTurns = 7

// ErrBudget is returned by a proof that exceeds its step limit.
var ErrBudget = errors.New("suite: too many positions for a proof")

// Prover determines by exhaustive search who wins within a number of turns, counting both sides. It
// belongs to one goroutine.
type Prover struct {
	squares int
	pos     rules.Position
	hope    game.Side // the side whose win is to be proven
	nodes   int64     // number of steps tried
	budget  int64
	ctx     context.Context
	stack   [][]game.Move // by recursion depth
	first   []game.Move   // by depth: the last move that decided a position
	history []int32       // by side and squares: how often a move decided a position
	table   []proof
}

// proof is the knowledge about a position: the hoping side wins within yes turns, 0 if unknown, and
// does not win within no turns.
type proof struct {
	key                     uint64
	winsWithin, noWinWithin int8
}

const tableBits = 20

// stopped is the panic value of an aborted proof.
type stopped struct{ err error }

// NewProver returns a prover for positions of r. The error explains why the rules of r are not
// supported.
func NewProver(r *rules.Rules) (*Prover, error) {
	if err := timeless(r.Ruleset()); err != nil {
		return nil, err
	}
	n := r.Board().Squares()
	return &Prover{squares: n, history: make([]int32, game.Sides*n*n), table: make([]proof, 1<<tableBits)}, nil
}

// timeless returns an error for rules by which history could matter within MaxTurns.
func timeless(s ruleset.Ruleset) error {
	soon := func(n int) bool { return n > 0 && n <= MaxTurns }
	again := s.Repetition != ruleset.RepeatOff && s.RepetitionCount < 3
	if l := s.Lines; l != nil {
		again = l.Draws.Repetition > 0 && l.Draws.Repetition < 3 || soon(l.Draws.Quiet)
	} else {
		again = again || s.DrawFort > 0 && s.DrawFort < 3 || soon(2*s.NoCapture)
	}
	if again {
		return errors.New("suite: by these rules the past matters too soon for a proof")
	}
	return nil
}

// Nodes returns the total number of steps tried.
func (v *Prover) Nodes() int64 { return v.nodes }

// Answer is the result of a proof.
type Answer struct {
	Turns int         // turns until the win, or until every other move has lost
	Moves []game.Move // every first step of a shortest win, or the only one that does not lose
}

// Win searches for the shortest win of the side to move in p within the given turns and returns all
// its first steps; no steps if there is none. A proof of more than budget steps returns ErrBudget.
func (v *Prover) Win(ctx context.Context, p rules.Position, within int, budget int64) (a Answer, err error) {
	defer v.begin(ctx, p, p.Turn(), budget)(&err)
	if err := bounds(within); err != nil {
		return a, err
	}
	for n := 1; n <= within; n += 2 {
		for _, m := range p.Legal(nil, nil) {
			if v.step(m, n, 0) {
				a.Moves = append(a.Moves, m)
			}
		}
		if a.Turns = n; len(a.Moves) > 0 {
			return a, nil
		}
	}
	return Answer{}, nil
}

// Only checks whether the side to move in p has a single step after which it does not lose within
// the given turns; no steps if there are several, or none. Turns is the least number in which all
// others lose.
func (v *Prover) Only(ctx context.Context, p rules.Position, within int, budget int64) (a Answer, err error) {
	defer v.begin(ctx, p, p.Turn().Other(), budget)(&err)
	if err := bounds(within); err != nil {
		return a, err
	}
	left := p.Legal(nil, nil)
	for n := 2; n <= within; n += 2 {
		var saved []game.Move
		for _, m := range left {
			if !v.step(m, n, 0) {
				saved = append(saved, m)
			}
		}
		if left = saved; len(left) <= 1 {
			a = Answer{n, left}
			break
		}
	}
	if len(a.Moves) == 1 && v.saves(a.Moves[0], within) {
		return a, nil
	}
	return Answer{}, nil
}

// saves reports whether the hoping side cannot win after m even with more turns, as far as proofs
// go, and m does not itself win.
func (v *Prover) saves(m game.Move, within int) bool {
	own := v.pos.Turn()
	if v.step(m, within, 0) {
		return false
	}
	v.expect(own)
	defer v.expect(own.Other())
	return !v.step(m, 1, 0)
}

func bounds(within int) error {
	if within < 1 || within > MaxTurns {
		return fmt.Errorf("suite: a proof of %d turns; 1 to %d can be made", within, MaxTurns)
	}
	return nil
}

// begin prepares a proof. The returned function converts the panic of an aborted proof into an
// error.
func (v *Prover) begin(ctx context.Context, p rules.Position, hope game.Side, budget int64) func(*error) {
	v.ctx, v.pos, v.budget = ctx, p, v.nodes+budget
	v.expect(hope)
	return func(err *error) {
		if r := recover(); r != nil {
			s, is := r.(stopped)
			if !is {
				panic(r)
			}
			*err = s.err
		}
	}
}

func (v *Prover) expect(hope game.Side) {
	v.hope = hope
	for i := range v.first {
		v.first[i] = game.NoMove
	}
}

// step plays m and reports whether the hoping side wins within turns, including that of m.
func (v *Prover) step(m game.Move, turns, ply int) (won bool) {
	if v.nodes++; v.nodes&1023 == 0 {
		v.poll()
	}
	var d rules.Delta
	v.pos.Play(m, &d)
	o := v.pos.Judge(nil)
	if !v.pos.MidTurn() {
		turns--
	}
	if o.Over() {
		won = !o.Draw && o.Winner == v.hope
	} else {
		won = v.forced(turns, ply+1)
	}
	v.pos.Undo(&d)
	return won
}

func (v *Prover) poll() {
	if v.nodes > v.budget {
		panic(stopped{ErrBudget})
	}
	if err := v.ctx.Err(); err != nil {
		panic(stopped{err})
	}
}

// forced reports whether the hoping side wins within turns from a position that is not over,
// against any defence.
func (v *Prover) forced(turns, ply int) bool {
	ours := v.pos.Turn() == v.hope
	if turns == 0 {
		return false
	}
	key := v.pos.Hash() ^ uint64(v.hope+1)*0x9e3779b97f4a7c15
	slot := &v.table[key>>(64-tableBits)]
	if turns > 1 && slot.key == key {
		switch {
		case slot.winsWithin > 0 && int(slot.winsWithin) <= turns:
			return true
		case int(slot.noWinWithin) >= turns:
			return false
		}
	}
	won := v.try(ours, turns, ply)
	if turns > 1 {
		slot.note(key, won, int8(turns))
	}
	return won
}

// note records a result.
func (p *proof) note(key uint64, won bool, turns int8) {
	if p.key != key {
		*p = proof{key: key}
	}
	if won {
		p.winsWithin = turns
	} else {
		p.noWinWithin = max(p.noWinWithin, turns)
	}
}

// try tries moves until one decides the position: a winning move of the hoping side, or a move of
// the opponent that does not lose.
func (v *Prover) try(ours bool, turns, ply int) bool {
	for len(v.stack) <= ply {
		v.stack, v.first = append(v.stack, nil), append(v.first, game.NoMove)
	}
	moves := v.pos.Legal(v.stack[ply][:0], nil)
	v.stack[ply] = moves
	v.order(moves, turns, ply)
	for _, m := range moves {
		if v.step(m, turns, ply) != ours {
			continue
		}
		v.first[ply] = m
		if turns > 1 {
			*v.worth(m) += int32(turns)
		}
		return ours
	}
	return !ours
}

// order sorts moves by their likelihood to decide a position: first the last such move at this
// depth, then by history. Near the end sorting costs more than it saves.
func (v *Prover) order(moves []game.Move, turns, ply int) {
	if turns > 1 {
		slices.SortStableFunc(moves, func(a, b game.Move) int { return int(*v.worth(b) - *v.worth(a)) })
	}
	if i := slices.Index(moves, v.first[ply]); i > 0 {
		copy(moves[1:i+1], moves[:i])
		moves[0] = v.first[ply]
	}
}

// worth returns the history score of a move. Moves without squares share a score.
func (v *Prover) worth(m game.Move) *int32 {
	from, to := max(m.From, 0), max(m.To, 0)
	return &v.history[(int(v.pos.Turn())*v.squares+int(from))*v.squares+int(to)]
}
