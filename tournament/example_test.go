package tournament

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
)

// bergerTables are those of the FIDE handbook, C.05 annex 1.
var bergerTables = map[int]string{
	4: `1-4 2-3, 4-3 1-2, 2-4 3-1`,
	6: `1-6 2-5 3-4, 6-4 5-3 1-2, 2-6 3-1 4-5, 6-5 1-4 2-3, 3-6 4-2 5-1`,
	8: `1-8 2-7 3-6 4-5, 8-5 6-4 7-3 1-2, 2-8 3-1 4-7 5-6, 8-6 7-5 1-4 2-3, 3-8 4-2 5-1 6-7, 8-7 1-6 2-5 3-4, 4-8 ` +
		`5-3 6-2 7-1`,
	10: `1-10 2-9 3-8 4-7 5-6, 10-6 7-5 8-4 9-3 1-2, 2-10 3-1 4-9 5-8 6-7, 10-7 8-6 9-5 1-4 2-3, 3-10 4-2 5-1 6-9 7-8,
10-8 9-7 1-6 2-5 3-4, 4-10 5-3 6-2 7-1 8-9, 10-9 1-8 2-7 3-6 4-5, 5-10 6-4 7-3 8-2 9-1`,
}

func TestBergerTables(t *testing.T) {
	for n, want := range bergerTables {
		for round, line := range strings.Split(want, ",") {
			var got, odd []string
			for _, p := range berger(n, round) {
				got = append(got, fmt.Sprintf("%d-%d", p[0], p[1]))
			}
			for _, p := range berger(n-1, round) {
				odd = append(odd, fmt.Sprintf("%d-%d", p[0], p[1]))
			}
			if strings.Join(got, " ") != strings.TrimSpace(line) {
				t.Errorf("%d players, round %d: %v, want %s", n, round+1, got, line)
			}
			// With one player less the last number is the bye.
			without := strings.Fields(strings.ReplaceAll(" "+strings.TrimSpace(line)+" ", " "+fmt.Sprint(n)+"-", " 0-"))
			for i, w := range without {
				if strings.HasSuffix(w, fmt.Sprint("-", n)) {
					without[i] = strings.TrimSuffix(w, fmt.Sprint(n)) + "0"
				}
			}
			if strings.Join(odd, " ") != strings.Join(without, " ") {
				t.Errorf("%d players, round %d: %v, want %v", n-1, round+1, odd, without)
			}
		}
	}
}

// fill reports results of a round robin from a cross-table: the rows hold the
// scores against each opponent, the first and second cycle.
func fill(h *driver, score func(a, b, cycle int) float64) {
	h.t.Helper()
	h.must(Start{})
	for h.ev.Phase() != Over {
		h.must(Pair{})
		for _, d := range h.ev.Due() {
			a, b := d.Game.Players[game.Attackers], d.Game.Players[game.Defenders]
			cycle := (d.Round - 1) / (h.ev.Rounds() / h.ev.Config().Rounds)
			v := map[float64]Verdict{0: Defenders, 0.5: Draw, 1: Attackers}[score(a, b, cycle)]
			h.must(Report{d.Pairing, d.Leg, v, "resigned", 40})
		}
	}
}

// TestSonnebornBerger is the example of Sensei's Library, "Sonneborn-Berger": a
// double round robin of four.
//
//	   1st cycle  2nd cycle  wins  beaten   SB
//	A   - 1 1 1    - 0 1 0     4   B C C D  4+3+3+1 = 11
//	B   0 - 1 1    1 - 0 1     4   A C D D  4+3+1+1 = 9
//	C   0 0 - 1    0 1 - 1     3   B D D    4+1+1   = 6
//	D   0 0 0 -    1 0 0 -     1   A        4       = 4
func TestSonnebornBerger(t *testing.T) {
	table := [4][2]string{{"-111", "-010"}, {"0-11", "1-01"}, {"00-1", "01-1"}, {"000-", "100-"}}
	h := open(t, Config{Format: RoundRobin, Rounds: 2, Games: 1, Tiebreaks: []Tiebreak{SonnebornBerger}}, 4, 1)
	fill(h, func(a, b, cycle int) float64 { return float64(table[a-1][cycle][b-1] - '0') })
	for i, want := range []struct {
		points Points
		sb     float64
	}{{8, 11}, {8, 9}, {6, 6}, {2, 4}} {
		r := h.ev.Standings()[i]
		f := h.ev.table([]int{1, 2, 3, 4}, func(*Pairing) bool { return true }, true)[i].Breaks[0]
		if r.Entrant != i+1 || r.Rank != i+1 || r.Points != want.points || f.Value != want.sb {
			t.Errorf("place %d: %+v, want %+v", i+1, r, want)
		}
	}
	sum := 0.0
	for _, term := range h.ev.Standings()[0].Breaks[0].Terms {
		sum += term.Value
	}
	if sum != 11 {
		t.Errorf("the terms add up to %v", sum)
	}
}

