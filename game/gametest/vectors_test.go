package gametest

import (
	"bufio"
	"compress/gzip"
	"crypto/sha1"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// specVariant is one entry of the specification's catalogue.
type specVariant struct {
	ID    string         `json:"id"`
	Rows  []string       `json:"rows"`
	Rules map[string]any `json:"rules"`
	Turns []int64        `json:"turn_counts"`
}

// catalogue reads the variants of the specification, every toggle spelled out.
func catalogue(t *testing.T) map[string]specVariant {
	t.Helper()
	var spec struct{ Variants []specVariant }
	readJSON(t, Shared(t, "spec/tafl_variants.json"), &spec)
	all := map[string]specVariant{}
	for _, v := range spec.Variants {
		all[v.ID] = v
	}
	all["old-11x11-tdiamond"] = all["fetlar-11x11"].with("old-11x11-tdiamond", map[string]any{
		"encirclement": "region", "king.edge": "confine", "repetition": "defender-loses", "noMove": "loses"})
	all["simple-9x9-tcross-w"] = all["simple-9x9"].with("simple-9x9-tcross-w", map[string]any{"first": "defenders"})
	return all
}

func (v specVariant) with(id string, rules map[string]any) specVariant {
	merged := map[string]any{}
	for k, x := range v.Rules {
		merged[k] = x
	}
	for k, x := range rules {
		merged[k] = x
	}
	v.ID, v.Rules, v.Turns = id, merged, nil
	return v
}

// compile sets every toggle of a catalogue entry.
func (v specVariant) compile(t *testing.T) *rules.Rules {
	t.Helper()
	set := ruleset.Linnaean()
	set.Rows = v.Rows
	for key, value := range v.Rules {
		if err := set.Set(key, toggleText(value)); err != nil {
			t.Fatalf("%s: %v", v.ID, err)
		}
	}
	r, err := rules.Compile(set)
	if err != nil {
		t.Fatalf("%s: %v", v.ID, err)
	}
	return r
}

// toggleText turns a JSON value into the words that a toggle takes.
func toggleText(value any) string {
	groups, ok := value.([]any)
	if !ok {
		return fmt.Sprint(value)
	}
	var parts []string
	for _, g := range groups {
		parts = append(parts, strings.Trim(fmt.Sprint(g), "[]"))
	}
	return strings.Join(parts, "/")
}

func readJSON(t *testing.T, path string, to any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, to); err != nil {
		t.Fatal(err)
	}
}

func TestTurnCounts(t *testing.T) {
	for _, v := range catalogue(t) {
		r := v.compile(t)
		p := r.Start()
		for i, want := range v.Turns {
			if got := rules.Perft(&p, i+1); got != want {
				t.Errorf("%s: %d sequences of %d turns, want %d", v.ID, got, i+1, want)
			}
		}
	}
}

// record is a position of vectors/abstractplay.
type record struct {
	Variant, Game, Note string
	Ply                 int
	ToMove              string `json:"to_move"`
	Board               []string
	Rep                 int
	LegalN              int    `json:"legal_n"`
	LegalSHA1           string `json:"legal_sha1"`
	Legal               []string
	Ends                map[string]string
	OnlyAP              []string `json:"only_ap"`
	OnlyStepwise        []string `json:"only_stepwise"`
	Played              *string
	Captured            []string
	NotationMismatch    bool `json:"notation_mismatch"`
	Nonstandard         bool
	Over                bool
	Winner, Reason      string
	After               []string
}

func TestAbstractPlay(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(Shared(t, "vectors/abstractplay"), "*.jsonl.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no vectors: %v", err)
	}
	all := catalogue(t)
	for _, file := range files {
		id := strings.TrimSuffix(filepath.Base(file), ".jsonl.gz")
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			if id == "total-11x11-tdiamond" {
				id += "-ap"
			}
			leaper := all[id].with(id, map[string]any{"jump.knight": "leap-any"})
			if all[id].Rules["exitFort"] == "unbreakable" {
				leaper = all[id]
			}
			replayFile(t, file, all[id].compile(t), leaper.compile(t))
		})
	}
}

func replayFile(t *testing.T, path string, r, leaper *rules.Rules) {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	c := apCheck{T: t, rules: r, leaper: leaper}
	for dec := json.NewDecoder(z); ; {
		var rec record
		if err := dec.Decode(&rec); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		c.check(&rec)
	}
	t.Logf("%d positions, %d with full lists, %d ends of games", c.n, c.full, c.ended)
	if c.n == 0 || c.full == 0 || c.ended == 0 {
		t.Error("nothing was checked")
	}
}

