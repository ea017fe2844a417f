package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"strings"
	"testing"
	"time"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
	"tafl3d/internal/memory"
)

func find(id string) (*rules.Rules, error) {
	v, err := variant.Get(id)
	if err != nil {
		return nil, err
	}
	return v.Rules, nil
}

func ours(id string) Engine {
	return Engine{Name: "tafl3d", Variant: id, Find: find, Limits: ai.Limits{Hash: 4}}
}

// converse plays a recorded dialogue: what follows > is sent, what follows <
// must be the next answer, << passes over answers until one fits.
func converse(t *testing.T, file string, serve func(context.Context, io.Reader, io.Writer) error) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	fromHost, toEngine := io.Pipe()
	fromEngine, toHost := io.Pipe()
	deaf := time.AfterFunc(2*time.Minute, func() { fromHost.CloseWithError(errors.New("the engine does not read")) })
	defer deaf.Stop()
	served := make(chan error, 1)
	go func() {
		served <- serve(context.Background(), fromHost, toHost)
		toHost.Close()
	}()
	answers := make(chan string, 1000)
	go func() {
		defer close(answers)
		for lines := bufio.NewScanner(fromEngine); lines.Scan(); {
			answers <- lines.Text()
		}
	}()
	for i, line := range strings.Split(string(text), "\n") {
		mark, rest, _ := strings.Cut(line, " ")
		switch mark {
		case ">":
			if _, err := io.WriteString(toEngine, rest+"\n"); err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
		case "<", "<<":
			expect(t, i+1, answers, rest, mark == "<<")
		}
	}
	select {
	case err := <-served:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("the engine did not go")
	}
	for a := range answers {
		t.Errorf("nobody asked for %q", a)
	}
}

func expect(t *testing.T, line int, answers <-chan string, pattern string, skip bool) {
	t.Helper()
	for {
		select {
		case got, ok := <-answers:
			if !ok {
				t.Fatalf("line %d: the engine went, %q was expected", line, pattern)
			}
			if fits(pattern, got) {
				return
			}
			if !skip {
				t.Fatalf("line %d: %q, expected %q", line, got, pattern)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("line %d: no answer, %q was expected", line, pattern)
		}
	}
}

// fits compares an answer with a pattern. A stroke is no border for *.
func fits(pattern, text string) bool {
	quote := strings.NewReplacer("/", "|", "[", "(", "]", ")")
	ok, err := path.Match(quote.Replace(pattern), quote.Replace(text))
	return ok && err == nil
}

func TestUCI(t *testing.T) { converse(t, "testdata/uci.txt", ours("").ServeUCI) }

// TestChanceInInfo: the chance of an info line is that of the score for the side to move.
func TestChanceInInfo(t *testing.T) {
	const id = "brandubh-gorrion"
	for _, side := range []game.Side{game.Attackers, game.Defenders} {
		r, err := find(id)
		if err != nil {
			t.Fatal(err)
		}
		start := r.Start()
		setup := start.Setup()
		setup.Turn = side
		p, err := r.Position(setup)
		if err != nil {
			t.Fatal(err)
		}
		u := uci{Engine: ours(id), line: rules.NewLine(p, nil)}
		wins := int(math.Round(1000 * ai.WinChance(id, 70, side)))
		if got, want := u.wdl(70), fmt.Sprintf("%d 0 %d", wins, 1000-wins); got != want || wins < 400 || wins > 950 {
			t.Errorf("%v: %s, want %s", side, got, want)
		}
	}
}

func TestForms(t *testing.T) { converse(t, "testdata/forms.txt", ours("").ServeUCI) }

func TestOpenTafl(t *testing.T) { converse(t, "testdata/opentafl.txt", ours("").ServeOpenTafl) }

// TestFileOfCommands: whoever sends all commands at once gets all answers.
func TestFileOfCommands(t *testing.T) {
	var out strings.Builder
	commands := "position startpos\ngo depth 3\nposition startpos moves d1c1\ngo depth 3\n"
	if err := ours("brandubh-gorrion").ServeUCI(context.Background(), strings.NewReader(commands), &out); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "bestmove "); n != 2 || strings.Count(out.String(), "info depth 3 ") != 2 {
		t.Errorf("%d answers:\n%s", n, out.String())
	}
}

// TestOptions: what the machine has not got and what no option takes is refused, and changes nothing.
func TestOptions(t *testing.T) {
	e := ours("brandubh-gorrion")
	e.Variants = []string{"brandubh-gorrion", "bagh-chal"}
	var out strings.Builder
	commands := "uci\nsetoption name Hash value 65536000\nsetoption name Hash value x\n" +
		"setoption name Nonsense value x y\n" +
		"setoption name Clear Hash\nsetoption name Hash\nsetoption name Threads value 999\n" +
		"setoption name UCI_Variant value bagh-chal\nposition startpos\ngo depth 1\nuci\n"
	if err := e.ServeUCI(context.Background(), strings.NewReader(commands), &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"option name UCI_Variant type combo default brandubh-gorrion var brandubh-gorrion var bagh-chal\n",
		fmt.Sprintf("option name Hash type spin default %d min 1 max %d\n", e.Limits.Hash, memory.Total()),
		"info string setoption: Hash 65536000 MiB: this machine has ", "; the table keeps its 4 MiB\n",
		"info string setoption: Hash: \"x\" is no number above 0\n",
		"info string setoption: no such option: Nonsense; there are Variant, UCI_Variant, ",
		"info string setoption: no such option: Clear Hash; ",
		"info string setoption: Hash: say setoption name Hash value VALUE\n",
		"info string setoption: Threads 999: use 1 to 256\n",
		"bestmove G@",
		"option name Variant type string default bagh-chal\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not said:\n%s", want, out.String())
		}
	}
	if n := strings.Count(out.String(), "Hash type spin default 4 min"); n != 2 {
		t.Errorf("the table has changed:\n%s", out.String())
	}
}