// TestSonnebornDraws counts half for a draw: three players, A beats B and draws
// with C, who draws with B: A 1.5, C 1, B 0.5. SB of A is B 0.5 + half of C 0.5.
func TestSonnebornDraws(t *testing.T) {
	h := open(t, Config{Format: RoundRobin, Games: 1, Tiebreaks: []Tiebreak{SonnebornBerger}}, 3, 1)
	fill(h, func(a, b, _ int) float64 {
		switch {
		case a+b == 4 || a+b == 5:
			return 0.5
		case a == 1:
			return 1
		}
		return 0
	})
	r := h.ev.Standings()
	if r[0].Entrant != 1 || r[0].Points != 3 || r[0].Breaks[0].Value != 1 || r[1].Breaks[0].String() != "1" ||
		r[2].Breaks[0].Value != 0.5 {
		t.Errorf("%+v", r)
	}
	if r[0].Breaks[0].Terms[0].Text == "" {
		t.Error("no words")
	}
}

// script plays a Swiss whose pairings do not matter: each round's results are
// given by who should win, by id.
func script(h *driver, better func(a, b int) Verdict) {
	h.t.Helper()
	h.must(Start{})
	for h.ev.Phase() != Over {
		h.must(Pair{})
		for _, d := range h.ev.Due() {
			h.must(Report{d.Pairing, d.Leg, better(d.Game.Players[0], d.Game.Players[1]), "resigned", 10 * d.Pairing})
		}
	}
}

// TestBuchholz sums the opponents' scores as the method is defined (B. Buchholz
// 1932; FIDE handbook C.07): computed here from the cross-table, another way
// than the code does.
func TestBuchholz(t *testing.T) {
	h := open(t, Config{Format: Swiss, Rounds: 4, Games: 1, Tiebreaks: []Tiebreak{Buchholz}}, 9, 6)
	script(h, func(a, b int) Verdict {
		switch {
		case (a+b)%4 == 0:
			return Draw
		case a < b:
			return Attackers
		}
		return Defenders
	})
	c := h.ev.CrossTable()
	byes := 0
	for i, r := range c.Rows {
		want := 0.0
		for j := range c.Rows {
			if len(c.Cells[i][j].Games) > 0 {
				want += float64(c.Rows[j].Points) / 2
			}
		}
		want += float64(r.Byes) * float64(r.Points) / 2
		byes += r.Byes
		if r.Breaks[0].Value != want {
			t.Errorf("%s: %v, want %v: %+v", r.Name, r.Breaks[0].Value, want, r.Breaks[0].Terms)
		}
		if i > 0 && c.Rows[i-1].Points == r.Points && c.Rows[i-1].Breaks[0].Value < want {
			t.Errorf("%s stands below a lower Buchholz", r.Name)
		}
	}
	if byes != 4 {
		t.Errorf("%d byes in four rounds of nine", byes)
	}
}

// TestBuchholzExample is a knock-out-like Swiss of four by hand: round one A-C
// and B-D, A and B win; round two A-B and C-D, A and C win. A has 2, B and C 1,
// D 0. Buchholz: A 1+1, B 2+0, C 2+0, D 1+1.
func TestBuchholzExample(t *testing.T) {
	h := open(t, Config{Format: Swiss, Rounds: 2, Games: 1, Tiebreaks: []Tiebreak{Buchholz}}, 0, 1)
	for i, n := range []string{"A", "B", "C", "D"} {
		h.must(Enter{Name: n, Rating: 2000 - i})
	}
	script(h, func(a, b int) Verdict {
		if a < b {
			return Attackers
		}
		return Defenders
	})
	got := ""
	for _, r := range h.ev.Standings() {
		got += fmt.Sprintf("%d %s %v %v; ", r.Rank, r.Name, r.Points, r.Breaks[0])
	}
	if got != "1 A 2 2; 2 B 1 2; 2 C 1 2; 4 D 0 2; " {
		t.Error(got)
	}
	var first []string
	for _, p := range h.ev.Pairings()[:2] {
		first = append(first, fmt.Sprint(min(p.Players[0], p.Players[1]), "-", max(p.Players[0], p.Players[1])))
	}
	if strings.Join(first, " ") != "1-3 2-4" {
		t.Errorf("the upper half should meet the lower: %v", first)
	}
}

