package tournament

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"
)

var began = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

// driver drives an event with random results.
type driver struct {
	t      *testing.T
	ev     *Tournament
	chance *rand.Rand
	at     time.Time
}

func open(t *testing.T, c Config, players int, seed uint64) *driver {
	t.Helper()
	if c.Name == "" {
		c.Name = "test"
	}
	if c.Variants == nil {
		c.Variants = []Variant{{ID: "brandubh"}}
	}
	c.Seed = seed
	ev, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	h := &driver{t, ev, rand.New(rand.NewPCG(seed, 9)), began}
	for i := range players {
		h.must(Enter{Name: fmt.Sprint("p", i+1), Rating: 1000 + h.chance.IntN(20)*50})
	}
	return h
}

// do applies an event; after an error nothing may have changed.
func (h *driver) do(e Event) error {
	h.t.Helper()
	h.at = h.at.Add(time.Duration(h.chance.IntN(3)) * time.Second)
	small := len(h.ev.entrants) <= 12 && len(h.ev.log) < 60
	before := ""
	if small {
		before = fmt.Sprintf("%+v", *h.ev)
	}
	err := h.ev.Apply(h.at, e)
	if err != nil && small {
		if after := fmt.Sprintf("%+v", *h.ev); after != before {
			h.t.Fatalf("%T %+v was refused (%v) but changed\n%s\nto\n%s", e, e, err, before, after)
		}
	}
	return err
}

func (h *driver) must(e Event) {
	h.t.Helper()
	if err := h.do(e); err != nil {
		h.t.Fatalf("%T %+v: %v", e, e, err)
	}
}

// report gives a game a random result.
func (h *driver) report(d Due) {
	h.must(Report{d.Pairing, d.Leg, []Verdict{Attackers, Attackers, Defenders, Draw}[h.chance.IntN(4)], "king-escaped",
		10 + h.chance.IntN(90)})
}

// round plays all open games in random order.
func (h *driver) round() {
	for {
		due := h.ev.Due()
		if len(due) == 0 {
			return
		}
		h.chance.Shuffle(len(due), func(i, j int) { due[i], due[j] = due[j], due[i] })
		for _, d := range due {
			h.report(d)
		}
	}
}

// play plays an event to its end, with trouble on the way if wild.
func (h *driver) play(wild bool) {
	h.must(Start{})
	for range 3000 {
		if h.ev.Phase() == Over {
			return
		}
		if h.ev.config.Format == Arena && h.chance.IntN(4) == 0 {
			h.at = h.at.Add(time.Minute)
		}
		if wild && h.trouble() {
			continue
		}
		switch err := h.do(Pair{}); {
		case errors.Is(err, ErrOpen), errors.Is(err, ErrPaused):
			h.round()
			if h.ev.Phase() == Paused {
				h.must(Resume{})
			}
		case errors.Is(err, ErrNobody), errors.Is(err, ErrFew), errors.Is(err, ErrLate):
			h.round()
			if h.ev.Phase() != Over && h.ev.CanPair(h.at) != nil {
				h.must(End{})
			}
		case err != nil:
			h.t.Fatal(err)
		case h.chance.IntN(2) == 0:
			h.round()
		}
	}
	h.t.Fatal("the event does not end")
}

// trouble lets something happen now and then that is not a plain result. It
// reports whether something did.
func (h *driver) trouble() bool {
	n := len(h.ev.entrants)
	who := 1 + h.chance.IntN(n+1) // sometimes nobody
	pairing, leg := h.chance.IntN(len(h.ev.pairings)+2), h.chance.IntN(3)
	switch h.chance.IntN(24) {
	case 0:
		if h.ev.staying() > 3 {
			return h.do(Withdraw{who}) == nil
		}
	case 1:
		return h.do(SitOut{who, h.chance.IntN(3) > 0}) == nil
	case 2:
		return h.do(Enter{Name: fmt.Sprint("late", n)}) == nil
	case 3:
		if h.do(Pause{}) == nil {
			h.at = h.at.Add(time.Hour)
			h.must(Resume{})
			return true
		}
	case 4:
		h.at = h.at.Add(time.Duration(h.chance.IntN(8)) * time.Minute)
		return h.do(NoShow{pairing, []int{0, who}[h.chance.IntN(2)]}) == nil
	case 5:
		return h.do(Forfeit{pairing, leg, who, "crashed"}) == nil
	case 6:
		return h.do(Adjudicate{pairing, leg, []Verdict{Attackers, Draw, Neither}[h.chance.IntN(3)],
			h.chance.IntN(2) == 0, 7, "as it stood"}) == nil
	case 7:
		return h.do(Report{pairing, leg, []Verdict{Attackers, Draw, "nonsense"}[h.chance.IntN(3)], "agreed", 5}) == nil
	case 8:
		return h.do([]Event{Start{}, Resume{}, Enter{Name: "p1"}, Enter{Name: " "}, Withdraw{0},
			Withdraw{-1}}[h.chance.IntN(6)]) == nil
	case 9:
		return h.do(Revoke{pairing, leg}) == nil
	case 10:
		if h.do(Adjudicate{Pairing: pairing, Leg: leg, Verdict: Neither}) == nil {
			return h.do(Revoke{pairing, leg}) == nil
		}
	}
	return false
}

