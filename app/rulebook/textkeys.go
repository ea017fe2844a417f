package rulebook

import (
	"strings"

	"tafl3d/game/ruleset"
	"tafl3d/tongue"
)

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

// Difference says one rule by itself: "Throne, hostile to: nobody".
func Difference(t *ruleset.Toggle, value string, set *ruleset.Ruleset) string {
	name := strings.TrimPrefix(tongue.Text(Label(t, set)), "… ")
	switch t.Group {
	case "Throne", "Corners", "Camps", "Edge":
		if group := tongue.Text(t.Group); !strings.Contains(group, strings.Fields(name)[0]) {
			name = group + ", " + tongue.LowerFirst(name)
		}
	}
	return tongue.UpperFirst(name) + ": " + tongue.Text(Value(t, value, set))
}

// Label names a rule of set; "…" goes on from the rule above it.
func Label(t *ruleset.Toggle, set *ruleset.Ruleset) string {
	if name, ok := textToggleNames[t.Key]; ok {
		return name
	}
	letter, rest, _ := strings.Cut(t.Key, ".")
	if name, ok := textPieceNames[rest]; ok && len(letter) == 1 {
		if k := KindOf(set, letter); strings.Contains(k, " ") { // another kind has that name
			return k + ": " + tongue.Text(name)
		}
		return tongue.UpperFirst(tongue.Text(name))
	}
	return textLineToggle(t.Key, set)
}

// KindOf names the kind of a letter, of two kinds of one name with the side
// before it: "goose", "saami warrior".
func KindOf(set *ruleset.Ruleset, letter string) string {
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
			return tongue.Text(tongue.LowerFirst(set.Lines.Names[k.Side])) + " " + tongue.Text(text)
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

// Value says a value of a rule of set in a word or two.
func Value(t *ruleset.Toggle, value string, set *ruleset.Ruleset) string {
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
		names = append(names, KindOf(set, letter))
	}
	return List(names, "and")
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

// Explain explains a rule and its value.
func Explain(t *ruleset.Toggle, value string) string {
	text := tongue.Text(t.Doc)
	if note, ok := textValueNotes[t.Key+"="+value]; ok {
		text += " " + tongue.Text(note)
	}
	return text
}

// Groups names the groups of rules, those of a kind of piece by its name.
func Groups(groups []string) []string {
	said := make([]string, len(groups))
	for i, g := range groups {
		said[i] = tongue.Text(g)
		if kind, is := strings.CutPrefix(g, "Pieces: "); is {
			said[i] = tongue.Textf("Pieces: %s", kind)
		}
	}
	return said
}
