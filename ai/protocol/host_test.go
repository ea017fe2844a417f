package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"tafl3d/ai"
	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/internal/await"
)

// TestMain lets the test program itself be an engine, good or bad.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == engine {
		beEngine(os.Args[2])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// engine is the word by which this program is told to be an engine of a kind.
const engine = "engine"

// beEngine behaves as a kind of engine until its input ends. Those that speak
// OpenTafl's protocol begin with "ot-".
func beEngine(kind string) {
	manner, opentafl := strings.CutPrefix(kind, "ot-")
	serve := ours("brandubh-gorrion").ServeUCI
	if opentafl {
		fmt.Println("A banner")
		fmt.Println("Copyright notice")
		serve = ours("").ServeOpenTafl
	}
	if manner == "mute" {
		io.Copy(io.Discard, os.Stdin)
		return
	}
	in, out := io.Pipe()
	go relay(manner, out)
	serve(context.Background(), in, os.Stdout)
	if manner == "stubborn" {
		time.Sleep(time.Minute) // until it is killed
	}
}

// relay passes lines on to an engine, and misbehaves where it is to think.
func relay(manner string, out *io.PipeWriter) {
	defer out.Close()
	for {
		line, ok := hearLine()
		if !ok {
			return
		}
		if strings.HasPrefix(line, "go ") || strings.HasPrefix(line, "play") {
			misbehave(manner, strings.HasPrefix(line, "play"))
		}
		io.WriteString(out, line)
	}
}

// hearLine reads a line and nothing beyond it.
func hearLine() (line string, ok bool) {
	for buf := make([]byte, 1); ; line += string(buf) {
		if _, err := os.Stdin.Read(buf); err != nil {
			return "", false
		}
		if buf[0] == '\n' {
			return line + "\n", true
		}
	}
}

func misbehave(manner string, opentafl bool) {
	move := "bestmove "
	if opentafl {
		move = "move "
	}
	switch manner {
	case "crash":
		fmt.Println("out of cheese")
		os.Exit(3)
	case "hang", "stuck":
		time.Sleep(time.Minute) // until it is killed
	case "cheat":
		fmt.Println(move + map[bool]string{false: "a1a7", true: "a1-a7"}[opentafl])
	case "empty":
		fmt.Println(strings.TrimSpace(move))
	case "nonsense":
		fmt.Println(move + "\x00\xff(;%s")
	case "surrender":
		fmt.Println("error -1 I give up")
	case "asks":
		for _, what := range []string{"rules", "position", "side", "clock"} {
			fmt.Println(what)
			if line, _ := hearLine(); !strings.HasPrefix(line, what+" ") || len(line) < len(what)+5 {
				fmt.Printf("error -1 %s was answered by %q\n", what, line)
			}
		}
	case "babble":
		for {
			fmt.Println("info string bla bla")
		}
	case "endless":
		fmt.Print(strings.Repeat("x", 2*longestIn))
	case "parent":
		breed()
	case "closes":
		os.Stdout.Close()
		time.Sleep(time.Minute) // until it is killed
	}
}

// breed starts a program that holds on to the pipes, tells its number and
// hangs.
func breed() {
	child := exec.Command("sleep", "60")
	child.Stdout = os.Stdout
	if err := child.Start(); err != nil {
		fmt.Println("bestmove", err)
		return
	}
	os.WriteFile(os.Getenv("TAFL_TEST_CHILD"), []byte(strconv.Itoa(child.Process.Pid)), 0o600)
	time.Sleep(time.Minute) // until it is killed
}

// engineOf starts the test program as an engine.
func engineOf(t *testing.T, kind string, own ai.Limits) *External {
	t.Helper()
	e := NewExternal(Program{Argv: []string{os.Args[0], engine, kind}, OpenTafl: strings.HasPrefix(kind, "ot-"),
		Variant: "brandubh-gorrion", Hash: 2, Own: own})
	t.Cleanup(e.Close)
	return e
}

