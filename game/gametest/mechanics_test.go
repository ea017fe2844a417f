package gametest

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// mechanic is a rule of the other families shown by a position and what comes
// of it.
type mechanic struct {
	name, variant, set string // set: "key=value; key=value"
	at                 string // position text
	only               string // the legal turns, if all are listed
	has, hasNot        string // some that are legal, some that are not
	play               string // turns, divided by blanks
	end                string // "A:min-pieces" after them
	after              string // position text after them
	refused            rules.Reason
	why                string // part of the words of a refused last turn
}

var mechanics = []mechanic{
	{name: "a huffed officer goes before the move", variant: "asalto-huff",
		at:   "turn=B; O=c6,e6; S=e5,d3,d4,c4,f4,a5,b5,g4,g5,c3",
		play: "c6-c7", after: "turn=A; S=c3,d3,c4,d4,f4,g4,a5,b5,e5,g5; O=e6,c7; huff=e6"},
	{name: "the huff is followed to the officer's new post", variant: "asalto-huff",
		at:   "turn=B; O=c6,e6; S=e5,d3,d4,c4,f4,a5,b5,g4,g5,c3",
		play: "e6-e7 !e7,d4-d5", after: "turn=B; S=c3,d3,c4,f4,g4,a5,b5,d5,e5,g5; O=c6"},
	{name: "a huff lapses", variant: "asalto-huff", at: "turn=B; O=c6,e6; S=e5,d3,d4,c4,f4,a5,b5,g4,g5,c3",
		play: "c6-c7 d4-d5", after: "turn=B; S=c3,d3,c4,f4,g4,a5,b5,d5,e5,g5; O=e6,c7"},
	{name: "huffing the last officer wins without a move", variant: "asalto-huff",
		at: "turn=B; O=e6; S=e5,d3,d4,c4,f4,a5,b5,g4,g5,c3", play: "e6-e7 !e7", end: "A:min-pieces"},
	{name: "who captured cannot be huffed", variant: "asalto-huff",
		at: "turn=B; O=c6,e6; S=e5,d3,d4,c4,f4,a5,b5,g4,g5,c3", play: "e6xe4 !c6,d4-d5", refused: rules.NotRemovable},
	{name: "a chain that stopped short may be huffed", variant: "ravspel", set: "enforce=huff; huffShort=on",
		at:   "turn=B; F=c7,g3; S=d6,d5,a4,b4,c3,a3,c1,d1,e1,c2",
		play: "c7xe5", after: "turn=A; S=c1,d1,e1,c2,a3,c3,a4,b4,d5; F=g3,e5; huff=e5"},
	{name: "officers choose their posts in one turn", variant: "asalto-free", at: "", play: "@e6,@c6",
		after: "turn=A; S=c1,d1,e1,c2,d2,e2,a3,b3,c3,d3,e3,f3,g3,a4,b4,c4,d4,e4,f4,g4,a5,b5,f5,g5; O=c6,e6"},
	{name: "the side that begins chooses its place and moves", variant: "fox-hounds",
		set: "setup.F=none; prephase=F; prephase.region=b8 d8 f8 h8", at: "",
		only: "@b8,b8-a7 @b8,b8-c7 @d8,d8-c7 @d8,d8-e7 @f8,f8-e7 @f8,f8-g7 @h8,h8-g7", play: "@h8,h8-g7",
		after: "turn=A; H=a1,c1,e1,g1; F=g7"},
	{name: "no place without a move", variant: "fox-hounds",
		set: "setup.H=a7 c7 e7 a1; setup.F=none; prephase=F; prephase.region=b8 d8 f8 h8", at: "",
		only: "@f8,f8-g7 @h8,h8-g7"},
	{name: "it does not stop there", variant: "fox-hounds", set: "setup.F=none; prephase=F; prephase.region=b8", at: "",
		play: "@b8", refused: rules.MayNotEnd},
	{name: "after its drops a fox must capture", variant: "fox-geese-13",
		set: "first=B; setup.G=d3 a3; setup.F=none; prephase=F; prephase.region=d4; compelled=F", at: "",
		only: "@d4,d4xd2"},
	{name: "or may be huffed for it", variant: "fox-geese-13",
		set: "first=B; setup.G=d3 a3; minPieces.A=1; setup.F=none; prephase=F; prephase.region=d4; compelled=F; " +
			"enforce=huff", at: "",
		has: "@d4,d4xd2 @d4,d4-d5", play: "@d4,d4-d5", after: "turn=A; G=a3,d3; F=d5; huff=d5"},
	{name: "only posts in the fortress", variant: "asalto-free", at: "", play: "@d4,@c6", refused: rules.BlockedBy},
	{name: "captures by anyone", variant: "dablot-mini-v1", set: "satisfiedBy=any",
		at: "turn=A; S=c3,e5; K=g3; P=a5; s=b2,d4,f4,b6,e7; k=a9; p=g9", only: "c3xa1 e5xe9 a5xc7 a5xc7xg7"},
	{name: "the longest capture", variant: "ravspel", set: "longest=on",
		at: "turn=B; F=c7,g3; S=d6,d5,f3,c3,a3,c1,d1,e1,c2,a4", only: "c7xe5xc5"},
	{name: "without it either", variant: "ravspel", at: "turn=B; F=c7,g3; S=d6,d5,f3,c3,a3,c1,d1,e1,c2,a4",
		only: "c7xe5xc5 g3xe3"},
	{name: "a backward capture spoils a man", variant: "dablot-mini-v3",
		at: "turn=A; S=c5,e7; P=a1; K=g1; s=d4,f8; k=a5; p=g5", play: "c5xe3",
		after: "turn=B; S=e3,e7; P=a1; K=g1; s=f8; p=g5; k=a5; flags=e3:retreated"},
	{name: "a spoiled man is not promoted", variant: "dablot-mini-v3",
		at: "turn=A; S=c7,e7; P=a1; K=g1; s=d4,f4; k=a5; p=g5; flags=c7:retreated", has: "c7-c9 e7-e9=O",
		hasNot: "c7-c9=O"},
	{name: "a backward capture may be allowed", variant: "dablot-mini-v3", set: "captureIsRetreat=off",
		at: "turn=A; S=c5,e7; P=a1; K=g1; s=d4,f8; k=a5; p=g5", play: "c5xe3",
		after: "turn=B; S=e3,e7; P=a1; K=g1; s=f8; p=g5; k=a5"},
	{name: "four ranks", variant: "dablot-mini-v2b4", at: "turn=A; O=c3; S=a1; P=g1; K=a3; s=d4,d8; p=b4; k=a9",
		has: "c3xe5", hasNot: "c3xa5"},
	{name: "a jumper twice", variant: "dablot-mini-v5", set: "ambushReuse=on",
		at: "turn=A; S=c3,c5,g1; K=a1; s=a9; p=d4; k=g9", has: "c3^e5&e5^c3*d4 c3^e5&c5^e3*d4"},
	{name: "ambush by jumps", variant: "dablot-mini-v5", set: "ambushCount=jumps",
		at: "turn=A; S=c3,g1; P=c5; K=a1; s=a9; k=d4", hasNot: "c3^e5&c5^e3*d4"},
	{name: "an ambush in any order", variant: "dablot-mini-v5", at: "turn=A; S=c3,c5,g1; K=a1; s=a9; p=d4; k=g9",
		play: "c5^e3&c3^e5*d4", after: "turn=B; S=g1,e3,e5; K=a1; s=a9; k=g9"},
	{name: "an ambush is finished or not begun", variant: "dablot-mini-v5",
		at: "turn=A; S=c3,c5,g1; K=a1; s=a9; p=d4; k=g9", play: "c5^e3", refused: rules.MustAmbush},
	{name: "a man cannot take a son", variant: "dablot-mini", at: "turn=A; S=c3,c5,g1; K=a1; s=a9; p=d4; k=g9",
		play: "c5xe3", refused: rules.RankTooHigh, why: "outranks the man"},
	{name: "an ambush after an action", variant: "dablot-mini-v5", set: "actions=3",
		at: "turn=A; S=c3,a5,g1; K=a1; s=a9; p=d4; k=g9", has: "a5-c5,c3^e5&c5^e3*d4"},
	{name: "actions that lead nowhere", variant: "dablot-mini-v4", set: "actions=2",
		at: "turn=A; S=a1; K=g1; s=a9; k=g9; p=e9; P=c1", has: "a1-a3 a1-a3,g1-g3", hasNot: "a1-a3,a3-a1"},
	{name: "unless they may", variant: "dablot-mini-v4", set: "actions=2; allowNullTurn=on",
		at: "turn=A; S=a1; K=g1; s=a9; k=g9; p=e9; P=c1", has: "a1-a3,a3-a1"},
	{name: "a refused null turn", variant: "dablot-mini-v4", set: "actions=2",
		at: "turn=A; S=a1; K=g1; s=a9; k=g9; p=e9; P=c1", play: "a1-a3,a3-a1", refused: rules.NullTurn},
	{name: "an earlier action reaches the goal", variant: "dablot-mini-v4", set: "actions=2; goalRest.A=e9",
		at: "turn=A; S=e7; K=g1; s=a9; k=g9; p=e1", play: "e7-e9,g1-g3", end: "A:goal-rest"},
	{name: "unless it is left again", variant: "dablot-mini-v4", set: "actions=2; goalRest.A=e9",
		at: "turn=A; S=e7; K=g1; s=a9; k=g9; p=e1", play: "e7-e9,e9-d8"},
	{name: "who stood there does not count", variant: "dablot-mini-v4", set: "actions=2; goalRest.A=e9",
		at: "turn=A; S=e9; K=g1; s=a9; k=g9; p=e1", play: "g1-g3,g3-g5"},
	{name: "an earlier action rests in its own corner", variant: "dablot-mini-v4", set: "actions=2; ownCorner.A=e9",
		at: "turn=A; S=e7; K=g1; s=a9; k=g9; p=e1", play: "e7-e9,g1-g3", end: "B:own-corner"},
	{name: "an earlier action reaches the row", variant: "dablot-mini-v4",
		set: "actions=2; reachRow.rank=9; behind.runner=A", at: "turn=A; S=e7; K=g1; s=a9; k=g9; p=e1",
		play: "e7-e9,g1-g3", end: "A:reach-row"},
	{name: "the first jumper of an ambush reaches the goal", variant: "dablot-mini-v5", set: "goalRest.A=e5",
		at: "turn=A; S=c3,c5,g1; K=a1; s=a9; p=d4; k=g9", play: "c3^e5&c5^e3*d4", end: "A:goal-rest"},
	{name: "1.13 a flag makes another position", variant: "dablot-mini-v3", set: "repetition=2",
		at: "turn=A; S=c5; K=g1; s=e9; k=a9", play: "c5-c3 a9-a7 c3-c5 a7-a9"},
	{name: "1.13 the next is one that has stood with it", variant: "dablot-mini-v3", set: "repetition=2",
		at: "turn=A; S=c5; K=g1; s=e9; k=a9", play: "c5-c3 a9-a7 c3-c5 a7-a9 c5-c3", end: "draw:repetition"},
	{name: "1.13 without flags it is the same", variant: "dablot-mini", set: "repetition=2",
		at: "turn=A; S=c5; K=g1; s=e9; k=a9", play: "c5-c3 a9-a7 c3-c5 a7-a9", end: "draw:repetition"},
	{name: "1.13 who may be huffed makes another position", variant: "fox-geese-13",
		set: "compelled=F; enforce=huff; repetition=2; minPieces.A=1", at: "turn=B; F=d4; G=d5,a3",
		play: "d4-d3 a3-a4 d3-c3 a4-a3 c3-d3"},
	{name: "1.13 without huffing it is the same", variant: "fox-geese-13", set: "repetition=2; minPieces.A=1",
		at: "turn=B; F=d4; G=d5,a3", play: "d4-d3 a3-a4 d3-c3 a4-a3 c3-d3", end: "draw:repetition"},
	{name: "1.13 a right to castle makes another position", variant: "maharajah", set: "repetition=2",
		at: "turn=A; M=b1; k=e8; r=a8,h8; p=a7; castling=kq", play: "h8-h7 b1-b2 h7-h8 b2-b1"},
	{name: "1.13 without rights it is the same", variant: "maharajah", set: "repetition=2",
		at: "turn=A; M=b1; k=e8; r=a8,h8; p=a7", play: "h8-h7 b1-b2 h7-h8 b2-b1", end: "draw:repetition"},
	{name: "impossible number of pieces in hand: 1.12 with positions come back", variant: "bagh-chal",
		set: "superko=on; mustDropFirst=off; minPieces.A=1", at: "turn=A; T=a1,e1,a5,e5; G=c3,b3; hand.A.G=1",
		play: "c3-c4 a1-a2 c4-c3 a2-a1"},
	{name: "1.12 and not without", variant: "bagh-chal", set: "superko=on; mustDropFirst=off; minPieces.A=1",
		at: "turn=A; T=a1,e1,a5,e5; G=c3,b3", play: "c3-c4 a1-a2 c4-c3 a2-a1", refused: rules.WouldRepeat},
	{name: "1.6 a bare leader ends the turn at its first action", variant: "dablot-mini-v4",
		at: "turn=A; S=c3; P=g1; K=a1; s=d4; k=a9", has: "c3xe5 a1-a3,c3xe5", hasNot: "c3xe5,e5-e7 c3xe5,a1-a3",
		play: "c3xe5", end: "A:bare-leader"},
	{name: "1.6 and so does the last man who was needed", variant: "dablot-mini-v4",
		set: "bareLeader=off; minPieces.B=2", at: "turn=A; S=c3; P=g1; K=a1; s=d4; k=a9", has: "c3xe5",
		hasNot: "c3xe5,e5-e7 c3xe5,a1-a3", play: "c3xe5", end: "A:min-pieces"},
	{name: "1.6 a turn may go on after another capture", variant: "dablot-mini-v4",
		at: "turn=A; S=c3; P=g1; K=a1; s=d4,g9; k=a9", has: "c3xe5 c3xe5,e5-e7 c3xe5,a1-a3"},
	{name: "1.10 of two bare leaders the opponent's is asked first", variant: "dablot-mini",
		at: "turn=A; K=c3; s=d4; k=a9", play: "c3xe5", end: "A:bare-leader"},
	{name: "1.10 and so the least number", variant: "dablot-mini", set: "bareLeader=off; minPieces=2",
		at: "turn=A; K=c3; s=d4; k=a9", play: "c3xe5", end: "A:min-pieces"},
	{name: "3.8 the officers begin", variant: "asalto", set: "first=B", at: "",
		only: "c6-c5 c6-c7 c6-d6 e6-d6 e6-e5 e6-e7"},
	{name: "3.13 the tiger is dropped first", variant: "hat-diviyan", set: "setup.T=none; hands.B.T=1; first=B", at: "",
		only: "@a1 @a2 @a3 @b1 @b2 @b3 @c1 @c2 @c3 @t4"},
	{name: "3.17 in v1 the first leap is a duty", variant: "dablot-mini-v1",
		at: "turn=A; S=c3; K=a1; P=g1; s=d4,f6; k=a9", only: "c3xe5 c3xe5xg7"},
	{name: "3.17 and with a mandatory chain the others", variant: "dablot-mini-v1", set: "S.leap.chain=mandatory",
		at: "turn=A; S=c3; K=a1; P=g1; s=d4,f6; k=a9", only: "c3xe5xg7"},
	{name: "3.17 in v2a men capture backward", variant: "dablot-mini-v2a", at: "turn=A; S=e5; K=a1; P=g1; s=d4; k=a9",
		has: "e5xc3 e5-c5 e5-e7", hasNot: "e5-e3 e5-f4"},
	{name: "3.17 unless leaps go onward, too", variant: "dablot-mini-v2a", set: "S.leap.dirs=FS",
		at: "turn=A; S=e5; K=a1; P=g1; s=d4; k=a9", has: "e5-c5 e5-e7", hasNot: "e5xc3 e5-e3"},
	{name: "3.17 in Winther's version they do not step sideways", variant: "dablot-mini-v2a", set: "S.step.dirs=F",
		at: "turn=A; S=e5; K=a1; P=g1; s=d4; k=a9", has: "e5xc3 e5-e7 e5-d6 e5-f6", hasNot: "e5-c5 e5-g5"},
	{name: "a short first turn", variant: "dablot-mini-v4", set: "firstTurnActions=1", at: "",
		hasNot: "c3-c5,c5-c3 c3-c5,a3-b4", has: "c3-c5"},
	{name: "getting behind draws", variant: "fox-geese-15", set: "behind=draw", at: "turn=A; F=b3; G=a3,c5,d5,e5",
		play: "a3-a4", end: "draw:behind"},
	{name: "the fox comes home", variant: "fox-geese-13", set: "foxHome=on", at: "turn=B; F=d2; G=a3,c5,d5,e5",
		play: "d2-d1", end: "B:reach-row"},
	{name: "the fox has passed", variant: "fox-hounds", set: "foxPassed=on", at: "turn=B; F=d4; H=c3,e5,g5,a7",
		play: "d4-e3", end: "B:behind"},
	{name: "the fox starts anywhere", variant: "fox-geese-13", set: "foxStart=any", at: "", play: "@e7 c3-c4"},
	{name: "shut-in officers fill the fortress", variant: "asalto", set: "goalFill.counts=own+immobile; minPieces.A=1",
		at: "turn=A; O=c7; S=c5,d5,e5,c6,d6,e6,e7,c4,d4,e4,b5,d3,f5,a5", play: "e7-d7"},
	{name: "and then win", variant: "asalto", set: "goalFill.counts=own+immobile",
		at: "turn=A; O=c7; S=c5,d5,e5,c6,d6,e6,e7,c4,d4,e4,b5,d7,f5,a5,f4", play: "f4-f3", refused: rules.MayNotRetreat,
		why: "may not move that way"},
	{name: "a swept fox", variant: "ravspel", at: "turn=A; F=c7,g5; S=d7,e7,c6,c5,d5,e5,a4,b4,c4,c3,d3,e3",
		play: "d5-d6", after: "turn=B; S=c3,d3,e3,a4,b4,c4,c5,e5,c6,d6,d7,e7; F=g5"},
	{name: "two mills at once remove two", variant: "morris-9", set: "removePerTurn=perMill",
		at: "turn=A; W=a1,d1,g4,g7,b2,b6; B=d2,d3,d6,d7,a7,f4; hand.A.W=3; hand.B.B=3", has: "@g1*a7*d2",
		hasNot: "@g1*a7 @g1*d2*a7"},
	{name: "removals in any order", variant: "morris-9", set: "removePerTurn=perMill",
		at: "turn=A; W=a1,d1,g4,g7,b2,b6; B=d2,d3,d6,d7,a7,f4; hand.A.W=3; hand.B.B=3", play: "@g1*d2*a7",
		after: "turn=B; W=a1,d1,g1,b2,g4,b6,g7; B=d3,f4,d6,d7; hand.A.W=2; hand.B.B=3"},
	{name: "a man who is safe until another is gone", variant: "morris-9", set: "removePerTurn=perMill",
		at: "turn=A; W=a1,d1,g4,g7,b6; B=b2,d2,f2,f4; hand.A.W=3; hand.B.B=3", has: "@g1*b2*f4", hasNot: "@g1*b2*d2",
		play: "@g1*b2*f4", after: "turn=B; W=a1,d1,g1,g4,b6,g7; B=d2,f2; hand.A.W=2; hand.B.B=3"},
	{name: "every jumper of an ambush is promoted", variant: "dablot-mini-v2b", set: "ambush=on",
		at: "turn=A; S=c7,e7; K=a1; P=g1; s=a5; p=d8; k=g5", has: "c7^e9&e7^c9*d8", play: "c7^e9&e7^c9*d8",
		after: "turn=B; P=g1; K=a1; O=c9,e9; s=a5; k=g5"},
	{name: "a jump back in an ambush spoils a man", variant: "dablot-mini-v3", set: "ambush=on",
		at: "turn=A; S=c5,c3; K=a1; P=g1; s=a9; p=d4; k=g9", play: "c3^e5&c5^e3*d4",
		after: "turn=B; S=e3,e5; P=g1; K=a1; s=a9; k=g9; flags=e3:retreated"},
	{name: "an ambush discharges no duty", variant: "dablot-mini-v1", set: "ambush=on; enforce=huff",
		at: "turn=A; S=c3,c5,g1; K=a1; s=f2,a9; p=d4; k=g9", play: "c3^e5&c5^e3*d4",
		after: "turn=B; S=g1,e3,e5; K=a1; s=f2,a9; k=g9; huff=g1"},
	{name: "mills are always safe", variant: "morris-9", set: "protectMills=always",
		at: "turn=A; W=a4,d1,g1,b4; B=b2,d2,f2", has: "a4-a1"},
	{name: "mills are never safe", variant: "morris-9", set: "protectMills=never",
		at: "turn=A; W=a1,d1,f4; B=a4,b2,d2,f2,e3", has: "f4-g1*b2"},
	{name: "a man in a mill is safe", variant: "morris-9", at: "turn=A; W=a1,d1,f4; B=a4,b2,d2,f2,e3", play: "f4-g1*b2",
		refused: rules.NotRemovable},
	{name: "a mill must be used", variant: "morris-9", at: "turn=A; W=a1,d1,f4; B=a4,b2,d2,f2,e3", play: "f4-g1",
		refused: rules.MustRemove},
	{name: "no flying", variant: "morris-9", set: "fly=off", at: "turn=A; W=a1,d1,f4; B=a4,b2,d2,f2,e3",
		hasNot: "f4-g1*a4", has: "f4-g4"},
	{name: "drops come first", variant: "bagh-chal", at: "turn=A; T=a1,e1,a5,e5; G=c3; hand.A.G=3", play: "c3-c4",
		refused: rules.MustDropFirst},
	{name: "unless they may wait", variant: "bagh-chal", set: "mustDropFirst=off; quiet=2; minPieces.A=0",
		at: "turn=A; T=a1,e1,a5,e5; G=c3; hand.A.G=3", has: "@c4 c3-c4", play: "c3-c4 a1-a2", end: "draw:quiet"},
	{name: "a duty to capture comes before drops", variant: "bagh-chal",
		set: "mustDropFirst=off; compelled=T; hands.B.T=1",
		at:  "turn=B; T=a1,e1,a5; G=b2,a2,d5; hand.B.T=1; hand.A.G=12", only: "a1xa3 a1xc3"},
	{name: "no flying with men in hand", variant: "morris-9", set: "mustDropFirst=off",
		at: "turn=A; W=a1,d1,g4; B=a7,d7,f4; hand.A.W=1; hand.B.B=3", has: "@b2 a1-a4", hasNot: "a1-b2"},
	{name: "a scripted opening steps onto the centre", variant: "halatafl-old",
		set: "scriptedOpening=on; W.step.dirs=FSB", at: "", only: "c3-d4 c4-d4 d3-d4 e3-d4"},
	{name: "so a first turn that goes elsewhere is refused", variant: "halatafl-winther", set: "scriptedOpening=on",
		at: "", play: "b1-a1", refused: rules.MayNotStop},
	{name: "and is answered by a capture", variant: "halatafl-old", set: "scriptedOpening=on", at: "",
		play: "c4-d4 e4-d4", refused: rules.BlockedBy},
	{name: "by nothing else", variant: "halatafl-old", set: "scriptedOpening=on", at: "", play: "c4-d4 c5-c4",
		refused: rules.MustCapture},
	{name: "that may go on", variant: "halatafl-old", set: "scriptedOpening=on", at: "", play: "d3-d4 d5xd3",
		after: "turn=A; W=b1,c1,d1,e1,f1,a2,b2,c2,d2,e2,f2,g2,a3,b3,c3,e3,f3,g3,a4,b4,c4; " +
			"B=d3,e4,f4,g4,a5,b5,c5,e5,f5,g5,a6,b6,c6,d6,e6,f6,g6,b7,c7,d7,e7,f7"},
	{name: "a leap there could not be answered", variant: "halatafl-old", set: "scriptedOpening=on", at: "",
		play: "b2^d4", refused: rules.CannotLeap},
	{name: "no earlier position comes back", variant: "bagh-chal", set: "superko=on",
		at: "turn=A; T=a1,e1,a5,e5; G=c3,b3", play: "c3-c4 a1-a2 c4-c3 a2-a1", refused: rules.WouldRepeat},
	{name: "but a third time draws", variant: "bagh-chal", set: "minPieces.A=1", at: "turn=A; T=a1,e1,a5,e5; G=c3,b3",
		play: "c3-c4 a1-a2 c4-c3 a2-a1 c3-c4 a1-a2 c4-c3 a2-a1", end: "draw:repetition"},
	{name: "or loses for the mover", variant: "bagh-chal", set: "minPieces.A=1; repetitionLoss=mover",
		at: "turn=A; T=a1,e1,a5,e5; G=c3,b3", play: "c3-c4 a1-a2 c4-c3 a2-a1 c3-c4 a1-a2 c4-c3 a2-a1",
		end: "A:repetition"},
	{name: "quiet turns", variant: "bagh-chal", set: "minPieces.A=1; quiet=3", at: "turn=A; T=a1,e1,a5,e5; G=c3,b3",
		play: "c3-c4 a1-a2 c4-d4", end: "draw:quiet"},
	{name: "single combat goes nearer", variant: "dablot-full-trad", set: "singleCombat=on", at: "turn=A; S=c3; s=c9",
		only: "c3-c5"},
	{name: "and takes", variant: "dablot-full-trad", set: "singleCombat=on", at: "turn=B; S=c3; s=d4", only: "d4xb2",
		play: "d4xb2", end: "B:min-pieces"},
	{name: "or loses where it can do neither", variant: "dablot-full-trad", set: "singleCombat=on",
		at: "turn=B; S=c3; s=a5", play: "a5-a3", end: "B:no-move"},
	{name: "a son and a man do not fight so", variant: "dablot-full-trad", set: "singleCombat=on",
		at: "turn=A; P=c3; s=c9", has: "c3-a3"},
	{name: "single combat refuses the way back", variant: "dablot-full-trad", set: "singleCombat=on",
		at: "turn=A; S=c3; s=c9", play: "c3-c1", refused: rules.MayNotRetreat},
	{name: "lone leaders draw", variant: "dablot-full-trad", at: "turn=A; K=a1; S=c3; k=d4", play: "a1-a3 d4xb2",
		end: "draw:lone-leaders"},
	{name: "friends and duties", variant: "halatafl-old", set: "compelled=all",
		at: "turn=A; W=c3,d3,a2; B=f3,g6,g5,f6,e6", has: "c3^e3xg3", hasNot: "c3^e3 a2-a3 d3-d4"},
	{name: "no rest on a corner", variant: "halatafl-old", at: "turn=A; W=a3,d4,f5,e5,c2; B=a2,b1,g6,b6,f2",
		play: "a3xa1", refused: rules.MayNotStop},
	{name: "castling", variant: "maharajah", at: "turn=A; M=a3; k=e8; r=a8,h8; p=a7; castling=kq", has: "O-O-O",
		hasNot: "O-O"},
	{name: "castled", variant: "maharajah", at: "turn=A; M=b1; k=e8; r=a8,h8; p=a7; castling=kq", play: "O-O",
		after: "turn=B; M=b1; k=g8; r=a8,f8; p=a7"},
	{name: "the right is lost with the rook", variant: "maharajah",
		at: "turn=A; M=b1; k=e8; r=a8,h8; p=a7; castling=kq", play: "h8-h7",
		after: "turn=B; M=b1; k=e8; r=h7,a8; p=a7; castling=q"},
	{name: "the maharajah may not take a protected man", variant: "maharajah", at: "turn=B; M=a4; k=g8; r=d7,d8; p=h7",
		play: "a4xd7", refused: rules.WouldExpose},
	{name: "mate", variant: "maharajah", at: "turn=B; M=f6; k=h8; p=a7", play: "f6-f7", end: "B:checkmate"},
	{name: "stalemate", variant: "maharajah", at: "turn=A; M=a1; k=h8; p=a2; n=b1,b2; q=d3; b=g8", play: "d3-c3",
		end: "draw:stalemate"},
	{name: "stalemate may lose", variant: "maharajah", set: "stalemate=lose",
		at: "turn=A; M=a1; k=h8; p=a2; n=b1,b2; q=d3; b=g8", play: "d3-c3", end: "A:stalemate"},
	{name: "promotion", variant: "maharajah", set: "promotion=on", at: "turn=A; M=b4; k=h8; p=c2",
		has: "c2-c1=Q c2-c1=N", play: "c2-c1=R", after: "turn=B; M=b4; k=h8; r=c1"},
	{name: "no promotion", variant: "maharajah", at: "turn=A; M=b4; k=h8; p=c2", has: "c2-c1"},
	{name: "colons and capitals", variant: "fox-geese-13", at: "turn=B; F=d7; G=d6,c5,b4,g3,g4,f3,a3", play: "D7:D5:b5",
		after: "turn=A; G=a3,f3,g3,b4,g4; F=b5"},
	{name: "a leap written like a step", variant: "fox-geese-13", at: "turn=B; F=d7; G=d6,c5,b4,g3,g4,f3,a3",
		play: "d7-d5", after: "turn=A; G=a3,f3,g3,b4,g4,c5; F=d5"},
	{name: "nothing to leap over", variant: "fox-geese-13", at: "turn=B; F=d7; G=c5,b4,g3,g4,f3,a3", play: "d7xd5",
		refused: rules.CannotLeap, why: "nothing to leap over"},
	{name: "no line", variant: "fox-geese-13", at: "turn=B; F=d5; G=c5,b4,g3,g4,f3,a3", play: "d5-c4",
		refused: rules.NotInLine, why: "no line leads from d5 to c4 for the fox"},
	{name: "too far", variant: "fox-geese-13", at: "turn=B; F=d7; G=c5,b4,g3,g4,f3,a3", play: "d7-d4",
		refused: rules.TooFar},
	{name: "geese of the middle game do not go back", variant: "fox-geese-15", at: "turn=A; F=d1; G=c5,b4,g3,g4,f3,a3",
		play: "c5-c4", refused: rules.MayNotRetreat},
	{name: "a fox that must capture", variant: "ravspel", at: "turn=B; F=c7,g3; S=d6,d5,f3,c3,a3,c1,d1,e1,c2,a4",
		play: "c7-c6", refused: rules.MustCapture, why: "g3 must capture"},
	{name: "with fewer men than that nobody flies", variant: "morris-9", set: "fly=4; minPieces=1",
		at: "turn=A; W=a1,d1,g4; B=a7,c3,d3,e3", hasNot: "a1-b2", has: "a1-a4"},
	{name: "a lost right to castle is no progress", variant: "maharajah", set: "quiet=2",
		at: "turn=A; M=b1; k=e8; r=a8,h8; p=a7; castling=kq", play: "h8-h7 b1-b2", end: "draw:quiet"},
	{name: "null turns repeat a position after two", variant: "dablot-mini-v4",
		set: "actions=2; allowNullTurn=on; repetition=2", at: "turn=A; S=a1; K=g1; s=a9; k=g9; p=e9; P=c1",
		play: "a1-a3,a3-a1 a9-a7,a7-a9", end: "draw:repetition"},
	{name: "a capture that would end on a corner is no duty", variant: "halatafl-old", set: "compelled=all",
		at: "turn=A; W=a3,d3; B=a2,g6,g5,f6,e6", has: "a3-a4 d3-d4", hasNot: "a3xa1"},
	{name: "but one that goes on from there is", variant: "halatafl-old", set: "compelled=all",
		at: "turn=A; W=a3,d3; B=a2,b1,g5,f6,e6", only: "a3xa1xc1"},
	{name: "every step of a slide obeys the fortress", variant: "asalto", set: "S.step.range=inf",
		at: "turn=A; O=c7; S=d5,a3,a4,c1,d1,e1,g4,g5,f5", has: "d5-d6 a3-e3 c1-c6", hasNot: "d5-d4 d5-a5 a3-f3"},
	{name: "slides that take nobody, a knight's leap that does", variant: "maharajah", set: "M.replaces=off; check=off",
		at: "turn=B; M=a4; k=g8; r=d7,c5; p=h7", has: "a4xc5", hasNot: "a4xd7"},
	{name: "and then only the knight's leap attacks", variant: "maharajah", set: "M.replaces=off",
		at: "turn=A; M=a4; k=h8; p=g7", has: "h8-g8"},
	{name: "a slide onto an enemy whom it does not take", variant: "maharajah", set: "M.replaces=off",
		at: "turn=B; M=a4; k=g8; r=d7; p=h7", play: "a4-d7", refused: rules.BlockedBy},
	{name: "a fox that must go on", variant: "ravspel", at: "turn=B; F=c7,g3; S=d6,d5,f3,c3,a3,c1,d1,e1,c2,a4",
		play: "c7xe5", refused: rules.MayNotEnd, why: "the piece on e5 must continue capturing"},
}

