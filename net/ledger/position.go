package ledger

import (
	"slices"
	"sync"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/net/wire"
)

// Position tells how the game stands to a player of a side; who only watches is none of
// them, and is told no moves.
func (g *Game) Position(to wire.Side) (p wire.Position) {
	g.WritePosition(&p)
	if to == p.Turn {
		p.Moves = g.Moves(nil)
	}
	return p
}

// WritePosition writes how the game stands over what p was, in the lists that p has. Of the legal steps it tells none.
func (g *Game) WritePosition(p *wire.Position) {
	desk := scratchPool.Get().(*scratch)
	defer desk.release()
	s := &desk.state
	*s = g.match.Peek()
	*p = wire.Position{
		Moves: p.Moves[:0], Last: p.Last[:0], MayClaim: p.MayClaim[:0],
		Seq: g.Seq(), Ply: g.Ply(), Turn: wire.SideOf(g.Turn()), Paused: s.Paused, At: g.At(), Over: g.Over(),
		Ask: g.ask.Kind, Plies: g.ask.Plies, May: s.Claims.Disputed, Result: s.Outcome.Result(),
		Cause: s.Outcome.Cause.String(),
	}
	kinds := g.variant.Rules.Kinds()
	text := desk.text[:0]
	for sq := range game.Square(g.variant.Rules.Board().Squares()) {
		letter := byte('.')
		if piece := s.Position.At(sq); piece != game.Empty {
			letter = kinds[piece].Letter
		}
		text = append(text, letter)
	}
	p.Pieces, desk.text = string(text), text
	for i, k := range kinds {
		if n := s.Position.Hand(game.Piece(i)); n > 0 {
			if p.Hand == nil {
				p.Hand = map[string]int{}
			}
			p.Hand[string(k.Letter)] = n
		}
	}
	if g.ask.Kind != "" {
		p.AskBy = wire.SideOf(g.ask.By)
	}
	if s.Offer.Open {
		p.Offer = wire.SideOf(s.Offer.By)
	}
	setClaims(s, p)
	g.setLast(s, p)
	g.setClock(s, p)
}

// Moves appends the steps that may be made now to list, as wire.Position has them in Moves.
func (g *Game) Moves(list []wire.Move) []wire.Move {
	desk := scratchPool.Get().(*scratch)
	defer desk.release()
	legal := g.legal(desk)
	list = slices.Grow(list, len(legal))
	for _, m := range legal {
		list = append(list, Move(g.variant.Rules, m))
	}
	return list
}

// Legal returns the steps that may be made now, as wire.Position has them in Legal.
func (g *Game) Legal() string {
	desk := scratchPool.Get().(*scratch)
	defer desk.release()
	text := desk.text[:0]
	for i, m := range g.legal(desk) {
		if i > 0 {
			text = append(text, ' ')
		}
		text = appendShort(text, g.variant.Rules, m)
	}
	desk.text = text
	return string(text)
}

// legal returns the steps that may be made now, which are the desk's: none while there is something else to settle.
func (g *Game) legal(desk *scratch) []game.Move {
	if g.Over() || g.match.Paused() || g.match.Disputed() {
		return nil
	}
	desk.moves = g.match.Legal(desk.moves[:0])
	return desk.moves
}

// scratch is where a position is put together. It serves again: one is told after each turn.
type scratch struct {
	state match.State
	text  []byte
	moves []game.Move
}

var scratchPool = sync.Pool{New: func() any { return new(scratch) }}

// release gives the desk to others, without what belongs to a game.
func (d *scratch) release() {
	d.state = match.State{}
	scratchPool.Put(d)
}

// setClaims fills in what the players have to settle, and what they may claim.
func setClaims(s *match.State, p *wire.Position) {
	if s.Claims.Open {
		p.Claim = wire.SideOf(s.Claims.By)
	}
	for side, claim := range s.MayClaim() {
		side := game.Side(side)
		if claim != rules.NoClaim {
			p.MayClaim = append(p.MayClaim, wire.SideOf(side))
		}
		if s.Claims.Waived[side] {
			p.Waived = wire.SideOf(side)
		}
	}
}

// setLast fills in the newest steps and what the last turn is called.
func (g *Game) setLast(s *match.State, p *wire.Position) {
	steps := s.Steps
	if n := s.Record.Ply(); n > 0 {
		turn := s.Record.Turn(n)
		p.Text = turn.Text
		if len(steps) == 0 {
			steps = turn.Steps
		}
	}
	for i := range steps {
		p.Last = append(p.Last, Move(g.variant.Rules, steps[i].Move()))
	}
}

// setClock fills in what the clocks showed when the newest entry was made.
func (g *Game) setClock(s *match.State, p *wire.Position) {
	if !g.Timed() {
		return
	}
	for side := range p.Left {
		face := s.Clock.Face(game.Side(side), p.At.Time())
		p.Left[side] = wire.Time((face.Main + face.Period).Microseconds())
		if face.Running && !p.Over {
			p.Runs = wire.SideOf(game.Side(side))
		}
	}
}
