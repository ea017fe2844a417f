package app

import (
	"fmt"
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// The rules of the other families in plain sentences, made from their data.

// textLineBook returns the rules of another family as running text.
func textLineBook(r *rules.Rules, set *rules.Ruleset) []Part {
	b := lineBook{book: book{rules: r, set: set}, l: set.Lines}
	b.head("The two sides")
	b.say(textForces(r, r.Setup(), false))
	b.prephase()
	b.when(b.l.NoRest != "none", "No turn may end on "+b.region(b.l.NoRest)+".")
	b.show(diagram(r, r.Setup().Pieces))
	b.head("The pieces")
	for i := range b.l.Kinds {
		b.kind(&b.l.Kinds[i])
	}
	b.turns()
	b.lineEnds()
	b.trim()
	return b.parts
}

// lineBook is a text about a game of lines that is being written.
type lineBook struct {
	book
	l *rules.LineRules
}

func (b *lineBook) army(s game.Side) string { return textArmy(b.rules, s) }

// region names a region or lists points.
func (b *lineBook) region(text string) string {
	switch text {
	case "cornersA", "cornersB":
		return "a corner of " + b.army(game.Side(text[len(text)-1]-'A'))
	case "all":
		return "any point"
	case "far":
		return "the farthest row"
	case "paddock":
		return "the paddock"
	}
	names := strings.Fields(text)
	if len(names) > 4 {
		return "the marked points"
	}
	return list(names, "or")
}

func (b *lineBook) prephase() {
	p := b.l.Prephase
	if p.Kind == "none" {
		return
	}
	name := p.Kind
	for _, k := range b.l.Kinds {
		if string(k.Letter) == p.Kind {
			name = fmt.Sprintf("%s of %s", k.Name, b.army(k.Side))
		}
	}
	b.sayf("Before the first turn the %s is put on %s.", name, b.region(p.Region))
}

// twins reports whether k is like an earlier kind of the other side, which has
// told everything already.
func (b *lineBook) twins(k *rules.PieceRules) bool {
	for i := range b.l.Kinds {
		o := &b.l.Kinds[i]
		if o == k {
			return false
		}
		same := *o
		same.Letter, same.Side, same.Setup, same.Hand, same.Promote = k.Letter, k.Side, k.Setup, k.Hand, k.Promote
		if same == *k && o.Side != k.Side {
			return true
		}
	}
	return false
}

// kind says how a kind of piece goes and takes.
func (b *lineBook) kind(k *rules.PieceRules) {
	if b.twins(k) {
		return
	}
	name := upperFirst(withA(k.Name))
	switch {
	case k.Pawn:
		b.say(name + " goes and takes as a pawn in chess.")
	case k.Knight && (k.StepLines == 0 || k.StepWays == 0):
		b.say(name + " goes as a knight in chess.")
	case k.StepLines == 0 || k.StepWays == 0:
		b.say(name + " does not step.")
	case k.StepRange == rules.RangeAny:
		b.sayf("%s goes any distance %s%s.", name, ways(k.StepWays), along(k.StepLines))
	default:
		b.sayf("%s steps one point %s%s.", name, ways(k.StepWays), along(k.StepLines))
	}
	b.when(k.StepFilter == rules.FilterWeak, "A step may not lead away from the fortress.")
	b.when(k.StepFilter == rules.FilterStrict, "Every step must lead towards the fortress.")
	b.when(k.Knight && k.StepLines != 0 && k.StepWays != 0, "It also goes as a knight in chess.")
	b.when(k.Replaces, "It takes an enemy by standing in his place.")
	b.leaps(k)
	if i := b.find(k.Promote); i >= 0 {
		b.sayf("At rest on %s it becomes %s.", b.region(k.PromoteOn), withA(b.l.Kinds[i].Name))
		b.when(k.Retreat == rules.RetreatSteps, "Having stepped backward once it can no longer become one.")
		b.when(k.Retreat == rules.RetreatAll, "Having stepped or leapt backward once it can no longer become one.")
	}
	b.parts = append(b.parts, Part{})
}

// withA puts the article before a name.
func withA(name string) string {
	if name != "" && strings.ContainsRune("aeiou", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}

// find returns the index of the kind of a letter, below zero if there is none.
func (b *lineBook) find(letter string) int {
	return slices.IndexFunc(b.l.Kinds, func(k rules.PieceRules) bool { return string(k.Letter) == letter })
}

// leaps says how a kind takes by leaping.
func (b *lineBook) leaps(k *rules.PieceRules) {
	if k.Over == rules.OverNothing || k.LeapLines == 0 {
		return
	}
	whom := "an enemy"
	if k.Over == rules.OverRank {
		whom = "an enemy of equal or lower rank"
	}
	b.sayf("It takes %s beside it by leaping over him to the empty point behind, %s%s%s.", whom, ways(k.LeapWays), along(k.LeapLines), map[rules.Chain]string{
		rules.ChainOff: "", rules.ChainOptional: "; it may go on leaping in the same turn", rules.ChainMandatory: "; it must go on leaping while it can",
	}[k.Chain])
	b.when(k.OverFriend, "It also leaps over its own side, and takes nothing then.")
}

// ways names directions.
func ways(w rules.Ways) string {
	var names []string
	for i, name := range []string{"forward", "sideways", "backward"} {
		if w>>i&1 != 0 {
			names = append(names, name)
		}
	}
	if len(names) == 3 {
		return "in any direction"
	}
	return list(names, "or")
}

// along names the lines on which a piece goes.
func along(c game.Class) string {
	switch c {
	case game.Main:
		return " along ranks and files"
	case game.Diagonal:
		return " along diagonals"
	}
	return " along any line"
}

// turns says what else a turn is.
func (b *lineBook) turns() {
	b.head("Turns")
	b.when(slices.ContainsFunc(b.l.Kinds, func(k rules.PieceRules) bool { return k.Hand > 0 }), "Pieces in hand are put on empty points, one a turn.")
	b.when(!b.l.DropsFirst, "Pieces in hand may wait while others move.")
	b.when(b.l.Scripted, "The first turn goes to the centre, and the answer takes if it can.")
	b.duty()
	if n := b.l.Actions.Number; n > 1 {
		b.sayf("A turn is up to %s actions.", number(n))
		if f := b.l.Actions.First; f > 0 && f != n {
			b.sayf("The very first turn has %s.", number(f))
		}
	}
	if b.l.Actions.Ambush {
		b.say("Several pieces may take a stronger enemy together, in an ambush: each leaps over him, and he falls with the last.")
	}
	if b.l.Mill.Lines != 0 {
		b.say("Three men in a line are a mill. Who closes one takes an enemy man off the board.")
		b.say(map[rules.Protect]string{
			rules.ProtectUnlessAll: "A man in a mill is safe while there is another to take.", rules.ProtectAlways: "A man in a mill is safe.", rules.ProtectNever: "Mills protect nobody.",
		}[b.l.Mill.Protect])
	}
	if b.l.Fly > 0 {
		b.sayf("A side with %s men left and none in hand moves them to any empty point.", number(b.l.Fly))
	}
	if b.l.Sweep != rules.Nobody {
		b.sayf("Pieces of %s that cannot move are taken off the board.", b.army(game.Side(b.l.Sweep-rules.SideA)))
	}
	b.when(b.l.Chess.Check, "A royal piece may not stay under attack; checkmate wins.")
	if b.parts[len(b.parts)-1].Text == "" {
		b.say("One step or one capture is a turn.")
	}
}

// duty says who must take.
func (b *lineBook) duty() {
	c := b.l.Capture
	var names []string
	for _, letter := range strings.Fields(c.Compelled) {
		if i := b.find(letter); i >= 0 {
			names = with(names, withA(b.l.Kinds[i].Name))
		}
	}
	if c.Compelled == "all" {
		names = []string{"whoever"}
	}
	if len(names) == 0 || c.Enforce == rules.EnforceNone {
		return
	}
	if c.Enforce == rules.EnforceHuff {
		b.sayf("%s that can take and does not may be taken off the board.", upperFirst(list(names, "or")))
		return
	}
	b.sayf("%s that can take must.", upperFirst(list(names, "or")))
	b.when(c.Longest, "It must take as many as it can.")
}

func (b *lineBook) lineEnds() {
	e, d := &b.l.Ends, &b.l.Draws
	b.head("How the game ends")
	for s := range game.Side(game.Sides) {
		name := upperFirst(b.army(s))
		if e.GoalRest[s] != "none" {
			b.sayf("%s: a piece at rest on %s wins.", name, b.region(e.GoalRest[s]))
		}
		if e.OwnCorner[s] != "none" {
			b.sayf("%s: a piece at rest on %s loses.", name, b.region(e.OwnCorner[s]))
		}
		switch n := e.MinPieces[s]; {
		case n == 1:
			b.sayf("%s: when the last piece is gone the game is lost.", name)
		case n > 1:
			b.sayf("%s: with fewer than %s pieces the game is lost.", name, number(n))
		}
	}
	b.stuck()
	if e.GoalFill != rules.Nobody {
		b.sayf("%s win by filling %s.", upperFirst(b.army(game.Side(e.GoalFill-rules.SideA))), b.region(e.GoalRegion))
	}
	b.when(e.RoyalLost, "A side that has lost its leader has lost the game.")
	b.when(e.BareLeader, "A side that has nothing but its leader has lost.")
	b.when(e.LoneLeaders, "It is a draw when both have nothing but their leaders.")
	b.when(b.l.Combat, "Two equal last pieces fight: they take if they can, or else go nearer to each other.")
	b.runner()
	if d.Repetition > 0 {
		b.sayf("A position that stands for the %s time ends the game: %s.", ordinal(d.Repetition), map[rules.Loses]string{
			rules.LosesNobody: "a draw", rules.LosesA: b.army(game.Attackers) + " lose", rules.LosesB: b.army(game.Defenders) + " lose", rules.LosesMover: "who made it lost",
		}[d.Loss])
	}
	b.when(d.Superko, "Once all is on the board, no earlier position may come back.")
	if d.Quiet > 0 {
		b.sayf("It is a draw after %d turns in which nothing is taken, put down or changed.", d.Quiet)
	}
	b.say("A player may resign, and both may agree on a draw.")
}

// stuck says what it means to have no move.
func (b *lineBook) stuck() {
	no := b.l.Ends.NoMove
	says := map[rules.NoMove]string{rules.NoMoveLoses: "the game is lost", rules.NoMoveDraw: "it is a draw"}
	if no[0] == no[1] {
		b.sayf("For a side that cannot move %s.", says[no[0]])
		return
	}
	for s := range game.Side(game.Sides) {
		b.sayf("When %s cannot move %s.", b.army(s), says[no[s]])
	}
}

// runner says how one who slips through wins.
func (b *lineBook) runner() {
	e := &b.l.Ends
	if e.Runner == rules.Nobody {
		return
	}
	name := b.army(game.Side(e.Runner - rules.SideA))
	switch e.Behind {
	case rules.ResultWin:
		b.sayf("The side of %s wins when it has passed every piece of the other.", name)
	case rules.ResultDraw:
		b.sayf("It is a draw when the side of %s has passed every piece of the other.", name)
	}
	if e.ReachRow > 0 {
		b.sayf("The side of %s wins by reaching rank %d.", name, e.ReachRow)
	}
	b.when(e.FoxHome, "The side of "+name+" wins on the first row of the other.")
	b.when(e.FoxPassed, "The side of "+name+" wins when nobody is left to stop it.")
}