// TestHostGone: an engine without limits ends when its host does.
func TestHostGone(t *testing.T) {
	done := make(chan error, 1)
	go func() {
		done <- ours("brandubh-gorrion").ServeUCI(context.Background(), strings.NewReader("go infinite\n"), io.Discard)
	}()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("it thinks on")
	}
}

// FuzzUCI: whatever a host says, the engine neither breaks down nor hangs.
func FuzzUCI(f *testing.F) {
	f.Add("uci\nposition startpos moves d1c1\ngo depth 1")
	f.Add("position fen 7/3a3/7/3k3/7/7/a6 d moves d4d1\ngo nodes 5\nstop")
	f.Add("setoption name Variant value morris-9\nposition startpos moves W@a1 B@g7\nposition text turn=A; W=a1,d1; " +
		"B=g7\ngo depth 1")
	f.Add("position fen / a\nposition text\nposition moves\nposition fen 77777 x moves\nsetoption name Hash value 999")
	f.Fuzz(func(t *testing.T, commands string) {
		for _, word := range strings.Fields(commands) { // no long thinking, no lots of memory
			if n := strings.Trim(word, "0123456789"); n == "" && len(word) > 2 || strings.EqualFold(word, "threads") {
				return
			}
		}
		if err := ours("brandubh-gorrion").ServeUCI(context.Background(), strings.NewReader(commands),
			io.Discard); err != nil && !strings.Contains(err.Error(), "token too long") {
			t.Error(err)
		}
	})
}

// FuzzOpenTafl is FuzzUCI for OpenTafl's protocol.
func FuzzOpenTafl(f *testing.F) {
	const brandub = "rules dim:7 name:Brandub surf:n ks:w cenh: cenhe: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/\n"
	f.Add(brandub + "clock 60* 60* 1 1 1\nplay attackers\nmove /3t3/7/7/7/7/7/7/\nerror 2")
	f.Add(brandub + "position /7/7/7/3K3/7/3t3/7/\nside defenders\nopponent-move d4-d7|x /7/7/7/3K3/7/3t3/7/")
	f.Add("play attackers\nrules\nposition\nopponent-move\nclock\nfinish")
	f.Fuzz(func(t *testing.T, commands string) {
		if strings.Contains(commands, "analyze") || strings.Contains(commands, "clock") {
			return // thinks as long as it is told
		}
		commands = strings.ReplaceAll(commands, "play", "clock 1* 1* 1 1 1\nplay")
		if err := ours("").ServeOpenTafl(context.Background(), strings.NewReader(commands), io.Discard); err != nil &&
			!strings.Contains(err.Error(), "token too long") {
			t.Error(err)
		}
	})
}

// TestClock: how long is thought about a move.
func TestClock(t *testing.T) {
	cases := []struct {
		clock string
		want  time.Duration
	}{
		{"300000 60000 0 0 0", 10 * time.Second},
		{"5750* 60000 6 2 2", 5 * time.Second},
		{"0 0 10 3 3", 9250 * time.Millisecond},
		{"100* 100* 5 1 1", 50 * time.Millisecond},
		{"0 0 0 0 0", 5 * time.Second},
	}
	for _, c := range cases {
		o := opentafl{}
		if err := o.setClock(c.clock); err != nil {
			t.Fatal(err)
		}
		if got := o.clock[0].share(); got != c.want {
			t.Errorf("clock %s: %v, want %v", c.clock, got, c.want)
		}
	}
}

// TestMoveTime: a time that is for one move is all used, a clock's is spread.
func TestMoveTime(t *testing.T) {
	r, err := find("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	u := &uci{line: r.Line()}
	l, err := u.limits([]string{"movetime", "300"})
	if err != nil || l.Time != 300*time.Millisecond || l.Soft != l.Time {
		t.Errorf("movetime 300: %v, %v where nothing is in doubt, %v", l.Time, l.Soft, err)
	}
	l, err = u.limits([]string{"atime", "60000", "dtime", "60000"})
	if err != nil || l.Soft <= 0 || l.Soft >= l.Time {
		t.Errorf("a minute on the clock: %v, %v where nothing is in doubt, %v", l.Time, l.Soft, err)
	}
}

// TestTurnText: what Turn writes ParseTurn reads, on every turn of games of
// many kinds.
func TestTurnText(t *testing.T) {
	for _, id := range []string{"brandubh-gorrion", "berserk-11x11-tdiamondberserk", "bagh-chal", "morris-9",
		"dablot-mini", "maharajah", "fox-geese-13"} {
		v, err := variant.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		line := v.Rules.Line()
		for ply := range 30 {
			p, h := line.Position, line.History()
			turns := p.LegalTurns(h)
			if len(turns) == 0 || p.Judge(h).Over() && ply > 0 {
				break
			}
			seen := map[string]bool{}
			for i, turn := range turns {
				steps := turn.Moves()
				text := Turn(p, steps)
				got, err := ParseTurn(p, h, strings.ToUpper(text))
				if err != nil || Turn(p, got) != text {
					t.Fatalf("%s: %q read as %v: %v", id, text, got, err)
				}
				if seen[text] && v.Family == "tafl" && p.Rules().Ruleset().Chain == ruleset.ChainOff {
					t.Errorf("%s: %q twice", id, text)
				}
				seen[text] = true
				if i > 40 {
					break
				}
			}
			if err := play(line, turns[(ply*7)%len(turns)].Moves()); err != nil {
				t.Fatal(err)
			}
		}
	}
}
