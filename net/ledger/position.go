package ledger

import (
	"slices"
	"sync"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/net/wire"
)

// Position returns the position for a side. Only the side to move gets the legal steps; use an empty side for
// spectators.
func (g *Game) Position(to wire.Side) (p wire.Position) {
	g.WritePosition(&p)
	if to == p.Turn {
		p.Moves = g.Moves(nil)
	}
	return p
}

// WritePosition overwrites p with the position, reusing its slices. It leaves out the legal steps.
func (g *Game) WritePosition(p *wire.Position) {
	buf := scratchPool.Get().(*scratch)
	defer buf.release()
	s := &buf.state
	*s = g.match.Peek()
	*p = wire.Position{
		Moves: p.Moves[:0], Last: p.Last[:0], MayClaim: p.MayClaim[:0],
		Seq: g.Seq(), Ply: g.Ply(), Turn: wire.SideOf(g.Turn()), Paused: s.Paused, At: g.At(), Over: g.Over(),
		Ask: g.ask.Kind, Plies: g.ask.Plies, May: s.Claims.Disputed, Result: s.Outcome.Result(),
		Cause: s.Outcome.Cause.String(),
	}
	kinds := g.variant.Rules.Kinds()
	text := buf.text[:0]
	for sq := range game.Square(g.variant.Rules.Board().Squares()) {
		letter := byte('.')
		if piece := s.Position.At(sq); piece != game.Empty {
			letter = kinds[piece].Letter
		}
		text = append(text, letter)
	}
	p.Pieces, buf.text = string(text), text
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

// Moves appends the legal steps to list, in the form of wire.Position.Moves.
func (g *Game) Moves(list []wire.Move) []wire.Move {
	buf := scratchPool.Get().(*scratch)
	defer buf.release()
	legal := g.legal(buf)
	list = slices.Grow(list, len(legal))
	for _, m := range legal {
		list = append(list, Move(g.variant.Rules, m))
	}
	return list
}

// Legal returns the legal steps in the form of wire.Position.Legal.
func (g *Game) Legal() string {
	buf := scratchPool.Get().(*scratch)
	defer buf.release()
	text := buf.text[:0]
	for i, m := range g.legal(buf) {
		if i > 0 {
			text = append(text, ' ')
		}
		text = appendShort(text, g.variant.Rules, m)
	}
	buf.text = text
	return string(text)
}

// legal returns the legal steps, stored in buf: none while the game is over, paused or disputed.
func (g *Game) legal(buf *scratch) []game.Move {
	if g.Over() || g.match.Paused() || g.match.Disputed() {
		return nil
	}
	buf.moves = g.match.Legal(buf.moves[:0])
	return buf.moves
}

// scratch holds the buffers for writing a position, which is done after each move.
type scratch struct {
	state match.State
	text  []byte
	moves []game.Move
}

var scratchPool = sync.Pool{New: func() any { return new(scratch) }}

// release returns the buffers to the pool without references to the game.
func (d *scratch) release() {
	d.state = match.State{}
	scratchPool.Put(d)
}

// setClaims sets the claims that are open or possible.
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

// setLast sets the newest steps and the notation of the last move.
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

// setClock sets the clocks as of the newest entry.
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