// TestDirect: two who are equal are ordered by their own games; three of whom
// two have not met are not.
func TestDirect(t *testing.T) {
	h := open(t, Config{Format: RoundRobin, Games: 1, Tiebreaks: []Tiebreak{Direct, HarderWins, FewestPlies},
		Variants: []Variant{{ID: "v", Harder: "defenders"}}}, 4, 1)
	// 1 beats 2, 2 beats 3 and 4, 4 beats 1, 3 draws with 4 and with 1.
	won := map[[2]int]float64{{1, 2}: 1, {2, 3}: 1, {2, 4}: 1, {4, 1}: 1, {3, 4}: 0.5, {1, 3}: 0.5}
	fill(h, func(a, b, _ int) float64 {
		if v, ok := won[[2]int{a, b}]; ok {
			return v
		}
		return 1 - won[[2]int{b, a}]
	})
	got := ""
	for _, r := range h.ev.Standings() {
		got += fmt.Sprintf("%d:%v ", r.Entrant, r.Points)
	}
	if got != "2:2 4:1.5 1:1.5 3:1 " {
		t.Error(got)
	}
	f := h.ev.Standings()[1].Breaks[0]
	if !f.Valid || f.Value != 1 || len(f.Terms) != 1 || f.Terms[0].Opponent != 1 {
		t.Errorf("%+v", f)
	}
	if f := h.ev.Standings()[0].Breaks[0]; f.Valid || f.String() != "–" {
		t.Errorf("who is alone is tied with nobody: %+v", f)
	}
}

// TestHarderAndPlies: equal in all else, the win as the harder side decides,
// then the shorter win.
func TestHarderAndPlies(t *testing.T) {
	h := open(t, Config{Format: RoundRobin, Games: 2, Tiebreaks: []Tiebreak{Direct, HarderWins, FewestPlies}}, 2, 1)
	h.must(Start{})
	h.must(Pair{})
	d := h.ev.Due()
	h.must(Report{d[0].Pairing, 0, Attackers, "king-captured", 50})
	h.must(Report{d[1].Pairing, 1, Attackers, "king-captured", 20})
	if side, ok := h.ev.Harder("brandubh"); !ok || side != game.Defenders {
		t.Errorf("%v %v", side, ok)
	}
	r := h.ev.Standings()
	if r[0].Entrant != d[1].Game.Players[0] || r[0].Rank != 1 || r[1].Rank != 2 || r[0].Breaks[2].Value != 20 ||
		r[0].Breaks[1].Value != 0 {
		t.Errorf("%+v", r)
	}
	h.must(Adjudicate{Pairing: d[1].Pairing, Leg: 1, Verdict: Draw})
	if r := h.ev.Standings(); r[0].Points != 3 || r[0].Games != 2 {
		t.Errorf("after correction: %+v", r)
	}
}

// TestMatchDecided: a level knock-out match is decided by the rules in order.
func TestMatchDecided(t *testing.T) {
	for _, c := range []struct {
		one, two Report
		harder   string
		want     int // leg whose attackers win the match; -1: the better seed
		why      string
	}{
		{Report{Verdict: Attackers, Plies: 30}, Report{Verdict: Attackers, Plies: 20}, "", 1, "plies in games won"},
		{Report{Verdict: Draw}, Report{Verdict: Attackers, Plies: 20}, "", 1, ""},
		{Report{Verdict: Draw}, Report{Verdict: Draw}, "", -1, "the better seed"},
		{Report{Verdict: Attackers, Plies: 20}, Report{Verdict: Attackers, Plies: 20}, "attackers", -1,
			"the better seed"},
	} {
		h := open(t, Config{Format: KnockOut, Variants: []Variant{{ID: "v", Harder: c.harder}}}, 2, 1)
		h.must(Start{})
		h.must(Pair{})
		legs := h.ev.Due()
		for i, r := range []Report{c.one, c.two} {
			r.Pairing, r.Leg, r.Cause = 1, i, "agreed"
			h.must(r)
		}
		p, err := h.ev.Pairing(1)
		want := h.ev.draw[0]
		if c.want >= 0 {
			want = legs[c.want].Game.Players[0]
		}
		if err != nil || p.Winner != want || !strings.HasPrefix(p.Why.String(), c.why) || h.ev.Phase() != Over {
			t.Errorf("%+v: winner %d for %q, want %d for %q", c, p.Winner, p.Why, want, c.why)
		}
	}
	// A play-off comes first.
	h := open(t, Config{Format: KnockOut, PlayOff: 1}, 2, 1)
	h.must(Start{})
	h.must(Pair{})
	for i := range 3 {
		h.must(Report{1, i, Draw, "agreed", 9})
	}
	h.must(Report{1, 3, Defenders, "king-escaped", 9})
	p, _ := h.ev.Pairing(1)
	if len(p.Legs) != 4 || p.Winner != p.Legs[3].Players[1] || p.Why != (Why{}) {
		t.Errorf("%+v", p)
	}
}

