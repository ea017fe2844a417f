package rulebook

import (
	"strings"

	"tafl3d/game/ruleset"
	"tafl3d/tongue"
)

// textLineNames are what the rules of the other families are called.
var textLineNames = map[string]string{
	"board": "Board", "diagonals": "Diagonals", "kinds": "Kinds of pieces", "noRest": "No rest on",
	"sides.A": "Name of side A", "sides.B": "Name of side B", "sides.flipped": "Side A at the top",
	"mustDropFirst": "Hand before moves", "scriptedOpening": "Set opening", "singleCombat": "Single combat",
	"prephase": "Put down first", "prephase.count": "How many first", "prephase.region": "Put down on",
	"capture.compelled": "Must take", "capture.satisfiedBy": "Duty is done by", "capture.enforce": "Not taking",
	"capture.longest": "Must take the most", "capture.huffShort": "Stopping early", "sweep": "Stuck pieces go",
	"turn.actions": "Actions a turn", "turn.firstTurnActions": "In the first turn", "turn.allowNullTurn": "Turns to and fro",
	"turn.ambush": "Ambush", "turn.ambushReuse": "Ambush leaps twice", "turn.ambushCount": "Ambush adds up",
	"mill": "Mills along", "mill.removePerTurn": "Two mills take", "mill.protectMills": "Mills protect", "fly": "Men that fly",
	"check": "Check", "castle": "Castling", "promotion": "A pawn becomes",
	"ownCorner.A": "A loses on", "ownCorner.B": "B loses on", "goalRest.A": "A wins on", "goalRest.B": "B wins on",
	"goalFill": "Wins by filling", "goalFill.region": "Region to fill", "goalFill.counts": "Filled by",
	"royalLost": "Leader lost", "bareLeader": "Leader alone", "loneLeaders": "Two leaders alone",
	"minPieces.A": "A needs pieces", "minPieces.B": "B needs pieces", "behind.runner": "Runner", "behind.result": "Runner is past",
	"foxHome": "Runner at home", "reachRow.rank": "Runner on rank", "foxPassed": "Runner is free",
	"noMove.A": "A cannot move", "noMove.B": "B cannot move", "repetitionLoss": "Repetition lost by",
	"superko.afterHandEmpty": "No position twice", "quiet": "Quiet turns",
}

// textLineToggle names a rule of the other families.
func textLineToggle(key string, set *ruleset.Ruleset) string {
	if name, ok := textLineNames[key]; ok {
		return name
	}
	if letter, ok := strings.CutPrefix(key, "setup."); ok {
		return tongue.Textf("%s stands on", tongue.UpperFirst(KindOf(set, letter)))
	}
	if hand, ok := strings.CutPrefix(key, "hands."); ok {
		return tongue.Textf("%s in hand", tongue.UpperFirst(KindOf(set, hand[strings.LastIndex(hand, ".")+1:])))
	}
	return key
}

// textLineValues are the values of their rules in words, as in textValueNames.
var textLineValues = map[string]string{
	"diagonals=alternating": "every other point", "diagonals=full": "every point", "diagonals=none": "none", "first=A": "side A", "first=B": "side B",
	"range=1": "one point", "range=inf": "any distance", "retreat=steps": "a step back", "retreat=off": "nothing", "retreat=all": "any way back",
	"capture.satisfiedBy=same": "that piece", "capture.satisfiedBy=any": "any piece", "capture.enforce=forced": "not allowed", "capture.enforce=huff": "it is huffed", "capture.enforce=none": "nothing",
	"capture.huffShort=on": "is huffed", "capture.huffShort=off": "is allowed", "turn.ambushCount=jumps": "leaps",
	"mill.removePerTurn=1": "one man", "mill.removePerTurn=perMill": "two men", "mill.protectMills=unlessAll": "unless all are", "mill.protectMills=always": "always", "mill.protectMills=never": "never",
	"A": "side A", "B": "side B", "goalFill=off": "nobody", "sweep=off": "nobody's", "behind.runner=off": "nobody",
	"goalFill.counts=own": "its own", "goalFill.counts=own+immobile": "own and shut-in", "goalFill.counts=any": "any pieces",
	"royalLost=on": "loses", "bareLeader=on": "loses", "loneLeaders=on": "a draw", "royalLost=off": "no matter", "bareLeader=off": "no matter", "loneLeaders=off": "no matter",
	"behind.result=off": "no matter", "behind.result=win": "wins", "behind.result=draw": "a draw", "foxHome=on": "wins", "foxHome=off": "no matter", "foxPassed=on": "wins", "foxPassed=off": "no matter",
	"noMove.A=lose": "loses", "noMove.B=lose": "loses", "repetitionLoss=mover": "the mover", "repetitionLoss=none": "nobody",
	"fly=0": "off", "quiet=0": "off", "minPieces.A=0": "off", "minPieces.B=0": "off", "reachRow.rank=0": "off", "turn.firstTurnActions=0": "as many",
	"noRest=none": "nowhere", "ownCorner.A=none": "nowhere", "ownCorner.B=none": "nowhere", "goalRest.A=none": "nowhere", "goalRest.B=none": "nowhere", "prephase=none": "nothing", "capture.compelled=none": "nobody",
	"mill=": "no lines", "mill=o": "main lines", "mill=d": "diagonals", "mill=od": "every line", "lines=": "no lines", "dirs=": "nowhere",
	"compelled=all": "all", "dirs=B": "backward",
	"on=none": "nowhere", "promote=none": "nothing", "over=none": "nothing", "region=none": "nowhere", "region=all": "any point", "noRest=all": "any point",
	"paddock": "the paddock", "home": "the home", "centre9": "the middle nine", "cornersA": "corners of A", "cornersB": "corners of B",
	"board=cross33": "cross of 33 points", "board=alquerque5": "alquerque", "board=tri10": "triangle of 10", "board=tri19": "triangle of 19", "board=tri23": "triangle of 23",
	"board=morris24": "morris board", "board=dablot(4,5)": "small dablot board", "board=dablot(6,7)": "large dablot board", "board=grid7": "seven by seven", "board=draughts8": "draughts board", "board=chess8": "chessboard",
	"lines=odx": "marked or not", "mill=odx": "marked or not", "lines=x": "undrawn diagonals", "lines=ox": "main, undrawn diagonals", "lines=dx": "diagonals, drawn or not",
	"mill=x": "undrawn diagonals", "mill=ox": "main, undrawn diagonals", "mill=dx": "diagonals, drawn or not", "name=king": "king", "repetition=0": "off",
	"castle=none": "none", "promotion=none": "nothing", "superko.afterHandEmpty=on": "once all is down",
}
