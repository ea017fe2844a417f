package store

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"
)

// TestReuse asks more statements than a connection keeps, each of them again, and one
// that was broken off.
func TestReuse(t *testing.T) {
	db, err := openLite("file:" + filepath.Join(t.TempDir(), "db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	for range 2 {
		for i := range mostReady + 10 {
			var n int
			if err := db.QueryRowContext(t.Context(), fmt.Sprint("SELECT $1 + ", i), 1).Scan(&n); err != nil ||
				n != i+1 {
				t.Fatalf("1 + %d = %d, %v", i, n, err)
			}
		}
	}
	const long = `WITH RECURSIVE c(x) AS (VALUES($1) UNION ALL SELECT x+1 FROM c WHERE x < $2) SELECT COUNT(*) FROM c`
	short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	var n int
	if err := db.QueryRowContext(short, long, 1, 1<<40).Scan(&n); err == nil {
		t.Fatal("endless work ended")
	}
	if err := db.QueryRowContext(t.Context(), long, 1, 10).Scan(&n); err != nil || n != 10 {
		t.Errorf("counted to %d, %v", n, err)
	}
}
