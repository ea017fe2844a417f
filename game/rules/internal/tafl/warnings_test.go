package tafl

import (
	"fmt"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
)

// TestWarnings is tafl 9: the threats that stand, and which of them are announced.
func TestWarnings(t *testing.T) {
	const raichi, takeable, ring, fort, chains = `
		. . . . . . .
		. . . . . t .
		. . . t . . .
		t . . K T . .
		. . . . . . .
		. t . . . . .
		. . . . . . .`, `
		. . . . . . .
		. . . . . . .
		. t K . . . t
		. t t . . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .`, `
		. . . . . . .
		. . t t t . .
		. t . . . t .
		. t . K . t .
		. t . . . t .
		. . t t t . .
		. . . . . . .`, `
		. . . . . . .
		. . . . . t .
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . T T . . .
		. T . K T . .`, `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . . K . . .
		. . . . . . .
		. . . . . . .
		. T t . . . .`
	for _, c := range []struct {
		name, set, rows string
		turn            game.Side
		want, announced string
	}{
		{"one way out", "warn=raichi", raichi, game.Attackers, "1 way: d1", "1 way: d1"},
		{"told to the attackers", "warn=raichi", raichi, game.Defenders, "1 way: d1", ""},
		{"check tells all", "warn=check", raichi, game.Defenders, "1 way: d1", "1 way: d1"},
		{"nothing is announced", "warn=off", raichi, game.Attackers, "1 way: d1", ""},
		{"the king can be taken", "warn=check; king.capture=custodial; escape=corner; corner=corners", takeable,
			game.Attackers, "takeable: d5", "takeable: d5"},
		{"it takes four", "warn=check; king.capture=enclosed; escape=corner; corner=corners", takeable,
			game.Attackers, "", ""},
		{"raichi tells no such threat", "warn=raichi; king.capture=custodial; escape=corner; corner=corners", takeable,
			game.Attackers, "takeable: d5", ""},
		{"a ring", "warn=check", ring, game.Defenders, "ring:", "ring:"},
		{"rings are off", "warn=check; encirclement=off", ring, game.Defenders, "", ""},
		{"a fort", "warn=check; escape=corner; corner=corners; exitFort=survive", fort, game.Attackers,
			"fort:", "fort:"},
		{"forts are off", "warn=check; escape=corner; corner=corners", fort, game.Attackers, "", ""},
		{"safe on the edge", "warn=check; escape=edge-safe", raichi, game.Attackers, "1 way: d1", "1 way: d1"},
		{"a chain leads out", "warn=check; chain=optional; chain.escape=on; throne=none; encirclement=off; " +
			"escape=corner; corner=corners; steps.king=3", chains, game.Attackers, "1 way: g1", "1 way: g1"},
		{"the king cannot go on",
			"warn=check; throne=none; encirclement=off; escape=corner; corner=corners; steps.king=3", chains,
			game.Attackers, "", ""},
	} {
		p, _ := at(t, c.set, c.rows, c.turn)
		for kind, w := range map[string]struct {
			got  string
			want string
		}{"standing": {warned(p, Warnings), c.want}, "announced": {warned(p, Announced), c.announced}} {
			if w.got != w.want {
				t.Errorf("%s, %s: %q, want %q", c.name, kind, w.got, w.want)
			}
		}
	}
}

func warned(p *Position, look func(*Position) core.Warnings) string {
	w := look(p)
	said := ""
	switch {
	case w.KingTakeable:
		said = "takeable:"
	case w.KingEscapes > 0:
		said = fmt.Sprintf("%d way:", w.KingEscapes)
	case w.Encircled:
		said = "ring:"
	case w.FortStands:
		said = "fort:"
	}
	return strings.TrimSpace(said + " " + names(p, w.Squares...))
}
