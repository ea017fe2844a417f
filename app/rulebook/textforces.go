package rulebook

import (
	"fmt"
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/tongue"
)

// Army returns the name of a side within a sentence. The name of a single piece includes the article in
// languages where it is part of the word: "ræven".
func Army(r *rules.Rules, s game.Side) string {
	name := tongue.LowerFirst(r.SideName(s))
	whole := fmt.Sprintf("the %s", name)
	if said := tongue.Text(whole); said != whole && Lone(r, s) {
		return said
	}
	return tongue.Text(name)
}

// muster counts the pieces of every kind at the start, including hands.
func muster(r *rules.Rules) []int {
	s := r.Setup()
	count := make([]int, len(r.Kinds()))
	for _, p := range s.Pieces {
		if p != game.Empty {
			count[p]++
		}
	}
	for p, n := range s.Hand {
		count[p] += n
	}
	return count
}

// Most returns the most frequent kind of a side at the start, which represents the side.
func Most(r *rules.Rules, side game.Side) (kind game.Kind) {
	most := -1
	for p, n := range muster(r) {
		if k := r.Kinds()[p]; game.Piece(p) != game.Empty && k.Side == side && n > most {
			kind, most = k, n
		}
	}
	return kind
}

// Lone reports whether a side is a single piece and named after it: "the fox", "the maharajah".
func Lone(r *rules.Rules, side game.Side) bool {
	n := 0
	for p, count := range muster(r) {
		if r.Kinds()[p].Side == side {
			n += count
		}
	}
	return n == 1 && slices.ContainsFunc(r.Kinds()[1:],
		func(k game.Kind) bool { return k.Side == side && k.Name == tongue.LowerFirst(r.SideName(side)) })
}

// Forces describes the start position: "First to move: attackers. 24 attackers against 12 defenders and their
// king."
func Forces(r *rules.Rules, s game.Setup, edited bool) string {
	var men [game.Sides]int
	king := false
	for _, p := range s.Pieces {
		switch k := r.Kinds()[p]; {
		case p == game.Empty:
		case k.Royal && k.Name == "king" && k.Side == game.Defenders:
			king = true
		default:
			men[k.Side]++
		}
	}
	for p, n := range s.Hand {
		men[r.Kinds()[p].Side] += n
	}
	attackers, defenders := Troop(r, game.Attackers, men[0]), Troop(r, game.Defenders, men[1])
	text := tongue.Textf("First to move: %s. %s against %s.", Army(r, s.Turn), attackers, defenders)
	switch {
	case king && men[1] == 0:
		text = tongue.Textf("First to move: %s. %s against the king alone.", Army(r, s.Turn), attackers)
	case king && men[1] == 1:
		text = tongue.Textf("First to move: %s. %s against %s and the king.", Army(r, s.Turn), attackers, defenders)
	case king:
		text = tongue.Textf("First to move: %s. %s against %s and their king.", Army(r, s.Turn), attackers, defenders)
	}
	if edited {
		text += " " + tongue.Text("Custom position.")
	}
	return text
}

// Troop returns the number of pieces of a side: "24 attackers", "1 goose", "the maharajah".
func Troop(r *rules.Rules, side game.Side, n int) string {
	if n == 1 && Lone(r, side) {
		return tongue.Textf("the %s", Army(r, side))
	}
	name := tongue.LowerFirst(r.SideName(side))
	return tongue.Textf("%d "+strings.ReplaceAll(name, "%", "%%"), n)
}

func Men(n int) string {
	return tongue.Textf("%d men", n)
}

// Kind returns the name of a kind of piece in the editor.
func Kind(r *rules.Rules, k game.Kind) string {
	for i, o := range r.Kinds() {
		if i > 0 && o.Name == k.Name && o.Side != k.Side {
			return tongue.UpperFirst(tongue.Text(strings.TrimSuffix(tongue.LowerFirst(r.SideName(k.Side)), "s")))
		}
	}
	return tongue.UpperFirst(tongue.Text(k.Name))
}