// apCheck replays records in order and keeps the history of the game under way.
type apCheck struct {
	*testing.T
	rules, leaper  *rules.Rules
	r              *rules.Rules // of the present record
	game           string
	next           int
	pos            rules.Position
	history        *rules.History
	n, full, ended int
}

func (c *apCheck) check(rec *record) {
	c.n++
	c.r = c.rules
	if rec.Nonstandard { // a knight where the layout has none: the library lets it leap over any man
		c.r = c.leaper
	}
	where := fmt.Sprintf("%s ply %d", rec.Game, rec.Ply)
	setup, err := c.r.ParseRows(rec.Board)
	if err != nil {
		c.Fatalf("%s: %v", where, err)
	}
	setup.Turn = sideOf(rec.ToMove)
	if rec.Game != c.game || rec.Ply != c.next || !slices.Equal(c.pos.Setup().Pieces, setup.Pieces) ||
		c.pos.Turn() != setup.Turn {
		p, err := c.r.Position(setup)
		if err != nil { // the closing record after the king was taken
			if rec.Played != nil {
				c.Errorf("%s: %v", where, err)
			}
			return
		}
		c.game, c.pos, c.history = rec.Game, p, rules.NewHistory(&p)
	}
	c.next = rec.Ply + 1
	if rec.Over && rec.Played == nil {
		return
	}
	texts := c.checkLegal(rec, where)
	if rec.Played != nil {
		c.checkPlayed(rec, texts, where)
	}
}

func sideOf(name string) game.Side {
	if name == "defenders" {
		return game.Defenders
	}
	return game.Attackers
}

// checkLegal compares the list of turns and returns ours by text.
func (c *apCheck) checkLegal(rec *record, where string) map[string]rules.Turn {
	texts := map[string]rules.Turn{}
	takesKing := false
	for _, turn := range c.pos.LegalTurns(c.history) {
		text := notation.Turn(c.r, turn.Steps)
		texts[text] = turn
		takesKing = takesKing || strings.Contains(text, "xK")
	}
	ours := sorted(texts)
	if rec.Legal == nil {
		sum := sha1.Sum([]byte(strings.Join(ours, "\n")))
		excused := takesKing && c.r.Ruleset().Chain != ruleset.ChainOff || rec.OnlyAP != nil || rec.OnlyStepwise != nil
		if (len(ours) != rec.LegalN || hex.EncodeToString(sum[:8]) != rec.LegalSHA1) && !excused {
			c.Errorf("%s: %d legal turns, want %d (or others)\n%s", where, len(ours), rec.LegalN,
				strings.Join(rec.Board, "\n"))
		}
		return texts
	}
	c.full++
	if want := correctList(rec); !slices.Equal(ours, want) {
		c.Errorf("%s: legal turns\nonly ours   %v\nonly theirs %v\n%s", where, minus(ours, want), minus(want, ours),
			strings.Join(rec.Board, "\n"))
	}
	c.checkEnds(rec, texts, where)
	return texts
}

// correctList is legal - only_ap + only_stepwise without the continuations
// after the king's capture.
func correctList(rec *record) []string {
	set := map[string]bool{}
	for _, m := range slices.Concat(minus(rec.Legal, rec.OnlyAP), rec.OnlyStepwise) {
		if i := strings.Index(m, "xK"); i < 0 || !strings.Contains(m[i:], " ") {
			set[m] = true
		}
	}
	return sorted(set)
}

