package search

// exactly is mixed into the keys of table entries that come from a proof, so that
// a proof never reads what a search with reductions has written.
const exactly = 0x70726f6f66657861

// full reports whether every move is looked at to the full depth.
func (w *worker) full() bool { return w.exact || w.s.plain }

// prove makes sure of a win that was found that no other is shorter, and of a
// loss that no defence is longer. What the search leaves out and reduces may
// hide both, though the win or loss itself holds. It gives up when it has
// looked at as many positions as the search before it, and at no few.
func (w *worker) prove() {
	n, win, ok := WinIn(w.best.score)
	if !ok || w.id > 0 || w.s.limit.Lines > 1 || w.margin > 0 {
		return
	}
	const least = 300_000
	w.exact, w.enough = true, w.nodes+max(least, w.nodes)
	last := n
	if win {
		last = n - 1
	}
	if !w.resolve(win, last) {
		return
	}
	w.report()
}

// resolve looks for the end of the game within so many turns, for a win or for
// a loss, at each depth in turn. It keeps the answer if there is none.
func (w *worker) resolve(win bool, last int) bool {
	defer func() { w.exact = false }()
	root, best := w.root, w.best
	w.root, w.best = make([]rootMove, len(root)), rootMove{}
	for i := range root {
		w.root[i].move = root[i].move
	}
	for d := 1; d <= last; d++ {
		v := w.searchRoot(d, -infinite, infinite)
		if w.stopped {
			break
		}
		if _, now, ok := WinIn(v); ok && now == win {
			for i := range w.root {
				w.root[i].settled = w.root[i].score
			}
			return true
		}
	}
	w.root, w.best = root, best
	return false
}