// sound checks what holds in every event at every moment.
func (h *driver) sound() {
	t, ev := h.t, h.ev
	t.Helper()
	open, all := 0, Points(0)
	for i, p := range ev.pairings {
		if p.ID != i+1 || p.Players[0] == p.Players[1] || p.Players[0] < 1 || (p.Players[1] == 0) != (p.Bye != NoBye) {
			t.Fatalf("%+v", p)
		}
		open += p.Open()
		all += ev.byePoints(p.Bye)
		for k, l := range p.Legs {
			if l.Players[0] == l.Players[1] || p.Other(l.Players[0]) != l.Players[1] {
				t.Fatalf("%+v", p)
			}
			if k%2 == 1 && l.Players != [2]int{p.Legs[k-1].Players[1], p.Legs[k-1].Players[0]} {
				t.Fatalf("the sides do not change: %+v", p)
			}
			switch l.Verdict {
			case Attackers, Defenders, Draw:
				all += 2
			}
		}
	}
	if open != ev.open {
		t.Fatalf("%d games open, counted %d", open, ev.open)
	}
	rows, sum, annulled := ev.Standings(), Points(0), false
	for i, r := range rows {
		sum += r.Points
		annulled = annulled || r.Annulled
		if i > 0 && (r.Rank < rows[i-1].Rank || r.Rank > i+1) || i == 0 && r.Rank != 1 {
			t.Fatalf("row %d has rank %d", i, r.Rank)
		}
		if r.Games != r.All.Wins+r.All.Draws+r.All.Losses {
			t.Fatalf("%+v", r)
		}
	}
	if sum != all && !annulled {
		t.Fatalf("the standings add up to %v, the games to %v", sum, all)
	}
}

// replay checks that the saved event leads to the same state.
func (h *driver) replay() {
	h.t.Helper()
	data, err := h.ev.Encode()
	if err != nil {
		h.t.Fatal(err)
	}
	again, err := Decode(data)
	if err != nil {
		h.t.Fatal(err)
	}
	if !reflect.DeepEqual(again, h.ev) {
		h.t.Fatalf("replayed\n%+v\nwas\n%+v", again, h.ev)
	}
}

// sizes are fields of 2 to 256 players, mostly small.
func sizes() []int {
	if testing.Short() {
		return []int{2, 3, 5, 8, 13, 32}
	}
	return []int{2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16, 17, 24, 31, 64, 101, 255}
}

func TestWild(t *testing.T) {
	for _, f := range Formats {
		for _, n := range sizes() {
			if f == Contest && n > 2 || f == Groups && n < 4 {
				continue
			}
			if n > 40 && f != Swiss && f != KnockOut && f != DoubleOut {
				continue
			}
			for seed := range uint64(6) {
				c := Config{Format: f, Games: 1 + int(seed)%2, PlayOff: int(seed) % 3, Third: seed%2 == 0, Late: 3,
					Ladder: seed%3 == 1}
				if n > 40 && seed > 0 {
					break
				}
				if f == Swiss && n < 8 {
					c.Rounds = 1
				}
				h := open(t, c, n, seed)
				h.play(true)
				h.sound()
				h.replay()
			}
		}
	}
}

