package rulebook

import (
	"fmt"
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// textLineBook returns the rules of another family as running text.
func textLineBook(r *rules.Rules, set *ruleset.Ruleset) []panel.Part {
	b := lineBook{book: book{rules: r, set: set}, l: set.Lines}
	b.head("The two sides")
	b.say(Forces(r, r.Setup(), false))
	b.prephase()
	if b.l.NoRest != "none" {
		b.sayf("No turn may end on %s.", b.region(b.l.NoRest))
	}
	b.show(Diagram(r, r.Setup().Pieces))
	b.head("The pieces")
	for i := range b.l.Kinds {
		b.kind(&b.l.Kinds[i])
	}
	b.ranks()
	b.turns()
	b.lineEnds()
	b.trim()
	return b.parts
}

// lineBook is a text about a game of lines that is being written.
type lineBook struct {
	book
	l *ruleset.LineRules
}

func (b *lineBook) army(s game.Side) string { return Army(b.rules, s) }

// region names a region or lists points.
func (b *lineBook) region(text string) string {
	switch text {
	case "cornersA", "cornersB":
		return tongue.Textf("a corner of %s", b.army(game.Side(text[len(text)-1]-'A')))
	case "all":
		return "any point"
	case "far":
		return "the farthest row"
	case "paddock":
		return "the paddock"
	case "home":
		return "the home"
	case "centre9":
		return "the middle nine"
	}
	names := strings.Fields(text)
	if len(names) > 4 {
		return "the marked points"
	}
	return List(names, "or")
}

func (b *lineBook) prephase() {
	p := b.l.Prephase
	if p.Kind == "none" {
		return
	}
	name := KindOf(b.set, p.Kind)
	if p.Count > 1 {
		name = fmt.Sprintf("%d × %s", p.Count, name)
	}
	b.sayf("Put down before the first turn: %s. Where: %s.", tongue.Name(name), b.region(p.Region))
}

// alike reports whether two kinds go and take in the same way.
func alike(k, o *ruleset.PieceRules) bool {
	same := *o
	same.Letter, same.Name, same.Side, same.Rank, same.Royal = k.Letter, k.Name, k.Side, k.Rank, k.Royal
	same.Setup, same.Hand, same.Promote = k.Setup, k.Hand, k.Promote
	return same == *k && (k.Promote == "none") == (o.Promote == "none")
}

// kin names the kinds that go and take like k: "a man, a son or a leader". It is
// empty where an earlier kind has told so already.
func (b *lineBook) kin(k *ruleset.PieceRules) string {
	var names []string
	for i := range b.l.Kinds {
		o := &b.l.Kinds[i]
		if !alike(k, o) {
			continue
		}
		if len(names) == 0 && o != k {
			return ""
		}
		if name := withA(o.Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return List(names, "or")
}

// ranks tells who outranks whom, where that counts.
func (b *lineBook) ranks() {
	if !slices.ContainsFunc(b.l.Kinds, func(k ruleset.PieceRules) bool { return k.Over == ruleset.OverRank }) {
		return
	}
	kinds := slices.Clone(b.l.Kinds)
	slices.SortStableFunc(kinds, func(k, o ruleset.PieceRules) int { return k.Rank - o.Rank })
	var names []string
	for _, k := range kinds {
		if name := k.Name; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	b.sayf("The ranks, from the lowest: %s.", List(names, "and"))
	b.parts = append(b.parts, panel.Part{})
}

// kind says how a kind of piece goes and takes.
func (b *lineBook) kind(k *ruleset.PieceRules) {
	name := tongue.UpperFirst(b.kin(k))
	if name == "" {
		return
	}
	switch {
	case k.Pawn:
		b.sayf("%s goes and takes as a pawn in chess.", name)
	case k.Knight && (k.StepLines == 0 || k.StepWays == 0):
		b.sayf("%s goes as a knight in chess.", name)
	case k.StepLines == 0 || k.StepWays == 0:
		b.sayf("%s does not step.", name)
	case k.StepRange == ruleset.RangeAny:
		b.sayf("%s goes any distance %s%s.", name, ways(k.StepWays), along(k.StepLines))
	default:
		b.sayf("%s steps one point %s%s.", name, ways(k.StepWays), along(k.StepLines))
	}
	b.when(k.StepFilter == ruleset.FilterWeak, "A step may not lead away from the fortress.")
	b.when(k.StepFilter == ruleset.FilterStrict, "Every step must lead towards the fortress.")
	b.when(k.Knight && k.StepLines != 0 && k.StepWays != 0, "It also goes as a knight in chess.")
	b.when(k.Replaces, "It takes an enemy by standing in his place.")
	b.leaps(k)
	if i := b.find(k.Promote); i >= 0 {
		b.sayf("At rest on %s it becomes %s.", b.region(k.PromoteOn), withA(b.l.Kinds[i].Name))
		b.when(k.Retreat == ruleset.RetreatSteps, "Having stepped backward once it can no longer become one.")
		b.when(k.Retreat == ruleset.RetreatAll, "Having stepped or leapt backward once it can no longer become one.")
	}
	b.parts = append(b.parts, panel.Part{})
}

// withA puts the article before a name. Where the article depends on the name
// more than in English, both have words together: "a lamb".
func withA(name string) string {
	format := "a %s"
	if name != "" && strings.ContainsRune("aeiou", rune(name[0])) {
		format = "an %s"
	}
	whole := fmt.Sprintf(format, name)
	if said := tongue.Text(whole); said != whole {
		return said
	}
	return tongue.Textf(format, name)
}

// find returns the index of the kind of a letter, below zero if there is none.
func (b *lineBook) find(letter string) int {
	return slices.IndexFunc(b.l.Kinds, func(k ruleset.PieceRules) bool { return string(k.Letter) == letter })
}

// leaps says how a kind takes by leaping.
func (b *lineBook) leaps(k *ruleset.PieceRules) {
	if k.Over == ruleset.OverNothing || k.LeapLines == 0 {
		return
	}
	whom := "an enemy"
	if k.Over == ruleset.OverRank {
		whom = "an enemy of equal or lower rank"
	}
	b.sayf("It takes %s beside it by leaping over him to the empty point behind, %s%s%s.", whom, ways(k.LeapWays),
		along(k.LeapLines), map[ruleset.Chain]string{
			ruleset.ChainOff: "", ruleset.ChainOptional: "; it may go on leaping in the same turn",
			ruleset.ChainMandatory: "; it must go on leaping while it can",
		}[k.Chain])
	b.when(k.OverFriend, "It also leaps over its own side, and takes nothing then.")
}

// ways names directions.
func ways(w ruleset.Ways) string {
	var names []string
	for i, name := range []string{"forward", "sideways", "backward"} {
		if w>>i&1 != 0 {
			names = append(names, name)
		}
	}
	if len(names) == 3 {
		return tongue.Text("in any direction")
	}
	return List(names, "or")
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
	hand := slices.ContainsFunc(b.l.Kinds, func(k ruleset.PieceRules) bool { return k.Hand > 0 })
	b.when(hand, "Pieces in hand are put on empty points, one a turn.")
	b.when(hand && b.l.DropsFirst, "Until all are down nothing else of their side moves.")
	b.when(!b.l.DropsFirst, "Pieces in hand may wait while others move.")
	b.when(b.l.Scripted, "The first turn goes to the centre, and the answer takes if it can.")
	b.duty()
	if n := b.l.Actions.Number; n > 1 {
		b.sayf("A turn is up to %s actions.", Number(n))
		if f := b.l.Actions.First; f > 0 && f != n {
			b.sayf("The very first turn has %s.", Number(f))
		}
		b.when(b.l.Actions.NullTurn, "A turn of several actions may lead back to where it began.")
	}
	if b.l.Actions.Ambush {
		b.say("Several pieces may take a stronger enemy together, in an ambush: each leaps over him, and he falls " +
			"with the last.")
		b.say(map[ruleset.Count]string{
			ruleset.CountRanks: "Their ranks together must be as high as his.",
			ruleset.CountJumps: "As many leaps are needed as his rank says.",
		}[b.l.Actions.AmbushCount])
		b.when(b.l.Actions.AmbushReuse, "In an ambush one piece may leap more than once.")
	}
	if b.l.Mill.Lines != 0 {
		b.say("Three men in a line are a mill. Whoever closes one takes an enemy man off the board.")
		b.when(b.l.Mill.Removes == ruleset.RemoveOne, "Whoever closes two mills at once takes one man all the same.")
		b.when(b.l.Mill.Removes == ruleset.RemovePerMill, "Whoever closes two mills at once takes two men.")
		b.say(map[ruleset.Protect]string{
			ruleset.ProtectUnlessAll: "A man in a mill is safe while there is another to take.",
			ruleset.ProtectAlways:    "A man in a mill is safe.", ruleset.ProtectNever: "Mills protect nobody.",
		}[b.l.Mill.Protect])
	}
	if b.l.Fly > 0 {
		b.sayf("A side with %s men left and none in hand moves them to any empty point.", Number(b.l.Fly))
	}
	if b.l.Sweep != ruleset.Nobody {
		b.sayf("Pieces of %s that cannot move are taken off the board.", b.army(game.Side(b.l.Sweep-ruleset.SideA)))
	}
	b.chess()
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
			if name := withA(b.l.Kinds[i].Name); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if c.Compelled == "all" {
		names = []string{"whoever"}
	}
	if len(names) == 0 || c.Enforce == ruleset.EnforceNone {
		leaps := slices.ContainsFunc(b.l.Kinds,
			func(k ruleset.PieceRules) bool { return k.Over != ruleset.OverNothing && k.LeapLines != 0 })
		b.when(leaps && b.l.Actions.Number <= 1, "One step or one capture is a turn.")
		b.when(leaps, "Nobody has to take.")
		return
	}
	if c.Enforce == ruleset.EnforceHuff {
		b.sayf("%s that can take and does not may be taken off the board.", tongue.UpperFirst(List(names, "or")))
		b.when(c.HuffShort, "A chain that was stopped early may be huffed.")
		return
	}
	b.sayf("%s that can take must.", tongue.UpperFirst(List(names, "or")))
	b.when(c.Compelled != "all" && c.SatisfiedBy == ruleset.SatisfiedSame, "A capture by another piece will not do.")
	b.when(c.Compelled != "all" && c.SatisfiedBy == ruleset.SatisfiedAny, "A capture by another piece will do as well.")
	b.when(c.Longest, "It must take as many as it can.")
}

// chess says what a game has of chess beside the ways of its pieces.
func (b *lineBook) chess() {
	c := b.l.Chess
	b.when(c.Check, "A royal piece may not stay under attack; checkmate wins.")
	if names := b.names(c.Castle); len(names) > 0 {
		b.sayf("As in chess these may castle: %s.", List(names, "and"))
	}
	switch names := b.names(c.Promote); {
	case !slices.ContainsFunc(b.l.Kinds, func(k ruleset.PieceRules) bool { return k.Pawn }):
	case len(names) > 0:
		b.sayf("On the last row a pawn becomes one of these: %s.", List(names, "or"))
	default:
		b.say("On the last row a pawn stays a pawn.")
	}
}

// names are those of the kinds of some letters.
func (b *lineBook) names(letters string) (list []string) {
	for _, letter := range strings.Fields(letters) {
		if i := b.find(letter); i >= 0 {
			list = append(list, b.l.Kinds[i].Name)
		}
	}
	return list
}

// leaders says which pieces are leaders, where an end speaks of them and they are not called so.
func (b *lineBook) leaders() {
	if e := &b.l.Ends; !e.RoyalLost && !e.BareLeader && !e.LoneLeaders && !b.l.Chess.Check {
		return
	}
	for s := range game.Side(game.Sides) {
		var names []string
		for _, k := range b.l.Kinds {
			if name := withA(k.Name); k.Side == s && k.Royal && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		if len(names) > 0 && !slices.Equal(names, []string{withA("leader")}) {
			b.sayf("The leader of the %s is %s.", b.army(s), List(names, "or"))
		}
	}
}

// side names a side at the beginning of a sentence about it: "The side of the
// geese".
func (b *lineBook) side(s game.Side) string {
	return tongue.Textf("The side of the %s", b.army(s))
}

// places says what it means to rest on a goal or in a corner of one's own.
func (b *lineBook) places() {
	e := &b.l.Ends
	mirrored := e.GoalRest == [game.Sides]string{"cornersB", "cornersA"}
	if mirrored && e.OwnCorner == [game.Sides]string{"cornersA", "cornersB"} {
		b.say("A side wins when a piece of it rests on a corner of the other side, and loses when one rests on a " +
			"corner of its own.")
		return
	}
	for s := range game.Side(game.Sides) {
		if e.GoalRest[s] != "none" {
			b.sayf("%s wins when a piece of it rests on %s.", b.side(s), b.region(e.GoalRest[s]))
		}
		if e.OwnCorner[s] != "none" {
			b.sayf("%s loses when a piece of it rests on %s.", b.side(s), b.region(e.OwnCorner[s]))
		}
	}
}

// few says how many pieces a side needs.
func (b *lineBook) few() {
	least := b.l.Ends.MinPieces
	for s := range game.Side(game.Sides) {
		who := b.side(s)
		if least[0] == least[1] {
			who = tongue.Text("A side")
		}
		switch n := least[s]; {
		case n == 1:
			b.sayf("%s loses with its last piece.", who)
		case n > 1:
			b.sayf("%s loses when it has fewer than %s pieces left.", who, Number(n))
		}
		if least[0] == least[1] {
			return
		}
	}
}

func (b *lineBook) lineEnds() {
	e, d := &b.l.Ends, &b.l.Draws
	b.head("How the game ends")
	b.places()
	b.few()
	b.stuck()
	if e.GoalFill != ruleset.Nobody {
		b.sayf("%s wins by filling %s.", b.side(game.Side(e.GoalFill-ruleset.SideA)), b.region(e.GoalRegion))
		b.say(map[ruleset.Fill]string{
			ruleset.FillOwn:         "Only its own pieces fill it.",
			ruleset.FillOwnImmobile: "Enemies who are shut in there fill it, too.",
			ruleset.FillAny:         "Whoever stands there fills it.",
		}[e.GoalCounts])
	}
	b.leaders()
	b.when(e.RoyalLost, "A side that loses its leader loses the game.")
	b.when(e.BareLeader, "A side that has nothing left but its leader loses.")
	b.when(e.LoneLeaders, "The game is drawn when both have nothing but their leaders.")
	b.when(b.l.Combat, "Two equal last pieces fight: they take if they can, or else go nearer to each other.")
	b.runner()
	b.recurs()
	b.when(d.Superko, "Once all is on the board, no earlier position may come back.")
	if d.Quiet > 0 {
		b.sayf(b.quiet(), d.Quiet)
	}
	b.say("A player may resign, and both may agree on a draw.")
}

// quiet returns what is said of turns without progress: of what there is in
// the game.
func (b *lineBook) quiet() string {
	some := func(has func(k ruleset.PieceRules) bool) bool { return slices.ContainsFunc(b.l.Kinds, has) }
	drops := b.l.Prephase.Kind != "none" || some(func(k ruleset.PieceRules) bool { return k.Hand > 0 })
	promotes := some(func(k ruleset.PieceRules) bool { return k.Promote != "none" })
	switch pawns := some(func(k ruleset.PieceRules) bool { return k.Pawn }); {
	case pawns && !drops && !promotes:
		return "The game is drawn after %d turns in which nothing is taken and no pawn moves."
	case drops && !promotes:
		return "The game is drawn after %d turns in which nothing is taken or put down."
	case promotes && !drops:
		return "The game is drawn after %d turns in which nothing is taken or promoted."
	case !drops:
		return "The game is drawn after %d turns in which nothing is taken."
	}
	return "The game is drawn after %d turns in which nothing is taken, put down or promoted."
}

// recurs says what a repetition means.
func (b *lineBook) recurs() {
	d := &b.l.Draws
	if d.Repetition == 0 {
		return
	}
	time := Ordinal(d.Repetition)
	switch d.Loss {
	case ruleset.LosesNobody:
		b.sayf("The game is drawn when a position occurs for the %s time.", time)
	case ruleset.LosesMover:
		b.sayf("Whoever makes a position occur for the %s time loses.", time)
	default:
		b.sayf("%s loses when a position occurs for the %s time.", b.side(game.Side(d.Loss-ruleset.LosesA)), time)
	}
}

// stuck says what it means to have no move.
func (b *lineBook) stuck() {
	no := b.l.Ends.NoMove
	for s := range game.Side(game.Sides) {
		who := b.side(s)
		if no[0] == no[1] {
			who = tongue.Text("A side")
		}
		if no[s] == ruleset.NoMoveDraw {
			b.sayf("The game is drawn when %s cannot move.", tongue.LowerFirst(who))
		} else {
			b.sayf("%s that cannot move loses.", who)
		}
		if no[0] == no[1] {
			return
		}
	}
}

// runner says how one who slips through wins.
func (b *lineBook) runner() {
	e := &b.l.Ends
	if e.Runner == ruleset.Nobody {
		return
	}
	name := b.side(game.Side(e.Runner - ruleset.SideA))
	switch e.Behind {
	case ruleset.ResultWin:
		b.sayf("%s wins when it has passed every piece of the other.", name)
	case ruleset.ResultDraw:
		b.sayf("The game is drawn when %s has passed every piece of the other.", tongue.LowerFirst(name))
	}
	if e.ReachRow > 0 {
		b.sayf("%s wins by reaching rank %d.", name, e.ReachRow)
	}
	b.when(e.FoxHome, tongue.Textf("%s wins on the first row of the other.", name))
	b.when(e.FoxPassed, tongue.Textf("%s wins when nobody is left to stop it.", name))
}
