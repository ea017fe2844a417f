package carve

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// band is how many rows a worker takes at a time.
const band = 32

// rows calls f for bands of the rows 0 to n, on all processors at once, and
// returns when all are done. f must touch only its own rows.
func rows(n int, f func(y0, y1 int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (n+band-1)/band) {
		wg.Go(func() {
			for {
				y := int(next.Add(band)) - band
				if y >= n {
					return
				}
				f(y, min(y+band, n))
			}
		})
	}
	wg.Wait()
}

// together runs the functions at once and waits for all of them.
func together(fs ...func()) {
	var wg sync.WaitGroup
	for _, f := range fs {
		wg.Go(f)
	}
	wg.Wait()
}
