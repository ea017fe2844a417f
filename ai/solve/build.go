package solve

import (
	"context"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// builder enumerates the positions of a game and computes their values.
type builder struct {
	ctx  context.Context
	tell func(int)
	err  error

	ids   map[uint64]int32
	nodes []node
	next  []int32 // successors of all positions, one position after the other
	way   []frame
	moves []game.Move // moves of all positions on the path
	kids  []int32     // their successors
}

// node is a position. Its value is for the attackers until it is final.
type node struct {
	first, n int32 // range of its successors in next
	open     int32 // successors without a value yet
	turns    int16 // turns to the end
	turn     game.Side
	won      int8 // 1 if the attackers win, -1 if the defenders do, 0 if unknown or a draw
	over     bool
}

// value returns the value for the side to move.
func (n *node) value() value {
	v := value(n.turns+1) * value(n.won)
	if n.turn == game.Defenders {
		v = -v
	}
	return v
}

// wins reports whether the side to move wins.
func (n *node) wins(turn game.Side) bool { return n.won == sign(turn) }

func sign(s game.Side) int8 { return int8(1 - 2*int(s)) }

// frame is a position on the path from the start to the current position.
type frame struct {
	id           int32
	from, at, to int // range of its moves in moves, and the current one
	d            rules.Delta
}

// find enumerates p and all positions after it. It keeps its own stack, because the path may be too
// long for recursion.
func (b *builder) find(p *rules.Position) {
	b.enter(p)
	for len(b.way) > 0 && b.err == nil {
		f := &b.way[len(b.way)-1]
		if f.at < f.to {
			p.Play(b.moves[f.at], &f.d)
			f.at++
			if id, fresh := b.enter(p); !fresh {
				b.addSuccessor(id, p)
			}
			continue
		}
		n := &b.nodes[f.id]
		n.first, n.n, n.open = int32(len(b.next)), int32(f.to-f.from), int32(f.to-f.from)
		b.next = append(b.next, b.kids[f.from:f.to]...)
		b.moves, b.kids = b.moves[:f.from], b.kids[:f.from]
		id := f.id
		if b.way = b.way[:len(b.way)-1]; len(b.way) > 0 {
			b.addSuccessor(id, p)
		}
	}
}

// addSuccessor records the successor of the current move and takes the move back.
func (b *builder) addSuccessor(id int32, p *rules.Position) {
	f := &b.way[len(b.way)-1]
	b.kids[f.at-1] = id
	p.Undo(&f.d)
}

// enter returns the number of p. A new position in which the game is not over is pushed on the
// path, and fresh is true.
func (b *builder) enter(p *rules.Position) (id int32, fresh bool) {
	hash := p.Hash()
	if id, ok := b.ids[hash]; ok {
		return id, false
	}
	id = int32(len(b.nodes))
	b.ids[hash] = id
	b.nodes = append(b.nodes, node{turn: p.Turn()})
	b.checkpoint()
	if o := p.Judge(nil); o.Over() {
		b.nodes[id].over = true
		if !o.Draw {
			b.nodes[id].won = sign(o.Winner)
		}
		return id, false
	}
	from := len(b.moves)
	b.moves = p.Legal(b.moves, nil)
	b.kids = append(b.kids, make([]int32, len(b.moves)-from)...)
	b.way = append(b.way, frame{id: id, from: from, at: from, to: len(b.moves)})
	return id, true
}

// checkpoint reports progress and returns whether to stop.
func (b *builder) checkpoint() {
	switch n := len(b.nodes); {
	case b.err != nil:
	case n > Most || len(b.way) > Most/4:
		b.err = ErrLarge
	case n%checkInterval == 0:
		if b.tell != nil {
			b.tell(n)
		}
		b.err = b.ctx.Err()
	}
}

// back computes the values by retrograde analysis, in order of distance to the end, so that wins
// are shortest and losses longest.
func (b *builder) back() {
	first, before := b.reverse()
	var now, later []int32
	for id := range b.nodes {
		if b.nodes[id].won != 0 {
			now = append(now, int32(id))
		}
	}
	for len(now) > 0 {
		for i := 0; i < len(now); i++ { // grows by positions within a turn
			for _, id := range before[first[now[i]]:first[now[i]+1]] {
				if !b.settle(&b.nodes[id], &b.nodes[now[i]]) {
					continue
				}
				if b.nodes[id].turns == b.nodes[now[i]].turns {
					now = append(now, id)
				} else {
					later = append(later, id)
				}
			}
		}
		now, later = later, now[:0]
	}
}

// settle updates n from a successor and reports whether that decides n.
func (b *builder) settle(n, after *node) bool {
	if n.won != 0 {
		return false
	}
	n.open--
	if !after.wins(n.turn) && n.open > 0 {
		return false
	}
	n.won, n.turns = after.won, after.turns
	if after.over || after.turn != n.turn {
		n.turns++
	}
	return true
}

// reverse returns the predecessors of each position: before[first[id]:first[id+1]].
func (b *builder) reverse() (first, before []int32) {
	first = make([]int32, len(b.nodes)+1)
	for _, to := range b.next {
		first[to+1]++
	}
	for i := range b.nodes {
		first[i+1] += first[i]
	}
	before = make([]int32, len(b.next))
	at := append([]int32(nil), first[:len(b.nodes)]...)
	for id := range b.nodes {
		n := &b.nodes[id]
		for _, to := range b.next[n.first : n.first+n.n] {
			before[at[to]] = int32(id)
			at[to]++
		}
	}
	return first, before
}
