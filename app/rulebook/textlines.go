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

// textLineBook returns the rules of a game on lines as running text.
func textLineBook(r *rules.Rules, set *ruleset.Ruleset) []panel.Part {
	b := lineBook{book: book{rules: r, set: set}, l: set.Lines}
	b.head("The two sides")
	b.say(Forces(r, r.Setup(), false))
	b.prephase()
	if b.l.NoRest != "none" {
		b.sayf("A move may not end on %s.", b.region(b.l.NoRest))
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

// lineBook is an unfinished text about a game on lines.
type lineBook struct {
	book
	l *ruleset.LineRules
}

func (b *lineBook) army(s game.Side) string { return Army(b.rules, s) }

// region returns the name of a region or a list of points.
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
	b.sayf("Placed before the first move: %s. Where: %s.", tongue.Name(name), b.region(p.Region))
}

// alike reports whether two kinds move and capture in the same way.
func alike(k, o *ruleset.PieceRules) bool {
	same := *o
	same.Letter, same.Name, same.Side, same.Rank, same.Royal = k.Letter, k.Name, k.Side, k.Rank, k.Royal
	same.Setup, same.Hand, same.Promote = k.Setup, k.Hand, k.Promote
	return same == *k && (k.Promote == "none") == (o.Promote == "none")
}

// kin lists the kinds that move and capture like k: "a man, a son or a leader". It is empty if an earlier
// kind covered k.
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

// ranks describes the order of ranks, if it matters.
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
	b.sayf("Ranks, lowest first: %s.", List(names, "and"))
	b.parts = append(b.parts, panel.Part{})
}

// kind describes how a kind of piece moves and captures.
func (b *lineBook) kind(k *ruleset.PieceRules) {
	name := tongue.UpperFirst(b.kin(k))
	if name == "" {
		return
	}
	switch {
	case k.Pawn:
		b.sayf("%s moves and captures like a pawn in chess.", name)
	case k.Knight && (k.StepLines == 0 || k.StepWays == 0):
		b.sayf("%s moves like a knight in chess.", name)
	case k.StepLines == 0 || k.StepWays == 0:
		b.sayf("%s does not step.", name)
	case k.StepRange == ruleset.RangeAny:
		b.sayf("%s moves any distance %s%s.", name, ways(k.StepWays), along(k.StepLines))
	default:
		b.sayf("%s moves one point %s%s.", name, ways(k.StepWays), along(k.StepLines))
	}
	b.when(k.StepFilter == ruleset.FilterWeak, "A step may not lead away from the fortress.")
	b.when(k.StepFilter == ruleset.FilterStrict, "Every step must lead towards the fortress.")
	b.when(k.Knight && k.StepLines != 0 && k.StepWays != 0, "It also moves like a knight in chess.")
	b.when(k.Replaces, "It captures by moving onto an enemy.")
	b.leaps(k)
	if i := b.find(k.Promote); i >= 0 {
		b.sayf("If it ends its move on %s, it becomes %s.", b.region(k.PromoteOn), withA(b.l.Kinds[i].Name))
		b.when(k.Retreat == ruleset.RetreatSteps, "After a step backward it can no longer become one.")
		b.when(k.Retreat == ruleset.RetreatAll, "After a step or leap backward it can no longer become one.")
	}
	b.parts = append(b.parts, panel.Part{})
}

// withA adds the article to a name. In languages where the article depends on the name, the translation
// covers both: "a lamb".
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

// find returns the index of a kind by its letter; negative if there is none.
func (b *lineBook) find(letter string) int {
	return slices.IndexFunc(b.l.Kinds, func(k ruleset.PieceRules) bool { return string(k.Letter) == letter })
}

// leaps describes captures by jumping.
func (b *lineBook) leaps(k *ruleset.PieceRules) {
	if k.Over == ruleset.OverNothing || k.LeapLines == 0 {
		return
	}
	whom := "an enemy"
	if k.Over == ruleset.OverRank {
		whom = "an enemy of equal or lower rank"
	}
	b.sayf("It captures %s next to it by leaping over it to the empty point behind, %s%s%s.", whom, ways(k.LeapWays),
		along(k.LeapLines), map[ruleset.Chain]string{
			ruleset.ChainOff: "", ruleset.ChainOptional: "; it may go on leaping in the same move",
			ruleset.ChainMandatory: "; it must go on leaping as long as it can",
		}[k.Chain])
	b.when(k.OverFriend, "It may also leap over its own side without capturing.")
}

// ways lists directions.
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

// along returns the lines on which a piece moves.
func along(c game.Class) string {
	switch c {
	case game.Main:
		return " along ranks and files"
	case game.Diagonal:
		return " along diagonals"
	}
	return " along any line"
}

