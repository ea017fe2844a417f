// Package tafl implements the tafl games, with one file for each mechanic, in the order of the specification. A
// Position is the board of package core with these rules. The operations on a game are methods; a mechanic consists
// of functions in its file. The package does not depend on the games on lines.
package tafl

import (
	"fmt"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

var taflKinds = []game.Kind{
	{Letter: '.', Name: "empty"},
	{Letter: 't', Name: "man", Side: game.Attackers},
	{Letter: 'c', Name: "commander", Side: game.Attackers},
	{Letter: 'T', Name: "man", Side: game.Defenders},
	{Letter: 'N', Name: "knight", Side: game.Defenders},
	{Letter: 'K', Name: "king", Side: game.Defenders, Royal: true},
}

// Position is the board with the rules of tafl.
type Position core.Position

// core returns p as a core.Position.
func (p *Position) core() *core.Position { return (*core.Position)(p) }

// Place sets up a placement after checking it. The error wraps ErrSetup and names every fault.
func Place(r *core.Rules, s game.Setup) (p core.Position, err error) {
	if len(s.Pieces) != r.Squares || s.Turn >= game.Sides {
		return p, fmt.Errorf("%w: %d squares and side %d on a board of %d squares", core.ErrSetup, len(s.Pieces),
			s.Turn, r.Squares)
	}
	p = core.NewPosition(r, s.Turn)
	var faults core.Faults
	var kings []game.Square
	for i, c := range s.Pieces {
		at := game.Square(i)
		if int(c) >= len(taflKinds) {
			faults.Add("unknown piece %d on %s", c, r.Board.Name(at)).On(at)
			c = game.Empty
		}
		p.Cell[i] = game.Empty
		if c == game.Empty {
			continue
		}
		p.Put(at, c)
		if c == ruleset.King {
			kings = append(kings, at)
			p.King = at
		}
	}
	if len(kings) != 1 {
		faults.Add("%d kings; there must be exactly one", len(kings)).On(kings...)
	}
	if p.Count[game.Attackers] == 0 && p.Turn == game.Attackers {
		faults.Add("the attackers are to move, but there are none")
	}
	if p.Turn == game.Defenders {
		p.Hash ^= r.Turn
	}
	return p, faults.Err()
}

// remove removes a captured piece from the board.
func (p *Position) remove(t *core.Taken) {
	p.core().Lift(t.At)
	if t.Piece == ruleset.King {
		p.King = game.NoSquare
	}
}