func sorted[V any](m map[string]V) []string {
	list := make([]string, 0, len(m))
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

func minus(a, b []string) (out []string) {
	for _, x := range a {
		if !slices.Contains(b, x) {
			out = append(out, x)
		}
	}
	return out
}

// checkEnds compares which turns end the game at once.
func (c *apCheck) checkEnds(rec *record, texts map[string]rules.Turn, where string) {
	for text, turn := range texts {
		q := c.pos
		h := c.history.Clone()
		o := playTurn(&q, h, turn)
		want := rec.Ends[text]
		if !sameEnd(o, want) && !(slices.Contains(rec.OnlyStepwise, text) && want == "") {
			c.Errorf("%s: %s ends as %q, want %q\n%s", where, text, endText(o), want, strings.Join(rec.Board, "\n"))
		}
	}
}

// playTurn plays a turn, records it and judges it.
func playTurn(p *rules.Position, h *rules.History, turn rules.Turn) game.Outcome {
	var d rules.Delta
	for i := range turn.Steps {
		p.Play(turn.Steps[i].Move(), &d)
	}
	if p.MidTurn() {
		p.Play(turn.Last, &d)
	}
	h.Push(p)
	return p.Judge(h)
}

func endText(o game.Outcome) string {
	if !o.Over() {
		return ""
	}
	return o.Result() + ":" + o.Cause.String()
}

// sameEnd compares an end with the library's words; its stalemate is our
// no-move or attackers-gone.
func sameEnd(o game.Outcome, want string) bool {
	got := endText(o)
	if result, ok := strings.CutSuffix(want, ":stalemate"); ok {
		return got == result+":no-move" || got == result+":attackers-gone"
	}
	return got == want
}

func (c *apCheck) checkPlayed(rec *record, texts map[string]rules.Turn, where string) {
	text := *rec.Played
	if i := strings.Index(text, "xK"); i >= 0 { // theirs may go on after the king fell
		if j := strings.Index(text[i:], " "); j >= 0 {
			text = text[:i+j]
		}
	}
	turn, ok := texts[text]
	if !ok || rec.NotationMismatch {
		if !rec.NotationMismatch && !slices.Contains(rec.OnlyAP, text) {
			c.Errorf("%s: %q was played but is not legal", where, text)
		}
		c.game = "" // go on from the next record's board
		return
	}
	var captured []string
	for i := range turn.Steps {
		for j := range turn.Steps[i].Captures() {
			at, _, _ := turn.Steps[i].Captured(j)
			captured = append(captured, c.r.Board().Name(at))
		}
	}
	slices.Sort(captured)
	want := slices.Clone(rec.Captured)
	slices.Sort(want)
	if text == *rec.Played && !slices.Equal(captured, want) {
		c.Errorf("%s: %s takes %v, want %v", where, text, captured, want)
	}
	o := playTurn(&c.pos, c.history, turn)
	if rec.After != nil && text == *rec.Played && !slices.Equal(c.r.Rows(c.pos.Setup()), rec.After) {
		c.Errorf("%s: after %s the board is\n%s\nwant\n%s", where, text, strings.Join(c.r.Rows(c.pos.Setup()), "\n"),
			strings.Join(rec.After, "\n"))
	}
	if want := strings.TrimPrefix(rec.Winner+":"+rec.Reason, ":"); !sameEnd(o, want) {
		c.Errorf("%s: after %s the end is %q, want %q", where, text, endText(o), want)
	}
	if o.Over() {
		c.ended++
	}
}

// libraryPerft is an entry of perft.json.
type libraryPerft struct {
	Start     map[string]int64
	Positions []struct {
		Board  []string
		ToMove string `json:"to_move"`
		Perft  map[string]int64
		Ghost  json.RawMessage `json:"ghost_nodes"`
	}
}

func TestAbstractPlayPerft(t *testing.T) {
	var all map[string]libraryPerft
	readJSON(t, Shared(t, "vectors/abstractplay/perft.json"), &all)
	specs := catalogue(t)
	for id, want := range all {
		if id == "total-11x11-tdiamond" {
			id += "-ap"
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			checkPerft(t, specs[id].compile(t), want)
		})
	}
}

func checkPerft(t *testing.T, r *rules.Rules, want libraryPerft) {
	excused := 0
	count := func(p *rules.Position, table map[string]int64, where string) {
		for depth, n := range table {
			d, err := strconv.Atoi(depth)
			if err != nil {
				t.Fatal(err)
			}
			if testing.Short() && n > 1e5 {
				continue
			}
			got := rules.Perft(p, d)
			if got != n && r.Ruleset().Chain != ruleset.ChainOff && chains(p, d) {
				excused++ // see chains
				continue
			}
			if got != n {
				t.Errorf("%s depth %d: %d, want %d\n%s", where, d, got, n, strings.Join(r.Rows(p.Setup()), "\n"))
			}
		}
	}
	p := r.Start()
	count(&p, want.Start, "start")
	counted := 0
	for i, pos := range want.Positions {
		if pos.Ghost != nil {
			continue // the library's chain generator is at fault here
		}
		counted++
		p := position(t, r, pos.Board, pos.ToMove)
		count(&p, pos.Perft, fmt.Sprintf("position %d", i))
	}
	t.Logf("%d of %d positions, %d counts excused", counted, len(want.Positions), excused)
	if excused > 10 {
		t.Errorf("%d counts differ, the library's faults explain fewer", excused)
	}
}

// chains reports whether within depth turns there is one of several steps or
// one that takes the king. The library's generator goes on with a chain after
// the king has fallen, and forgets that the mover has left its square; such
// counts are not ours to copy. Where there is none, counts must agree.
func chains(p *rules.Position, depth int) bool {
	if depth == 0 || p.Judge(nil).Over() {
		return false
	}
	for _, turn := range p.LegalTurns(nil) {
		q := *p
		var d rules.Delta
		for i := range turn.Steps {
			q.Play(turn.Steps[i].Move(), &d)
		}
		if q.MidTurn() {
			q.Play(turn.Last, &d)
		}
		if len(turn.Steps) > 1 || q.Judge(nil).Cause == game.KingCaptured || chains(&q, depth-1) {
			return true
		}
	}
	return false
}

