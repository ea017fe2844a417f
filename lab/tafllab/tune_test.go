package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tafl3d/ai/eval"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/internal/command"
)

// TestTune: weights are fitted to games that a free king wins, and to one of
// people, the same twice, read back, and played with.
func TestTune(t *testing.T) {
	dir := t.TempDir()
	games := filepath.Join(dir, "games.jsonl")
	code, out,
		note := lab(t, "",
		strings.Fields("selfplay -variant brandubh-gorrion -engine random -games 120 -max 60 -seed 3")...)
	if code != 0 {
		t.Fatal(note)
	}
	if err := os.WriteFile(games, []byte(freeKingsWin(t, out)), 0o644); err != nil {
		t.Fatal(err)
	}
	people := filepath.Join(dir, "people.csv")
	list := "d2-e2 c4-c5 f4-f5 d4-c4 e2-d2xd3,1,0,Black\nd2-e2 timeout,0,0,White\nd2-e2,0,0,Ongoing\n"
	if err := os.WriteFile(people, []byte(list), 0o644); err != nil {
		t.Fatal(err)
	}
	bad := eval.Defaults() // the weights built in may be as good as it gets: begin with worse ones
	bad.Small.Row("moves")[0] = -60
	var text strings.Builder
	if err := bad.Write(&text); err != nil {
		t.Fatal(err)
	}
	start := filepath.Join(dir, "start.toml")
	if err := os.WriteFile(start, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	fit := func(name string) string {
		file := filepath.Join(dir, name)
		code, _, note := lab(t, "", "tune", "-set", "small", "-epochs", "6", "-rate", "10", "-prior", "0", "-validate",
			"0.4", "-params", start, "-games", games+",brandubh-gorrion="+people, "-out", file)
		if code != 0 || !strings.Contains(note, "121 games") || strings.Count(note, "epoch") != 7 {
			t.Fatal(code, note)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	a, b := fit("a.toml"), fit("b.toml")
	if a != b {
		t.Error("the second fit gave other weights")
	}
	p, err := eval.ReadParams([]byte(a))
	if err != nil {
		t.Fatal(err)
	}
	d := eval.Defaults()
	if p.Small.Row("attacker")[0] != d.Small.Row("attacker")[0] || p.Small.Row("moves")[0] <= -60 ||
		p.Edge.Row("moves")[0] != d.Edge.Row("moves")[0] {
		t.Errorf("moves %v, attacker %v", p.Small.Row("moves"), p.Small.Row("attacker"))
	}
	engine := "params:nodes=50:" + filepath.Join(dir, "a.toml")
	if code, _, note := lab(t, "", "match", "-variant", "brandubh-gorrion", "-a", engine, "-b", "random", "-games",
		"2"); code != 0 {
		t.Error(note)
	}
}

// freeKingsWin gives the half of the games to the defenders in which their king
// had more moves, and the others to the attackers: whoever fits weights to them
// must find that his moves are worth something.
func freeKingsWin(t *testing.T, lines string) string {
	t.Helper()
	var games []tuneGame
	var moves []float64
	for line := range strings.Lines(lines) {
		var g tuneGame
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			t.Fatal(err)
		}
		games, moves = append(games, g), append(moves, kingsMoves(t, g))
	}
	half := slices.Sorted(slices.Values(moves))[len(moves)/2]
	var out strings.Builder
	for i, g := range games {
		g.Winner = game.Attackers.String()
		if moves[i] >= half {
			g.Winner = game.Defenders.String()
		}
		text, err := json.Marshal(g)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(text, '\n'))
	}
	return out.String()
}

// kingsMoves returns how many moves the king had before a turn of his side, on
// average.
func kingsMoves(t *testing.T, g tuneGame) float64 {
	t.Helper()
	v, err := command.Variant(g.Variant)
	if err != nil {
		t.Fatal(err)
	}
	p := v.Rules.Start()
	h := rules.NewHistory(&p)
	var d rules.Delta
	moves, turns := 0, 1
	for _, text := range g.Moves {
		if p.Turn() == game.Defenders {
			turns++
			for _, m := range p.Legal(nil, h) {
				if m.From == p.King() {
					moves++
				}
			}
		}
		steps, err := notation.ParseTurn(&p, h, text)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range steps {
			p.Play(m, &d)
		}
		h.Push(&p)
	}
	return float64(moves) / float64(turns)
}

func TestTuneRefuses(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	good := write("good.jsonl", `{"variant":"brandubh-gorrion","moves":["d2-e2"]}`+"\n")
	out := filepath.Join(dir, "out.toml")
	for _, c := range []struct {
		want string
		args []string
	}{
		{"-games and -out are needed", []string{"-out", out}},
		{"must not be negative", []string{"-games", good, "-out", out, "-prior", "-1"}},
		{"between 0 and 1", []string{"-games", good, "-out", out, "-validate", "1"}},
		{`-set "big"`, []string{"-games", good, "-out", out, "-set", "big"}},
		{`no term "lava"`, []string{"-games", good, "-out", out, "-terms", "lava"}},
		{"no such file", []string{"-games", filepath.Join(dir, "none"), "-out", out}},
		{"no quiet position", []string{"-games", good, "-out", out}},
		{"too few games", []string{"-games", good, "-out", out, "-set", "small"}},
		{"line 1: bad JSON", []string{"-games", write("a", "{"), "-out", out, "-set", "small"}},
		{`game 1: move 1, "d2-d9"`, []string{"-games", write("b", `{"variant":"brandubh-gorrion","moves":["d2-d9"]}`),
			"-out", out, "-set", "small"}},
		{`"nobody" is neither`, []string{"-games",
			write("c", `{"variant":"brandubh-gorrion","moves":["d2-e2"],"winner":"nobody"}`), "-out", out,
			"-set", "small"}},
		{"wrong number of fields", []string{"-games", "brandubh-gorrion=" + write("d", "d2-e2,1\n"), "-out", out,
			"-set", "small"}},
		{"lava", []string{"-games", "lava=" + good, "-out", out, "-set", "small"}},
		{"edge.lava", []string{"-games", good, "-out", out, "-params", write("e", "[edge]\nlava = 1")}},
	} {
		code, _, note := lab(t, "", append([]string{"tune"}, c.args...)...)
		if code == 0 || !strings.Contains(note, c.want) {
			t.Errorf("%v: code %d, %q, want %q", c.args, code, note, c.want)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a refused fit wrote weights")
	}
	for _, name := range []string{"params:nodes=5:" + filepath.Join(dir, "none"), "params:nodes=5:",
		"params:x:" + out} {
		if code, _, note := lab(t, "", "match", "-variant", "brandubh-gorrion", "-a", name, "-b", "random"); code ==
			0 || note == "" {
			t.Errorf("%s: code %d, %q", name, code, note)
		}
	}
}
