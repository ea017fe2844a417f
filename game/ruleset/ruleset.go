// Package ruleset represents the rules of a game as data: the contents of a variant file and the object of a rule
// editor. A Ruleset may be filled in freely, directly or key by key (Toggle); package rules checks and compiles it.
// There are two kinds: tafl games use the fields of Ruleset, the games on lines those of LineRules. "tafl 6" in a
// comment is section 6 of docs/rules/tafl.md, "lines 3" is section 3 of docs/rules/lines.md.
package ruleset

import (
	"slices"

	"tafl3d/game"
)

// Classes is a set of the three classes of pieces that square rules distinguish (tafl 1): attackers, defenders
// without the king, and the king.
type Classes uint8

// The classes.
const (
	ClassAttacker Classes = 1 << iota
	ClassDefender
	ClassKing

	NoClass  Classes = 0
	AllClass         = ClassAttacker | ClassDefender | ClassKing
)

// Jump is the way in which a kind of piece jumps (tafl 4).
type Jump uint8

// The values of Jump.
const (
	JumpNone       Jump = iota
	JumpLeap            // over an enemy man without capturing it
	JumpAny             // over a man of either side without capturing it
	JumpCapture         // over an enemy man, which is captured
	JumpRestricted      // like JumpLeap, from or to a throne or corner square only
)

// Passive is the strict custodial rule: the pieces that may not come to rest between two enemies (tafl 6 C8).
type Passive uint8

// The values of Passive.
const (
	PassiveNone Passive = iota
	PassiveMen
	PassiveAll
)

// Trigger is the condition that closes a shieldwall (tafl 6 C3).
type Trigger uint8

// The values of Trigger.
const (
	TriggerFlank Trigger = iota
	TriggerAny
)

// Immobilise is the set of pieces that are captured when they lose their last liberty (tafl 6 C5).
type Immobilise uint8

// The values of Immobilise.
const (
	ImmobiliseNone Immobilise = iota
	ImmobiliseMen
	ImmobiliseKing
	ImmobiliseAll
)

// KingCapture determines where the king is protected from custodial capture (tafl 6 C6).
type KingCapture uint8

// The values of KingCapture.
const (
	KingCustodial  KingCapture = iota // nowhere
	KingNearThrone                    // on a throne square or adjacent to one
	KingOnThrone                      // on a throne square
	KingEnclosed                      // everywhere
)

// KingEdge is the effect of the edge of the board on a king who is surrounded.
type KingEdge uint8

// The values of KingEdge.
const (
	EdgeSafe KingEdge = iota
	EdgeConfine
)

// Power is the way in which a king takes part in captures.
type Power uint8

// The values of Power.
const (
	PowerArmed Power = iota
	PowerHammer
	PowerAnvil
	PowerUnarmed
)

// Region is a set of the named groups of squares.
type Region uint8

// The regions.
const (
	Throne Region = 1 << iota
	Corner
	Camp
)

// Chain determines whether a piece continues capturing in the same move.
type Chain uint8

// The values of Chain.
const (
	ChainOff Chain = iota
	ChainOptional
	ChainMandatory
)

// Escape is the goal of the king (tafl 7).
type Escape uint8

// The values of Escape.
const (
	EscapeEdge Escape = iota
	EscapeCorner
	EscapeEdgeSafe
)

// ExitFort is the kind of fort on the edge that wins (tafl 8).
type ExitFort uint8

// The values of ExitFort.
const (
	ExitFortOff ExitFort = iota
	ExitFortSurvive
	ExitFortUnbreakable
)

// Encirclement is the kind of ring that wins (tafl 8).
type Encirclement uint8

// The values of Encirclement.
const (
	EncirclementOff Encirclement = iota
	EncirclementRegion
	EncirclementAll
)

// When determines after which side's moves encirclement is checked.
type When uint8

// The values of When.
const (
	AfterDefender When = iota
	Immediate
)

