package library

import (
	"encoding/binary"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
)

// A course is a compact record of the positions of a game, made for fast searches. It begins with usual for the start
// position of the variant, or with other and the piece of each square. Each move follows. A move that only moved one
// piece is written as its start square plus 2 and its target square. Any other move is a 1, then each changed square
// plus 1 with its new piece, then a 0. Squares are varints, pieces single bytes.
//
// Courses of older versions begin with the pieces of the start position; each of their moves is the list of changed
// squares plus 1 with their pieces, then a 0.
const (
	usual = 0xff
	other = 0xfe
)

// course returns the course of a game's main line, empty for a game with its own rules.
func course(g *tree.Game) []byte {
	if g.Own != "" {
		return []byte{}
	}
	c := g.Cursor()
	first := g.Rules().Start()
	b := make([]byte, 0, 256)
	if was := pieces(&c.Line().Position); string(was) == string(pieces(&first)) {
		b = append(b, usual)
	} else {
		b = append(append(b, other), was...)
	}
	was := c.Line().Setup().Pieces
	for n := range g.Root.Line() {
		c.To(n)
		now := c.Line().Setup().Pieces
		b, was = appendTurn(b, was, now), now
	}
	return b
}

// pieces returns the piece on each square.
func pieces(p *rules.Position) (b []byte) {
	for _, piece := range p.Setup().Pieces {
		b = append(b, byte(piece))
	}
	return b
}

// appendTurn appends the changes of a move.
func appendTurn(b []byte, was, now []game.Piece) []byte {
	var changed []int
	for s := range now {
		if now[s] != was[s] {
			changed = append(changed, s)
		}
	}
	if len(changed) == 2 {
		from, to := changed[0], changed[1]
		if now[from] != game.Empty {
			from, to = to, from
		}
		if now[from] == game.Empty && was[to] == game.Empty && was[from] == now[to] {
			return binary.AppendUvarint(binary.AppendUvarint(b, uint64(from+2)), uint64(to))
		}
	}
	b = append(b, 1)
	for _, s := range changed {
		b = append(binary.AppendUvarint(b, uint64(s+1)), byte(now[s]))
	}
	return append(b, 0)
}

// begun splits a course into the start position and the moves. dense is false for the older format.
func begun(course, usually []byte) (start, turns []byte, dense bool) {
	switch n := len(usually); {
	case len(course) > 0 && course[0] == usual:
		return usually, course[1:], true
	case len(course) > n && course[0] == other:
		return course[1 : n+1], course[n+1:], true
	case len(course) >= n:
		return course[:n], course[n:], false
	}
	return nil, nil, false
}

// varint reads a varint and returns the rest. It returns 0 and nothing if there is none.
func varint(b []byte) (uint64, []byte) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), b[1:]
	}
	if v, n := binary.Uvarint(b); n > 0 {
		return v, b[n:]
	}
	return 0, nil
}
