package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// games replays lines and returns the answers.
func games(t *testing.T, lines ...string) []recordOut {
	t.Helper()
	code, out, note := tafl(t, strings.Join(lines, "\n"), "replay")
	if code != 0 || note != "" {
		t.Fatalf("code %d, %q", code, note)
	}
	var list []recordOut
	for l := range strings.Lines(out) {
		var g recordOut
		if err := json.Unmarshal([]byte(l), &g); err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
	return list
}

func TestReplay(t *testing.T) {
	g := games(t,
		`{"variant":"brandubh-gorrion","moves":["d6-f6","D5-f5"],"legal":true}`,
		``,
		`{"variant":"brandubh-gorrion","start":{"board":["...t...",".......",".......","K......",".......",".......","...t..."],"to_move":"defenders"},"moves":["Ka4-a1"]}`,
		`{"variant":"linnaean-9x9-tcross-w","moves":["e6-f6","resign"]}`,
		`{"variant":"linnaean-9x9-tcross-w","moves":["draw"]}`)
	if len(g) != 5 || g[1].Error != "the line is empty" {
		t.Fatalf("%d answers: %+v", len(g), g)
	}
	a := g[0]
	g = g[1:]
	if a.Error != "" || len(a.Plies) != 3 || a.Plies[0].LegalN != 40 || len(a.Plies[0].Legal) != 40 ||
		a.Plies[0].ToMove != "attackers" ||
		a.Plies[0].Played != "d6-f6" || a.Plies[1].Played != "d5-f5" || a.Plies[2].Played != "" ||
		a.Plies[2].Board[1] != ".....t." {
		t.Errorf("%+v", a)
	}
	end := g[1].Plies
	if len(end) != 2 || !end[0].Over || end[0].Winner != "defenders" || end[0].Reason != "king-escaped" ||
		!end[1].Over || end[1].LegalN != 0 || end[1].LegalSHA1 != "da39a3ee5e6b4b0d" {
		t.Errorf("%+v", end)
	}
	if p := g[2].Plies[1]; p.Played != "resigned" || p.Winner != "defenders" || p.Reason != "resigned" {
		t.Errorf("%+v", p)
	}
	if p := g[3].Plies[0]; p.Winner != "draw" || p.Reason != "agreed" {
		t.Errorf("%+v", p)
	}
}

// TestReplayOver begins where a game of the other families is over: nobody is
// to move, and a move is refused.
func TestReplayOver(t *testing.T) {
	const start = `{"variant":"fox-geese-13","start":{"pieces":{"F":["d1"],"G":["c1","e1","c2","d2","e2","d3","c3","e3"]},"turn":"B"}`
	_, out, _ := tafl(t, start+"}\n"+start+`,"moves":["d1-d2"]}`, "replay")
	lines := strings.Split(out, "\n")
	if !strings.Contains(lines[0], `"legal_n":0,`) ||
		!strings.Contains(lines[0], `"over":true,"winner":"A","reason":"no-move"}],"error":""`) {
		t.Error(lines[0])
	}
	if !strings.Contains(lines[1], "the game is over") {
		t.Error(lines[1])
	}
}

func TestReplayFaults(t *testing.T) {
	for _, c := range []struct {
		line, want string
		plies      int
	}{
		{`nonsense`, "bad JSON", 0},
		{`[]`, "expected an object, not array", 0},
		{`null`, "variant: missing", 0},
		{`{"variant":"brandubh-gorrion","legal":"yes"}`, "legal cannot be string", 0},
		{`{"variant":"brandubh-gorrion"} {}`, "more than one", 0},
		{`{"variant":"brandubh-gorrion","colour":1}`, "colour", 0},
		{`{"variant":"brandub-gorrion"}`, "did you mean brandubh-gorrion", 0},
		{`{"variant":"brandubh-gorrion","rules":{"king.captur":"enclosed"}}`, "king.captur", 0},
		{`{"variant":"brandubh-gorrion","rules":{"king.capture":"never"}}`, "never", 0},
		{`{"variant":"brandubh-gorrion","rules":{"king.capture":{}}}`, "must be", 0},
		{`{"variant":"brandubh-gorrion","start":{"board":["t"]}}`, "start", 0},
		{`{"variant":"brandubh-gorrion","start":{"to_move":"me"}}`, "to_move", 0},
		{`{"variant":"brandubh-gorrion","moves":["d6-f6","d5-d1"]}`, "ply 1", 1},
		{`{"variant":"brandubh-gorrion","moves":["d6-f6","zz"]}`, "ply 1", 1},
		{`{"variant":"brandubh-gorrion","moves":["resign","d6-f6"]}`, "the game is over", 1},
		{`{"variant":"brandubh-gorrion","moves":["d6-f6xd5"]}`, "ply 0", 0},
	} {
		g := games(t, c.line, `{"variant":"brandubh-gorrion"}`)
		if len(g) != 2 || !strings.Contains(g[0].Error, c.want) || len(g[0].Plies) != c.plies || g[1].Error != "" {
			t.Errorf("%s: %+v", c.line, g[0])
		}
	}
}

func TestReplayRules(t *testing.T) {
	start :=
		`"start":{"board":["...t...",".......","...t...","..tK...","...t...",".......","..T...."],"to_move":"attackers"}`
	moves := `"moves":["d7-e7"]`
	g := games(t,
		`{"variant":"brandubh-gorrion","rules":{"first":"defenders","attackersGone":true,"steps.king":1},"moves":[]}`,
		`{"variant":"brandubh-gorrion","rules":{"throne.hostile":"adk","camps":[["a1","b1"],["g7"]],"corner":"none","escape":"edge"},`+start+`,`+moves+`}`)
	if g[0].Error != "" || g[0].Plies[0].ToMove != "defenders" {
		t.Errorf("%+v", g[0])
	}
	if g[1].Error != "" || len(g[1].Plies) != 2 {
		t.Errorf("%+v", g[1])
	}
	for _, set := range []string{`"throne.hostile":"(nobody)"`, `"throne.hostile":"nobody"`, `"throne.hostile":""`,
		`"throne.hostile":[]`,
		`"corner.hostile":["a","k"]`, `"king.custodialSquares":"none"`, `"king.custodialSquares":["throne","camp"]`} {
		if a := games(t, `{"variant":"brandubh-gorrion","rules":{`+set+`}}`)[0]; a.Error != "" || len(a.Plies) != 1 {
			t.Errorf("%s: %+v", set, a)
		}
	}
}

// TestReplayStreams: an answer comes before the next question is asked.
func TestReplayStreams(t *testing.T) {
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- program.Run([]string{"replay"}, in, out, io.Discard)
		_ = out.Close()
	}()
	got := make(chan string)
	go func() {
		buf := make([]byte, 1<<16)
		for {
			n, err := answers.Read(buf)
			if err != nil {
				close(got)
				return
			}
			got <- string(buf[:n])
		}
	}()
	for range 3 {
		if _, err := io.WriteString(ask, `{"variant":"brandubh-gorrion"}`+"\n"); err != nil {
			t.Fatal(err)
		}
		select {
		case s := <-got:
			if !strings.HasSuffix(s, "\n") {
				t.Errorf("half an answer: %q", s)
			}
		case <-time.After(30 * time.Second):
			t.Fatal("no answer")
		}
	}
	_ = ask.Close()
	if code := <-done; code != 0 {
		t.Errorf("code %d", code)
	}
}