// NoMove is the consequence for a side without legal moves.
type NoMove uint8

// The values of NoMove.
const (
	NoMoveLoses NoMove = iota
	NoMoveDraw
)

// Repeat is the consequence of a repeated position (tafl 8).
type Repeat uint8

// The values of Repeat.
const (
	RepeatOff Repeat = iota
	RepeatDraw
	RepeatDefenderLoses
	RepeatMoverLoses
	RepeatMoverWins
	RepeatDefenderForbidden
	RepeatMoverForbidden
	RepeatAggressorClaim
)

// Warn is the set of threats that are announced (tafl 9).
type Warn uint8

// The values of Warn.
const (
	WarnOff Warn = iota
	WarnCheck
	WarnRaichi
)

// WatchKing is the consequence of moving the king to a square where he can be captured.
type WatchKing uint8

// The values of WatchKing.
const (
	WatchOff WatchKing = iota
	WatchWarn
	WatchForbid
)

// Blockade determines whether the attackers may claim an unbreakable barrier.
type Blockade uint8

// The values of Blockade.
const (
	BlockadeOff Blockade = iota
	BlockadeClaim
)

// The pieces of a tafl game.
const (
	Man       game.Piece = iota + 1 // attackers' man
	Commander                       // attackers' piece that jumps
	Defender                        // defenders' man
	Knight                          // defenders' piece that jumps
	King
)

// Ruleset holds the rules of a game (tafl 3). It may be filled in freely; Compile checks it.
type Ruleset struct {
	// Rows is the start position, top rank first, one letter per square: '.' empty, 't' attackers' man, 'c'
	// commander, 'T' defenders' man, 'N' knight, 'K' king. The number of rows is the size of the board.
	Rows  []string
	First game.Side

	Throne         Places
	Corner         Places
	CornerPiercing bool
	Camp           Places
	CampInside     bool
	CampNeutral    string // camp squares that are never hostile: "none" or squares
	EdgeAnvil      Classes

	Steps         [3]int // maximum slide of attackers, defenders, king; 0 is unlimited
	JumpMan       Jump
	JumpCommander Jump
	JumpKnight    Jump
	JumpKing      Jump

	Custodial        bool
	Passive          Passive
	PassiveSquares   bool
	Shieldwall       bool
	ShieldwallMin    int
	ShieldwallCorner bool
	ShieldwallBy     Trigger
	Linnaeus10       bool
	Immobilise       Immobilise
	ImmobiliseEdge   bool
	Group            bool

	KingCapture       KingCapture
	KingEdge          KingEdge
	KingPower         Power
	KingSquares       Region // empty hostile squares that take part in a custodial capture of the king
	Piercing          bool   // a pair of commanders captures a protected king
	PiercingOnThrone  bool
	Chain             Chain
	ChainEscape       bool
	Escape            Escape
	EscapeExceptCamps bool

	ExitFort         ExitFort
	Encirclement     Encirclement
	EncirclementWhen When
	Blockade         Blockade
	AttackersGone    bool
	NoMove           NoMove
	Repetition       Repeat
	RepetitionCount  int
	DrawFort         int
	NoCapture        int // rounds; 0 is off

	Warn      Warn
	WatchKing WatchKing

	// Lines holds the rules of a game of the other families. If it is set, First is the only field above that is
	// used. It is never modified in place: Set replaces it.
	Lines *LineRules
}

// Places is a group of marked squares with its rules for each class.
type Places struct {
	Squares         string  // "none", a named pattern, or squares; sets of camps are separated by "/"
	Enter           Classes // classes that may end a move there, coming from outside
	Pass            Classes // classes that may slide across
	Hostile         Classes // classes to which an empty square of the group is hostile
	HostileOccupied Classes // classes to which an occupied square of the group is hostile, regardless of the occupant
}

