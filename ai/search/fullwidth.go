package search

// proofKey is mixed into the hash keys of entries that a proof stores, so that a proof never reads
// entries of searches with pruning.
const proofKey = 0x70726f6f66657861

// fullWidth reports whether all moves are searched to the full depth, without pruning or
// reductions.
func (w *worker) fullWidth() bool { return w.proving || w.s.noPruning }

// verifyWin searches a found win for a shorter one, and a found loss for a longer defence, at full
// width: pruning and reductions may hide both, although the result itself is right. It stops after
// as many nodes as the search before it, but at least 300 000.
func (w *worker) verifyWin() {
	n, win, ok := WinIn(w.best.score)
	if !ok || w.id > 0 || w.s.limit.Lines > 1 || w.margin > 0 {
		return
	}
	const least = 300_000
	w.proving, w.proofNodes = true, w.nodes+max(least, w.nodes)
	last := n
	if win {
		last = n - 1
	}
	if !w.searchFullWidth(win, last) {
		return
	}
	w.report()
}

// searchFullWidth looks for the end of the game within last turns, for a win or a loss, with
// iterative deepening. It keeps the earlier result if it finds none.
func (w *worker) searchFullWidth(win bool, last int) bool {
	defer func() { w.proving = false }()
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
				w.root[i].lastScore = w.root[i].score
			}
			return true
		}
	}
	w.root, w.best = root, best
	return false
}