func TestReplayLongLine(t *testing.T) {
	long := bytes.Repeat([]byte("x"), maxLine+10)
	g := games(t, string(long), `{"variant":"brandubh-gorrion"}`)
	if len(g) != 2 || g[0].Error != errLong.Error() || g[1].Error != "" {
		t.Errorf("%d answers", len(g))
	}
}

// shared finds the folder of specifications and vectors.
func shared(t *testing.T, name string) string {
	t.Helper()
	dirs := []string{os.Getenv("TAFL3D_SHARED")}
	for up := ".."; len(up) < 20; up += "/.." {
		dirs = append(dirs, filepath.Join(up, "shared"))
	}
	for _, d := range dirs {
		f := filepath.Join(d, name)
		if _, err := os.Stat(f); d != "" && err == nil {
			t.Logf("using %s", f)
			return f
		}
	}
	t.Skipf("neither $TAFL3D_SHARED nor ../shared has %s: not checked", name)
	return ""
}

// TestReplayHuman replays games that people played.
func TestReplayHuman(t *testing.T) {
	text, err := os.ReadFile(shared(t, "vectors/human/brandubh.csv"))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for l := range strings.Lines(string(text)) {
		moves := strings.Fields(strings.SplitN(l, ",", 2)[0])
		if len(moves) < 4 || len(lines) == 40 {
			continue
		}
		for i, m := range moves { // a square may be written twice
			parts := strings.Split(m, "x")
			moves[i] = parts[0]
		}
		if moves[len(moves)-1] == "timeout" {
			moves = moves[:len(moves)-1]
		}
		b, err := json.Marshal(recordIn{Variant: "brandubh-gorrion", Moves: moves})
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(b))
	}
	for i, g := range games(t, lines...) {
		if g.Error != "" {
			t.Errorf("%s: %s", lines[i], g.Error)
		}
	}
}
