package board

import (
	"slices"

	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
)

// endedAt returns the squares that explain the result: the king with its captors or its exit, the fort, or
// the ring.
func (g *Game) endedAt() []game.Square {
	p := &g.State.Position
	king := p.King()
	switch g.State.Outcome.Cause {
	case game.KingCaptured, game.RoyalLost:
		return g.royalCapture()
	case game.KingEscaped, game.DrawFort:
		return []game.Square{king}
	case game.Blockade:
		return walls(p, []game.Square{king}, game.Attackers)
	case game.Repetition:
		return g.repeated()
	case game.ExitFort:
		return append(walls(p, []game.Square{king}, game.Defenders), king)
	case game.Encirclement:
		return walls(p, standingOf(p, game.Defenders), game.Attackers)
	case game.NoMoves, game.Stalemate:
		return standingOf(p, p.Turn())
	case game.AttackersGone, game.BareLeader, game.LoneLeaders, game.TooFew:
		return squaresOf(g.captures())
	case game.OwnCorner, game.GoalFilled, game.GoalReached, game.RowReached, game.Behind, game.Checkmate:
		return []game.Square{g.Shown.last[1]}
	}
	return nil
}

// standingOf returns the squares of the pieces of a side.
func standingOf(p *rules.Position, side game.Side) (squares []game.Square) {
	for s := range game.Square(p.Rules().Board().Squares()) {
		if hasPiece(p, s, side) {
			squares = append(squares, s)
		}
	}
	return squares
}

// hasPiece reports whether a piece of a side is on s.
func hasPiece(p *rules.Position, s game.Square, side game.Side) bool {
	q := p.At(s)
	return q != game.Empty && p.Rules().Kinds()[q].Side == side
}

// walls returns the pieces of a side, except the king, that border the area reachable from some squares.
// Pieces that are reached only from outside do not count.
func walls(p *rules.Position, from []game.Square, side game.Side) (met []game.Square) {
	flood(p, from, func(s game.Square) bool {
		wall := hasPiece(p, s, side) && s != p.King()
		if wall {
			met = append(met, s)
		}
		return wall
	})
	return met
}

// flood returns the squares reachable from some squares without crossing walls (flood fill). It calls wall
// once per square.
func flood(p *rules.Position, from []game.Square, wall func(game.Square) bool) []game.Square {
	board := p.Rules().Board()
	reached := slices.Clone(from)
	seen := map[game.Square]bool{}
	for _, s := range from {
		seen[s] = true
	}
	for i := 0; i < len(reached); i++ {
		for d := range game.GridDirs {
			s := board.Next(reached[i], d)
			if s == game.NoSquare || seen[s] {
				continue
			}
			seen[s] = true
			if !wall(s) {
				reached = append(reached, s)
			}
		}
	}
	return reached
}

// cycle returns the positions after each move since the last occurrence of the current one, and these moves.
func (g *Game) cycle() (turns []*match.Turn, after []rules.Position) {
	s := &g.State
	p := s.Start
	at := 0 // ply of the last occurrence
	for ply := 1; ply <= s.Record.Ply(); ply++ {
		if p.Hash() == s.Position.Hash() {
			at = ply - 1
		}
		t := s.Record.Turn(ply)
		for i := range t.Steps {
			d := t.Steps[i]
			p.Play(d.Move(), &d)
		}
		turns, after = append(turns, t), append(after, p)
	}
	return turns[at:], after[at:]
}

// forcing returns the side that makes a threat with each of its moves of a repetition while the other does
// not.
func (g *Game) forcing() (side game.Side, found bool) {
	forces := [game.Sides]bool{true, true}
	turns, after := g.cycle()
	for i, t := range turns {
		w := after[i].Warnings()
		threat := w.KingEscapes > 0 || w.FortStands
		if t.Side == game.Attackers {
			threat = w.KingTakeable || w.Encircled
		}
		forces[t.Side] = forces[t.Side] && threat
	}
	if len(turns) == 0 || forces[0] == forces[1] {
		return 0, false
	}
	if forces[game.Defenders] {
		return game.Defenders, true
	}
	return game.Attackers, true
}

// repeated returns the squares between which pieces move in a repetition.
func (g *Game) repeated() (squares []game.Square) {
	turns, _ := g.cycle()
	for _, t := range turns {
		for i := range t.Steps {
			m := t.Steps[i].Move()
			squares = shell.With(shell.With(squares, m.From), m.To)
		}
	}
	return squares
}

// lastSteps returns the steps of the last shown move, or of the unfinished one.
func (g *Game) lastSteps() []rules.Delta {
	r := g.State.Record
	switch {
	case !g.review && len(g.State.Steps) > 0:
		return g.State.Steps
	case g.Shown.Ply == 0:
		return nil
	}
	return r.Turn(g.Shown.Ply).Steps
}

// around returns the adjacent squares.
func around(b *game.Board, at game.Square) (near []game.Square) {
	for d := game.Dir(0); b.Grid() && d < game.GridDirs; d++ {
		if s := b.Next(at, d); s != game.NoSquare {
			near = append(near, s)
		}
	}
	for s := range game.Square(b.Squares()) {
		if s != at && b.Adjacent(s, at) {
			near = append(near, s)
		}
	}
	return near
}

// mills returns the complete lines of a side through at.
func mills(p *rules.Position, at game.Square, side game.Side) (squares []game.Square) {
	for _, l := range p.Rules().Board().Lines() {
		filled := !slices.ContainsFunc(l.Squares, func(s game.Square) bool { return !hasPiece(p, s, side) })
		if !filled || !slices.Contains(l.Squares, at) {
			continue
		}
		for _, s := range l.Squares {
			squares = shell.With(squares, s)
		}
	}
	return squares
}
