package app_test

import (
	"strings"
	"testing"

	"tafl3d/app/board"
	"tafl3d/game/variant"
)

// TestRulesInWords reads the rules of five variants: what must be said of each,
// and what must not.
func TestRulesInWords(t *testing.T) {
	for _, c := range []struct {
		id       string
		says     []string
		saysNone []string
	}{
		{"copenhagen-11x11-tdiamond", []string{
			"24 attackers stand against 12 defenders", "The attackers begin.", "The king wants to reach a corner.",
			"as far as the way is free",
			"Only the king may stop on the empty throne, and everyone may cross it.",
			"Only the king may stop on a corner square.",
			"The empty throne or an empty corner can take the place of an enemy that stands still, against men of " +
				"either side.",
			"The king takes part in captures like his men.", "Shieldwall: a row of at least two",
			"for which an empty corner will do",
			"taken only when all four of his sides are shut",
			"A side is shut by an attacker, the empty throne or an empty corner.",
			"On the edge of the board he cannot be shut in.", "exit fort", "attackers' next move cannot break the wall",
			"ring cuts the king off from the edge and it still stands",
			"The defenders lose when a move of theirs makes a position occur for the third time.",
			"A side that cannot move loses.",
		}, []string{"camp", "commander", "leap", "two attackers in a line", "may claim", "he is taken anywhere"}},
		{"brandubh-gorrion", []string{
			"Eight attackers stand against four defenders", "reach a corner",
			"On the throne the king is taken only when all four of his sides are shut. Anywhere else two attackers " +
				"in a line take him.",
			"Shut in on all four sides he is taken anywhere.",
			"An empty corner can take the place of one of the two attackers.", "may claim that their barrier",
		}, []string{"Shieldwall", "exit fort", "ring cuts", "camp"}},
		{"linnaean-9x9-tcross-w", []string{
			"The defenders begin.", "The king wants to reach the edge of the board.",
			"On the throne and on the squares beside it",
			"The empty throne can take the place", "The defenders win when the king reaches the edge of the board.",
			"ring cuts the king off",
		}, []string{"corner", "Shieldwall", "exit fort"}},
		{"berserk-11x11-tdiamondberserk", []string{
			"Some of the attackers are commanders. One of the defenders is a knight.",
			"A commander may also leap over an enemy man to the empty square behind him; the man stays.",
			"The knight may also leap over an enemy man to the empty square behind him, and takes him.",
			"only from or to a throne or corner square",
			"may go on in the same turn", "the king may also add a step",
			"Two commanders on opposite sides take him anywhere, even on the throne. An empty corner counts as a " +
				"commander.",
		}, []string{"Shieldwall", "Any man may", "ring cuts"}},
		{"foteviken-9x9", []string{
			"Nobody may stop on the empty throne, and nobody may cross it.",
			"Nobody may come into a camp from outside, and nobody may cross one.",
			"move about in the camp in which it starts", "an empty camp square", "outside the camps",
			"only when all four of his sides are shut",
		}, []string{"corner", "commander", "ring cuts"}},
	} {
		p := open(t, t.TempDir(), &board.Setup{Variant: c.id})
		p.keys("u")
		p.wants("rules")
		v, _ := variant.Get(c.id)
		d := p.dialog()
		if d.Title != v.Name {
			t.Errorf("%s: %q", c.id, d.Title)
		}
		var text strings.Builder
		pictures := 0
		for _, part := range d.Parts {
			text.WriteString(part.Text + " ")
			if part.Board != nil {
				pictures++
			}
			if part.Head == "" && part.Text == "" {
				t.Errorf("%s: an empty part", c.id)
			}
		}
		for _, s := range c.says {
			if !strings.Contains(text.String(), s) {
				t.Errorf("%s does not say %q in\n%s", c.id, s, text.String())
			}
		}
		told, _, _ := strings.Cut(text.String(), "A player may resign") // after that comes what the catalogue says
		for _, s := range c.saysNone {
			if strings.Contains(told, s) {
				t.Errorf("%s says %q in\n%s", c.id, s, told)
			}
		}
		if pictures < 3 {
			t.Errorf("%s: %d pictures", c.id, pictures)
		}
		p.keys("PageDown", "Down", "Up")
		if p.dialog().Scroll != 10 {
			t.Error("scrolled to", p.dialog().Scroll)
		}
		p.keys("Esc")
		p.noDialog()
		p.keys("F10")
		p.press("Rules")
		p.wants("rules")
	}
}

