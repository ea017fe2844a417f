// Package matching computes matchings of maximum weight in graphs.
package matching

import (
	"math"
	"slices"
)

// Heaviest returns a matching of n vertices, numbered from 0, of the greatest total weight: the partner of each
// vertex, -1 for none. weight must be symmetric and below 2^58; a pair without positive weight has no edge.
//
// It uses Edmonds' blossom algorithm with dual variables, in the form for dense graphs that takes O(n³) steps (Z.
// Galil, "Efficient algorithms for finding maximum matching in graphs", ACM Computing Surveys 18, 1986).
func Heaviest(n int, weight func(i, j int) int64) []int {
	m := newMatcher(n, weight)
	for m.grow() {
	}
	mates := make([]int, n)
	for v := range mates {
		mates[v] = int(m.mate[v+1]) - 1
	}
	return mates
}

// States of a node in the forest of alternating trees.
const (
	outside int8 = iota - 1
	outer        // at an even distance from a root
	inner        // at an odd one
)

// arc is an edge of the graph between two nodes: the vertices that it joins.
type arc struct{ u, v int16 }

// matcher holds the nodes: vertices from 1 to n, and above them blossoms, odd cycles of nodes that act as one. Node 0
// means none.
type matcher struct {
	n, top int     // vertices; the highest node in use
	weight []int64 // by vertex pair
	arcs   []arc   // by node pair: the tightest edge between them
	dual   []int64 // by node
	mate   []int16 // by node: the vertex at the other end
	slack  []int16 // by node: the outer vertex with the tightest edge to it
	root   []int16 // by node: the outermost blossom that it is in; 0: not in use
	parent []int16 // by node: the vertex above it in the tree
	state  []int8  // by node
	seen   []int32 // by node: the last walk to the root that visited it
	walk   int32
	circle [][]int16 // by node: the nodes of a blossom, its base first
	within []int16   // by blossom and vertex: the node of its cycle that contains the vertex
	queue  []int16   // outer vertices whose edges have not been scanned
	width  int
}

func newMatcher(n int, weight func(i, j int) int64) *matcher {
	width := n + n/2 + 2
	m := &matcher{n: n, top: n, width: width,
		weight: make([]int64, (n+1)*(n+1)), arcs: make([]arc, width*width),
		dual: make([]int64, width), mate: make([]int16, width), slack: make([]int16, width),
		root: make([]int16, width), parent: make([]int16, width), state: make([]int8, width),
		seen: make([]int32, width), circle: make([][]int16, width), within: make([]int16, width*(n+1))}
	most := int64(0)
	for u := 1; u <= n; u++ {
		m.root[u] = int16(u)
		m.within[u*(n+1)+u] = int16(u)
		for v := 1; v <= n; v++ {
			if u == v {
				continue
			}
			m.arcs[u*width+v] = arc{int16(u), int16(v)}
			m.weight[u*(n+1)+v] = max(weight(u-1, v-1), 0)
			most = max(most, m.weight[u*(n+1)+v])
		}
	}
	for u := 1; u <= n; u++ {
		m.dual[u] = most
	}
	return m
}

func (m *matcher) arc(x, y int16) arc { return m.arcs[int(x)*m.width+int(y)] }

// heavy reports whether there is an edge.
func (m *matcher) heavy(a arc) bool { return m.weight[int(a.u)*(m.n+1)+int(a.v)] > 0 }

// reduced returns the reduced cost of an edge; an edge with 0 is tight.
func (m *matcher) reduced(a arc) int64 {
	return m.dual[a.u] + m.dual[a.v] - 2*m.weight[int(a.u)*(m.n+1)+int(a.v)]
}

// loosen records vertex u if it has the tightest edge to node x so far.
func (m *matcher) loosen(u, x int16) {
	if m.slack[x] == 0 || m.reduced(m.arc(u, x)) < m.reduced(m.arc(m.slack[x], x)) {
		m.slack[x] = u
	}
}

// rescan searches again for the tightest edge from an outer vertex to node x.
func (m *matcher) rescan(x int16) {
	m.slack[x] = 0
	for u := int16(1); int(u) <= m.n; u++ {
		if m.root[u] != x && m.state[m.root[u]] == outer && m.heavy(m.arc(u, x)) {
			m.loosen(u, x)
		}
	}
}

