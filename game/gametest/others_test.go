package gametest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// others is vectors/situations/other.json.
type others struct {
	Situations []otherSituation
	Extra      []otherExtra
	Perft      map[string][]int64
	Traces     []struct {
		Game  string
		Plies []struct {
			Move   string
			N      int
			Result *string
			Pieces map[string][]string
			Turn   string
			Hand   [game.Sides]int
		}
	}
}

type otherSituation struct {
	ID, Game, Turn string
	Hand           map[string]int
	Pieces         map[string][]string
	Legal          []string
	Play           []struct {
		Move      string
		Result    *string
		Pieces    map[string][]string
		Turn      string
		NextLegal []string
	}
}

type otherExtra struct {
	ID, Game, Turn string
	Pieces         map[string][]string
	Legal          []string
	HuffSetAfter   map[string][]string
	Sequences      int
	Winning        []string
	Ambushes       []string `json:"ambushesAllOrders"`
	InCheck        bool
}

func readOthers(t *testing.T) *others {
	t.Helper()
	return readOthersFrom(t, Shared(t, "vectors/situations/other.json"))
}

func readOthersFrom(t *testing.T, path string) *others {
	t.Helper()
	var doc others
	readJSON(t, path, &doc)
	return &doc
}

// TestOtherSample checks the sample that comes with the project.
func TestOtherSample(t *testing.T) {
	doc := readOthersFrom(t, "testdata/other.json")
	doc.checkSituations(t)
	doc.checkPerft(t)
	doc.checkTraces(t)
	doc.checkExtra(t)
}

func rulesOf(t *testing.T, id string) *rules.Rules {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	return v.Rules
}

// place sets up a position. A hand that is given by side belongs to the first
// kind of that side which the start has in hand.
func place(t *testing.T, r *rules.Rules, pieces map[string][]string, turn string, hand map[string]int) rules.Position {
	t.Helper()
	s := game.Setup{Pieces: make([]game.Piece, r.Board().Squares()), Hand: make([]int, len(r.Kinds()))}
	for letter, list := range pieces {
		c, ok := r.PieceOf(letter)
		if !ok {
			t.Fatalf("no piece %q", letter)
		}
		for _, name := range list {
			at, ok := r.Board().Named(name)
			if !ok {
				t.Fatalf("no point %q", name)
			}
			s.Pieces[at] = c
		}
	}
	if turn == "B" {
		s.Turn = game.Defenders
	}
	start := r.Setup()
	for c, k := range r.Kinds() {
		if start.Hand[c] > 0 {
			s.Hand[c] = hand["AB"[k.Side:k.Side+1]]
		}
	}
	p, err := r.Position(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// turnTexts returns the legal turns by their text. The fixtures leave out what
// a piece becomes.
func turnTexts(t *testing.T, p *rules.Position, h *rules.History) map[string]rules.Turn {
	t.Helper()
	all := map[string]rules.Turn{}
	for _, turn := range p.LegalTurns(h) {
		text := notation.Turn(p.Rules(), turn.Steps)
		if _, twice := all[text]; twice {
			t.Errorf("%s stands twice among the turns of %s", text, notation.Position(p))
		}
		all[text] = turn
	}
	return all
}

func withoutPromotion(texts []string) []string {
	var list []string
	for _, s := range texts {
		s, _, _ = strings.Cut(s, "=")
		list = append(list, s)
	}
	slices.Sort(list)
	return list
}

func sameTexts(t *testing.T, where string, p *rules.Position, h *rules.History, want []string) {
	t.Helper()
	got := withoutPromotion(slices.Collect(maps.Keys(turnTexts(t, p, h))))
	want = slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		t.Errorf("%s: %s\nmissing %v\nunwanted %v", where, notation.Position(p), minus(want, got), minus(got, want))
	}
}

// resultOf returns A, B or draw, or the empty text.
func resultOf(o game.Outcome) string {
	switch {
	case !o.Over():
		return ""
	case o.Draw:
		return "draw"
	}
	return "AB"[o.Winner : o.Winner+1]
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// samePieces compares a board with a fixture.
func samePieces(t *testing.T, where string, p *rules.Position, want map[string][]string) {
	t.Helper()
	got := map[string][]string{}
	r := p.Rules()
	for at, c := range p.Setup().Pieces {
		if c != game.Empty {
			letter := string(r.Kinds()[c].Letter)
			got[letter] = append(got[letter], r.Board().Name(game.Square(at)))
		}
	}
	clean := map[string][]string{}
	for letter, list := range want {
		if len(list) > 0 {
			clean[letter] = slices.Sorted(slices.Values(list))
			slices.Sort(got[letter])
		}
	}
	if !maps.EqualFunc(got, clean, slices.Equal) {
		t.Errorf("%s: the board is %v, want %v", where, got, clean)
	}
}

func TestOtherSituations(t *testing.T) { readOthers(t).checkSituations(t) }

func (doc *others) checkSituations(t *testing.T) {
	for _, s := range doc.Situations {
		t.Run(s.ID, func(t *testing.T) {
			r := rulesOf(t, s.Game)
			p := place(t, r, s.Pieces, s.Turn, s.Hand)
			h := rules.NewHistory(&p)
			sameTexts(t, s.ID, &p, h, s.Legal)
			for _, play := range s.Play {
				q, qh := p, h.Clone()
				where := s.ID + " " + play.Move
				_, o, err := playText(&q, qh, play.Move)
				if err != nil {
					t.Errorf("%s: %v", where, err)
					continue
				}
				if got := resultOf(o); got != text(play.Result) {
					t.Errorf("%s: ends as %q (%s), want %q", where, got, o.Cause, text(play.Result))
				}
				samePieces(t, where, &q, play.Pieces)
				if !o.Over() {
					sameTexts(t, where, &q, qh, play.NextLegal)
				}
			}
		})
	}
	t.Logf("%d situations", len(doc.Situations))
}

func TestOtherPerft(t *testing.T) { readOthers(t).checkPerft(t) }

func (doc *others) checkPerft(t *testing.T) {
	for id, want := range doc.Perft {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			p := rulesOf(t, id).Start()
			for i, n := range want {
				if testing.Short() && n > 1e5 {
					break
				}
				if got := rules.Perft(&p, i+1); got != n {
					t.Errorf("depth %d: %d, want %d", i+1, got, n)
				}
			}
		})
	}
}