// TestRoundRobin: everybody meets everybody as often as said, with sides in
// balance.
func TestRoundRobin(t *testing.T) {
	for _, n := range append(sizes(), 256) {
		for _, c := range []Config{{Rounds: 1, Games: 1}, {Rounds: 2, Games: 1}, {Rounds: 1, Games: 2}} {
			if n > 101 && c.Rounds*c.Games > 1 {
				continue
			}
			c.Format = RoundRobin
			h := open(t, c, n, uint64(n))
			h.must(Start{})
			for h.ev.Phase() != Over {
				h.must(Pair{})
				if n <= 101 {
					h.round()
				} else if h.ev.Round() == h.ev.Rounds() {
					break
				}
			}
			met, balance := map[[2]int]int{}, make([]int, n+1)
			for _, p := range h.ev.pairings {
				for _, l := range p.Legs {
					met[l.Players]++
					balance[l.Players[0]]++
					balance[l.Players[1]]--
				}
			}
			least, most := 0, 0
			for a := 1; a <= n; a++ {
				for b := 1; b < a; b++ {
					if x, y := met[[2]int{a, b}], met[[2]int{b, a}]; x+y != c.Rounds*c.Games || abs(x-y) > 1 ||
						c.Rounds*c.Games == 2 && x != y {
						t.Fatalf("%d players: %d and %d met %d and %d times", n, a, b, x, y)
					}
				}
				least, most = min(least, balance[a]), max(most, balance[a])
			}
			if least < -1 || most > 1 {
				t.Errorf("%d players, %+v: sides out of balance by %d to %d", n, c, least, most)
			}
			if n <= 101 {
				h.sound()
			}
		}
	}
}

// TestSwiss: nobody meets anybody twice, everybody plays every round, byes go
// round, sides stay within one.
func TestSwiss(t *testing.T) {
	for _, n := range append(sizes(), 256) {
		for _, games := range []int{1, 2} {
			rounds := min(9, max(1, n/2))
			h := open(t, Config{Format: Swiss, Rounds: rounds, Games: games}, n, uint64(n+games))
			h.must(Start{})
			for h.ev.Phase() != Over {
				h.must(Pair{})
				h.round()
			}
			r := h.ev.pairer().record()
			met, seen, byes := map[[2]int]bool{}, map[[2]int]int{}, make([]int, n+1)
			for _, p := range h.ev.pairings {
				a, b := min(p.Players[0], p.Players[1]), max(p.Players[0], p.Players[1])
				if a > 0 && met[[2]int{a, b}] {
					t.Fatalf("%d players: %d and %d met twice", n, a, b)
				}
				met[[2]int{a, b}] = a > 0
				seen[[2]int{p.Round, a}]++
				seen[[2]int{p.Round, b}]++
				if p.Bye == OddBye {
					byes[b]++
				}
			}
			for id := 1; id <= n; id++ {
				if byes[id] > 1 || byes[id] > 0 && n%2 == 0 {
					t.Errorf("%d players: %d has %d byes", n, id, byes[id])
				}
				for round := 1; round <= rounds; round++ {
					if seen[[2]int{round, id}] != 1 {
						t.Fatalf("%d players: %d is paired %d times in round %d", n, id, seen[[2]int{round, id}], round)
					}
				}
				if abs(r.balance[id]) > 1 && (n >= 4*rounds || games == 2) {
					t.Errorf("%d players, %d rounds: sides of %d out of balance by %d", n, rounds, id, r.balance[id])
				}
			}
			h.sound()
			if n < 40 {
				h.replay()
			}
		}
	}
}

// TestSwissGroups: with an even field that has not played most pairings off,
// nearly all meet somebody of their own score.
func TestSwissGroups(t *testing.T) {
	h := open(t, Config{Format: Swiss, Rounds: 7, Games: 2}, 128, 5)
	h.must(Start{})
	for h.ev.Phase() != Over {
		points := h.ev.points()
		h.must(Pair{})
		apart := Points(0)
		for _, p := range h.ev.pairings[len(h.ev.pairings)-64:] {
			d := points[p.Players[0]] - points[p.Players[1]]
			apart += max(d, -d)
		}
		if apart > 12 {
			t.Errorf("round %d: %v points apart in all", h.ev.Round(), apart)
		}
		h.round()
	}
}

// TestBrackets: a knock-out of n has n-1 matches; in a double elimination all
// but the winner lose two, and he at most one.
func TestBrackets(t *testing.T) {
	for _, n := range append(sizes(), 256) {
		h := open(t, Config{Format: KnockOut, PlayOff: 1}, n, uint64(n))
		h.play(false)
		if len(h.ev.pairings) != n-1 || h.ev.Rounds() != h.ev.Round() {
			t.Errorf("%d players: %d matches in %d of %d rounds", n, len(h.ev.pairings), h.ev.Round(), h.ev.Rounds())
		}
		rows := h.ev.Standings()
		if rows[0].Reached != "winner" || rows[1].Reached != "final" || n > 2 && rows[1].Rank != 2 {
			t.Errorf("%+v", rows[:2])
		}
		h.sound()

		d := open(t, Config{Format: DoubleOut}, n, uint64(n))
		d.play(false)
		lost := make([]int, n+1)
		for _, p := range d.ev.pairings {
			if p.Winner == 0 {
				t.Fatalf("%+v", p)
			}
			lost[p.Other(p.Winner)]++
		}
		rows = d.ev.Standings()
		for id := 1; id <= n; id++ {
			if champion := rows[0].Entrant == id; champion && lost[id] > 1 || !champion && lost[id] != 2 {
				t.Errorf("%d players: %d lost %d matches, winner %d", n, id, lost[id], rows[0].Entrant)
			}
		}
		d.sound()
	}
}