// enqueue adds the vertices of a node that has become outer.
func (m *matcher) enqueue(x int16) {
	if int(x) <= m.n {
		m.queue = append(m.queue, x)
		return
	}
	for _, y := range m.circle[x] {
		m.enqueue(y)
	}
}

// setRoot makes b the outermost blossom of x and of all nodes inside it.
func (m *matcher) setRoot(x, b int16) {
	m.root[x] = b
	if int(x) > m.n {
		for _, y := range m.circle[x] {
			m.setRoot(y, b)
		}
	}
}

// place orients the cycle of b so that its node x is at an even distance from the base, and returns that distance.
func (m *matcher) place(b, x int16) int {
	c := m.circle[b]
	i := slices.Index(c, x)
	if i%2 == 0 {
		return i
	}
	slices.Reverse(c[1:])
	return len(c) - i
}

// join matches node x along its edge to node y, and the nodes inside x with
// each other.
func (m *matcher) join(x, y int16) {
	a := m.arc(x, y)
	m.mate[x] = a.v
	if int(x) <= m.n {
		return
	}
	base := m.within[int(x)*(m.n+1)+int(a.u)]
	at := m.place(x, base)
	c := m.circle[x]
	for i := range at {
		m.join(c[i], c[i^1])
	}
	m.join(base, y)
	m.circle[x] = append(slices.Clone(c[at:]), c[:at]...)
}

// flip matches x with y and flips the path from x up to its root.
func (m *matcher) flip(x, y int16) {
	for {
		next := m.root[m.mate[x]]
		m.join(x, y)
		if next == 0 {
			return
		}
		above := m.root[m.parent[next]]
		m.join(next, above)
		x, y = above, next
	}
}

// meet returns the lowest common ancestor of x and y, 0 if they are in different trees.
func (m *matcher) meet(x, y int16) int16 {
	m.walk++
	for x != 0 || y != 0 {
		if x != 0 {
			if m.seen[x] == m.walk {
				return x
			}
			m.seen[x] = m.walk
			if x = m.root[m.mate[x]]; x != 0 {
				x = m.root[m.parent[x]]
			}
		}
		x, y = y, x
	}
	return 0
}

// shrink makes a blossom of the cycle from x and y up to their common ancestor.
func (m *matcher) shrink(x, base, y int16) {
	b := int16(m.n + 1)
	for int(b) <= m.top && m.root[b] != 0 {
		b++
	}
	m.top = max(m.top, int(b))
	m.dual[b], m.state[b], m.mate[b] = 0, outer, m.mate[base]
	c := []int16{base}
	climb := func(x int16) {
		for x != base {
			below := m.root[m.mate[x]]
			c = append(c, x, below)
			m.enqueue(below)
			x = m.root[m.parent[below]]
		}
	}
	climb(x)
	slices.Reverse(c[1:])
	climb(y)
	m.circle[b] = c
	m.setRoot(b, b)
	m.gather(b)
	m.rescan(b)
}

// gather collects the edges of a new blossom from the nodes of its cycle.
func (m *matcher) gather(b int16) {
	for x := int16(1); int(x) <= m.top; x++ {
		m.arcs[int(b)*m.width+int(x)], m.arcs[int(x)*m.width+int(b)] = arc{}, arc{}
	}
	inside := m.within[int(b)*(m.n+1):][:m.n+1]
	clear(inside)
	for _, y := range m.circle[b] {
		for x := int16(1); int(x) <= m.top; x++ {
			a, best := m.arc(y, x), m.arc(b, x)
			if x != b && m.heavy(a) && (!m.heavy(best) || m.reduced(a) < m.reduced(best)) {
				m.arcs[int(b)*m.width+int(x)], m.arcs[int(x)*m.width+int(b)] = a, arc{a.v, a.u}
			}
		}
		for x := 1; x <= m.n; x++ {
			if m.within[int(y)*(m.n+1)+x] != 0 {
				inside[x] = y
			}
		}
	}
}