func TestMechanics(t *testing.T) {
	for _, m := range mechanics {
		t.Run(m.name, m.run)
	}
}

func (m *mechanic) rules(t *testing.T) *rules.Rules {
	v, err := variant.Get(m.variant)
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Compile(Changed(t, v.Rules.Ruleset(), m.set))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (m mechanic) run(t *testing.T) {
	r := m.rules(t)
	p := r.Start()
	if m.at != "" {
		var err error
		if p, err = notation.ParsePosition(r, m.at); err != nil {
			t.Fatal(err)
		}
	}
	h := rules.NewHistory(&p)
	legal := turnTexts(t, &p, h)
	if list := slices.Sorted(maps.Keys(legal)); m.only != "" &&
		!slices.Equal(list, slices.Sorted(slices.Values(strings.Fields(m.only)))) {
		t.Errorf("%v are legal, want %s", list, m.only)
	}
	for _, s := range strings.Fields(m.has) {
		if _, ok := legal[s]; !ok {
			t.Errorf("%s is not legal", s)
		}
	}
	for _, s := range strings.Fields(m.hasNot) {
		if _, ok := legal[s]; ok {
			t.Errorf("%s is legal", s)
		}
	}
	m.replay(t, &p, h)
}

func (m *mechanic) replay(t *testing.T, p *rules.Position, h *rules.History) {
	var o game.Outcome
	turns := strings.Fields(m.play)
	for i, s := range turns {
		_, next, err := playText(p, h, s)
		if m.refused != 0 && i == len(turns)-1 {
			var illegal *rules.Illegal
			if !errors.As(err, &illegal) || illegal.Reason != m.refused || !strings.Contains(err.Error(), m.why) {
				t.Errorf("%s: %v, want reason %d %s", s, err, m.refused, m.why)
			}
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		o = next
	}
	if got := strings.Trim(resultOf(o)+":"+o.Cause.String(), ":"); got != m.end {
		t.Errorf("ends as %q, want %q", got, m.end)
	}
	if got := notation.Position(p); m.after != "" && got != m.after {
		t.Errorf("after it\n%s, want\n%s", got, m.after)
	}
}
