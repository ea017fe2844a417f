package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/gametest"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// announcement is a position of a tafl game, and what the table tells of it.
type announcement struct {
	drawn
	want string // as told writes it
}

// told writes threats in a few words.
func told(r *rules.Rules, w rules.Warnings) string {
	var parts []string
	add := func(on bool, text string) {
		if on {
			parts = append(parts, text)
		}
	}
	add(w.KingTakeable, "taken")
	add(w.KingEscapes > 0, fmt.Sprintf("escapes %d", w.KingEscapes))
	add(w.Encircled, "ring")
	add(w.FortStands, "fort")
	add(w.Checked, "check")
	if len(w.Squares) > 0 {
		parts = append(parts, "by")
	}
	for _, s := range w.Squares {
		parts = append(parts, r.Board().Name(s))
	}
	return strings.Join(parts, " ")
}

const (
	twoWays = `
		. . . . . . .
		. . . . . . t
		. . . . . . .
		. . . . . . .
		. . . . . . .
		t . . . . . .
		. . . K . . .`
	inDanger = `
		. . . . . . .
		. t K . . . .
		. . . t . . .
		. . . . . . .
		. . . . . . .
		t . . . . . .
		. . . . . . .`
	// The king steps to c4, takes d4 and may go on to a4.
	fleeing = `
		. . . . . . . . t
		. . . . . . . . .
		. . . . . . . . .
		. . T . . . . . .
		. . . . . . . . .
		. . . t T . . . .
		. T K T . . . . .
		. . T . . . . . .
		. . . . . . . . .`
	// a4 and a6 would hold the king on a5; a6 is empty in the second.
	edge = `
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		t . T . . . . . .
		. . K T . . . . .
		. . T . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		t . . . . . . . .`
	safeEdge = `
		. . . . . . . . t
		. . . . . . . . .
		. . . . . . . . .
		. . T . . . . . .
		. . K T . . . . .
		. . T . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		t . . . . . . . .`
)

// TestAnnounced checks what is told of threats, and that nothing else is.
func TestAnnounced(t *testing.T) {
	const a, d = game.Attackers, game.Defenders
	for _, c := range []announcement{
		{drawn{name: "two ways to a corner", variant: "brandubh-gorrion", set: "warn=check", toMove: d,
			before: twoWays}, "escapes 2 by g1 a1"},
		{drawn{name: "off is silent", variant: "brandubh-gorrion", toMove: d, before: twoWays}, ""},
		{drawn{name: "and so after a turn of the defenders", variant: "brandubh-gorrion", toMove: a, before: twoWays},
			""},
		{drawn{name: "tuichi after a turn of the defenders", variant: "brandubh-gorrion", set: "warn=raichi", toMove: a,
			before: twoWays}, "escapes 2 by g1 a1"},
		{drawn{name: "not after one of the attackers", variant: "brandubh-gorrion", set: "warn=raichi", toMove: d,
			before: twoWays}, ""},
		{drawn{name: "the king in danger", variant: "brandubh-gorrion", set: "warn=check", toMove: a, before: inDanger},
			"taken by d6"},
		{drawn{name: "is no raichi", variant: "brandubh-gorrion", set: "warn=raichi", toMove: a, before: inDanger}, ""},
		{drawn{name: "off is silent about danger", variant: "brandubh-gorrion", toMove: a, before: inDanger}, ""},
		{drawn{name: "an escape by a chain", variant: "linnaean-9x9-tcross-w",
			set: "warn=check; chain=optional; chain.escape=on", toMove: d, before: fleeing}, "escapes 1 by a4"},
		{drawn{name: "which must capture without it", variant: "linnaean-9x9-tcross-w",
			set: "warn=check; chain=optional", toMove: d, before: fleeing}, ""},
		{drawn{name: "no chain", variant: "linnaean-9x9-tcross-w", set: "warn=check", toMove: d, before: fleeing}, ""},
		{drawn{name: "a ring", variant: "linnaean-9x9-tcross-w", set: "warn=check", toMove: d,
			before: gametest.RingOfMen}, "ring"},
		{drawn{name: "no ring without the rule", variant: "linnaean-9x9-tcross-w", set: "warn=check; encirclement=off",
			toMove: d, before: gametest.RingOfMen}, ""},
		{drawn{name: "a fort", variant: "brandubh-gorrion", set: "warn=check; exitFort=survive; king.capture=enclosed",
			toMove: a, before: gametest.FortOnRim}, "fort"},
		{drawn{name: "no fort without the rule", variant: "brandubh-gorrion", set: "warn=check; king.capture=enclosed",
			toMove: a, before: gametest.FortOnRim}, ""},
		{drawn{name: "an edge where he can be taken", variant: "linnaean-9x9-tcross-w",
			set: "warn=check; escape=edge-safe", toMove: d, before: edge}, ""},
		{drawn{name: "an edge where he cannot", variant: "linnaean-9x9-tcross-w", set: "warn=check; escape=edge-safe",
			toMove: d, before: safeEdge}, "escapes 1 by a5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, _ := c.open(t)
			before := p
			if got := told(p.Rules(), p.Announced()); got != c.want {
				t.Errorf("%q is told, want %q", got, c.want)
			}
			if p != before {
				t.Error("the look changes the position")
			}
		})
	}
}

// TestCheckAnnounced checks that check is told in the games that have it.
func TestCheckAnnounced(t *testing.T) {
	for _, c := range []struct{ at, off, want string }{
		{at: "turn=A; M=h1; k=h8; p=a7", want: "check by h1"},
		{at: "turn=A; M=g1; k=h8; p=a7", want: ""},
		{at: "turn=A; M=f7; k=h8; p=a7,g7", want: "check by f7"}, // as a knight
		{at: "turn=B; M=a4; k=g8; r=d7,d4", want: "check by d4"},
		{at: "turn=B; M=a4; k=g8; r=d7,d4; p=b5", want: "check by d4 b5"},
		{at: "turn=B; M=a4; k=g8; r=d7,d4; p=b5", off: "off", want: ""},
	} {
		v, err := variant.Get("maharajah")
		if err != nil {
			t.Fatal(err)
		}
		set := v.Rules.Ruleset()
		if c.off != "" {
			if err := set.Set("check", c.off); err != nil {
				t.Fatal(err)
			}
		}
		r, err := rules.Compile(set)
		if err != nil {
			t.Fatal(err)
		}
		p, err := notation.ParsePosition(r, c.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := told(r, p.Announced()); got != c.want {
			t.Errorf("%s, check=%s: %q, want %q", c.at, c.off, got, c.want)
		}
	}
}
