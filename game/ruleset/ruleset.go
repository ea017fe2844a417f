// Package ruleset is the rules of a game as data: what a variant file holds and
// what an editor changes. A Ruleset is filled in by anyone, by hand or key by
// key (Toggle); package rules checks it and plays by it. There are two families:
// tafl games have the fields of Ruleset itself, the games on lines have those of
// LineRules. "tafl 6" in a comment is section 6 of docs/rules/tafl.md, "lines 3" one
// of docs/rules/lines.md.
package ruleset

import "tafl3d/game"

// Classes is a set of the three classes of pieces for which squares differ
// (tafl 1): attackers, defenders without the king, and the king.
type Classes uint8

// The classes.
const (
	ClassAttacker Classes = 1 << iota
	ClassDefender
	ClassKing

	NoClass  Classes = 0
	AllClass         = ClassAttacker | ClassDefender | ClassKing
)

// Jump says whether and how a kind of piece leaps (tafl 4).
type Jump uint8

// The ways to leap.
const (
	JumpNone       Jump = iota
	JumpLeap            // over an enemy man, which stays
	JumpAny             // over a man of either side, which stays
	JumpCapture         // over an enemy man, which is taken
	JumpRestricted      // like JumpLeap, from or to a throne or corner square only
)

// Passive is the strict custodial rule: who may not come to rest between two
// enemies (tafl 6 C8).
type Passive uint8

// The strict custodial rules.
const (
	PassiveNone Passive = iota
	PassiveMen
	PassiveAll
)

// Trigger says what closes a shieldwall (tafl 6 C3).
type Trigger uint8

// The triggers.
const (
	TriggerFlank Trigger = iota
	TriggerAny
)

// Immobilise says who is taken by losing the last liberty (tafl 6 C5).
type Immobilise uint8

// The kinds that immobilisation takes.
const (
	ImmobiliseNone Immobilise = iota
	ImmobiliseMen
	ImmobiliseKing
	ImmobiliseAll
)

// KingCapture says where the king is protected from two-sided capture
// (tafl 6 C6).
type KingCapture uint8

// The protections of the king.
const (
	KingCustodial  KingCapture = iota // nowhere
	KingNearThrone                    // on a throne square or beside one
	KingOnThrone                      // on a throne square
	KingEnclosed                      // everywhere
)

// KingEdge says what a side missing at the rim means for a king who is
// surrounded.
type KingEdge uint8

// The meanings of the rim.
const (
	EdgeSafe KingEdge = iota
	EdgeConfine
)

// Power says how a king takes part in captures.
type Power uint8

// The powers of the king.
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

// Chain says whether a piece goes on capturing in the same turn.
type Chain uint8

// The chain rules.
const (
	ChainOff Chain = iota
	ChainOptional
	ChainMandatory
)

// Escape says where the king wins (tafl 7).
type Escape uint8

// The goals of the king.
const (
	EscapeEdge Escape = iota
	EscapeCorner
	EscapeEdgeSafe
)

// ExitFort says when a fort on the rim wins (tafl 8).
type ExitFort uint8

// The exit fort rules.
const (
	ExitFortOff ExitFort = iota
	ExitFortSurvive
	ExitFortUnbreakable
)

// Encirclement says which ring wins (tafl 8).
type Encirclement uint8

// The encirclement rules.
const (
	EncirclementOff Encirclement = iota
	EncirclementRegion
	EncirclementAll
)

// When says at the end of whose turn the ring is looked at.
type When uint8

// The moments of encirclement.
const (
	AfterDefender When = iota
	Immediate
)

// NoMove says what happens to a side without a turn.
type NoMove uint8

// The results of having no turn.
const (
	NoMoveLoses NoMove = iota
	NoMoveDraw
)

// Repeat says what a repeated position means (tafl 8).
type Repeat uint8

// The repetition rules.
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

// Warn says which threats the table announces (tafl 9).
type Warn uint8

// The announcements.
const (
	WarnOff Warn = iota
	WarnCheck
	WarnRaichi
)

// WatchKing says what happens when the king steps where he can be taken.
type WatchKing uint8

// The watch rules.
const (
	WatchOff WatchKing = iota
	WatchWarn
	WatchForbid
)

// Blockade says whether the attackers may claim an unbreakable barrier.
type Blockade uint8

// The blockade rules.
const (
	BlockadeOff Blockade = iota
	BlockadeClaim
)

// The pieces of a tafl game.
const (
	Man       game.Piece = iota + 1 // attackers' man
	Commander                       // attackers' leaper
	Defender                        // defenders' man
	Knight                          // defenders' leaper
	King
)

// Ruleset is the rules of a tafl game as data (tafl 3): what a variant file
// holds and what the rule editor changes. Anyone may fill it in; Compile
// checks it.
type Ruleset struct {
	// Rows is the start position, top rank first, one letter a square: '.'
	// empty, 't' attackers' man, 'c' commander, 'T' defenders' man, 'N'
	// knight, 'K' king. Their number is the size of the board.
	Rows  []string
	First game.Side

	Throne                Places
	ThroneHostileOccupied Classes
	Corner                Places
	CornerPiercing        bool
	Camp                  Places
	CampInside            bool
	EdgeAnvil             Classes

	Steps         [3]int // longest slide of attackers, defenders, king; 0 is unlimited
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
	KingSquares       Region // empty hostile squares that may hold the king in a two-sided capture
	Piercing          bool   // a pair of commanders takes a protected king
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
	NoCapture        int // full moves; 0 is off

	Warn      Warn
	WatchKing WatchKing

	// Lines is the rules of a game of another family; of the fields above it
	// then uses First only. It is never changed in place: Set replaces it.
	Lines *LineRules
}

// Places is a group of marked squares and what it means for each class.
type Places struct {
	Squares string  // "none", a named pattern, or squares; sets of camps divided by "/"
	Enter   Classes // who may end a move there, coming from outside
	Pass    Classes // who may slide across
	Hostile Classes // to whom an empty square of the group is hostile
}

// Linnaean returns the defaults of all keys: Linnaeus' rules with the attackers
// first, on no board yet.
func Linnaean() Ruleset {
	return Ruleset{
		First:             game.Attackers,
		Throne:            Places{Squares: "centre", Enter: ClassKing, Pass: AllClass, Hostile: AllClass},
		Corner:            Places{Squares: "none", Enter: ClassKing, Hostile: AllClass},
		Camp:              Places{Squares: "none"},
		CampInside:        true,
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