// expand dissolves an inner blossom whose dual has reached zero: the even path from its entry to its base stays in
// the tree.
func (m *matcher) expand(b int16) {
	for _, x := range m.circle[b] {
		m.setRoot(x, x)
	}
	entry := m.within[int(b)*(m.n+1)+int(m.arc(b, m.parent[b]).u)]
	at := m.place(b, entry)
	c := m.circle[b]
	for i := 0; i < at; i += 2 {
		x, y := c[i], c[i+1]
		m.parent[x] = m.arc(y, x).u
		m.state[x], m.state[y] = inner, outer
		m.slack[x] = 0
		m.rescan(y)
		m.enqueue(y)
	}
	m.state[entry], m.parent[entry] = inner, m.parent[b]
	for _, x := range c[at+1:] {
		m.state[x] = outside
		m.rescan(x)
	}
	m.root[b] = 0
}

// tight processes an edge from an outer vertex that has become tight. It reports whether the matching grew.
func (m *matcher) tight(a arc) bool {
	x, y := m.root[a.u], m.root[a.v]
	switch m.state[y] {
	case outside:
		m.parent[y], m.state[y] = a.u, inner
		next := m.root[m.mate[y]]
		m.slack[y], m.slack[next] = 0, 0
		m.state[next] = outer
		m.enqueue(next)
	case outer:
		base := m.meet(x, y)
		if base == 0 {
			m.flip(x, y)
			m.flip(y, x)
			return true
		}
		m.shrink(x, base, y)
	}
	return false
}

// grow augments the matching by one edge and reports whether that was possible with profit.
func (m *matcher) grow() bool {
	m.queue = m.queue[:0]
	for x := int16(1); int(x) <= m.top; x++ {
		m.state[x], m.slack[x] = outside, 0
		if m.root[x] == x && m.mate[x] == 0 {
			m.parent[x], m.state[x] = 0, outer
			m.enqueue(x)
		}
	}
	if len(m.queue) == 0 {
		return false
	}
	for {
		if m.search() {
			return true
		}
		if !m.adjust() {
			return false
		}
		for x := int16(1); int(x) <= m.top; x++ {
			if s := m.slack[x]; m.root[x] == x && s != 0 && m.root[s] != x && m.reduced(m.arc(s, x)) == 0 &&
				m.tight(m.arc(s, x)) {
				return true
			}
		}
		for b := int16(m.n + 1); int(b) <= m.top; b++ {
			if m.root[b] == b && m.state[b] == inner && m.dual[b] == 0 {
				m.expand(b)
			}
		}
	}
}

// search follows the tight edges of the vertices in the queue.
func (m *matcher) search() bool {
	for len(m.queue) > 0 {
		u := m.queue[0]
		m.queue = m.queue[1:]
		if m.state[m.root[u]] == inner {
			continue
		}
		for v := int16(1); int(v) <= m.n; v++ {
			a := arc{u, v}
			if m.root[u] == m.root[v] || !m.heavy(a) {
				continue
			}
			if m.reduced(a) > 0 {
				m.loosen(u, m.root[v])
			} else if m.tight(a) {
				return true
			}
		}
	}
	return false
}

// adjust changes the duals until an edge becomes tight or a blossom can be expanded. It is false when no free vertex
// can still gain: then the matching is optimal.
func (m *matcher) adjust() bool {
	step, least := m.room(), int64(math.MaxInt64)
	for u := 1; u <= m.n; u++ {
		if m.state[m.root[u]] == outer {
			least = min(least, m.dual[u])
		}
	}
	step = min(step, least)
	for u := 1; u <= m.n; u++ {
		switch m.state[m.root[u]] {
		case outer:
			m.dual[u] -= step
		case inner:
			m.dual[u] += step
		}
	}
	for b := m.n + 1; b <= m.top; b++ {
		if int(m.root[b]) != b {
			continue
		}
		switch m.state[b] {
		case outer:
			m.dual[b] += 2 * step
		case inner:
			m.dual[b] -= 2 * step
		}
	}
	m.queue = m.queue[:0]
	return step < least
}

// room returns how far the duals can change until the next event.
func (m *matcher) room() int64 {
	step := int64(math.MaxInt64)
	for x := int16(1); int(x) <= m.top; x++ {
		if m.root[x] != x {
			continue
		}
		if int(x) > m.n && m.state[x] == inner {
			step = min(step, m.dual[x]/2)
		}
		if m.slack[x] == 0 {
			continue
		}
		switch d := m.reduced(m.arc(m.slack[x], x)); m.state[x] {
		case outside:
			step = min(step, d)
		case outer:
			step = min(step, d/2)
		}
	}
	return step
}
