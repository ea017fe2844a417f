package rules_test

import (
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// TestBarred draws barriers that the attackers may claim to be unbreakable, and
// some that have a gap. In Foteviken nobody enters an empty camp or the throne.
func TestBarred(t *testing.T) {
	const camps = `
		. . . . . . . . . . .
		. . . t K . . . . . .
		. . . . t . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . t`
	const throne = `
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . t . . . . . .
		. . . t . t . . . . .
		. . . t . t . . . . .
		. . . t K . . . . . .
		. . . . t . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . t`
	const corridor = `
		. . . . . . . . .
		. . . . t . . . .
		. . . t T t . . .
		. . t . . . t . .
		. . t . K . t . .
		. . t . . . t . .
		. . . t t t . . .
		. . . . . . . . .
		. . . . . . . . .`
	for _, c := range []struct {
		drawn
		want rules.Claim
	}{
		{drawn{name: "camps shut the king in", variant: "foteviken-11x11", before: camps}, rules.ClaimBlockade},
		{drawn{name: "unless he may enter them", variant: "foteviken-11x11", set: "camp.enter=all", before: camps},
			rules.NoClaim},
		{drawn{name: "or cross them: f10 leads on to g10", variant: "foteviken-11x11", set: "camp.pass=all",
			before: camps}, rules.NoClaim},
		{drawn{name: "the empty throne shuts him in", variant: "foteviken-11x11", before: throne}, rules.ClaimBlockade},
		{drawn{name: "unless he may cross it", variant: "foteviken-11x11", set: "throne.pass=king", before: throne},
			rules.NoClaim},
		{drawn{name: "his own men are no walls", variant: "linnaean-9x9-tcross-w", set: "blockade=claim",
			before: corridor}, rules.ClaimBlockade},
		{drawn{name: "one leaps out", variant: "linnaean-9x9-tcross-w", set: "blockade=claim; jump.king=leap",
			before: corridor}, rules.NoClaim},
		{drawn{name: "no such claim", variant: "linnaean-9x9-tcross-w", before: corridor}, rules.NoClaim},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, h := c.open(t)
			end := p.End(h)
			if got := end.Claims[game.Attackers]; got != c.want {
				t.Errorf("the attackers may claim %d, want %d", got, c.want)
			}
			if got := end.Claims[game.Defenders]; got != rules.NoClaim {
				t.Errorf("the defenders may claim %d", got)
			}
		})
	}
}
