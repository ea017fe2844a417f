package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// TestScribe has many changes come at once, every third of which fails after it has
// written something, or is given up before its turn.
func TestScribe(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "db"))
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	fault := errors.New("a fault")
	const many = 300
	errs := make([]error, many)
	var work sync.WaitGroup
	for i := range many {
		work.Go(func() {
			ctx := t.Context()
			if i%3 == 2 && i%2 == 0 {
				ctx = gone
			}
			errs[i] = s.db.inTransaction(ctx, func(ctx context.Context, tx *sql.Tx) error {
				_, err := tx.ExecContext(ctx, `INSERT INTO spent(hash, ends) VALUES ($1, 1)`, fmt.Sprint(i))
				if err == nil && i%3 == 1 {
					err = fault
				}
				return err
			})
		})
	}
	work.Wait()
	for i, err := range errs {
		var n int
		if e := s.db.pool.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM spent WHERE hash = $1`,
			fmt.Sprint(i)).Scan(&n); e != nil {
			t.Fatal(e)
		}
		switch {
		case i%3 == 1 && (!errors.Is(err, fault) || n != 0):
			t.Errorf("change %d that failed: %v, %d rows", i, err, n)
		case i%3 != 1 && (err == nil) != (n == 1):
			t.Errorf("change %d: %v, %d rows", i, err, n)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.db.inTransaction(t.Context(), nil); !errors.Is(err, errClosed) {
		t.Errorf("after the end: %v", err)
	}
}

// BenchmarkTogether measures how many small changes a second become durable when many
// come at once.
func BenchmarkTogether(b *testing.B) {
	s, err := Open(b.Context(), filepath.Join(b.TempDir(), "db"))
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	b.SetParallelism(100)
	var next sync.Mutex
	n := 0
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			next.Lock()
			n++
			k := Live{ID: fmt.Sprint(n), Opened: time.Now().UnixMicro()}
			next.Unlock()
			if err := s.Live.Open(b.Context(), k); err != nil {
				b.Error(err)
			}
		}
	})
}