func TestOtherTraces(t *testing.T) { readOthers(t).checkTraces(t) }

func (doc *others) checkTraces(t *testing.T) {
	plies := 0
	for _, trace := range doc.Traces {
		r := rulesOf(t, trace.Game)
		p := r.Start()
		h := rules.NewHistory(&p)
		for i, ply := range trace.Plies {
			where := fmt.Sprintf("%s, ply %d, %s", trace.Game, i, ply.Move)
			if n := len(p.LegalTurns(h)); n != ply.N {
				t.Errorf("%s: %d turns, want %d: %s", where, n, ply.N, notation.Position(&p))
			}
			_, o, err := playText(&p, h, ply.Move)
			if err != nil {
				t.Errorf("%s: %v: %s", where, err, notation.Position(&p))
				break
			}
			plies++
			samePieces(t, where, &p, ply.Pieces)
			if got := resultOf(o); got != text(ply.Result) {
				t.Errorf("%s: ends as %q (%s), want %q", where, got, o.Cause, text(ply.Result))
			}
			for side, n := range ply.Hand {
				sum := 0
				for c, k := range r.Kinds() {
					if int(k.Side) == side {
						sum += p.Hand(game.Piece(c))
					}
				}
				if sum != n {
					t.Errorf("%s: %d in hand, want %d", where, sum, n)
				}
			}
			if want := "AB"[p.Turn() : p.Turn()+1]; want != ply.Turn {
				t.Errorf("%s: %s is to move, want %s", where, want, ply.Turn)
			}
		}
	}
	t.Logf("%d plies", plies)
}

func TestOtherExtra(t *testing.T) { readOthers(t).checkExtra(t) }

func (doc *others) checkExtra(t *testing.T) {
	for _, e := range doc.Extra {
		t.Run(e.ID, func(t *testing.T) {
			id := strings.NewReplacer("asalto (enforce: huff)", "asalto-huff", " + ", "-").Replace(e.Game)
			turn := e.Turn
			if id == "maharajah" {
				turn = map[string]string{"W": "B", "B": "A"}[turn]
			}
			p := place(t, rulesOf(t, id), e.Pieces, turn, nil)
			switch {
			case e.Sequences > 0:
				e.checkSequences(t, &p)
			case strings.HasSuffix(id, "-v5"):
				e.checkAmbushes(t, &p)
			default:
				sameTexts(t, e.ID, &p, nil, e.Legal)
			}
			for move, huff := range e.HuffSetAfter {
				q := p
				if _, _, err := playText(&q, rules.NewHistory(&q), move); err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, s := range q.Setup().Huff {
					got = append(got, q.Rules().Board().Name(s))
				}
				if !slices.Equal(got, huff) && len(got)+len(huff) > 0 {
					t.Errorf("after %s %v may be huffed, want %v", move, got, huff)
				}
			}
		})
	}
}

func (e *otherExtra) checkSequences(t *testing.T, p *rules.Position) {
	all := turnTexts(t, p, nil)
	if len(all) != e.Sequences {
		t.Errorf("%d turns, want %d", len(all), e.Sequences)
	}
	var wins []string
	for text := range all {
		q := *p
		_, o, err := playText(&q, rules.NewHistory(&q), text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if resultOf(o) == e.Turn {
			wins = append(wins, text)
		}
	}
	slices.Sort(wins)
	if !slices.Equal(wins, slices.Sorted(slices.Values(e.Winning))) {
		t.Errorf("%v win, want %v", wins, e.Winning)
	}
}

// checkAmbushes compares the ambushes, which the fixtures list in every order
// of the jumps.
func (e *otherExtra) checkAmbushes(t *testing.T, p *rules.Position) {
	got := 0
	for text := range turnTexts(t, p, nil) {
		if !strings.ContainsAny(text, "&*") {
			continue
		}
		got++
		if !slices.Contains(e.Ambushes, text) {
			t.Errorf("%s is no ambush of %v", text, e.Ambushes)
		}
	}
	if got > 1 || (got == 1) != (len(e.Ambushes) > 0) {
		t.Errorf("%d ambushes, want those of %v once", got, e.Ambushes)
	}
	var results []uint64
	for _, text := range e.Ambushes {
		q := *p
		if _, _, err := playText(&q, rules.NewHistory(&q), text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		results = append(results, q.Hash())
	}
	if len(slices.Compact(results)) > 1 {
		t.Error("orders of the same ambush lead to different positions")
	}
}
