package carve

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// band is the number of rows per task.
const band = 32

// rows calls f for bands of the rows 0 to n on all processors and waits for them. f may write only its own
// rows.
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

// together runs the functions in parallel and waits for them.
func together(fs ...func()) {
	var wg sync.WaitGroup
	for _, f := range fs {
		wg.Go(f)
	}
	wg.Wait()
}