// Linnaean returns the defaults of all keys: Linnaeus' rules with the attackers to start, without a board.
func Linnaean() Ruleset {
	return Ruleset{
		First:             game.Attackers,
		Throne:            Places{Squares: "centre", Enter: ClassKing, Pass: AllClass, Hostile: AllClass},
		Corner:            Places{Squares: "none", Enter: ClassKing, Hostile: AllClass},
		Camp:              Places{Squares: "none"},
		CampInside:        true,
		CampNeutral:       "none",
		Custodial:         true,
		ShieldwallMin:     2,
		ShieldwallCorner:  true,
		ImmobiliseEdge:    true,
		KingCapture:       KingNearThrone,
		KingSquares:       Corner | Camp,
		Piercing:          true,
		PiercingOnThrone:  true,
		EscapeExceptCamps: true,
		Encirclement:      EncirclementRegion,
		AttackersGone:     true,
		Repetition:        RepeatDefenderLoses,
		RepetitionCount:   3,
	}
}

var toggles = slices.Concat(boardToggles, captureToggles, kingToggles, endToggles)

var boardToggles = []*Toggle{
	words("first", "Start", "The side that moves first.", func(s *Ruleset) *game.Side { return &s.First },
		"attackers", "defenders"),
	squares("throne", "Throne", "The throne squares.", "none, centre or a list of squares",
		func(s *Ruleset) *string { return &s.Throne.Squares }, "none", "centre"),
	who("throne.enter", "Throne", "Pieces that may stop on the empty throne from outside.",
		func(s *Ruleset) *Classes { return &s.Throne.Enter }),
	who("throne.pass", "Throne", "Pieces that may cross the empty throne.",
		func(s *Ruleset) *Classes { return &s.Throne.Pass }),
	classes("throne.hostile", "Throne", "Pieces that the empty throne is hostile to.",
		func(s *Ruleset) *Classes { return &s.Throne.Hostile }),
	classes("throne.hostileOccupied", "Throne", "Pieces that the occupied throne is hostile to.",
		func(s *Ruleset) *Classes { return &s.Throne.HostileOccupied }),
	squares("corner", "Corners",
		"Corner squares: the four corners, each with its two neighbours, 2×2 blocks, or a list.",
		"none, corners, L3, 2x2 or a list of squares", func(s *Ruleset) *string { return &s.Corner.Squares }, "none",
		"corners", "L3", "2x2"),
	who("corner.enter", "Corners", "Pieces that may stop on a corner square.",
		func(s *Ruleset) *Classes { return &s.Corner.Enter }),
	who("corner.pass", "Corners", "Pieces that may cross a corner square of a larger area.",
		func(s *Ruleset) *Classes { return &s.Corner.Pass }),
	classes("corner.hostile", "Corners", "Pieces that an empty corner square is hostile to.",
		func(s *Ruleset) *Classes { return &s.Corner.Hostile }),
	classes("corner.hostileOccupied", "Corners", "Pieces that an occupied corner square is hostile to.",
		func(s *Ruleset) *Classes { return &s.Corner.HostileOccupied }),
	flag("corner.piercing", "Corners", "An empty corner counts as a commander against the king.",
		func(s *Ruleset) *bool { return &s.CornerPiercing }),
	squares("camps", "Camps", "The squares of the attackers' camps.", "none or lists of squares separated by /",
		func(s *Ruleset) *string { return &s.Camp.Squares }, "none"),
	flag("camp.inside", "Camps", "An attacker may move within its starting camp.",
		func(s *Ruleset) *bool { return &s.CampInside }),
	who("camp.enter", "Camps", "Pieces that may stop on a camp square from outside.",
		func(s *Ruleset) *Classes { return &s.Camp.Enter }),
	who("camp.pass", "Camps", "Pieces that may cross a camp square from outside.",
		func(s *Ruleset) *Classes { return &s.Camp.Pass }),
	classes("camp.hostile", "Camps", "Pieces that an empty camp square is hostile to.",
		func(s *Ruleset) *Classes { return &s.Camp.Hostile }),
	classes("camp.hostileOccupied", "Camps", "Pieces that an occupied camp square is hostile to.",
		func(s *Ruleset) *Classes { return &s.Camp.HostileOccupied }),
	squares("camp.neutral", "Camps", "Camp squares that are never hostile.", "none or a list of squares",
		func(s *Ruleset) *string { return &s.CampNeutral }, "none"),
	classes("edge.anvil", "Edge", "Pieces that one enemy can capture against the edge of the board.",
		func(s *Ruleset) *Classes { return &s.EdgeAnvil }),
	number("steps.attacker", "Movement", "Attackers' longest move; 0 is unlimited.", 0,
		func(s *Ruleset) *int { return &s.Steps[0] }),
	number("steps.defender", "Movement", "Defenders' longest move; 0 is unlimited.", 0,
		func(s *Ruleset) *int { return &s.Steps[1] }),
	number("steps.king", "Movement", "King's longest move; 0 is unlimited.", 0,
		func(s *Ruleset) *int { return &s.Steps[2] }),
	words("jump.man", "Movement", "How a man leaps.", func(s *Ruleset) *Jump { return &s.JumpMan }, jumpWords...),
	words("jump.commander", "Movement", "How a commander leaps.", func(s *Ruleset) *Jump { return &s.JumpCommander },
		jumpWords...),
	words("jump.knight", "Movement", "How a knight leaps.", func(s *Ruleset) *Jump { return &s.JumpKnight },
		jumpWords...),
	words("jump.king", "Movement", "How the king leaps.", func(s *Ruleset) *Jump { return &s.JumpKing }, jumpWords...),
}

