package rulebook

import (
	"fmt"
	"strconv"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Sentences returns the rules as running text.
func Sentences(r *rules.Rules) []panel.Part {
	set := r.Ruleset()
	if set.Lines != nil {
		return textLineBook(r, &set)
	}
	b := book{rules: r, set: &set, leapers: map[byte]bool{}}
	for _, row := range set.Rows {
		for i := range len(row) {
			b.leapers[row[i]] = true
		}
	}
	b.armies()
	b.moving()
	b.capturing()
	b.king()
	b.ends()
	b.trim()
	return b.parts
}

// book is an unfinished text.
type book struct {
	rules   *rules.Rules
	set     *ruleset.Ruleset
	leapers map[byte]bool // letters of the jumping pieces at the start
	parts   []panel.Part
}

// head starts a section.
func (b *book) head(text string) {
	b.trim()
	b.parts = append(b.parts, panel.Part{Head: text})
}

// trim removes an empty paragraph.
func (b *book) trim() {
	if n := len(b.parts); n > 0 && b.parts[n-1] == (panel.Part{}) {
		b.parts = b.parts[:n-1]
	}
}

// say adds a sentence to the section.
func (b *book) say(text string) {
	text = tongue.UpperFirst(tongue.Text(text))
	p := &b.parts[len(b.parts)-1]
	if p.Text != "" {
		text = p.Text + " " + text
	}
	p.Text = text
}

// sayf adds a formatted sentence.
func (b *book) sayf(format string, args ...any) { b.say(tongue.Textf(format, args...)) }

// when adds a sentence if on is true.
func (b *book) when(on bool, text string) {
	if on {
		b.say(text)
	}
}

// told adds the sentences for the rules of a group. Sentences that depend on several rules are in the section
// itself.
func (b *book) told(group string) {
	for _, t := range ruleset.Toggles() {
		if text := textRules[t.Key].says[t.Get(b.set)]; t.Group == group && text != "" {
			b.say(text)
		}
	}
}

// show ends the paragraph with a diagram and starts another.
func (b *book) show(d *panel.Diagram) {
	b.parts[len(b.parts)-1].Board = d
	b.parts = append(b.parts, panel.Part{})
}

func (b *book) armies() {
	b.head("The two sides")
	s := b.rules.Setup()
	n := b.numbers(s)
	count := Number
	if max(n[0], n[1]) >= len(textNumbers) { // use digits for both numbers
		count = strconv.Itoa
	}
	b.sayf("%s attackers play against %s defenders and their king on %d by %d squares.", count(n[0]), count(n[1]),
		len(b.set.Rows), len(b.set.Rows))
	b.sayf("The %s move first.", Army(b.rules, b.rules.Setup().Turn))
	b.when(b.leapers['c'], "Some of the attackers are commanders.")
	b.when(b.leapers['N'], "One of the defenders is a knight.")
	b.say(map[ruleset.Escape]string{
		ruleset.EscapeEdge:   "The king tries to reach the edge of the board. The attackers try to capture him.",
		ruleset.EscapeCorner: "The king tries to reach a corner. The attackers try to capture him.",
		ruleset.EscapeEdgeSafe: "The king tries to reach the edge of the board and be safe there. The " +
			"attackers try to capture him.",
	}[b.set.Escape])
	b.show(Diagram(b.rules, s.Pieces))
}

// numbers counts the pieces of both sides without the king.
func (b *book) numbers(s game.Setup) (n [game.Sides]int) {
	for _, p := range s.Pieces {
		if k := b.rules.Kinds()[p]; p != game.Empty && !k.Royal {
			n[k.Side]++
		}
	}
	return n
}

func (b *book) moving() {
	s := b.set
	b.head("How the pieces move")
	if s.Steps == [3]int{} {
		b.say("Every piece moves any distance along a rank or file, but not over other pieces.")
	} else {
		b.sayf("Pieces move along a rank or file over empty squares: an attacker %s, a defender %s, the king %s.",
			reach(s.Steps[0]), reach(s.Steps[1]), reach(s.Steps[2]))
	}
	b.leap("Any man", s.JumpMan)
	if b.leapers['c'] {
		b.leap("A commander", s.JumpCommander)
	}
	if b.leapers['N'] {
		b.leap("The knight", s.JumpKnight)
	}
	b.leap("The king", s.JumpKing)
	if len(b.rules.Throne()) > 0 {
		b.sayf("%s may stop on the empty throne, and %s may cross it.", textPieces(s.Throne.Enter),
			tongue.LowerFirst(textPieces(s.Throne.Pass)))
	}
	if n := len(b.rules.Corners()); n > 0 {
		if n > 4 {
			b.sayf("%s may stop on a corner square, and %s may cross one.", textPieces(s.Corner.Enter),
				tongue.LowerFirst(textPieces(s.Corner.Pass)))
		} else {
			b.sayf("%s may stop on a corner square.", textPieces(s.Corner.Enter))
		}
	}
	if len(b.rules.Camps()) > 0 {
		b.sayf("%s may enter a camp from outside, and %s may cross one.", textPieces(s.Camp.Enter),
			tongue.LowerFirst(textPieces(s.Camp.Pass)))
		b.when(s.CampInside, "An attacker may move within its starting camp until it leaves it.")
	}
}

func reach(n int) string {
	switch n {
	case 0:
		return "any distance"
	case 1:
		return "one square"
	}
	return tongue.Textf("up to %s squares", Number(n))
}

func (b *book) leap(who string, how ruleset.Jump) {
	switch how {
	case ruleset.JumpLeap:
		b.sayf("%s may also leap over an enemy man to the empty square behind it without capturing it.", who)
	case ruleset.JumpAny:
		b.sayf("%s may also leap over a man of either side to the empty square behind it without capturing it.", who)
	case ruleset.JumpCapture:
		b.sayf("%s may also leap over an enemy man to the empty square behind it and capture it.", who)
	case ruleset.JumpRestricted:
		b.sayf("%s may also leap over an enemy man to the empty square behind it without capturing it, but only from "+
			"or to a throne or corner square.", who)
	}
}

// textPieces returns the pieces that may do something.
func textPieces(c ruleset.Classes) string { return tongue.Text(whoOf(c)) }

func whoOf(c ruleset.Classes) string {
	switch c {
	case ruleset.NoClass:
		return "No piece"
	case ruleset.ClassKing:
		return "Only the king"
	case ruleset.ClassAttacker:
		return "Only attackers"
	case ruleset.AllClass:
		return "Any piece"
	}
	return "Only the king and his men"
}

// List joins words: "a, b and c".
func List(words []string, last string) string {
	said := make([]string, len(words))
	for i, w := range words {
		said[i] = tongue.Text(w)
	}
	if len(said) < 2 {
		return strings.Join(said, "")
	}
	n := len(said) - 1
	return strings.Join(said[:n], ", ") + " " + tongue.Text(last) + " " + said[n]
}

func (b *book) capturing() {
	s := b.set
	b.head("Capturing men")
	if s.Custodial {
		b.say("A man is captured when an enemy moves next to it and another enemy is on the opposite side in the " +
			"same line. A piece that moves between two enemies is not captured.")
		switch s.Passive {
		case ruleset.PassiveMen:
			b.say("In this variant, however, a man that stops between two enemies is captured.")
		case ruleset.PassiveAll:
			b.say("In this variant, however, a man or king that stops between two enemies is captured.")
		}
		b.when(s.PassiveSquares && s.Passive != ruleset.PassiveNone,
			"Empty hostile squares count as enemies in this case.")
		b.hostile()
		b.arms()
		b.show(custodyDiagram(b.rules))
	} else {
		b.say("In this variant a man between two enemies is not captured.")
		b.hostile()
		b.arms()
	}
	b.moreCaptures()
}

// hostile describes which squares capture like a piece.
func (b *book) hostile() {
	s := b.set
	places := []struct {
		there bool
		name  string
		to    ruleset.Classes
	}{
		{len(b.rules.Throne()) > 0, "the empty throne", s.Throne.Hostile},
		{len(b.rules.Throne()) > 0, "the occupied throne", s.Throne.HostileOccupied},
		{len(b.rules.Corners()) > 0, "an empty corner", s.Corner.Hostile},
		{len(b.rules.Corners()) > 0, "an occupied corner", s.Corner.HostileOccupied},
		{len(b.rules.Camps()) > 0, "an empty camp square", s.Camp.Hostile},
		{len(b.rules.Camps()) > 0, "an occupied camp square", s.Camp.HostileOccupied},
		{true, "the edge of the board", s.EdgeAnvil},
	}
	if s.CampNeutral != "none" {
		b.sayf("The camp squares %s are never hostile.", s.CampNeutral)
	}
	for _, to := range []ruleset.Classes{ruleset.ClassAttacker | ruleset.ClassDefender, ruleset.ClassAttacker,
		ruleset.ClassDefender} {
		var names []string
		for _, p := range places {
			if p.there && p.to&^ruleset.ClassKing == to {
				names = append(names, p.name)
			}
		}
		if len(names) > 0 {
			b.sayf("%s can act as the second enemy against %s.",
				tongue.UpperFirst(List(names, "or")), against[to])
		}
	}
}

var against = map[ruleset.Classes]string{
	ruleset.ClassAttacker | ruleset.ClassDefender: "men of either side", ruleset.ClassAttacker: "the attackers",
	ruleset.ClassDefender: "the defenders",
}

// arms describes the role of the king in captures.
func (b *book) arms() {
	b.say(map[ruleset.Power]string{
		ruleset.PowerArmed:   "The king captures and helps to capture like his men.",
		ruleset.PowerHammer:  "The king captures with his own moves, but does not help his men to capture.",
		ruleset.PowerAnvil:   "The king helps his men to capture, but does not capture with his own moves.",
		ruleset.PowerUnarmed: "The king takes no part in captures.",
	}[b.set.KingPower])
}

func (b *book) moreCaptures() {
	s := b.set
	if s.Shieldwall {
		b.sayf("Shield wall: a row of at least %s on the edge is captured as a whole when each piece in it faces an "+
			"enemy on the inner side and both ends are closed%s.",
			Number(s.ShieldwallMin), map[bool]string{true: "; an empty corner may close one end",
				false: ""}[s.ShieldwallCorner && len(b.rules.Corners()) > 0])
		b.say("A king in the row is not captured.")
		b.when(s.ShieldwallBy == ruleset.TriggerFlank,
			"The closing move must be on the edge, at an end of the row.")
		b.show(shieldwallDiagram(b.rules))
	}
	switch s.Immobilise {
	case ruleset.ImmobiliseMen:
		b.sayf("A man is captured when its last free side is closed%s.", b.byEdge())
	case ruleset.ImmobiliseKing:
		b.sayf("The king is captured when his last free side is closed%s.", b.byEdge())
	case ruleset.ImmobiliseAll:
		b.sayf("A piece is captured when its last free side is closed%s.", b.byEdge())
	}
	b.told("Capture")
	b.told("Chains")
	b.when(s.Chain != ruleset.ChainOff && s.ChainEscape,
		"After a capture the king may also take a further step to a winning square.")
}

func (b *book) byEdge() string {
	if b.set.ImmobiliseEdge {
		return "; the edge of the board counts as closed"
	}
	return ""
}

func (b *book) king() {
	s := b.set
	b.head("Capturing the king")
	switch s.KingCapture {
	case ruleset.KingCustodial:
		b.say("The king is captured like a man: between two attackers in a line.")
	case ruleset.KingNearThrone:
		b.say("On the throne and next to it the king is captured only when all four sides are closed. Anywhere else " +
			"two attackers in a line capture him.")
	case ruleset.KingOnThrone:
		b.say("On the throne the king is captured only when all four sides are closed. Anywhere else two attackers " +
			"in a line capture him.")
	case ruleset.KingEnclosed:
		b.say("The king is captured only when all four sides are closed.")
	}
	if s.KingCapture != ruleset.KingCustodial {
		b.shut()
	}
	b.when(s.KingCapture == ruleset.KingNearThrone || s.KingCapture == ruleset.KingOnThrone,
		"With all four sides closed he is captured anywhere.")
	if held := b.holds(); len(held) > 0 && s.KingCapture != ruleset.KingEnclosed {
		b.sayf("%s can replace one of the two attackers.", tongue.UpperFirst(List(held, "or")))
	}
	if s.Piercing && b.leapers['c'] {
		b.say(map[bool]string{true: "Two commanders on opposite sides capture him anywhere, even on the throne.",
			false: "Two commanders on opposite sides capture him anywhere except on the throne."}[s.PiercingOnThrone])
		b.when(s.CornerPiercing, "An empty corner counts as a commander.")
	}
	b.told("King")
	b.when(s.WatchKing == ruleset.WatchForbid, "The king may not move to a square where he could be captured.")
	b.when(s.WatchKing == ruleset.WatchWarn,
		"You are warned before the king moves to a square where he could be captured.")
	b.show(kingDiagram(b.rules))
}

// shut describes what blocks a side of the king.
func (b *book) shut() {
	s := b.set
	shuts := []string{"an attacker"}
	add := func(there bool, name string, to ruleset.Classes) {
		if there && to&ruleset.ClassKing != 0 {
			shuts = append(shuts, name)
		}
	}
	add(len(b.rules.Throne()) > 0, "the empty throne", s.Throne.Hostile)
	add(len(b.rules.Corners()) > 0, "an empty corner", s.Corner.Hostile)
	add(len(b.rules.Camps()) > 0, "an empty camp square", s.Camp.Hostile)
	add(len(b.rules.Camps()) > 0, "an occupied camp square", s.Camp.HostileOccupied)
	if s.KingEdge == ruleset.EdgeConfine && s.KingCapture == ruleset.KingEnclosed {
		shuts = append(shuts, "the edge of the board")
	}
	b.sayf("A side is closed by %s.", List(shuts, "or"))
	b.when(s.KingEdge == ruleset.EdgeSafe && s.KingCapture == ruleset.KingEnclosed,
		"On the edge of the board he cannot be surrounded.")
}

// holds returns the squares that replace a captor of the king.
func (b *book) holds() (held []string) {
	s := b.set
	if s.KingSquares&ruleset.Throne != 0 && s.Throne.Hostile&ruleset.ClassKing != 0 && len(b.rules.Throne()) > 0 {
		held = append(held, "the empty throne")
	}
	if s.KingSquares&ruleset.Corner != 0 && s.Corner.Hostile&ruleset.ClassKing != 0 && len(b.rules.Corners()) > 0 {
		held = append(held, "an empty corner")
	}
	if s.KingSquares&ruleset.Camp != 0 && s.Camp.Hostile&ruleset.ClassKing != 0 && len(b.rules.Camps()) > 0 {
		held = append(held, "an empty camp square")
	}
	if s.KingSquares&ruleset.Camp != 0 && s.Camp.HostileOccupied&ruleset.ClassKing != 0 && len(b.rules.Camps()) > 0 {
		held = append(held, "an occupied camp square")
	}
	return held
}

func (b *book) ends() {
	s := b.set
	b.head("How the game ends")
	b.say("The attackers win when they capture the king.")
	switch s.Escape {
	case ruleset.EscapeCorner:
		b.say("The defenders win when the king reaches a corner.")
	case ruleset.EscapeEdge:
		b.sayf("The defenders win when the king reaches the edge of the board%s.", b.notCamps())
	case ruleset.EscapeEdgeSafe:
		b.sayf("The defenders win when the king is on the edge of the board%s and cannot be captured there at once.",
			b.notCamps())
	}
	switch s.ExitFort {
	case ruleset.ExitFortSurvive:
		b.say("They also win with an exit fort: the king is on the edge, can move, and is enclosed by his own men, " +
			"and the attackers' next move cannot break the fort.")
	case ruleset.ExitFortUnbreakable:
		b.say("They also win with an exit fort: the king is on the edge, can move, and is enclosed by his own men so " +
			"that the attackers can never break in.")
	}
	b.ring()
	b.told("Ends")
	b.repetition()
	if s.DrawFort > 0 {
		b.sayf("The attackers win when the defenders, five or more, have been on the same squares %s times with no "+
			"capture in between.", Number(s.DrawFort))
	}
	if s.NoCapture > 0 {
		b.sayf("The game is drawn after %s moves by each side without a capture.", Number(s.NoCapture))
	}
	b.say("A player may resign, and the players may agree to a draw.")
	b.told("Warnings")
}

func (b *book) notCamps() string {
	if b.set.EscapeExceptCamps && len(b.rules.Camps()) > 0 {
		return " outside the camps"
	}
	return ""
}

func (b *book) ring() {
	whom := map[ruleset.Encirclement]string{ruleset.EncirclementRegion: "the king",
		ruleset.EncirclementAll: "all the defenders"}[b.set.Encirclement]
	if whom == "" {
		return
	}
	after := " and holds after the defenders' next move"
	if b.set.EncirclementWhen == ruleset.Immediate {
		after = ""
	}
	b.sayf("The attackers win when their unbroken ring cuts %s off from the edge%s.", whom, after)
}

func (b *book) repetition() {
	n := b.set.RepetitionCount
	time := Ordinal(n)
	switch b.set.Repetition {
	case ruleset.RepeatDraw:
		b.sayf("The game is drawn when a position occurs for the %s time.", time)
	case ruleset.RepeatDefenderLoses:
		b.sayf("The defenders lose when they bring about a position for the %s time.", time)
	case ruleset.RepeatMoverLoses:
		b.sayf("A player who brings about a position for the %s time loses.", time)
	case ruleset.RepeatMoverWins:
		b.sayf("A player who brings about a position for the %s time wins.", time)
	case ruleset.RepeatAggressorClaim:
		b.sayf("When a position occurs for the %s time, either side may claim that the other forces it and so loses. "+
			"If no one claims, or the claim is disputed, the game is drawn.", time)
	}
}

var textNumbers = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
	"eleven", "twelve"}

// Number returns a small number in letters.
func Number(n int) string {
	if n >= 0 && n < len(textNumbers) {
		return textNumbers[n]
	}
	return fmt.Sprint(n)
}

func Ordinal(n int) string {
	names := []string{"", "first", "second", "third", "fourth", "fifth"}
	if n > 0 && n < len(names) {
		return names[n]
	}
	return tongue.Textf("%dth", n)
}