// TestSeedsMeetLate: the better seeds come through when the better always win.
func TestSeedsMeetLate(t *testing.T) {
	for _, f := range []Format{KnockOut, DoubleOut} {
		h := open(t, Config{Format: f}, 13, 3)
		h.must(Start{})
		for h.ev.Phase() != Over {
			h.must(Pair{})
			for _, d := range h.ev.Due() {
				v := Attackers
				if a, b := d.Game.Players[0], d.Game.Players[1]; h.ev.entrants[a-1].Seed > h.ev.entrants[b-1].Seed {
					v = Defenders
				}
				h.must(Report{d.Pairing, d.Leg, v, "king-captured", 20})
			}
		}
		for i, r := range h.ev.Standings()[:4] {
			if h.ev.entrants[r.Entrant-1].Seed != i+1 && (f == DoubleOut || i < 2) {
				t.Errorf("%s: place %d goes to seed %d", f, i+1, h.ev.entrants[r.Entrant-1].Seed)
			}
		}
	}
}

// TestGroups: the best of each group go on, and do not meet their own first.
func TestGroups(t *testing.T) {
	for _, c := range []Config{{Groups: 2, Advance: 2}, {Groups: 4, Advance: 2}, {Groups: 3, Advance: 2},
		{Groups: 4, Advance: 1}, {Groups: 2, Advance: 4}} {
		c.Format, c.Third = Groups, true
		h := open(t, c, 17, 4)
		h.play(false)
		want, got := map[int]bool{}, map[int]bool{}
		for g := range c.Groups {
			for _, r := range h.ev.GroupStandings(g + 1)[:c.Advance] {
				want[r.Entrant] = true
			}
		}
		first := 0
		for _, p := range h.ev.pairings {
			if p.Node == 0 {
				continue
			}
			got[p.Players[0]], got[p.Players[1]] = true, true
			if first == 0 {
				first = p.Round
			}
			if a, b := h.ev.entrants[p.Players[0]-1], h.ev.entrants[p.Players[1]-1]; p.Round == first &&
				a.Group == b.Group {
				t.Errorf("%+v: %d and %d of group %d meet at once", c, a.ID, b.ID, a.Group)
			}
		}
		if !reflect.DeepEqual(want, got) {
			t.Errorf("%d groups: %v should go on, %v did", c.Groups, want, got)
		}
		rows := h.ev.Standings()
		if !want[rows[0].Entrant] || len(want) > 3 && (rows[2].Reached != "third" || rows[3].Reached != "fourth") {
			t.Errorf("%+v", rows[:4])
		}
		h.sound()
		h.replay()
	}
}

// TestArena: nobody has two games at once, and players are not kept waiting.
func TestArena(t *testing.T) {
	h := open(t, Config{Format: Arena, Games: 1, Length: Span(10 * time.Minute)}, 9, 2)
	h.must(Start{})
	again, pairs := 0, 0
	rival := map[int]int{}
	for h.ev.Phase() != Over {
		if err := h.do(Pair{}); err != nil && !errors.Is(err, ErrNobody) && !errors.Is(err, ErrLate) {
			t.Fatal(err)
		}
		busy := map[int]bool{}
		for _, d := range h.ev.Due() {
			for _, id := range d.Game.Players {
				if busy[id] {
					t.Fatalf("%d plays twice at once", id)
				}
				busy[id] = true
			}
		}
		h.at = h.at.Add(10 * time.Second)
		for _, d := range h.ev.Due() {
			if h.chance.IntN(3) == 0 {
				a, b := d.Game.Players[0], d.Game.Players[1]
				if rival[a] == b && rival[b] == a {
					again++
				}
				rival[a], rival[b] = b, a
				pairs++
				h.report(d)
			}
		}
	}
	rows := h.ev.Standings()
	least, most := 1000, 0
	for _, r := range rows {
		least, most = min(least, r.Games), max(most, r.Games)
	}
	if pairs < 60 || again > pairs/6 || most-least > 8 {
		t.Errorf("%d games, %d rematches, %d to %d games a player", pairs, again, least, most)
	}
	h.sound()
	h.replay()
}