var jumpWords = []string{"none", "leap", "leap-any", "capture", "restricted"}

var captureToggles = []*Toggle{
	flag("custodial", "Capture",
		"A man between the piece that moved and another enemy or a hostile square is captured.",
		func(s *Ruleset) *bool { return &s.Custodial }),
	words("custodial.passive", "Capture", "Pieces that are captured when they stop between two enemies.",
		func(s *Ruleset) *Passive { return &s.Passive }, "none", "men", "all"),
	flag("custodial.passiveSquares", "Capture",
		"Empty hostile squares count as enemies in this case.",
		func(s *Ruleset) *bool { return &s.PassiveSquares }),
	flag("shieldwall", "Capture",
		"A row on the edge is captured when both ends are closed and each piece faces an enemy.",
		func(s *Ruleset) *bool { return &s.Shieldwall }),
	number("shieldwall.min", "Capture", "The shortest row that a shield wall captures.", 1,
		func(s *Ruleset) *int { return &s.ShieldwallMin }),
	flag("shieldwall.corner", "Capture", "An empty corner may close one end of the row.",
		func(s *Ruleset) *bool { return &s.ShieldwallCorner }),
	words("shieldwall.trigger", "Capture",
		"Whether the last move must close an end of the row or may be any move that completes the wall.",
		func(s *Ruleset) *Trigger { return &s.ShieldwallBy }, "flank", "any"),
	flag("linnaeus10", "Capture",
		"When three attackers are next to the king on his throne, his man on the fourth side can be captured against "+
			"the throne.",
		func(s *Ruleset) *bool { return &s.Linnaeus10 }),
	words("immobilise", "Capture", "Pieces that are captured when the last free square next to them is closed.",
		func(s *Ruleset) *Immobilise { return &s.Immobilise }, "none", "men", "king", "all"),
	flag("immobilise.edge", "Capture", "The edge counts as a closed side.",
		func(s *Ruleset) *bool { return &s.ImmobiliseEdge }),
	flag("group", "Capture", "A connected group with no free square next to it is captured.",
		func(s *Ruleset) *bool { return &s.Group }),
}

