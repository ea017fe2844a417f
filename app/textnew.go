package app

import (
	"fmt"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Of the new game, the customised rules, the board that is edited, and the
// rules in words.
const (
	textFamily       = "Family"
	textBoard        = "Board"
	textAnySize      = "any size"
	textYours        = "Yours"
	textByLot        = "By lot"
	textSetup        = "Start position"
	textRules        = "Rules"
	textCustomise    = "Customise"
	textFirst        = "Who begins"
	textFirstNote    = "The side that makes the first move"
	textGivesNone    = "none"
	textGivesNote    = "A handicap. The men farthest from the middle are taken off, each followed by the one opposite"
	textEdit         = "Edit the board"
	textReset0       = "As it was"
	textCarving      = "Carving"
	textPlain        = "plain"
	textCarvingNote  = "Marks after a board that was dug up. They change no rules."
	textPage         = "Rules about"
	textPageNote     = "A diamond marks a rule that is not as it was"
	textUse          = "Play by these"
	textSave         = "Save as"
	textSaveNow      = "Save"
	textDelete       = "Delete"
	textDeleteAsk    = "Delete these rules?"
	textLayout       = "Layout"
	textLayoutNote   = "Which pieces stand where. Edit the board to change it further"
	textSizeNote     = "The layout changes with it, and marked squares that belong to it"
	textOwnLayout    = "one of your own"
	textBareBoard    = "a bare board"
	textPickNone     = "None"
	textPosition     = "another start position"
	textName         = "Name"
	textNameTitle    = "A name for these rules"
	textNoName       = "A name needs a letter or a digit."
	textNoShelf      = "there is no folder for variants of your own"
	textFaults       = "Some of your variants cannot be used"
	textLeaveAsk     = "Leave this game?"
	textLeaveLine    = "It is not finished and will be given up."
	textLeaveBout    = "It is kept as it stands, and can be continued from the tournament hall."
	textLeave        = "Leave it"
	textEditTitle    = "Edit the board"
	textToMoveLabel  = "To move"
	textMirror       = "Mirrored"
	textMirrorNote   = "Each piece is also put down where mirrors show it"
	textUsePosition  = "Use this position"
	textClear        = "Clear the board"
	textBeginning    = "Start position"
	textNothing      = "Nothing"
	textThroneSquare = "Throne"
	textCornerSquare = "Corner"
	textCampSquare   = "Camp"
	textAboutHead    = "About this game"
	textKindAsk      = "What shall it become?"
	textKindStays    = "It stays what it is"
	textEndTurn      = "End turn"
	textRemove       = "Take one of the marked pieces off the board"
	textDrop         = "Put a piece on one of the marked points"
	textChainOn      = "Go on with this piece"
	textHelpRules    = "The rules of this game"
	textHelpEndTurn  = "End a turn that might go on"
	textHelpHold     = "Choose the next kind of piece from the hand"
)

var textMirrors = []string{"no", "left to right", "on four sides", "on all eight sides"}

var textFamilyNames = map[string]string{
	"tafl": "Tafl", "fox": "Fox and geese", "asalto": "Asalto", "tiger": "Tigers and leopards", "dablot": "Dablot",
	"halatafl": "Halatafl", "morris": "Morris", "maharajah": "Maharajah",
}

func textFamilies(families []string) []string {
	names := make([]string, len(families))
	for i, f := range families {
		if names[i] = tongue.Text(textFamilyNames[f]); names[i] == "" {
			names[i] = upperFirst(f)
		}
	}
	return names
}

func textSizes(sizes []int) []string {
	names := make([]string, len(sizes))
	for i, n := range sizes {
		if names[i] = fmt.Sprintf("%d × %d", n, n); n == 0 {
			names[i] = tongue.Text(textAnySize)
		}
	}
	return names
}

func textFaultsLine(folder string) string {
	return tongue.Textf("The others are there. Mend these files in %s and start again:", tongue.Name(folder))
}

func textOwn(name string) string     { return tongue.Textf("%s (yours)", name) }
func textChanged(name string) string { return tongue.Textf("%s (changed)", name) }
func textMy(name string) string      { return tongue.Textf("My %s", name) }

// textForces says who stands at the start: "First to move: attackers. 24
// attackers against 12 defenders and their king."
func textForces(r *rules.Rules, s game.Setup, edited bool) string {
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
	attackers, defenders := textTroop(r, game.Attackers, men[0]), textTroop(r, game.Defenders, men[1])
	text := tongue.Textf("First to move: %s. %s against %s.", textArmy(r, s.Turn), attackers, defenders)
	switch {
	case king && men[1] == 0:
		text = tongue.Textf("First to move: %s. %s against the king alone.", textArmy(r, s.Turn), attackers)
	case king && men[1] == 1:
		text = tongue.Textf("First to move: %s. %s against %s and his king.", textArmy(r, s.Turn), attackers, defenders)
	case king:
		text = tongue.Textf("First to move: %s. %s against %s and their king.", textArmy(r, s.Turn), attackers, defenders)
	}
	if edited {
		text += " " + tongue.Text("A position of your own.")
	}
	return text
}

// textTroop says how many stand on a side: "24 attackers", "1 goose", "the
// maharajah".
func textTroop(r *rules.Rules, side game.Side, n int) string {
	army := textArmy(r, side)
	if n == 1 && textLone(r, side) {
		return tongue.Textf("the %s", army)
	}
	return tongue.Textf("%d "+strings.ReplaceAll(army, "%", "%%"), n)
}

// textOnBoard says how many of a side are on the board.
func textOnBoard(r *rules.Rules, s *panel.Seat) string {
	switch {
	case len(s.Hand) > 0:
		return tongue.Textf("%d on the board", s.Men)
	case r.Lines():
		return upperFirst(textTroop(r, s.Side, s.Men))
	}
	return tongue.Textf("%d men left", s.Men)
}

func textAsRules(r *rules.Rules, s game.Side) string {
	return tongue.Textf("as usual: %s", textArmy(r, s))
}
func textGives(r *rules.Rules, s game.Side) string {
	return textNumber(r, s, "%s gives", "%s give", textSide(r, s))
}

func textMen(n int) string {
	return tongue.Textf("%d men", n)
}

// textKind names a kind of piece in the editor.
func textKind(r *rules.Rules, k game.Kind) string {
	for i, o := range r.Kinds() {
		if i > 0 && o.Name == k.Name && o.Side != k.Side {
			return upperFirst(tongue.Text(strings.TrimSuffix(lowerFirst(r.SideName(k.Side)), "s")))
		}
	}
	return upperFirst(tongue.Text(k.Name))
}

// textFaultsOf makes sentences of an error that lists faults line by line.
func textFaultsOf(err error) (faults []string) {
	if err == nil {
		return nil
	}
	text := strings.TrimPrefix(err.Error(), rules.ErrSetup.Error()+": ")
	for line := range strings.Lines(text) {
		faults = append(faults, upperFirst(strings.TrimSpace(line))+".")
	}
	return faults
}

func textCustomTitle(name string) string { return tongue.Textf("Customise %s", name) }
func textSameAs(name string) string      { return tongue.Textf("The same rules as %s", name) }
func textDiffersFrom(name string) string { return tongue.Textf("Differs from %s", name) }
func textNameNote(file string) string {
	return tongue.Textf("It is kept in the file %s", tongue.Name(file))
}
func textTaken(v *variant.Variant) string {
	return tongue.Textf("It takes the place of your variant %s in the file %s", v.Name, v.File)
}
func textSaved(name string) string       { return tongue.Textf("%s is saved among your variants", name) }
func textDeleteLine(name string) string  { return tongue.Textf("%s will be gone for good.", name) }
func textMadeStart(name string) string   { return tongue.Textf("%s from another start position.", name) }
func textDifferences(ds []string) string { return upperFirst(strings.Join(ds, "; ")) + "." }
func textMade(name string, n int) string {
	if n == 1 {
		return tongue.Textf("%s with one rule changed.", name)
	}
	return tongue.Textf("%s with %s rules changed.", name, number(n))
}

// textFind says of a find how sure its marks are.
func textFind(b *variant.Board) string {
	return upperFirst(tongue.Text(b.Certainty)) + ". " + tongue.Text("The marks change no rules.")
}

// textFound is what is known about a find.
func textFound(b *variant.Board) string {
	return tongue.Text(strings.Join(strings.Fields(b.Description), " "))
}

// textAbout is what is known about a variant.
func textAbout(v *variant.Variant) string {
	text := tongue.Text(strings.Join(strings.Fields(v.Description), " "))
	if v.Certainty != "" {
		text += " " + tongue.Textf("How sure the rules are: %s.", v.Certainty)
	}
	if v.Sources != "" {
		text += " " + tongue.Textf("Sources: %s.", tongue.Name(strings.TrimSuffix(v.Sources, ".")))
	}
	return strings.TrimSpace(text)
}

// textToggleNames are what the rules of the tafl games are called.
var textToggleNames = map[string]string{
	"first": "First move", "throne": "Throne squares", "throne.enter": "May stop on it", "throne.pass": "May cross it",
	"throne.hostile": "Hostile to", "throne.hostileOccupied": "Hostile with the king", "corner": "Corner squares", "corner.enter": "May stop there",
	"corner.pass": "May cross", "corner.hostile": "Hostile to", "corner.piercing": "Like a commander", "camps": "Camps", "camp.inside": "Moves inside",
	"camp.enter": "May come in", "camp.pass": "May cross", "camp.hostile": "Hostile to", "edge.anvil": "Hostile to",
	"steps.attacker": "Attackers' reach", "steps.defender": "Defenders' reach", "steps.king": "King's reach",
	"jump.man": "Men leap", "jump.commander": "Commanders leap", "jump.knight": "Knights leap", "jump.king": "The king leaps",
	"custodial": "Between two", "custodial.passive": "Stepping between", "custodial.passiveSquares": "… squares count",
	"shieldwall": "Shieldwall", "shieldwall.min": "… shortest row", "shieldwall.corner": "… corner brackets", "shieldwall.trigger": "… closed by",
	"linnaeus10": "Against the king", "immobilise": "Immobilised", "immobilise.edge": "… edge closes", "group": "Groups",
	"king.capture": "Needs four captors", "king.edge": "At the edge", "king.power": "The king's arms", "king.custodialSquares": "Squares that hold him",
	"commander.piercing": "Two commanders", "commander.piercingOnThrone": "… on the throne", "chain": "Goes on taking", "chain.escape": "… to escape",
	"escape": "He wins on", "escape.excludeCamps": "… not in camps", "exitFort": "Exit fort", "encirclement": "Encirclement", "encirclement.when": "… looked at",
	"blockade": "Blockade", "attackersGone": "Attackers gone", "noMove": "No move", "repetition": "Repetition", "repetition.count": "… which time",
	"drawFort": "Draw fort", "noCapture": "Without capture", "warn": "Announce", "watchKing": "King in danger",
}

func textOtherBoard(n int) string { return tongue.Textf("a board of %d by %d", n, n) }

func textPicked(n int) string {
	if n == 0 {
		return tongue.Text("No square is chosen: click the squares.")
	}
	return tongue.Textf("%d squares are chosen.", n)
}

// textDifference says one rule by itself: "Throne, hostile to: nobody".
func textDifference(t *ruleset.Toggle, value string, set *ruleset.Ruleset) string {
	name := strings.TrimPrefix(tongue.Text(textToggle(t, set)), "… ")
	switch t.Group {
	case "Throne", "Corners", "Camps", "Edge":
		if group := tongue.Text(t.Group); !strings.Contains(group, strings.Fields(name)[0]) {
			name = group + ", " + lowerFirst(name)
		}
	}
	return upperFirst(name) + ": " + tongue.Text(textValue(t, value, set))
}

// textToggle names a rule of set; "…" goes on from the rule above it.
func textToggle(t *ruleset.Toggle, set *ruleset.Ruleset) string {
	if name, ok := textToggleNames[t.Key]; ok {
		return name
	}
	letter, rest, _ := strings.Cut(t.Key, ".")
	if name, ok := textPieceNames[rest]; ok && len(letter) == 1 {
		if k := textKindOf(set, letter); strings.Contains(k, " ") { // another kind has that name
			return k + ": " + tongue.Text(name)
		}
		return upperFirst(tongue.Text(name))
	}
	return textLineToggle(t.Key, set)
}

// textKindOf names the kind of a letter, of two kinds of one name with the side
// before it: "goose", "saami warrior".
func textKindOf(set *ruleset.Ruleset, letter string) string {
	text, twins := letter, 0
	for _, k := range set.Lines.Kinds {
		if string(k.Letter) == letter {
			text = k.Name
		}
	}
	for _, k := range set.Lines.Kinds {
		if k.Name == text {
			twins++
		}
	}
	if twins < 2 {
		return tongue.Text(text)
	}
	for _, k := range set.Lines.Kinds {
		if string(k.Letter) == letter {
			return tongue.Text(lowerFirst(set.Lines.Names[k.Side])) + " " + tongue.Text(text)
		}
	}
	return letter
}

// textPieceNames are what the rules of a kind of piece are called in the other
// families.
var textPieceNames = map[string]string{
	"name": "name", "side": "side", "rank": "rank", "royal": "leader", "step.dirs": "steps", "step.lines": "steps along", "step.range": "how far",
	"step.filter": "to the fortress", "leap.over": "leaps over", "leap.dirs": "leaps", "leap.lines": "leaps along", "leap.overFriend": "over friends",
	"leap.chain": "goes on leaping", "promote": "becomes", "promote.on": "becomes it on", "promote.retreat": "spoilt by",
	"replaces": "takes by its step", "knight": "leaps as a knight", "pawn": "goes as a pawn",
}

// textValueNames are the values of rules in words, under "key=value" or the
// value alone.
var textValueNames = map[string]string{
	"": "nobody", "a": "attackers", "d": "defenders", "k": "the king", "ad": "attackers, defenders", "ak": "attackers, king", "dk": "defenders, king", "adk": "everyone",
	"defenders": "king and defenders", "king": "the king", "all": "everyone", "first=defenders": "defenders", "centre": "the centre", "corners": "the four corners", "L3": "corners of three", "2x2": "corners of four",
	"corner.piercing=on": "yes", "king.custodialSquares=": "none", "throne,corner": "throne, corner", "throne,camp": "throne, camp", "corner,camp": "corner, camp", "throne,corner,camp": "all",
	"none": "no", "throne=none": "none", "corner=none": "none", "camps=none": "none", "leap": "over enemies", "leap-any": "over any man", "capture": "taking", "restricted": "at throne, corner",
	"custodial.passive=men": "men are lost", "custodial.passive=all": "king too is lost", "flank": "its end", "any": "any move",
	"immobilise=men": "men", "immobilise=king": "the king", "immobilise=all": "men and king",
	"custodial": "nowhere", "near-throne": "at the throne", "on-throne": "on the throne", "enclosed": "everywhere", "safe": "he is safe", "confine": "it shuts him in",
	"armed": "strikes and holds", "hammer": "strikes only", "anvil": "holds only", "unarmed": "none", "optional": "may", "mandatory": "must",
	"edge": "the edge", "corner": "a corner", "edge-safe": "a safe edge", "survive": "one reply", "unbreakable": "unbreakable", "region": "of the king", "encirclement=all": "of everyone",
	"afterDefender": "after the reply", "immediate": "at once", "claim": "may be claimed", "loses": "loses", "draw": "a draw",
	"defender-loses": "defenders lose", "mover-loses": "the mover loses", "mover-wins": "the mover wins", "defender-forbidden": "barred to defenders", "mover-forbidden": "barred to all", "aggressor-claim": "aggressor yields",
	"check": "all threats", "raichi": "raichi, tuichi", "warn": "ask first", "forbid": "forbidden", "watchKing=off": "no matter",
	"side=A": "side A", "side=B": "side B", "dirs=F": "forward", "dirs=S": "sideways", "dirs=FS": "forward, sideways", "dirs=FB": "forward, backward", "dirs=SB": "sideways, backward", "dirs=FSB": "every way",
	"lines=o": "main lines", "lines=od": "every line", "lines=d": "diagonals", "anyEnemy": "any enemy", "enemyRank<=own": "no higher rank", "far": "the last row", "weak": "not away", "strict": "towards it",
	"steps.attacker=0": "any", "steps.defender=0": "any", "steps.king=0": "any", "drawFort=0": "off", "noCapture=0": "off", "king.custodialSquares=throne": "throne", "king.custodialSquares=corner": "corner", "king.custodialSquares=camp": "camp",
}

// textValue says a value of a rule of set in a word or two.
func textValue(t *ruleset.Toggle, value string, set *ruleset.Ruleset) string {
	last := t.Key[strings.LastIndex(t.Key, ".")+1:]
	switch {
	case strings.HasPrefix(t.Key, "setup.") && value == "none":
		return "nowhere"
	case t.Takes == ruleset.TakesSquares && value == "all":
		return "every point"
	case set.Lines != nil && value != "none" && value != "all" && textOfKinds[t.Key[strings.IndexByte(t.Key, '.')+1:]]:
		return textKindsOf(set, value)
	}
	for _, key := range []string{t.Key + "=" + value, last + "=" + value, value} {
		if text, ok := textValueNames[key]; ok {
			return text
		}
		if text, ok := textLineValues[key]; ok {
			return text
		}
	}
	if n := len(strings.FieldsFunc(value, func(r rune) bool { return r == ' ' || r == '/' })); t.Takes == ruleset.TakesSquares && n > mostNamed {
		return tongue.Textf("%d squares", n)
	}
	return value
}

// textKindsOf names the kinds of some letters.
func textKindsOf(set *ruleset.Ruleset, letters string) string {
	var names []string
	for _, letter := range strings.Fields(letters) {
		names = append(names, textKindOf(set, letter))
	}
	return list(names, "and")
}

// mostNamed is how many squares are named one by one.
const mostNamed = 5

// textOfKinds are the rules whose values are letters of kinds of pieces.
var textOfKinds = map[string]bool{"compelled": true, "promote": true, "prephase": true, "castle": true, "promotion": true}

// textValueNotes say more of a value.
var textValueNotes = map[string]string{
	"corner=L3": "Each corner and its two neighbours.", "corner=2x2": "Four squares in each corner.",
	"jump.commander=leap": "The man he leaps over stays.", "jump.knight=capture": "The man he leaps over is taken.", "jump.king=restricted": "Only from or to a throne or corner square.",
	"king.capture=custodial": "Two attackers take him anywhere.", "king.capture=near-throne": "Four on the throne and beside it, two elsewhere.",
	"king.capture=on-throne": "Four on the throne, two elsewhere.", "king.capture=enclosed": "He falls only when all his sides are shut.",
	"king.edge=safe": "He cannot be shut in at the edge.", "king.edge=confine": "The edge shuts a side of his.",
	"king.power=armed": "He takes, and helps to take.", "king.power=hammer": "He takes by his own moves only.", "king.power=anvil": "He helps while he stands, but does not take.", "king.power=unarmed": "He takes no part.",
	"escape=edge-safe": "He must not be in reach of a capture there.", "exitFort=survive": "It must outlast the attackers' reply.", "exitFort=unbreakable": "No sequence of moves may break it.",
	"encirclement=region": "A ring around the king is enough.", "encirclement=all": "The ring must hold every defender.",
	"repetition=aggressor-claim": "Whoever forces the repetition must yield, if the other claims it.", "chain=mandatory": "As long as it can take.",
	"warn=raichi": "Only the king's ways out, by their old names.", "watchKing=warn": "The player is asked before he steps there.",
}

// textExplain explains a rule and its value.
func textExplain(t *ruleset.Toggle, value string) string {
	text := tongue.Text(t.Doc)
	if note, ok := textValueNotes[t.Key+"="+value]; ok {
		text += " " + tongue.Text(note)
	}
	return text
}

// textGroups names the groups of rules, those of a kind of piece by its name.
func textGroups(groups []string) []string {
	said := make([]string, len(groups))
	for i, g := range groups {
		said[i] = tongue.Text(g)
		if kind, is := strings.CutPrefix(g, "Pieces: "); is {
			said[i] = tongue.Textf("Pieces: %s", kind)
		}
	}
	return said
}
