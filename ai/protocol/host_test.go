package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// TestMain lets the test program itself be an engine, good or bad.
func TestMain(m *testing.M) {
	if kind := os.Getenv("TAFL_TEST_ENGINE"); kind != "" {
		beEngine(kind)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// beEngine behaves as a kind of engine until its input ends.
func beEngine(kind string) {
	if kind == "opentafl" {
		fmt.Println("A banner")
		fmt.Println("Copyright notice")
		ours("").ServeOpenTafl(context.Background(), os.Stdin, os.Stdout)
		return
	}
	if kind == "mute" {
		io.Copy(io.Discard, os.Stdin)
		return
	}
	dialect := ours("brandubh-gorrion")
	in, out := io.Pipe()
	go func() {
		buf := make([]byte, 1)
		line := ""
		for {
			if _, err := os.Stdin.Read(buf); err != nil {
				out.Close()
				return
			}
			if line += string(buf); buf[0] == '\n' {
				misbehave(kind, line)
				io.WriteString(out, line)
				line = ""
			}
		}
	}()
	dialect.ServeUCI(context.Background(), in, os.Stdout)
	if kind == "stubborn" {
		time.Sleep(time.Minute)
	}
}

func misbehave(kind, line string) {
	if !strings.HasPrefix(line, "go") {
		return
	}
	switch kind {
	case "crash":
		fmt.Println("out of cheese")
		os.Exit(3)
	case "hang":
		time.Sleep(time.Minute)
	case "cheat":
		fmt.Println("bestmove a1a7")
	case "empty":
		fmt.Println("bestmove")
	case "babble":
		for {
			fmt.Println("info string bla bla")
		}
	case "endless":
		fmt.Print(strings.Repeat("x", 2*longestIn))
	}
}

// engineOf starts the test program as an engine.
func engineOf(t *testing.T, kind string, opentafl bool, own ai.Limits) *External {
	t.Helper()
	t.Setenv("TAFL_TEST_ENGINE", kind)
	e := NewExternal(Program{Argv: []string{os.Args[0]}, OpenTafl: opentafl, Variant: "brandubh-gorrion", Hash: 2, Own: own})
	t.Cleanup(e.Close)
	return e
}

// TestHostFaults: whatever an engine does wrong is said in words, and its
// process is ended.
func TestHostFaults(t *testing.T) {
	r, _ := find("brandubh-gorrion")
	p := r.Start()
	for kind, want := range map[string]error{"crash": ErrEnded, "hang": ErrSilent, "cheat": ErrIllegal, "empty": ErrGarbage,
		"babble": ErrGarbage, "endless": ErrEnded} {
		t.Run(kind, func(t *testing.T) {
			e := engineOf(t, kind, false, ai.Limits{Time: 50 * time.Millisecond})
			_, _, err := e.Think(context.Background(), p, nil, ai.Limits{})
			slow := kind == "babble" && errors.Is(err, ErrSilent) // where the machine is busy its time is up first
			if !errors.Is(err, want) && !slow {
				t.Errorf("%v, want %v", err, want)
			}
			if e.process != nil {
				t.Error("the process is still there")
			}
			if kind == "crash" && !strings.Contains(err.Error(), "exit status 3") {
				t.Errorf("%v", err)
			}
			t.Log(err)
		})
	}
	e := NewExternal(Program{Argv: []string{"/nonexistent/engine"}})
	if _, _, err := e.Think(context.Background(), p, nil, ai.Limits{}); !errors.Is(err, ErrStart) {
		t.Errorf("%v", err)
	}
}

// TestHostCancel: an engine that is told to stop answers; one that does not
// end by itself is ended.
func TestHostCancel(t *testing.T) {
	r, _ := find("brandubh-gorrion")
	p := r.Start()
	e := engineOf(t, "stubborn", false, ai.Limits{})
	if _, _, err := e.Think(context.Background(), p, nil, ai.Limits{Nodes: 100}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	begin := time.Now()
	m, _, err := e.Think(ctx, p, nil, ai.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Try(m, nil); err != nil {
		t.Error(err)
	}
	process := e.process
	e.Close()
	select {
	case <-process.done:
	default:
		t.Error("the process is still there")
	}
	if d := time.Since(begin); d > 4*time.Second {
		t.Errorf("it took %v", d)
	}
}

// TestHostMute: an engine that does not say hello is given up.
func TestHostMute(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the greeting")
	}
	r, _ := find("brandubh-gorrion")
	e := engineOf(t, "mute", true, ai.Limits{})
	if _, _, err := e.Think(context.Background(), r.Start(), nil, ai.Limits{}); !errors.Is(err, ErrSilent) {
		t.Errorf("%v", err)
	}
}

// TestHostGames: an engine in another process plays whole games, in both
// dialects and with either side, and follows them by their moves.
func TestHostGames(t *testing.T) {
	r, _ := find("brandubh-gorrion")
	for _, c := range []struct {
		kind  string
		limit ai.Limits
	}{{"uci", ai.Limits{Nodes: 500}}, {"opentafl", ai.Limits{Time: 10 * time.Millisecond}}} {
		for side := range game.Side(game.Sides) {
			e := engineOf(t, c.kind, c.kind == "opentafl", c.limit)
			seats := [game.Sides]ai.Engine{ai.Random(1), ai.Random(2)}
			seats[side] = e
			p := r.Start()
			h := rules.NewHistory(&p)
			for ply := 0; ply < 24 && !(ply > 0 && p.Judge(h).Over()); ply++ {
				m, _, err := seats[p.Turn()].Think(context.Background(), p, h, ai.Limits{})
				if err != nil {
					t.Fatalf("%s as %v, ply %d: %v", c.kind, side, ply, err)
				}
				if err := play(&p, h, []game.Move{m}); err != nil {
					t.Fatal(err)
				}
			}
			if n := len(e.game.turns); n < h.Len()-2 {
				t.Errorf("%s as %v: %d of %d turns were followed", c.kind, side, n, h.Len()-1)
			}
		}
	}
}