var kingToggles = []*Toggle{
	words("king.capture", "King",
		"Where four captors are needed to capture the king: nowhere, at the throne, on the throne or everywhere.",
		func(s *Ruleset) *KingCapture { return &s.KingCapture }, "custodial", "near-throne", "on-throne", "enclosed"),
	words("king.edge", "King", "Whether a surrounded king is safe on the edge, or the edge closes one side.",
		func(s *Ruleset) *KingEdge { return &s.KingEdge }, "safe", "confine"),
	words("king.power", "King",
		"Whether the king captures with his own moves, helps to capture, does both, or neither.",
		func(s *Ruleset) *Power { return &s.KingPower }, "armed", "hammer", "anvil", "unarmed"),
	regions("king.custodialSquares", "King", "Empty hostile squares against which one enemy can capture the king.",
		func(s *Ruleset) *Region { return &s.KingSquares }),
	flag("commander.piercing", "King", "Two commanders capture a king that men could not capture.",
		func(s *Ruleset) *bool { return &s.Piercing }),
	flag("commander.piercingOnThrone", "King", "Two commanders capture the king even on the throne.",
		func(s *Ruleset) *bool { return &s.PiercingOnThrone }),
	words("chain", "Chains", "Whether a piece that captured may or must go on capturing in the same move.",
		func(s *Ruleset) *Chain { return &s.Chain }, "off", "optional", "mandatory"),
	flag("chain.escape", "Chains", "After a capture the king may take a further step to a winning square.",
		func(s *Ruleset) *bool { return &s.ChainEscape }),
	words("escape", "King", "Where the king must go to win.", func(s *Ruleset) *Escape { return &s.Escape }, "edge",
		"corner", "edge-safe"),
	flag("escape.excludeCamps", "King", "Camp squares on the edge do not count as edge.",
		func(s *Ruleset) *bool { return &s.EscapeExceptCamps }),
}

var endToggles = []*Toggle{
	words("exitFort", "Ends", "Whether a fort on the edge wins, and how strong it must be.",
		func(s *Ruleset) *ExitFort { return &s.ExitFort }, "off", "survive", "unbreakable"),
	words("encirclement", "Ends", "The unbroken ring of attackers that wins.",
		func(s *Ruleset) *Encirclement { return &s.Encirclement }, "off", "region", "all"),
	words("encirclement.when", "Ends", "Whether the ring must survive the defenders' reply.",
		func(s *Ruleset) *When { return &s.EncirclementWhen }, "afterDefender", "immediate"),
	words("blockade", "Ends", "Whether the attackers may claim an unbreakable barrier.",
		func(s *Ruleset) *Blockade { return &s.Blockade }, "off", "claim"),
	flag("attackersGone", "Ends", "The defenders win when no attacker is left.",
		func(s *Ruleset) *bool { return &s.AttackersGone }),
	words("noMove", "Ends", "What happens to a side with no legal move.",
		func(s *Ruleset) *NoMove { return &s.NoMove }, "loses", "draw"),
	words("repetition", "Ends", "The effect of a repeated position.", func(s *Ruleset) *Repeat { return &s.Repetition },
		"off", "draw", "defender-loses", "mover-loses", "mover-wins", "defender-forbidden", "mover-forbidden",
		"aggressor-claim"),
	number("repetition.count", "Ends", "How many times a position must occur to count as repeated.", 2,
		func(s *Ruleset) *int { return &s.RepetitionCount }),
	number("drawFort", "Ends",
		"The attackers win when the defenders' placement has been the same this many times; 0 is off.", 0,
		func(s *Ruleset) *int { return &s.DrawFort }),
	number("noCapture", "Ends", "Draw after this many moves by each side without a capture; 0 is off.", 0,
		func(s *Ruleset) *int { return &s.NoCapture }),
	words("warn", "Warnings", "Threats that are announced.", func(s *Ruleset) *Warn { return &s.Warn }, "off",
		"check", "raichi"),
	words("watchKing", "Warnings", "What happens when the king moves to a square where he can be captured.",
		func(s *Ruleset) *WatchKing { return &s.WatchKing }, "off", "warn", "forbid"),
}