// TestRulesOfEveryVariant asserts that there are words for all of them.
func TestRulesOfEveryVariant(t *testing.T) {
	for _, v := range variant.All() {
		p := open(t, t.TempDir(), &board.Setup{Variant: v.ID})
		p.keys("u")
		if d := p.dialog(); len(d.Parts) < 3 || d.Parts[0].Board == nil {
			t.Errorf("%s: %d parts", v.ID, len(d.Parts))
		}
		for _, part := range p.dialog().Parts {
			if strings.Contains(part.Text, "  ") || strings.Contains(part.Text, "..") ||
				strings.Contains(part.Text, "%!") {
				t.Errorf("%s: %q", v.ID, part.Text)
			}
		}
		p.Close()
	}
}

// TestSeatsOfOtherFamilies checks what the seats call those who are left.
func TestSeatsOfOtherFamilies(t *testing.T) {
	for id, want := range map[string][2]string{
		"fox-geese-13":     {"13 geese", "The fox"},
		"fox-hounds":       {"4 hounds", "The fox"},
		"morris-9":         {"0 on the board", "0 on the board"},
		"dablot-mini":      {"13 saami", "13 settlers"},
		"brandubh-gorrion": {"8 men left", "4 men left"},
	} {
		setup := two()
		setup.Variant = id
		p := open(t, t.TempDir(), setup)
		if s := p.sheet().Seats; s[0].Left != want[0] || s[1].Left != want[1] {
			t.Errorf("%s: %q and %q, want %q", id, s[0].Left, s[1].Left, want)
		}
		p.Close()
	}
}

// TestRulesOfOtherFamiliesInWords asserts what the rules sheets of the other
// families say of kinds that are alike, of ranks and of ends.
func TestRulesOfOtherFamiliesInWords(t *testing.T) {
	for id, says := range map[string][]string{
		"dablot-full": {"30 saami against 30 settlers", "A man, a son or a leader steps one point",
			"an enemy of equal or lower rank", "Nobody has to take.",
			"A side that has nothing left but its leader loses.", "The ranks, from the lowest: man, son and leader.",
			"A side that loses its leader loses the game."},
		"halatafl-winther": {"22 dark men against 22 light men", "one point forward or sideways along ranks and files",
			"it must go on leaping while it can", "A man that can take must.", "A side loses with its last piece.",
			"rests on a corner of the other side, and loses when one rests on a corner of its own",
			"The game is drawn when a side cannot move."},
		"fox-geese-13": {"13 geese against the fox.",
			"A fox steps one point in any direction along any line. It takes an enemy",
			"it may go on leaping in the same turn", "Nobody has to take.", "A side that cannot move loses.",
			"The side of the geese loses when it has fewer than four pieces left.",
			"The game is drawn when a position occurs for the third time.", "turns in which nothing is taken."},
		"bagh-chal":       {"turns in which nothing is taken or put down."},
		"dablot-mini-v2b": {"turns in which nothing is taken or promoted."},
		"maharajah":       {"turns in which nothing is taken and no pawn moves."},
		"fox-hounds":      {"The side of the fox wins by reaching rank 1."},
		"morris-9": {"A side loses when it has fewer than three pieces left.",
			"A side that cannot move loses."},
	} {
		p := open(t, t.TempDir(), &board.Setup{Variant: id})
		p.keys("u")
		var text strings.Builder
		for _, part := range p.dialog().Parts {
			text.WriteString(part.Text + " ")
		}
		for _, s := range says {
			if strings.Count(text.String(), s) != 1 {
				t.Errorf("%s does not say once %q in\n%s", id, s, text.String())
			}
		}
		p.Close()
	}
}