// turns describes what else a move may be.
func (b *lineBook) turns() {
	b.head("Move rules")
	hand := slices.ContainsFunc(b.l.Kinds, func(k ruleset.PieceRules) bool { return k.Hand > 0 })
	b.when(hand, "Pieces in hand are dropped on empty points, one per move.")
	b.when(hand && b.l.DropsFirst, "Until all are dropped, no other piece of that side may move.")
	b.when(!b.l.DropsFirst, "Other pieces may move while some are still in hand.")
	b.when(b.l.Scripted, "The first move goes to the centre, and the reply captures if it can.")
	b.duty()
	if n := b.l.Actions.Number; n > 1 {
		b.sayf("A move is up to %s steps or leaps.", Number(n))
		if f := b.l.Actions.First; f > 0 && f != n {
			b.sayf("The very first move has %s.", Number(f))
		}
		b.when(b.l.Actions.NullTurn, "A move of several steps may return to the position it began from.")
	}
	if b.l.Actions.Ambush {
		b.say("Several pieces may capture a higher-ranking enemy together in an ambush: each leaps over it, and the " +
			"last leap captures it.")
		b.say(map[ruleset.Count]string{
			ruleset.CountRanks: "Their ranks together must be at least as high as its rank.",
			ruleset.CountJumps: "It takes as many leaps as its rank.",
		}[b.l.Actions.AmbushCount])
		b.when(b.l.Actions.AmbushReuse, "In an ambush one piece may leap more than once.")
	}
	if b.l.Mill.Lines != 0 {
		b.say("Three men in a line are a mill. A player who closes one removes an enemy man.")
		b.when(b.l.Mill.Removes == ruleset.RemoveOne, "Closing two mills at once still removes only one man.")
		b.when(b.l.Mill.Removes == ruleset.RemovePerMill, "Closing two mills at once removes two men.")
		b.say(map[ruleset.Protect]string{
			ruleset.ProtectUnlessAll: "A man in a mill is safe while another can be removed.",
			ruleset.ProtectAlways:    "A man in a mill is safe.", ruleset.ProtectNever: "A mill gives no protection.",
		}[b.l.Mill.Protect])
	}
	if b.l.Fly > 0 {
		b.sayf("A side with %s men left and none in hand may move them to any empty point.", Number(b.l.Fly))
	}
	if b.l.Sweep != ruleset.Nobody {
		b.sayf("Pieces of %s that cannot move are removed.", b.army(game.Side(b.l.Sweep-ruleset.SideA)))
	}
	b.chess()
	if b.parts[len(b.parts)-1].Text == "" {
		b.say("A move is one step or one capture.")
	}
}

// duty describes compulsory captures.
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
		names = []string{"every piece"}
	}
	if len(names) == 0 || c.Enforce == ruleset.EnforceNone {
		leaps := slices.ContainsFunc(b.l.Kinds,
			func(k ruleset.PieceRules) bool { return k.Over != ruleset.OverNothing && k.LeapLines != 0 })
		b.when(leaps && b.l.Actions.Number <= 1, "A move is one step or one capture.")
		b.when(leaps, "Capturing is optional.")
		return
	}
	if c.Enforce == ruleset.EnforceHuff {
		b.sayf("%s that can capture and does not may be huffed (removed).", tongue.UpperFirst(List(names, "or")))
		b.when(c.HuffShort, "A piece that stops a chain early may be huffed, too.")
		return
	}
	b.sayf("%s that can capture must do so.", tongue.UpperFirst(List(names, "or")))
	b.when(c.Compelled != "all" && c.SatisfiedBy == ruleset.SatisfiedSame, "A capture by another piece does not count.")
	b.when(c.Compelled != "all" && c.SatisfiedBy == ruleset.SatisfiedAny, "A capture by another piece also counts.")
	b.when(c.Longest, "It must capture as many as possible.")
}

// chess describes rules of chess other than the moves of pieces.
func (b *lineBook) chess() {
	c := b.l.Chess
	b.when(c.Check, "A royal piece may not be left in check; checkmate wins.")
	if names := b.names(c.Castle); len(names) > 0 {
		b.sayf("Castling as in chess: %s.", List(names, "and"))
	}
	switch names := b.names(c.Promote); {
	case !slices.ContainsFunc(b.l.Kinds, func(k ruleset.PieceRules) bool { return k.Pawn }):
	case len(names) > 0:
		b.sayf("On the last row a pawn is promoted to one of these: %s.", List(names, "or"))
	default:
		b.say("On the last row a pawn stays a pawn.")
	}
}

// names returns the names of kinds by their letters.
func (b *lineBook) names(letters string) (list []string) {
	for _, letter := range strings.Fields(letters) {
		if i := b.find(letter); i >= 0 {
			list = append(list, b.l.Kinds[i].Name)
		}
	}
	return list
}