// TestWithdrawal: who leaves a round robin early counts for nobody, who leaves
// late loses what is left.
func TestWithdrawal(t *testing.T) {
	play := func(rounds int) *driver {
		h := open(t, Config{Format: RoundRobin, Games: 1}, 8, 3)
		h.must(Start{})
		for range rounds {
			h.must(Pair{})
			for _, d := range h.ev.Due() {
				h.must(Report{d.Pairing, d.Leg, Draw, "agreed", 5})
			}
		}
		h.must(Withdraw{5})
		h.play2()
		return h
	}
	for _, r := range play(2).ev.Standings() {
		if r.Annulled != (r.Entrant == 5) || r.Entrant == 5 && (r.Points != 0 || r.Rank != 8) || r.Entrant != 5 &&
			(r.Games != 6 || r.Points != 6) {
			t.Errorf("early: %+v", r)
		}
	}
	for _, r := range play(5).ev.Standings() {
		if r.Annulled || r.Games != 7 || r.Entrant == 5 && r.Points != 5 {
			t.Errorf("late: %+v", r)
		}
	}
}

// TestGroupWithdrawal: what was annulled in a group stays so in the knock-out.
func TestGroupWithdrawal(t *testing.T) {
	h := open(t, Config{Format: Groups, Games: 1}, 12, 3)
	h.must(Start{})
	h.must(Pair{})
	h.round()
	gone := h.ev.Pairings()[0].Players[0]
	h.must(Withdraw{gone})
	before := Row{}
	for h.ev.Phase() != Over {
		h.must(Pair{})
		h.round()
		group := h.ev.entrants[gone-1].Group
		rows := h.ev.GroupStandings(group)
		if r := rows[len(rows)-1]; r.Entrant != gone || !r.Annulled || r.Games != 0 {
			t.Fatalf("round %d: %+v", h.ev.Round(), rows)
		}
		if h.ev.Round() == h.ev.pairer().groupRounds() {
			before = rows[0]
		} else if h.ev.Round() > h.ev.pairer().groupRounds() && rows[0].Points != before.Points {
			t.Errorf("the group has changed: %+v, was %+v", rows[0], before)
		}
	}
}

// play2 plays on with draws.
func (h *driver) play2() {
	for h.ev.Phase() != Over {
		h.must(Pair{})
		for _, d := range h.ev.Due() {
			h.must(Report{d.Pairing, d.Leg, Draw, "agreed", 5})
		}
	}
}

