package page

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"tafl3d/tongue"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// told is an event for a reader of English.
func told(ev *tournament.Tournament) *tables.Event {
	return &tables.Event{State: ev, Say: tongue.Now(), Variant: func(id string) string { return id }}
}

// played returns an event of n players with a name that wants escaping, played
// so many rounds.
func played(t *testing.T, c tournament.Config, n, rounds int) *tournament.Tournament {
	t.Helper()
	c.Name, c.Variants = `Cup & "Saucer" <1>`, []tournament.Variant{{ID: "brandubh-gorrion"}}
	ev, err := tournament.New(c)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	do := func(e tournament.Event) {
		t.Helper()
		if err := ev.Apply(at, e); err != nil {
			t.Fatal(err)
		}
	}
	for i := range n {
		do(tournament.Enter{Name: fmt.Sprintf("<script>%d</script> & co", i+1)})
	}
	if rounds == 0 {
		return ev
	}
	do(tournament.Start{})
	for k := 0; k < rounds && ev.Phase() != tournament.Over; k++ {
		do(tournament.Pair{})
		for _, d := range ev.Due() {
			do(tournament.Report{Pairing: d.Pairing, Leg: d.Leg,
				Verdict: []tournament.Verdict{tournament.Attackers, tournament.Draw,
					tournament.Defenders}[(d.Pairing+d.Leg)%3], Cause: "king-escaped", Plies: 31 + d.Pairing})
		}
	}
	return ev
}

// wellFormed reads a page as XML, which it is but for a few tags of HTML, and
// counts its elements.
func wellFormed(t *testing.T, text string) map[string]int {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(text))
	dec.Strict, dec.AutoClose, dec.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	count, depth := map[string]int{}, 0
	for {
		tok, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		switch e := tok.(type) {
		case xml.StartElement:
			count[e.Name.Local]++
			depth++
		case xml.EndElement:
			depth--
		}
	}
	if depth != 0 {
		t.Errorf("%d elements are left open", depth)
	}
	return count
}

func TestPage(t *testing.T) {
	for _, c := range []struct {
		f         tournament.Format
		n, rounds int
		state     string
	}{
		{tournament.RoundRobin, 5, 99, "finished"}, {tournament.RoundRobin, 5, 2, "round 2 of 5"},
		{tournament.Swiss, 7, 2, "round 2 of 4"},
		{tournament.KnockOut, 6, 1, "round 1 of 3"}, {tournament.KnockOut, 6, 9, "finished"},
		{tournament.DoubleOut, 7, 99, "finished"},
		{tournament.Groups, 8, 99, "finished"}, {tournament.Contest, 2, 1, "round 1 of 3"},
		{tournament.Arena, 4, 0, "open for entry"},
	} {
		ev := played(t, tournament.Config{Format: c.f, Third: true}, c.n, c.rounds)
		var b bytes.Buffer
		if err := Write(&b, told(ev)); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		count := wellFormed(t, text)
		if count["script"] != 0 || strings.Contains(text, "http://") &&
			!strings.Contains(text, `xmlns="http://www.w3.org/2000/svg"`) || strings.Contains(text, "src=") {
			t.Errorf("%s: the page is not by itself", c.f)
		}
		if count["table"] < 2 || count["caption"] != 2 || count["h1"] != 1 || count["main"] != 1 ||
			!strings.Contains(text, `<html lang="en">`) {
			t.Errorf("%s: %v", c.f, count)
		}
		if !strings.Contains(text, c.state) || !strings.Contains(text, "Cup &amp; &#34;Saucer&#34; &lt;1&gt;") {
			t.Errorf("%s: the head is not as it should be", c.f)
		}
		if got := strings.Count(text, `<th scope="row">`); got != 2*c.n {
			t.Errorf("%s: %d lines of players, want %d", c.f, got, 2*c.n)
		}
		if boxes := strings.Count(text, `class="box"`); ev.Bracket() != nil && boxes < len(ev.Standings())-1 &&
			c.f == tournament.KnockOut {
			t.Errorf("%s: a bracket of %d boxes", c.f, boxes)
		}
	}
}

// TestBoxesApart: no match of a bracket is drawn over another, nor what is written above and below it.
func TestBoxesApart(t *testing.T) {
	const above, below = 16, 14 // the letters of its label, and of how it was decided
	for _, f := range []tournament.Format{tournament.KnockOut, tournament.DoubleOut} {
		for _, n := range []int{2, 3, 5, 8, 13, 16, 31} {
			for _, rounds := range []int{1, 3, 99} {
				ev := played(t, tournament.Config{Format: f, Third: true}, n, rounds)
				spots, w, h := layOut(told(ev).Bracket())
				for i, a := range spots {
					if a.x < 0 || a.y < headY || a.x+boxWidth > w || a.y+boxHeight > h {
						t.Errorf("%s of %d: match %d is outside", f, n, i)
					}
					for j, b := range spots {
						if i != j && a.x < b.x+boxWidth && b.x < a.x+boxWidth && a.y-above < b.y+boxHeight+below &&
							b.y-above < a.y+boxHeight+below {
							t.Errorf("%s of %d: matches %d and %d overlap", f, n, i, j)
						}
					}
				}
			}
		}
	}
}

// TestPageInWords: a page names games, ways to end and tie-breaks by their words, and tells
// times as people write them.
func TestPageInWords(t *testing.T) {
	for _, f := range tournament.Formats {
		rounds := 99
		if f == tournament.Arena {
			rounds = 0
		}
		e := told(played(t, tournament.Config{Format: f, Third: true}, 2+2*len(f)%7, rounds))
		e.Variant = func(string) string { return "Brandubh" }
		var b bytes.Buffer
		if err := Write(&b, e); err != nil {
			t.Fatal(err)
		}
		_, text, _ := strings.Cut(b.String(), "<body>")
		keys := []string{"brandubh-gorrion", "king-escaped", "T09:00"}
		for _, tb := range tournament.Tiebreaks {
			if strings.Contains(string(tb), "-") {
				keys = append(keys, string(tb))
			}
		}
		for _, key := range keys {
			if strings.Contains(text, key) {
				t.Errorf("%s: the page says %q", f, key)
			}
		}
	}
}

// TestScoresStayWhole: no line of a page ends within what one scored against another.
func TestScoresStayWhole(t *testing.T) {
	ev := played(t, tournament.Config{Format: tournament.RoundRobin}, 4, 1)
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	if err := ev.Apply(at, tournament.Pair{}); err != nil {
		t.Fatal(err)
	}
	due := ev.Due()[0]
	if err := ev.Apply(at, tournament.Forfeit{Pairing: due.Pairing, Leg: due.Leg, Player: due.Game.Players[0]}); err !=
		nil {
		t.Fatal(err)
	}
	body, err := Body(told(ev), Links{})
	if err != nil {
		t.Fatal(err)
	}
	text := string(body)
	if !strings.Contains(text, ">\u2011A<") || !strings.Contains(text, ">&#43;D<") || strings.Contains(text, ">-A<") {
		t.Error(text)
	}
}