// leaders lists the leaders, if an end of the game refers to them and their names do not say so.
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

// side returns the name of a side for the start of a sentence: "The side of the geese".
func (b *lineBook) side(s game.Side) string {
	return tongue.Textf("The side of the %s", b.army(s))
}

// places describes the effect of resting on a goal or in a corner of the own side.
func (b *lineBook) places() {
	e := &b.l.Ends
	mirrored := e.GoalRest == [game.Sides]string{"cornersB", "cornersA"}
	if mirrored && e.OwnCorner == [game.Sides]string{"cornersA", "cornersB"} {
		b.say("A side wins when one of its pieces stops on a corner of the other side, and loses when one stops on " +
			"its own corner.")
		return
	}
	for s := range game.Side(game.Sides) {
		if e.GoalRest[s] != "none" {
			b.sayf("%s wins when one of its pieces stops on %s.", b.side(s), b.region(e.GoalRest[s]))
		}
		if e.OwnCorner[s] != "none" {
			b.sayf("%s loses when one of its pieces stops on %s.", b.side(s), b.region(e.OwnCorner[s]))
		}
	}
}

// few describes how many pieces a side needs.
func (b *lineBook) few() {
	least := b.l.Ends.MinPieces
	for s := range game.Side(game.Sides) {
		who := b.side(s)
		if least[0] == least[1] {
			who = tongue.Text("A side")
		}
		switch n := least[s]; {
		case n == 1:
			b.sayf("%s loses when it has no pieces left.", who)
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
			ruleset.FillOwn:         "Only its own pieces count.",
			ruleset.FillOwnImmobile: "Enemies blocked there count, too.",
			ruleset.FillAny:         "All pieces there count.",
		}[e.GoalCounts])
	}
	b.leaders()
	b.when(e.RoyalLost, "A side that loses its leader loses the game.")
	b.when(e.BareLeader, "A side that has only its leader left loses.")
	b.when(e.LoneLeaders, "The game is drawn when both sides have only their leaders left.")
	b.when(b.l.Combat,
		"The last two pieces, if equal, must fight: they capture if they can; otherwise they move closer together.")
	b.runner()
	b.recurs()
	b.when(d.Superko, "Once all pieces are on the board, no earlier position may be repeated.")
	if d.Quiet > 0 {
		b.sayf(b.quiet(), d.Quiet)
	}
	b.say("A player may resign, and the players may agree to a draw.")
}

// quiet returns the rule about moves without progress, limited to the elements of the game.
func (b *lineBook) quiet() string {
	some := func(has func(k ruleset.PieceRules) bool) bool { return slices.ContainsFunc(b.l.Kinds, has) }
	drops := b.l.Prephase.Kind != "none" || some(func(k ruleset.PieceRules) bool { return k.Hand > 0 })
	promotes := some(func(k ruleset.PieceRules) bool { return k.Promote != "none" })
	switch pawns := some(func(k ruleset.PieceRules) bool { return k.Pawn }); {
	case pawns && !drops && !promotes:
		return "The game is drawn after %d moves without a capture or a pawn move."
	case drops && !promotes:
		return "The game is drawn after %d moves without a capture or a drop."
	case promotes && !drops:
		return "The game is drawn after %d moves without a capture or a promotion."
	case !drops:
		return "The game is drawn after %d moves without a capture."
	}
	return "The game is drawn after %d moves without a capture, a drop or a promotion."
}

// recurs describes the effect of a repetition.
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
		b.sayf("A player who brings about a position for the %s time loses.", time)
	default:
		b.sayf("%s loses when a position occurs for the %s time.", b.side(game.Side(d.Loss-ruleset.LosesA)), time)
	}
}

// stuck describes the effect of having no legal move.
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

// runner describes a win by breaking through.
func (b *lineBook) runner() {
	e := &b.l.Ends
	if e.Runner == ruleset.Nobody {
		return
	}
	name := b.side(game.Side(e.Runner - ruleset.SideA))
	switch e.Behind {
	case ruleset.ResultWin:
		b.sayf("%s wins when it has passed every enemy piece.", name)
	case ruleset.ResultDraw:
		b.sayf("The game is drawn when %s has passed every enemy piece.", tongue.LowerFirst(name))
	}
	if e.ReachRow > 0 {
		b.sayf("%s wins by reaching rank %d.", name, e.ReachRow)
	}
	b.when(e.FoxHome, tongue.Textf("%s wins by reaching the other side's first row.", name))
	b.when(e.FoxPassed, tongue.Textf("%s wins when no enemy piece is left ahead of it.", name))
}