// TestNoShow: the wait is kept, and a pause does not shorten it.
func TestNoShow(t *testing.T) {
	h := open(t, Config{Format: Swiss, Rounds: 1, Wait: Span(5 * time.Minute)}, 4, 3)
	h.must(Start{})
	h.must(Pair{})
	d := h.ev.Due()[0]
	absent := d.Game.Players[0]
	check := func(ok bool) {
		t.Helper()
		if err := h.do(NoShow{d.Pairing, absent}); (err == nil) != ok {
			t.Errorf("%v after %v", err, h.at.Sub(began))
		}
	}
	check(false)
	h.at = h.at.Add(4 * time.Minute)
	check(false)
	h.must(Pause{})
	h.at = h.at.Add(24 * time.Hour)
	check(false)
	h.must(Resume{})
	check(false)
	h.at = h.at.Add(time.Minute)
	check(true)
	p, _ := h.ev.Pairing(d.Pairing)
	if p.Points(absent) != 0 || p.Points(p.Other(absent)) != 4 || !p.Legs[1].Forfeit {
		t.Errorf("%+v", p)
	}
	check(false)
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		c    Config
		want string
	}{
		{Config{}, "name: must not be empty"},
		{Config{Name: "x", Format: "chess"}, `format "chess": use one of contest, round-robin`},
		{Config{Name: "x", Format: Swiss}, "variants: use 1 to 32"},
		{Config{Name: "x", Format: Swiss, Variants: []Variant{{"v", "king"}}}, `harder "king"`},
		{Config{Name: "x", Format: Swiss, Variants: []Variant{{ID: "v"}}, Tiebreaks: []Tiebreak{"coin"}},
			`unknown "coin"`},
		{Config{Name: "x", Format: Swiss, Variants: []Variant{{ID: "v"}}, Tiebreaks: []Tiebreak{Direct, Direct}},
			"twice"},
		{Config{Name: "x", Format: Swiss, Variants: []Variant{{ID: "v"}}, Games: 3}, "games 3"},
	} {
		if _, err := New(c.c); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.c, err, c.want)
		}
	}
	h := open(t, Config{Format: Swiss, Rounds: 3}, 1, 1)
	for _, c := range []struct {
		e    Event
		want string
	}{
		{Start{}, "too few players: 1, but at least 2"},
		{Pair{}, "the tournament has not started"},
		{Enter{Name: "p1"}, "p1 has already joined"},
		{Enter{Name: "a\x00b"}, "cannot be shown"},
		{Withdraw{7}, "participant 7"},
		{Report{1, 0, Draw, "agreed", 1}, "pairing 1: no such participant"},
	} {
		if err := h.do(c.e); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.e, err, c.want)
		}
	}
	h.must(Enter{Name: "p2"})
	if err := h.do(Start{}); err == nil || !strings.Contains(err.Error(), "2 are not enough for 3 rounds") {
		t.Error(err)
	}
}

// TestDecode: damage is named.
func TestDecode(t *testing.T) {
	h := open(t, Config{Format: Swiss, Rounds: 2}, 6, 2)
	h.play(false)
	data, err := h.ev.Encode()
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, c := range []struct{ old, new, want string }{
		{`"version": 1`, `"version": 9`, "file version 9"},
		{`tafl3d tournament`, `something`, "not a tafl3d tournament file"},
		{`"event":"start"`, `"event":"stop"`, `unknown event "stop"`},
		{`"event":"start"`, `"event":"pair"`, "event 7: pair: not possible at this stage"},
		{`"name":"p2"`, `"name":"p1"`, "event 2: enter"},
		{`"name":"p2"`, `"nmae":"p2"`, "unknown field"},
		{`"leg":1`, `"leg":7`, "game 8 of pairing"},
		{"\n]}", "", "unexpected EOF"},
		{"\n]}", "\n]} x", "unexpected data"},
		{"\"log\"", "log", "line 3"},
	} {
		bad := strings.Replace(text, c.old, c.new, 1)
		if bad == text {
			t.Fatalf("%q is not in the file", c.old)
		}
		if _, err := Decode([]byte(bad)); err == nil || !strings.Contains(err.Error(), c.want) ||
			!strings.Contains(err.Error(), ErrDamaged.Error()) {
			t.Errorf("%s for %s: %v, want %q", c.new, c.old, err, c.want)
		}
	}
}

func TestCrossTable(t *testing.T) {
	h := open(t, Config{Format: RoundRobin}, 0, 1)
	for _, n := range []string{"Ada", "=1+1", `Bo, "the Bold"`} {
		h.must(Enter{Name: n})
	}
	fill(h, func(a, b, _ int) float64 {
		if a < b {
			return 1
		}
		return 0.5
	})
	c := h.ev.CrossTable()
	var b strings.Builder
	if err := c.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	if lines[1] != "1,Ada,3,4,2,2,0,*,1A ½D,1A ½D,–,3.5,0,40" && !strings.HasPrefix(lines[1], "1,Ada,3,4,2,2,0,*,") {
		t.Error(b.String())
	}
	if !strings.Contains(b.String(), "'=1+1") || !strings.Contains(b.String(), `"Bo, ""the Bold"""`) {
		t.Error(b.String())
	}
	data, err := json.Marshal(c)
	if err != nil || !strings.Contains(string(data), `"points":1.5`) {
		t.Errorf("%v %s", err, data)
	}
}

func FuzzDecode(f *testing.F) {
	for i, format := range Formats {
		n := 5
		if format == Contest {
			n = 2
		}
		h := open(&testing.T{}, Config{Format: format, PlayOff: 1, Late: 2, Rounds: 1 + i%2}, n, uint64(i))
		h.play(true)
		data, err := h.ev.Encode()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		ev, err := Decode(data)
		if err != nil {
			return
		}
		ev.CrossTable()
		ev.Bracket()
		again, err := ev.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Decode(again); err != nil {
			t.Fatalf("%v: %s", err, again)
		}
	})
}
