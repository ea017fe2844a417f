package web

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"log/slog"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/internal/await"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/picture"
	"tafl3d/tongue"
)

// TestEveryBoard draws the start of every game of the catalogue: a drawing that can be
// read, a figure for every piece, in the base page a symbol for each figure.
func TestEveryBoard(t *testing.T) {
	var page strings.Builder
	if err := pages["game"].ExecuteTemplate(&page, "sprite", nil); err != nil {
		t.Fatal(err)
	}
	base := page.String()
	for _, v := range variant.All() {
		start := v.Rules.Start()
		f := frameOf(start.Setup(), 0, start.Turn(), v)
		men := 0
		for _, p := range start.Setup().Pieces {
			men += bit(p != game.Empty)
		}
		checkNames(t, v)
		for _, small := range []bool{false, true} {
			svg := string(drawBoard(english, v.Rules, f, `"<a>&`, small))
			symbols := string(withFigures([]byte(base + svg)))
			if got := strings.Count(svg, `class="man"`); got != men {
				t.Errorf("%s: %d figures for %d pieces", v.ID, got, men)
			}
			d := xml.NewDecoder(strings.NewReader(svg))
			for {
				token, err := d.Token()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatalf("%s: %v", v.ID, err)
				}
				if e, ok := token.(xml.StartElement); ok && e.Name.Local == "use" {
					for _, a := range e.Attr {
						if a.Name.Local == "href" && !strings.Contains(symbols,
							`id="`+strings.TrimPrefix(a.Value, "#")+`"`) {
							t.Errorf("%s: there is no symbol %s", v.ID, a.Value)
						}
					}
				}
			}
		}
	}
}

// english speaks to who says no language.
var english = tongue.Accepted("")

var coordinate = regexp.MustCompile(`<text class="coord" x="(\d+)" y="(\d+)">([a-z]+|\d+)</text>`)

// checkNames looks that the letter and the number of every square stand once beside the
// board, each in a place of its own on the plank.
func checkNames(t *testing.T, v *variant.Variant) {
	t.Helper()
	b := v.Rules.Board()
	start := v.Rules.Start()
	f := frameOf(start.Setup(), 0, game.Attackers, v)
	w, h := b.Span()
	at := map[string][2]float64{}
	for _, c := range coordinate.FindAllStringSubmatch(string(drawBoard(english, v.Rules, f, "", false)), -1) {
		x, _ := strconv.ParseFloat(c[1], 64) // digits
		y, _ := strconv.ParseFloat(c[2], 64)
		if _, twice := at[c[3]]; twice {
			t.Errorf("%s: %s stands twice", v.ID, c[3])
		}
		for other, p := range at {
			if math.Hypot(p[0]-x, p[1]-y) < 30 {
				t.Errorf("%s: %s and %s are in one place", v.ID, other, c[3])
			}
		}
		if x < 20 || y < 20 || x > float64(w)*picture.Unit+2*picture.Margin-20 ||
			y > float64(h)*picture.Unit+2*picture.Margin-20 {
			t.Errorf("%s: %s stands at %g, %g", v.ID, c[3], x, y)
		}
		at[c[3]] = [2]float64{x, y}
	}
	for s := range game.Square(b.Squares()) {
		name := b.Name(s)
		file := strings.TrimRight(name, "0123456789")
		if _, ok := at[file]; !ok {
			t.Errorf("%s: no letter for %s", v.ID, name)
		}
		if _, ok := at[strings.TrimPrefix(name, file)]; !ok {
			t.Errorf("%s: no number for %s", v.ID, name)
		}
	}
}

