package record

import (
	"strings"
	"testing"

	"tafl3d/game/tree"
)

// otRecord is a record as OpenTafl writes them: comments with brackets' like, rows of
// variations on either half, and variations of variations.
const otRecord = `[date:2026.03.01]
[event:House cup]
[attackers:Berg, Astrid]
[defenders:Holm, Odd]
[result:-1]
[termination:Attackers resign]
[rules:dim:7 name:House_Brandub surf:n ks:n nj:n cj:n cenh: cenhe: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]
[start-comment:A game of two
lines, [and brackets] in it.]

1. d6-f6 d5-f5
[The first turn.

It has two paragraphs.|The answer [see 2].]

1a.1.1a. d6-e6 d5-e5
[Another first turn.|]
1a.1.2a. e6-f6
[]

1b.1.1a. ..... d5-c5
[|Another answer.]

1b.1.1a.1.1a. ..... d5-g5
[]

2. d7-e7 d3-f3
[|]

3. ---
`

func TestOpenTafl(t *testing.T) {
	g := one(t, otRecord, Options{})
	first := g.Root.Main()
	switch {
	case g.Tag(tree.TagAttackers) != "Berg, Astrid" || g.Tag(tree.TagDate) != "2026-03-01":
		t.Errorf("tags %v", g.Tags)
	case g.Outcome.Result() != "defenders" || g.Outcome.Cause.String() != "resigned":
		t.Errorf("outcome %v", g.Outcome)
	case !strings.Contains(g.Root.Comment, "[and brackets]"):
		t.Errorf("start comment %q", g.Root.Comment)
	case len(g.Root.Next()) != 2 || len(first.Next()) != 3:
		t.Errorf("%d first turns, %d answers", len(g.Root.Next()), len(first.Next()))
	case !strings.HasPrefix(first.Comment, "The first turn.\n\nIt") || first.Main().Comment != "The answer [see 2].":
		t.Errorf("comments %q, %q", first.Comment, first.Main().Comment)
	case g.Root.Next()[1].Main().Main().Text != "e6-f6":
		t.Error("the second row of a variation is missing")
	}
	text, err := OpenTafl(g)
	if err != nil {
		t.Fatal(err)
	}
	again := one(t, text, Options{})
	if shape(again.Root) != shape(g.Root) || again.Tag(tree.TagDefenders) != "Holm, Odd" {
		t.Errorf("%s\nread again:\n%s\nbefore:\n%s", text, shape(again.Root), shape(g.Root))
	}
}

// shape draws the turns of a tree.
func shape(n *tree.Node) string {
	var b strings.Builder
	for _, next := range n.Next() {
		b.WriteString("(" + next.Text + shape(next) + ")")
	}
	return b.String()
}

// TestOpenTaflFaults looks that a bad record says where.
func TestOpenTaflFaults(t *testing.T) {
	for old, want := range map[string]string{
		"2. d7-e7 d3-f3": "2. d7-e7 d3-f9",
		"\n2. d7":        "\n7. d7",
		"1b.1.1a. .....": "4b.1.1a. .....",
		"d6-f6 d5-f5":    "d6-f6 d5-f5 d7-e7",
		"[date:":         "[nothing:",
		"dim:7":          "dim:6",
	} {
		_, err := Read(strings.Replace(otRecord, old, want, 1), Options{})
		if err == nil || !strings.Contains(err.Error(), "line ") {
			t.Errorf("%q: %v", want, err)
		}
	}
}

// TestOpenTaflWithoutTurns: games without a turn are kept, one behind the other and before one with
// turns; lines within a comment that look like turns or tags divide nothing.
func TestOpenTaflWithoutTurns(t *testing.T) {
	const rules = "[rules:dim:7 name:House_Brandub surf:n ks:n nj:n cj:n cenh: cenhe: " +
		"start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]\n"
	for name, text := range map[string]string{
		"a tag again": "[date:2026.03.01]\n" + rules + "[date:2026.03.02]\n" + rules + "[date:2026.03.03]\n" +
			rules + "\n1. d6-f6\n",
		"behind a blank":    rules + "\n[date:2026.03.02]\n" + rules + "\n" + rules + "\n1. d6-f6\n[]\n",
		"the last is empty": rules + "\n1. d6-f6\n[]\n" + rules + "\n" + rules,
		"a long comment": "[start-comment:A game\n1. of many\n[date:2026, they say\nlines]\n" + rules + "\n" +
			rules + "\n" + rules + "\n1. d6-f6\n",
	} {
		games, err := Read(text, Options{})
		turns := 0
		for _, g := range games {
			turns += g.Root.Last().Ply()
		}
		if err != nil || len(games) != 3 || turns != 1 {
			t.Errorf("%s: %d games with %d turns, %v", name, len(games), turns, err)
		}
	}
}