// TestHostFaults: whatever an engine does wrong is said in words, and its
// process is ended.
func TestHostFaults(t *testing.T) {
	t.Parallel()
	r, _ := find("brandubh-gorrion")
	p := r.Start()
	for kind, want := range map[string]error{
		"crash": ErrEnded, "hang": ErrSilent, "cheat": ErrIllegal, "empty": ErrGarbage, "nonsense": ErrIllegal,
		"babble": ErrGarbage, "endless": ErrEnded, "closes": ErrEnded,
		"ot-crash": ErrEnded, "ot-hang": ErrSilent, "ot-cheat": ErrIllegal, "ot-empty": ErrGarbage,
		"ot-nonsense": ErrGarbage,
		"ot-babble":   ErrGarbage, "ot-endless": ErrEnded, "ot-surrender": ErrEnded,
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			e := engineOf(t, kind, ai.Limits{Time: 50 * time.Millisecond})
			_, _, err := e.Think(context.Background(), p, nil, ai.Limits{})
			// where the machine is busy its time is up first
			slow := strings.HasSuffix(kind, "babble") && errors.Is(err, ErrSilent)
			if !errors.Is(err, want) && !slow {
				t.Errorf("%v, want %v", err, want)
			}
			if e.process != nil {
				t.Error("the process is still there")
			}
			if strings.HasSuffix(kind, "crash") && !strings.Contains(err.Error(), "exit status 3") {
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

// TestHostDeaf: an engine that reads nothing does not stop its host.
func TestHostDeaf(t *testing.T) {
	t.Parallel()
	r, _ := find("brandubh-gorrion")
	e := engineOf(t, "stuck", ai.Limits{Time: 50 * time.Millisecond})
	if err := e.begin(context.Background()); err != nil {
		t.Fatal(err)
	}
	e.process.send("go depth 1") // from here on it reads no more
	var err error
	for range 100 {
		if err = e.process.send("%s", strings.Repeat("x", 4096)); err != nil {
			break
		}
	}
	if !errors.Is(err, ErrSilent) {
		t.Errorf("%v", err)
	}
	e.Close()
	if _, _, err := e.Think(context.Background(), r.Start(), nil, ai.Limits{}); !errors.Is(err, ErrSilent) {
		t.Errorf("started anew: %v", err)
	}
}

// TestHostChildren: what an engine has started ends with it, though it holds
// the pipes.
func TestHostChildren(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no groups of processes")
	}
	file := filepath.Join(t.TempDir(), "child")
	t.Setenv("TAFL_TEST_CHILD", file)
	r, _ := find("brandubh-gorrion")
	e := engineOf(t, "parent", ai.Limits{Time: 50 * time.Millisecond})
	if _, _, err := e.Think(context.Background(), r.Start(), nil, ai.Limits{}); !errors.Is(err, ErrSilent) {
		t.Errorf("%v", err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	await.Until(t, "process "+string(text)+" is still there", func() bool {
		state, err := os.ReadFile("/proc/" + string(text) + "/stat")
		return err != nil || strings.Contains(string(state), ") Z ") // Z: its new parent has not asked how it ended
	})
}

// TestHostAnswers: an engine of OpenTafl's kind may ask how things stand.
func TestHostAnswers(t *testing.T) {
	r, _ := find("brandubh-gorrion")
	e := engineOf(t, "ot-asks", ai.Limits{Time: 20 * time.Millisecond})
	if m, _, err := e.Think(context.Background(), r.Start(), nil, ai.Limits{}); err != nil || m == game.NoMove {
		t.Errorf("%v, %v", m, err)
	}
}

// TestHostCancel: an engine that is told to stop answers; one that does not
// end by itself is ended.
func TestHostCancel(t *testing.T) {
	t.Parallel()
	r, _ := find("brandubh-gorrion")
	p := r.Start()
	e := engineOf(t, "stubborn", ai.Limits{})
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
	if d := time.Since(begin); d > 40*time.Second { // by itself it would end after a minute
		t.Errorf("it took %v", d)
	}
}

// TestHostMute: an engine that does not say hello is given up.
func TestHostMute(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for the greeting")
	}
	r, _ := find("brandubh-gorrion")
	e := engineOf(t, "ot-mute", ai.Limits{})
	if _, _, err := e.Think(context.Background(), r.Start(), nil, ai.Limits{}); !errors.Is(err, ErrSilent) {
		t.Errorf("%v", err)
	}
}

// TestHostGames: an engine in another process plays whole games, in both
// dialects and with either side, and follows them by their moves.
func TestHostGames(t *testing.T) {
	t.Parallel()
	r, _ := find("brandubh-gorrion")
	for _, c := range []struct {
		kind  string
		limit ai.Limits
	}{{"uci", ai.Limits{Nodes: 500}}, {"ot-good", ai.Limits{Time: 10 * time.Millisecond}}} {
		for side := range game.Side(game.Sides) {
			e := engineOf(t, c.kind, c.limit)
			seats := [game.Sides]ai.Engine{ai.Random(1), ai.Random(2)}
			seats[side] = e
			line := r.Line()
			for ply := 0; ply < 24 && !(ply > 0 && line.Judge().Over()); ply++ {
				m, _, err := seats[line.Turn()].Think(context.Background(), line.Position, line.History(), ai.Limits{})
				if err != nil {
					t.Fatalf("%s as %v, ply %d: %v", c.kind, side, ply, err)
				}
				if err := play(line, []game.Move{m}); err != nil {
					t.Fatal(err)
				}
			}
			if n := len(e.game.turns); n < line.History().Len()-2 {
				t.Errorf("%s as %v: %d of %d turns were followed", c.kind, side, n, line.History().Len()-1)
			}
		}
	}
}

// TestReadInfo: what an engine tells of its search is taken, what it jokes is
// not.
func TestReadInfo(t *testing.T) {
	for line, want := range map[string]ai.Info{
		"depth 7 score cp -31 nodes 12 nps x pv a1a2 depth 9": {Depth: 7, Score: -31, Nodes: 12},
		"score mate 3":                {Score: search.Win - 3},
		"depth 2 multipv 3 time 1500": {Depth: 2, Line: 3, Time: 1500 * time.Millisecond},
		"score mate -2":               {Score: 2 - search.Win},
		"depth score nodes cp":        {},
		"depth 99999999999999999999":  {},
		"string depth 3":              {},
	} {
		var got ai.Info
		readInfo(&got, strings.Fields(line))
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, want %+v", line, got, want)
		}
	}
	for _, n := range []int64{1, 999, -1, -999} {
		if turns, win, ok := ai.WinIn(proven(n)); !ok || win != (n > 0) || int64(turns) != max(n, -n) {
			t.Errorf("mate %d: %d, %v, %v", n, turns, win, ok)
		}
	}
}
