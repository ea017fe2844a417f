package tree

import (
	"strconv"

	"tafl3d/game"
	"tafl3d/game/match"
)

// Of returns a played game as a tree with the clock times. It contains every line that was played, including those
// taken back. The main line is the current one.
func Of(h match.Header, s match.State) *Game {
	g := New(h.Variant, s.Start)
	g.SetTag(TagName, h.Name)
	names := [game.Sides][2]string{{TagAttackers, TagAttackersLevel}, {TagDefenders, TagDefendersLevel}}
	for side, seat := range h.Seats {
		g.SetTag(names[side][0], seat.Name)
		if seat.Player == "computer" {
			g.SetTag(names[side][1], strconv.Itoa(seat.Level))
		}
	}
	timed := s.Clock.Control().On()
	if timed {
		g.SetTag(TagClock, s.Clock.Control().String())
	}
	nodes := []*Node{g.Root}
	for t := range s.Record.All() {
		turn := t.Moves()
		n := &Node{Turn: turn, Text: t.Text, parent: nodes[t.After()]}
		if timed {
			left := t.Left
			n.Left = &left
		}
		n.parent.next = append(n.parent.next, n)
		nodes = append(nodes, n)
	}
	for _, i := range s.Record.Path() {
		n := nodes[i]
		n.parent.next = append([]*Node{n}, without(n.parent.next, n)...)
	}
	g.Outcome = s.Outcome
	return g
}
