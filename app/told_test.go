package app_test

import (
	"context"
	"html"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/net/bulletin"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/server/web"
	"tafl3d/tongue"
	"tafl3d/tournament"
)

// decided returns a tournament after some rounds: games won, drawn and forfeited, and a drawn match.
func decided(t *testing.T, c tournament.Config, rounds int) *tournament.Tournament {
	t.Helper()
	c.Name, c.Variants = "Cup", []tournament.Variant{{ID: "brandubh-gorrion"}, {ID: "fetlar-11x11"}}
	ev, err := tournament.New(c)
	if err != nil {
		t.Fatal(err)
	}
	do := func(e tournament.Event) {
		t.Helper()
		if err := ev.Apply(time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), e); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"Ann", "Bjorn", "Carl & co", "White", "Eve"} {
		do(tournament.Enter{Name: name, Kind: "person", Rating: 1500})
	}
	do(tournament.Start{})
	verdicts := []tournament.Verdict{tournament.Attackers, tournament.Attackers, tournament.Draw, tournament.Defenders,
		tournament.Attackers}
	for n := 0; n < rounds && ev.Phase() != tournament.Over; n++ {
		do(tournament.Pair{})
		for i, d := range ev.Due() {
			if i == 2 {
				do(tournament.Forfeit{Pairing: d.Pairing, Leg: d.Leg, Player: d.Game.Players[0], Note: "no show"})
				continue
			}
			do(tournament.Report{Pairing: d.Pairing, Leg: d.Leg, Verdict: verdicts[i%len(verdicts)],
				Cause: "king-escaped", Plies: 31 + i})
		}
	}
	return ev
}

// onlyEvent is a source with a single event.
type onlyEvent struct {
	web.Source
	event wire.Event
}

func (o onlyEvent) Event(context.Context, string) (wire.Event, error) { return o.event, nil }

// browsed returns the web page of a tournament in a language.
func browsed(t *testing.T, ev *tournament.Tournament, language string) string {
	t.Helper()
	e, err := bulletin.Of(ev, func(int, int) (string, bool) { return "g", false })
	if err != nil {
		t.Fatal(err)
	}
	e.Spec.Name, e.Director.Name = ev.Config().Name, "Dag"
	r := httptest.NewRequest("GET", "/events/cup", nil)
	r.Header.Set("Accept-Language", language)
	w := httptest.NewRecorder()
	web.New("Test", "localhost", onlyEvent{event: e}, slog.New(slog.DiscardHandler)).ServeHTTP(w, r)
	if w.Code != 200 || w.Header().Get("Vary") != "Accept-Language" {
		t.Fatalf("%d, %v\n%s", w.Code, w.Header(), w.Body)
	}
	return w.Body.String()
}

var (
	tableRow = regexp.MustCompile(`(?s)<tr>(.*?)</tr>`)
	tableOne = regexp.MustCompile(`(?s)<t[hd][^>]*>(.*?)</t[hd]>`)
	madeOf   = regexp.MustCompile(`(?s)<ul>.*?</ul>`)
	anyTag   = regexp.MustCompile(`<[^>]*>`)
)

// written returns the table of a section of a page, headings first.
func written(page, id string) (rows [][]string) {
	_, page, _ = strings.Cut(page, `<h2 id="`+id+`"`)
	page, _, _ = strings.Cut(page, "</table>")
	for _, r := range tableRow.FindAllStringSubmatch(page, -1) {
		var row []string
		for _, c := range tableOne.FindAllStringSubmatch(r[1], -1) {
			text := html.UnescapeString(anyTag.ReplaceAllString(madeOf.ReplaceAllString(c[1], ""), ""))
			// a page's scores have the hyphen at which no line ends
			row = append(row, strings.ReplaceAll(text, "\u2011", "-"))
		}
		rows = append(rows, row)
	}
	return rows
}

// onScreen returns a table of the screen, headings first.
func onScreen(t *panel.Table) (rows [][]string) {
	var heads []string
	for _, c := range t.Columns {
		heads = append(heads, c.Head)
	}
	rows = append(rows, heads)
	for _, r := range t.Rows {
		var row []string
		for _, c := range r {
			row = append(row, c.Text)
		}
		rows = append(rows, row)
	}
	return rows
}

// TestAnEventIsToldAlike: the tables of a tournament are the same on the screen, in the shared file, and in a
// browser, in each language.
func TestAnEventIsToldAlike(t *testing.T) {
	t.Cleanup(func() { _ = tongue.Use(tongue.English) })
	for _, c := range []struct {
		config  tournament.Config
		rounds  int
		bracket bool
		in      map[string]string // a text of the page, by language
	}{
		{tournament.Config{Format: tournament.RoundRobin}, 3, false,
			map[string]string{"en": "Round robin", "de": "Tabelle"}},
		{tournament.Config{Format: tournament.KnockOut, Third: true, Seed: 3}, 9, true,
			map[string]string{"en": "by shorter wins", "de": "durch kürzere Siege", "is": "Sigurvegari"}},
		{tournament.Config{Format: tournament.Swiss, Games: 1}, 2, false,
			map[string]string{"sv": "Rond 2", "nb": "Stilling"}},
	} {
		ev := decided(t, c.config, c.rounds)
		for language, text := range c.in {
			_ = tongue.Use(tongue.English)
			dir := t.TempDir()
			data, err := ev.Encode()
			if err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(filepath.Join(dir, "events", "cup"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "events", "cup", "event.json"), data, 0o644); err != nil {
				t.Fatal(err)
			}
			p := openEvent(t, dir)
			p.tournaments()
			p.press("Open")
			p.wants("hall")
			if err := tongue.Use(language); err != nil {
				t.Fatal(err)
			}
			p.does("export", 0)
			p.until("the page is shared", func() bool { return p.file("events/cup/share/event.html") != "" })
			file, browser := p.file("events/cup/share/event.html"),
				browsed(t, ev, language+"-XX,"+language+";q=0.9,fr;q=0.8")
			for name, page := range map[string]string{"file": file, "browser": browser} {
				if !strings.Contains(page, text) || !strings.Contains(page, `<html lang="`+language+`">`) ||
					strings.Contains(page, "fewest-plies") || strings.Contains(page, "brandubh-gorrion") {
					t.Errorf("%s, %s: there is no %q, or a raw key", name, language, text)
				}
			}
			same := func(id string, table *panel.Table) {
				t.Helper()
				shown := onScreen(table)
				for name, page := range map[string]string{"file": file, "browser": browser} {
					if got := written(page, id); !slices.EqualFunc(got, shown, slices.Equal) {
						t.Errorf("%s, %s, %s:\n%q\nthe screen shows\n%q", c.config.Format, language, name, got, shown)
					}
				}
			}
			p.does("view", 1)
			same("cross", p.dialog().Charts[0].Table)
			p.does("view", 2)
			same("standings", p.dialog().Charts[0].Table)
			p.does("view", 0)
			p.does("round", 0)
			same("round-1", p.dialog().Charts[0].Table)
			if c.bracket {
				p.does("view", 4)
				for _, tie := range p.dialog().Charts[0].Ties {
					if !strings.Contains(file, tie.Tip) || !strings.Contains(browser, tie.Tip) {
						t.Errorf("no page says %q", tie.Tip)
					}
				}
			}
			if ev.Phase() == tournament.Over {
				p.does("honours", 0)
				same("awards", p.dialog().Charts[0].Table)
			}
			p.Close()
		}
	}
}
