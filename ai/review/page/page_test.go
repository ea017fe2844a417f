package page

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"tafl3d/ai"
	"tafl3d/ai/review"
	"tafl3d/game/record"
)

func write(t *testing.T, text string, change func(*Page)) string {
	t.Helper()
	games, err := record.Read(text, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := review.Review(t.Context(), games[0], review.Options{Limits: ai.Limits{Nodes: 3000}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := &Page{Game: games[0], Report: r, Title: "Astrid <&> Odd", Facts: []string{"Brandubh", "House cup"}}
	change(p)
	var out strings.Builder
	if err := p.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

const played = `[Variant "brandubh-gorrion"]
[Attackers "Astrid"]

b4-b3 d5-b5 f4-f5 c4-c2 d6-d5 {<b>Oh!</b>} e4-e2xd2
`

func TestPage(t *testing.T) {
	text := write(t, played, func(p *Page) {
		p.Why = func(x *review.Turn) string { return "because of " + x.Reason.String() }
	})
	for _, want := range []string{"Astrid &lt;&amp;&gt; Odd", "House cup", "5. d6-d5??", "because of left-piece", "better: ", "&lt;b&gt;Oh!",
		"<title>5. d6-d5</title>", "Attackers: Astrid", "After turn 6", `class="arrow-green"`, `id="king"`} {
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

func TestPageInAnotherLanguage(t *testing.T) {
	said := map[string]bool{}
	text := write(t, strings.Replace(played, "b4-b3", "{Well.} b4-b3", 1), func(p *Page) {
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