func position(t *testing.T, r *rules.Rules, board []string, toMove string) rules.Position {
	t.Helper()
	setup, err := r.ParseRows(board)
	if err != nil {
		t.Fatal(err)
	}
	setup.Turn = sideOf(toMove)
	p, err := r.Position(setup)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestHumanGames(t *testing.T) {
	specs := catalogue(t)
	for file, id := range map[string]string{"copenhagen.csv": "copenhagen-2015", "brandubh.csv": "brandubh-gorrion"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			// The site left repetition, draw forts and counters to the players
			// and an arbiter: recorded games go on after them.
			spec := specs[id].with(id, map[string]any{"repetition": "off", "drawFort": 0, "noCapture": 0})
			replayHuman(t, Shared(t, "vectors/human/"+file), spec.compile(t))
		})
	}
}

// TestSample replays the sample that comes with the project.
func TestSample(t *testing.T) {
	human := map[string]any{"repetition": "off", "blockade": "off"}
	older := map[string]any{"repetition": "off", "exitFort": "unbreakable", "encirclement": "all",
		"encirclement.when": "immediate"}
	replayHuman(t, "testdata/brandubh.csv", builtIn(t, "brandubh-gorrion", human))
	replayHuman(t, "testdata/copenhagen.csv", builtIn(t, "copenhagen-11x11-tdiamond", older))
	r := builtIn(t, "copenhagen-11x11-tdiamond", nil)
	replayFile(t, "testdata/copenhagen-11x11-tdiamond.jsonl.gz", r, r)
}

// builtIn compiles a variant of the catalogue with some toggles changed.
func builtIn(t *testing.T, id string, toggles map[string]any) *rules.Rules {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	set := v.Rules.Ruleset()
	for key, value := range toggles {
		if err := set.Set(key, toggleText(value)); err != nil {
			t.Fatal(err)
		}
	}
	r, err := rules.Compile(set)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func replayHuman(t *testing.T, path string, r *rules.Rules) {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(bufio.NewReader(f)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	plies := 0
	for i, row := range rows {
		p := r.Start()
		h := rules.NewHistory(&p)
		var o game.Outcome
		for ply, text := range strings.Fields(row[0]) {
			if text == "timeout" || text == "resigned" {
				break
			}
			if o.Over() {
				t.Errorf("line %d, ply %d: the game goes on after %q", i+1, ply, endText(o))
				break
			}
			moves, err := notation.ParseTurn(&p, h, text)
			if err != nil {
				t.Errorf("line %d, ply %d: %v", i+1, ply, err)
				break
			}
			d, err := p.Try(moves[0], h)
			if err != nil {
				t.Fatal(err)
			}
			if got := humanText(r, &d); got != humanSorted(text) {
				t.Errorf("line %d, ply %d: %s, want %s", i+1, ply, got, text)
			}
			h.Push(&p)
			o = p.Judge(h)
			plies++
		}
		checkHumanResult(t, i+1, row, o)
	}
	t.Logf("%d games, %d plies", len(rows), plies)
}

// humanText writes a move as the export does: no letters, no captured king.
func humanText(r *rules.Rules, d *rules.Delta) string {
	b := r.Board()
	var takes []string
	for i := range d.Captures() {
		if at, piece, _ := d.Captured(i); piece != ruleset.King {
			takes = append(takes, b.Name(at))
		}
	}
	slices.Sort(takes)
	return strings.Join(append([]string{b.Name(d.Move().From) + "-" + b.Name(d.Move().To)}, takes...), "x")
}

func humanSorted(text string) string {
	parts := strings.Split(text, "x")
	takes := parts[1:]
	slices.Sort(takes)
	return strings.Join(append(parts[:1], slices.Compact(takes)...), "x")
}

// checkHumanResult compares the end on the board with the recorded result.
func checkHumanResult(t *testing.T, line int, row []string, o game.Outcome) {
	t.Helper()
	result := strings.ToLower(strings.Join(row[3:], " "))
	winner := map[string]string{"": "", "attackers": "black", "defenders": "white", "draw": "draw"}[o.Result()]
	if winner != "" && !strings.Contains(result, winner) && !strings.Contains(result, o.Result()) {
		t.Errorf("line %d: ended as %s, the record says %q", line, endText(o), result)
	}
}
