package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// chainOn appends the leaps that continue a chain and, where the move may stop, game.End.
func chainOn(p *Position, ms []game.Move) []game.Move {
	first := len(ms)
	ms = goesOn(p, ms)
	if p.State.must && p.Game.Set.Capture.Longest {
		ms = append(ms[:first], longestOf(p, ms[first:])...)
		if len(ms) > first {
			return ms
		}
	}
	if mayStop(p) {
		ms = append(ms, game.Move{Op: game.End, From: p.Chain, To: p.Chain})
	}
	return ms
}

// mayStop reports whether a chain may end now.
func mayStop(p *Position) bool {
	g, s := p.Game, &p.State
	k := &g.Kind[p.Cell[p.Chain&core.Slot]&core.KindMask]
	switch {
	case g.noRest.Has(p.Chain), s.must && !s.took:
		return false
	case k.chain == ruleset.ChainMandatory && !(g.huff && g.Set.Capture.HuffShort):
		return !mustGoOn(p, k)
	}
	return true
}

// mustGoOn reports whether the chain's piece has another capture that can be completed.
func mustGoOn(p *Position, k *kind) bool {
	if !p.Game.noRest.Any() {
		return CanCapture(p, k, p.Chain)
	}
	var buf [16]game.Move
	for _, m := range capturesOf(p, buf[:0], k, p.Chain) {
		if restsAfter(p, m, false) {
			return true
		}
	}
	return false
}

// chainLook is the number of leaps tried when searching for the end of a chain. Chains with more than about twenty
// captures may need more; then the result is what was found so far.
const chainLook = 1 << 14

// restsAfter reports whether a chain that continues with m can end where a move may end; with taking, it must also
// capture.
func restsAfter(p *Position, m game.Move, taking bool) bool {
	left := chainLook
	return restsWithin(p, m, taking, &left)
}

// restsWithin is restsAfter with a limit on the leaps tried, which it decrements. If it returns true, playing m and
// searching again finds an end with fewer leaps.
func restsWithin(p *Position, m game.Move, taking bool, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	before := p.State
	if !before.Busy {
		p.resetTurn()
	}
	var d Delta
	p.Play(m, &d)
	rests := rests(p, &d, taking, left)
	p.Undo(&d)
	p.State = before
	return rests
}

// rests is restsWithin after the leap d.
func rests(p *Position, d *Delta, taking bool, left *int) bool {
	enough := p.State.took || !taking
	switch {
	case d.Ends:
		return enough && !p.Game.noRest.Has(d.Move.To)
	case p.Chain == game.NoSquare:
		return enough
	case enough && !p.Game.noRest.Has(p.Chain):
		return true
	}
	var buf [16]game.Move
	for _, next := range goesOn(p, buf[:0]) {
		if restsWithin(p, next, taking, left) {
			return true
		}
	}
	return false
}

// longestOf keeps the leaps that begin a chain with the most captures.
func longestOf(p *Position, ms []game.Move) []game.Move {
	best, keep := 0, ms[:0]
	for i, m := range ms {
		left := chainLook*(i+1)/len(ms) - chainLook*i/len(ms) // an equal share
		switch n := capturesBy(p, m, &left); {
		case n > best:
			best, keep = n, append(ms[:0], m)
		case n == best:
			keep = append(keep, m)
		}
	}
	return keep
}

// capturesBy returns the maximum number of captures in a chain that begins with m, as far as the limit on the leaps
// tried allows.
func capturesBy(p *Position, m game.Move, left *int) int {
	q := *p
	q.State.must = true
	var d Delta
	q.Play(m, &d)
	best := 0
	if *left--; *left > 0 && !d.Ends && q.Chain != game.NoSquare {
		var buf [16]game.Move
		for _, next := range goesOn(&q, buf[:0]) {
			best = max(best, capturesBy(&q, next, left))
		}
	}
	return best + int(d.N)
}