// TestStyle holds the style sheet, which pages must have from a file, to what boards look
// like in other pictures. The font of the names is that of the pages.
func TestStyle(t *testing.T) {
	sheet, err := static.ReadFile("static/style.css")
	if err != nil {
		t.Fatal(err)
	}
	var drawn strings.Builder
	drawn.WriteString(picture.Sprite())
	for _, id := range []string{"brandubh-gorrion", "tablut-gorrion", "asalto"} {
		if v, err := variant.Get(id); err == nil {
			start := v.Rules.Start()
			drawn.WriteString(string(drawBoard(english, v.Rules, frameOf(start.Setup(), 0, start.Turn(), v), "",
				false)))
		}
	}
	for rule := range strings.Lines(picture.Style()) {
		class := rule[1:strings.IndexByte(rule, '{')]
		if class != "coord" && strings.Contains(drawn.String(), `class="`+class+`"`) &&
			!strings.Contains(string(sheet), strings.TrimSpace(rule)) {
			t.Errorf("style.css does not have %s", rule)
		}
	}
}

// entries plays a few turns and takes the last back.
func entries(t *testing.T) []wire.Entry {
	t.Helper()
	spec := wire.Spec{Game: "g", Variant: "brandubh-gorrion", Clock: "5m+3s",
		Seats: [game.Sides]wire.Player{{ID: "a", Name: "Astrid"}, {ID: "d", Name: "Dag"}}}
	first, err := ledger.Begin(spec, 1e15)
	if err != nil {
		t.Fatal(err)
	}
	list := []wire.Entry{first}
	g, err := ledger.Fold(list)
	if err != nil {
		t.Fatal(err)
	}
	do := func(by wire.Side, a wire.Act, at wire.Time) {
		e, _, err := g.Do(by, a, at)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	do(wire.Attackers, wire.Act{Kind: wire.Play, Moves: []wire.Move{{From: "d1", To: "c1"}}, Token: "1"}, 1e15+1e6)
	do(wire.Defenders, wire.Act{Kind: wire.Play, Ply: 1, Moves: []wire.Move{{From: "d3", To: "c3"}}, Token: "2"},
		1e15+5e6)
	do(wire.Attackers, wire.Act{Kind: wire.Play, Ply: 2, Moves: []wire.Move{{From: "d2", To: "a2"}}, Token: "3"},
		1e15+9e6)
	do(wire.Attackers, wire.Act{Kind: wire.Takeback, Ply: 3, Plies: 1, Token: "4"}, 1e15+9e6)
	do(wire.Defenders, wire.Act{Kind: wire.Accept, Ply: 3, Of: "takeback", Token: "5"}, 1e15+10e6)
	return list
}

// TestFilm develops a game in which a turn was taken back.
func TestFilm(t *testing.T) {
	f, err := filmFrom(entries(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Frames) != 3 || f.Seq != 6 || f.Over || f.Running != "attackers" ||
		f.status(english) != "Astrid to move, attackers" {
		t.Errorf("%+v", f)
	}
	last := f.Frames[2]
	b := f.Variant.Rules.Board()
	if b.Name(game.Square(last.From)) != "d3" || b.Name(game.Square(last.To)) != "c3" || last.Turn != "attackers" ||
		!strings.HasPrefix(last.Text, "d3") {
		t.Errorf("%+v", last)
	}
	for ply, want := range [][game.Sides]int{{300e3, 300e3}, {300e3, 300e3}, {300e3, 299e3}} {
		if f.Frames[ply].Left != want {
			t.Errorf("after %d turns the clocks show %v", ply, f.Frames[ply].Left)
		}
	}
	if f.Frames[0].Pieces == last.Pieces || len(last.Pieces) != b.Squares() {
		t.Errorf("%q", last.Pieces)
	}
	if _, err := filmFrom(nil); err == nil {
		t.Error("a game without entries has a film")
	}
}

// counted is a source of one game that counts how often it is read.
type counted struct {
	Source
	entries []wire.Entry
	told    atomic.Int64 // of the entries
	reads   atomic.Int64
}

func (c *counted) Entries(context.Context, string) ([]wire.Entry, bool, error) {
	c.reads.Add(1)
	return c.entries[:c.told.Load()], false, nil
}

// Since has nothing at hand.
func (c *counted) Since(context.Context, string, uint64) []wire.Entry { return nil }

// growing is a source that reads a game once, and then has what is new at hand.
type growing struct{ counted }

func (c *growing) Since(_ context.Context, _ string, seq uint64) []wire.Entry {
	if seq == 0 {
		return nil // until it has been read
	}
	return c.entries[min(seq, uint64(c.told.Load())):c.told.Load()]
}

// TestFilmGrows follows a game turn by turn: it is read once, and its film is at each turn what it is when all is read;
// who knows it up to a turn is told the rest alone.
func TestFilmGrows(t *testing.T) {
	c := &growing{counted{entries: entries(t)}}
	c.told.Store(2)
	s := New("test", "localhost", c, slog.New(slog.DiscardHandler))
	for n := 2; n <= len(c.entries); n++ {
		c.told.Store(int64(n))
		f, err := s.makeFilm(t.Context(), "g")
		whole, fault := filmFrom(c.entries[:n])
		if err != nil || fault != nil {
			t.Fatal(err, fault)
		}
		if f.Seq != uint64(n) || !slices.EqualFunc(f.Frames, whole.Frames,
			func(a, b Frame) bool { return a.Pieces == b.Pieces && a.Text == b.Text }) {
			t.Fatalf("after %d entries: %+v, want %+v", n, f.Frames, whole.Frames)
		}
		for first := range len(f.Frames) + 1 {
			body, err := f.tell(english, first)
			var told struct {
				First  int
				Frames []Frame
			}
			if err := errors.Join(err, json.Unmarshal(body, &told)); err != nil || first < len(f.Frames) &&
				(told.First != first || len(told.Frames) != len(f.Frames)-first) || first == len(f.Frames) &&
				told.First != 0 {
				t.Fatalf("from %d of %d: %d, %d frames, %v", first, len(f.Frames), told.First, len(told.Frames), err)
			}
		}
	}
	if n := c.reads.Load(); n != 1 {
		t.Errorf("the game is read %d times", n)
	}
}

// TestFilmIsMadeOnce asks for more of a game than there is, again and again: it is read a
// few times a second, whoever asks. Who hears of a turn and asks again is given it.
func TestFilmIsMadeOnce(t *testing.T) {
	c := &counted{entries: entries(t)}
	c.told.Store(5)
	s := New("test", "localhost", c, slog.New(slog.DiscardHandler))
	began := time.Now()
	var work sync.WaitGroup
	for range 20 {
		work.Go(func() {
			for range 50 {
				if f, err := s.film(t.Context(), "g", 1<<60); err != nil || f.Seq != 5 {
					t.Errorf("%+v, %v", f, err)
				}
			}
		})
	}
	work.Wait()
	if most := 1 + int64(time.Since(began)/newFilm); c.reads.Load() > most {
		t.Errorf("the game was read %d times, at most %d would do", c.reads.Load(), most)
	}
	c.told.Store(6)
	await.Until(t, "the turn does not come", func() bool {
		f, err := s.film(t.Context(), "g", 6)
		return err == nil && f.Seq == 6
	})
}

// TestGraph draws a rating of one game and of many.
func TestGraph(t *testing.T) {
	if drawGraph(english, nil) != "" {
		t.Error("a graph of nothing")
	}
	points := []Point{{At: 1e9, Rating: 1500}}
	for i := range 200 {
		points = append(points, Point{At: 1e9 + int64(i)*86400, Rating: 1500 + float64(i%37)*9})
	}
	for _, n := range []int{1, 2, 40, len(points)} {
		svg := string(drawGraph(english, points[:n]))
		if err := xml.Unmarshal([]byte(svg), new(struct{})); err != nil {
			t.Errorf("%d points: %v", n, err)
		}
		if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("%d points: %s", n, svg)
		}
	}
}
