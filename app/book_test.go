package app_test

import (
	"strings"
	"testing"

	"tafl3d/app/board"
	"tafl3d/game/variant"
)

// TestRulesInWords checks the text of the rules of five variants: required and forbidden phrases.
func TestRulesInWords(t *testing.T) {
	for _, c := range []struct {
		id       string
		says     []string
		saysNone []string
	}{
		{"copenhagen-11x11-tdiamond", []string{
			"24 attackers play against 12 defenders", "The attackers move first.", "The king tries to reach a corner.",
			"any distance along a rank or file",
			"Only the king may stop on the empty throne, and any piece may cross it.",
			"Only the king may stop on a corner square.",
			"The empty throne or an empty corner can act as the second enemy against men of either side.",
			"The king captures and helps to capture like his men.", "Shield wall: a row of at least two",
			"an empty corner may close one end",
			"captured only when all four sides are closed",
			"A side is closed by an attacker, the empty throne or an empty corner.",
			"On the edge of the board he cannot be surrounded.", "exit fort",
			"attackers' next move cannot break the fort",
			"ring cuts the king off from the edge and holds",
			"The defenders lose when they bring about a position for the third time.",
			"A side that cannot move loses.",
		}, []string{"camp", "commander", "leap", "two attackers in a line", "may claim", "he is taken anywhere"}},
		{"brandubh-gorrion", []string{
			"Eight attackers play against four defenders", "reach a corner",
			"On the throne the king is captured only when all four sides are closed. Anywhere else two attackers in " +
				"a line capture him.",
			"With all four sides closed he is captured anywhere.",
			"An empty corner can replace one of the two attackers.", "may claim that their barrier",
		}, []string{"Shield wall", "exit fort", "ring cuts", "camp"}},
		{"linnaean-9x9-tcross-w", []string{
			"The defenders move first.", "The king tries to reach the edge of the board.",
			"On the throne and next to it",
			"The empty throne can act as the second enemy",
			"The defenders win when the king reaches the edge of the board.",
			"ring cuts the king off",
		}, []string{"corner", "Shield wall", "exit fort"}},
		{"berserk-11x11-tdiamondberserk", []string{
			"Some of the attackers are commanders. One of the defenders is a knight.",
			"A commander may also leap over an enemy man to the empty square behind it without capturing it.",
			"The knight may also leap over an enemy man to the empty square behind it and capture it.",
			"only from or to a throne or corner square",
			"may continue in the same move", "the king may also take a further step",
			"Two commanders on opposite sides capture him anywhere, even on the throne. An empty corner counts as a " +
				"commander.",
		}, []string{"Shield wall", "Any man may", "ring cuts"}},
		{"foteviken-9x9", []string{
			"No piece may stop on the empty throne, and no piece may cross it.",
			"No piece may enter a camp from outside, and no piece may cross one.",
			"move within its starting camp", "an empty camp square", "outside the camps",
			"only when all four sides are closed",
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

// TestRulesOfEveryVariant asserts that the rules of every variant have texts.
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

// TestSeatsOfOtherFamilies checks the texts for the remaining pieces on the seats.
func TestSeatsOfOtherFamilies(t *testing.T) {
	for id, want := range map[string][2]string{
		"fox-geese-13":     {"13 geese", "The fox"},
		"fox-hounds":       {"4 hounds", "The fox"},
		"morris-9":         {"0 on the board", "0 on the board"},
		"dablot-mini":      {"13 Saami", "13 settlers"},
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

// TestRulesOfOtherFamiliesInWords checks the rules of games on lines for similar kinds, ranks and ends.
func TestRulesOfOtherFamiliesInWords(t *testing.T) {
	for id, says := range map[string][]string{
		"dablot-full": {"30 Saami against 30 settlers", "A man, a son or a leader moves one point",
			"an enemy of equal or lower rank", "Capturing is optional.",
			"A side that has only its leader left loses.", "Ranks, lowest first: man, son and leader.",
			"A side that loses its leader loses the game."},
		"halatafl-winther": {"22 dark men against 22 light men", "one point forward or sideways along ranks and files",
			"it must go on leaping as long as it can", "A man that can capture must do so.",
			"A side loses when it has no pieces left.",
			"stops on a corner of the other side, and loses when one stops on its own corner",
			"The game is drawn when a side cannot move."},
		"fox-geese-13": {"13 geese against the fox.",
			"A fox moves one point in any direction along any line. It captures an enemy",
			"it may go on leaping in the same move", "Capturing is optional.", "A side that cannot move loses.",
			"The side of the geese loses when it has fewer than four pieces left.",
			"The game is drawn when a position occurs for the third time.", "moves without a capture."},
		"bagh-chal":       {"moves without a capture or a drop."},
		"dablot-mini-v2b": {"moves without a capture or a promotion."},
		"maharajah":       {"moves without a capture or a pawn move."},
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
