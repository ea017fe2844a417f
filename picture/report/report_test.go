package report

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"tafl3d/game/record"
	"tafl3d/game/tree"
)

const played = `[Variant "brandubh-gorrion"]
[Attackers "Astrid"]

b4-b3 d5-b5 f4-f5 c4-c2 d6-d5?? {<b>Oh!</b>} (d6-c6 {calm} d4-d5 (d4-c4!)) e4-e2xd2
`

// write reads games and writes them as a page.
func write(t *testing.T, text string, change func(*Page)) string {
	t.Helper()
	games, err := record.Read(text, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := &Page{Title: "Games"}
	for _, g := range games {
		p.Games = append(p.Games, &Game{Game: g, Title: "Astrid <&> Odd", Facts: []string{"Brandubh", "House cup"}})
	}
	change(p)
	var out strings.Builder
	if err := p.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// reviewed is a change that adds what a review says.
func reviewed(p *Page) {
	g := p.Games[0]
	g.Chances = []float64{0.5, 0.5, 0.6, 0.6, 0.55, 0.1, 0.1}
	g.Sides = []Side{{81.5, 0, 0, 1}, {100, 0, 0, 0}}
	g.Root.Last().Parent().Comment += " It leaves d2 to be taken."
}

func TestPage(t *testing.T) {
	text := write(t, played, reviewed)
	for _, want := range []string{"Astrid &lt;&amp;&gt; Odd", "House cup", "5. d6-d5??", "leaves d2 to be taken",
		"&lt;b&gt;Oh!", "81.5 %", "10 %",
		"(5. d6-c6 <i>calm</i> 6. Kd4-d5 (6. Kd4-c4!))", `<circle class="blunder"`, "<title>5. d6-d5</title>",
		"Attackers: Astrid", "After move 6", `class="arrow-green"`, `id="king"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if strings.Contains(text, "The start") {
		t.Error("the usual start has a diagram")
	}
	d := xml.NewDecoder(strings.NewReader(text)) // the page is HTML that happens to be XML, but for its head
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestPageOfGames writes several games without a review: no chart stands there, and each game has
// its own part.
func TestPageOfGames(t *testing.T) {
	text := write(t, played+"\n"+played, func(*Page) {})
	if n := strings.Count(text, "<article>"); n != 2 || strings.Contains(text, "<svg class=\"chart\"") ||
		strings.Contains(text, "<table>") {
		t.Errorf("%d games\n%.3000s", n, text)
	}
}

func TestPageInAnotherLanguage(t *testing.T) {
	said := map[string]bool{}
	text := write(t, strings.Replace(played, "b4-b3", "{Well.} b4-b3", 1), func(p *Page) {
		reviewed(p)
		p.Lang = "de"
		p.Say = func(text string) string { said[text] = true; return text }
	})
	if !strings.Contains(text, `<html lang="de">`) || !strings.Contains(text, "Well.") {
		t.Error("the language or the comment at the start is missing")
	}
	for _, want := range Texts {
		if !said[want] {
			t.Errorf("%q is never said", want)
		}
		delete(said, want)
	}
	if len(said) > 0 {
		t.Errorf("said, but not among Texts: %v", said)
	}
}

func TestPageWithoutTurns(t *testing.T) {
	if text := write(t, "[Variant \"morris-9\"]\n", func(*Page) {}); !strings.Contains(text, "The start") {
		t.Error("there is no diagram")
	}
}

// TestChancesOf: chances are those of the tree where it tells all of them.
func TestChancesOf(t *testing.T) {
	games, err := record.Read(played, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := games[0]
	half := func(string, int) float64 { return 0.5 }
	if got := ChancesOf(g, half); got != nil {
		t.Error(got)
	}
	for n := range g.Root.All() {
		n.Eval = &tree.Eval{}
	}
	if g.Root.Eval = (&tree.Eval{}); len(ChancesOf(g, half)) != 7 {
		t.Error(ChancesOf(g, half))
	}
}