// TestContest: sides change every round, and it ends when it is decided.
func TestContest(t *testing.T) {
	h := open(t, Config{Format: Contest, Rounds: 5, Variants: []Variant{{ID: "a"}, {ID: "b"}}}, 2, 1)
	if err := h.do(Enter{Name: "third"}); !errors.Is(err, ErrLate) {
		t.Error(err)
	}
	h.must(Start{})
	var variants []string
	for i := 0; h.ev.Phase() != Over; i++ {
		h.must(Pair{})
		d := h.ev.Due()[0]
		if d.Game.Players[0] != 1+i%2 {
			t.Errorf("round %d: %v", i+1, d.Game.Players)
		}
		variants = append(variants, d.Game.Variant)
		h.must(Report{d.Pairing, 0, []Verdict{Attackers, Defenders}[i%2], "resigned", 30})
	}
	if r := h.ev.Standings(); r[0].Name != "p1" || r[0].Points != 6 || h.ev.Round() != 3 {
		t.Errorf("%+v after %d rounds", r, h.ev.Round())
	}
	if !slices.Equal(variants, []string{"a", "a", "b"}) {
		t.Error(variants)
	}
}

// TestGauntlet: the challenger meets all, the weakest first.
func TestGauntlet(t *testing.T) {
	h := open(t, Config{Format: Gauntlet}, 7, 8)
	h.play(false)
	last := 100
	for _, p := range h.ev.pairings {
		if s := h.ev.entrants[p.Players[1]-1].Seed; p.Players[0] != 1 || s >= last {
			t.Errorf("%+v", p)
		} else {
			last = s
		}
	}
	if rows := h.ev.Standings(); len(h.ev.pairings) != 6 || rows[0].Entrant != 1 {
		t.Errorf("%d matches, %+v", len(h.ev.pairings), rows[0])
	}
	l := open(t, Config{Format: Gauntlet, Ladder: true, Games: 1}, 7, 8)
	l.must(Start{})
	l.must(Pair{})
	v := Attackers
	if l.ev.Due()[0].Game.Players[0] == 1 {
		v = Defenders
	}
	l.must(Report{1, 0, v, "king-captured", 9})
	if l.ev.Phase() != Over {
		t.Error("the ladder goes on after a loss")
	}
}

// TestDeterminism: the same seed and results give the same event, whatever the
// order of the results within a round.
func TestDeterminism(t *testing.T) {
	run := func(backwards bool) *driver {
		h := open(t, Config{Format: Swiss, Games: 2, Rounds: 5}, 21, 77)
		h.must(Start{})
		for h.ev.Phase() != Over {
			h.must(Pair{})
			due := h.ev.Due()
			if backwards {
				slices.Reverse(due)
			}
			for _, d := range due {
				v := []Verdict{Attackers, Defenders, Draw}[(d.Pairing*7+d.Leg*5)%3]
				h.must(Report{d.Pairing, d.Leg, v, "no-move", d.Pairing})
			}
		}
		return h
	}
	a, b := run(false), run(true)
	if x, y := fmt.Sprintf("%+v", a.ev.Standings()), fmt.Sprintf("%+v", b.ev.Standings()); x != y {
		t.Errorf("%s\n%s", x, y)
	}
	c := open(t, Config{Format: KnockOut}, 16, 78)
	d := open(t, Config{Format: KnockOut}, 16, 79)
	c.must(Start{})
	d.must(Start{})
	if slices.Equal(c.ev.order, d.ev.order) {
		t.Error("the seed does not matter")
	}
}

func BenchmarkSwissRound256(b *testing.B) {
	for b.Loop() {
		t := &testing.T{}
		h := open(t, Config{Format: Swiss, Rounds: 9, Games: 1}, 256, 1)
		h.must(Start{})
		for h.ev.Phase() != Over {
			h.must(Pair{})
			h.round()
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N)/9, "ms/round")
}

func BenchmarkStandings(b *testing.B) {
	h := open(&testing.T{}, Config{Format: RoundRobin, Games: 1}, 128, 1)
	h.must(Start{})
	for h.ev.Phase() != Over {
		h.must(Pair{})
		h.round()
	}
	for b.Loop() {
		h.ev.CrossTable()
	}
}
