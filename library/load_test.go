package library

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"tafl3d/game/record"
)

// childVar names the folder in which a test process of its own imports.
const childVar = "TAFL_TEST_LIBRARY"

// TestChild is no test: TestTwoProcesses runs it as another process.
func TestChild(t *testing.T) {
	dir := os.Getenv(childVar)
	if dir == "" {
		t.Skip("only as the child of TestTwoProcesses")
	}
	rep, err := opened(t, dir).Import(t.Context(), made(t, 3000), record.Options{}, "child", nil)
	if err != nil || rep.Added != 3000 {
		t.Fatal(rep, err)
	}
}

// TestTwoProcesses: while one process imports, another one reads and writes: neither is refused,
// and nothing is lost.
func TestTwoProcesses(t *testing.T) {
	dir := t.TempDir()
	l := opened(t, dir)
	child := exec.Command(os.Args[0], "-test.run=^TestChild$")
	child.Env = append(os.Environ(), childVar+"="+dir)
	out, err := child.StdoutPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	said := make(chan []byte, 1)
	go func() { b, _ := io.ReadAll(out); said <- b }()
	done, longest, n := false, time.Duration(0), 0
	for !done {
		began := time.Now()
		if err := l.Keep(t.Context(), own(t, "parent "+strconv.Itoa(n), "1. d6-f6 d5-f5"), "parent"); err != nil {
			t.Fatal(err)
		}
		n++
		longest = max(longest, time.Since(began))
		if _, err := l.Find(t.Context(), Query{Words: "p7", Limit: 12}); err != nil {
			t.Fatal(err)
		}
		select {
		case b := <-said:
			if done = true; child.Wait() != nil {
				t.Fatalf("the other process failed: %s", b)
			}
		case <-time.After(20 * time.Millisecond):
		}
	}
	for collection, want := range map[string]int{"child": 3000, "parent": n} {
		if got, err := l.Count(t.Context(), Query{Collection: collection}); err != nil || got != want {
			t.Errorf("%s has %d games, want %d, %v", collection, got, want, err)
		}
	}
	t.Logf("%d games kept during the import, the slowest in %v", n, longest)
}

// endless is a stream of bytes of games, made while it is read.
type endless struct {
	games []byte
	at    int
	left  int64
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(int64(len(p)), e.left)], e.games[e.at:])
	e.at = (e.at + n) % len(e.games)
	e.left -= int64(n)
	return n, nil
}

// TestLargeFile imports a file that is larger than what it may hold in memory: 200 MB of
// games, most of them there already, in less than 100 MB of heap. Short tests read 10 MB.
func TestLargeFile(t *testing.T) {
	size := int64(200 << 20)
	if testing.Short() {
		size = 10 << 20
	}
	var games []byte
	for i := range 100 { // with long comments, since it is bytes that count
		games = fmt.Appendf(games, "[Variant \"brandubh-gorrion\"]\n[ID \"%d\"]\n\n1. d6-f6 {%s} d5-f5\n\n", i,
			strings.Repeat("Well played. ", 1000))
	}
	l := opened(t, t.TempDir())
	var m runtime.MemStats
	most, last := uint64(0), time.Now()
	rep, err := l.Import(context.Background(), &endless{games: games, left: size}, record.Options{}, "",
		func(p Progress) {
			if time.Since(last) > 100*time.Millisecond {
				runtime.ReadMemStats(&m)
				most, last = max(most, m.HeapAlloc), time.Now()
			}
		})
	if err != nil || rep.Added != 100 {
		t.Fatalf("%+v, %v", rep.Progress, err)
	}
	t.Logf("%d games of %d MB, with at most %d MB of heap", rep.Added+rep.Duplicate, size>>20, most>>20)
	if most > 100<<20 {
		t.Errorf("%d MB of heap for %d MB of games", most>>20, size>>20)
	}
}
