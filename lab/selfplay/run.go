package selfplay

import (
	"context"
	"io"
	"sync"
)

// Run plays the games from number first until there are count, or the context ends, with jobs
// players from make in parallel. It writes them in order of their numbers and calls report for
// each.
func Run(ctx context.Context, out io.Writer, first, count, jobs int, make func() *Player, report func(*Game)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &writer{out: out, next: first, waiting: map[int]*Game{}, report: report}
	numbers := gameNumbers(ctx, first, count)
	var wg sync.WaitGroup
	for range jobs {
		wg.Go(func() {
			p := make()
			for n := range numbers {
				g := &Game{}
				err := p.Play(ctx, n, g)
				if err == nil {
					err = w.write(g)
				}
				if err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

// gameNumbers sends the numbers of the games.
func gameNumbers(ctx context.Context, first, count int) <-chan int {
	numbers := make(chan int)
	go func() {
		defer close(numbers)
		for n := first; n < count; n++ {
			select {
			case numbers <- n:
			case <-ctx.Done():
				return
			}
		}
	}()
	return numbers
}

// writer writes games in order. Games that end early wait in it.
type writer struct {
	mu      sync.Mutex
	out     io.Writer
	next    int
	waiting map[int]*Game
	report  func(*Game)
	buf     []byte
}

func (w *writer) write(g *Game) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting[g.Number] = g
	for g := w.waiting[w.next]; g != nil; g = w.waiting[w.next] {
		delete(w.waiting, w.next)
		w.next++
		w.buf = g.encode(w.buf[:0])
		if _, err := w.out.Write(w.buf); err != nil {
			return err
		}
		w.report(g)
	}
	return nil
}
