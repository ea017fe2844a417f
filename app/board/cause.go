package board

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/panel"
)

// tellMeans explains a way to take, the first time that it is seen, and points
// to those who took.
func (b *Board) tellMeans(events []game.Event) {
	for _, ev := range events {
		c, ok := ev.(game.Captured)
		text := textMeans[c.By]
		if !ok || text == "" || b.told[c.By] {
			continue
		}
		b.told[c.By] = true
		b.Hand.Causes = b.Game.takenBy(b.Game.lastSteps())
		b.Say(text, panel.Plain)
	}
}

// endedAt returns the squares that made the end of the game: where the king
// stands or was taken and who took him, the fort, or the ring.
func (g *Game) endedAt() []game.Square {
	p := &g.State.Position
	king := p.King()
	switch g.State.Outcome.Cause {
	case game.KingCaptured, game.RoyalLost:
		return g.captors()
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
		return g.takenBy(g.lastSteps())
	case game.OwnCorner, game.GoalFilled, game.GoalReached, game.RowReached, game.Behind, game.Checkmate:
		return []game.Square{g.Shown.last[1]}
	}
	return nil
}

// captors returns where the king was taken, and who stands around that took
// him.
func (g *Game) captors() []game.Square {
	r := g.State.Record
	steps := r.Turn(r.Ply()).Steps
	for i := range steps {
		d := &steps[i]
		for j := range d.Captures() {
			at, piece, by := d.Captured(j)
			if g.Variant.Rules.Kinds()[piece].Royal {
				return append(g.around(at, d.Move().To, by), at)
			}
		}
	}
	return nil
}

// around returns the squares around a taken king that took part: the two in a
// line, or all.
func (g *Game) around(at, mover game.Square, by game.Means) (squares []game.Square) {
	board := g.Variant.Rules.Board()
	two := by == game.ByCustody || by == game.ByCommander
	for d := range game.GridDirs {
		s := board.Next(at, d)
		if s == game.NoSquare || two && s != mover && board.Next(at, d.Opposite()) != mover {
			continue
		}
		squares = append(squares, s)
	}
	return squares
}

// standingOf returns where the pieces of a side stand.
func standingOf(p *rules.Position, side game.Side) (squares []game.Square) {
	for s := range game.Square(p.Rules().Board().Squares()) {
		if stands(p, s, side) {
			squares = append(squares, s)
		}
	}
	return squares
}

// stands reports whether a piece of a side stands on s.
func stands(p *rules.Position, s game.Square, side game.Side) bool {
	q := p.At(s)
	return q != game.Empty && p.Rules().Kinds()[q].Side == side
}

// walls returns the pieces of a side, the king left out, that are met when one
// spreads from some squares over everything else; what is met only from
// outside does not count.
func walls(p *rules.Position, from []game.Square, side game.Side) (met []game.Square) {
	flood(p, from, func(s game.Square) bool {
		wall := stands(p, s, side) && s != p.King()
		if wall {
			met = append(met, s)
		}
		return wall
	})
	return met
}

// flood returns the squares that are reached when one spreads from some over a
// grid, stopping at walls. It asks once of each square whether it is a wall.
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
