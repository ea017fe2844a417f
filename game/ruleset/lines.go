package ruleset

import (
	"slices"

	"tafl3d/game"
)

// LineRules is the rules of a game of the other families as data: fox and
// tiger games, dablot, halatafl, morris and the like (lines 14).
// Side A is game.Attackers, side B game.Defenders.
type LineRules struct {
	Board     string // a name or lines, as game.Shape takes them
	Diagonals string
	Names     [game.Sides]string
	Kinds     []PieceRules
	Flipped   bool   // side A sits at the top
	NoRest    string // points on which no turn may end

	Prephase   Prephase
	DropsFirst bool // while there are pieces in hand nothing but drops is legal
	Scripted   bool // the first turn enters the centre, the reply takes if it can
	Combat     bool // the last two pieces, equals, must go for each other
	Capture    Obligation
	Actions    Actions
	Mill       Mill
	Fly        int // with exactly so many men left and none in hand they go anywhere; 0 is off
	Sweep      Who // whose pieces are taken off when they cannot move
	Chess      Chess
	Ends       Ends
	Draws      Draws
}

// Who names a side or none.
type Who uint8

// The sides, and neither of them.
const (
	Nobody Who = iota
	SideA
	SideB
)

// Ways is a set of directions as seen by a side.
type Ways uint8

// The directions.
const (
	Forward Ways = 1 << iota
	Sideways
	Backward
)

// Filter limits the steps of a kind beyond direction and line.
type Filter uint8

// The filters: no step farther from the fortress, or only steps nearer to it.
const (
	FilterNone Filter = iota
	FilterWeak
	FilterStrict
)

// Range says how far a step goes.
type Range uint8

// The ranges: to the next point, or any distance over empty points.
const (
	RangeOne Range = iota
	RangeAny
)

// Over says which enemies a kind leaps over.
type Over uint8

// The victims of leaps.
const (
	OverNothing Over = iota
	OverEnemy
	OverRank // of equal or lower rank
)

// Retreat says what spoils a man for promotion.
type Retreat uint8

// The ways to be spoiled.
const (
	RetreatOff   Retreat = iota
	RetreatSteps         // backward steps
	RetreatAll           // backward steps and leaps
)

// PieceRules is one kind of piece: what it is and how it goes.
type PieceRules struct {
	Letter byte
	Name   string
	Side   game.Side
	Rank   int
	Royal  bool
	Setup  string // its points at the start
	Hand   int    // how many are in hand at the start

	StepWays   Ways
	StepLines  game.Class
	StepRange  Range
	StepFilter Filter

	Over       Over
	LeapWays   Ways
	LeapLines  game.Class
	OverFriend bool
	Chain      Chain

	Promote   string // letter of the kind it becomes at rest, "none" if it stays
	PromoteOn string // where, "far" for the row farthest from its side
	Retreat   Retreat

	Replaces bool // its steps take an enemy by standing in his place
	Knight   bool // it also goes as a chess knight
	Pawn     bool // it goes as a chess pawn
}

// Prephase is drops before the side to begin makes its first move: a turn of
// the other side, or the beginning of that first turn.
type Prephase struct {
	Kind   string // letter, "none" if there is no such turn
	Count  int
	Region string
}

// Enforce says how the duty to capture is enforced.
type Enforce uint8

// The enforcements: other moves are illegal, the piece may be taken off, none.
const (
	EnforceForced Enforce = iota
	EnforceHuff
	EnforceNone
)

// Satisfied says whose capture fulfils the duty.
type Satisfied uint8

// The captures that fulfil a duty.
const (
	SatisfiedSame Satisfied = iota // those of compelled kinds
	SatisfiedAny
)

// Obligation is the duty to capture.
type Obligation struct {
	Compelled   string // letters of the kinds that must, "none" or "all"
	SatisfiedBy Satisfied
	Enforce     Enforce
	Longest     bool // as many as possible
	HuffShort   bool // a mandatory chain that was stopped early may be huffed
}

// Count says what an ambush adds up.
type Count uint8

// The sums of an ambush.
const (
	CountRanks Count = iota
	CountJumps
)

// Actions is turns of several actions, and ambushes.
type Actions struct {
	Number      int
	First       int // of the very first turn; 0 is the same
	NullTurn    bool
	Ambush      bool
	AmbushReuse bool
	AmbushCount Count
}

// Protect says which men in a mill may be removed.
type Protect uint8

// The protections of mills.
const (
	ProtectUnlessAll Protect = iota
	ProtectAlways
	ProtectNever
)

// Removes says how many men a turn removes.
type Removes uint8

// The removals: one a turn, or one for every mill that was closed.
const (
	RemoveOne Removes = iota
	RemovePerMill
)

// Mill is the removal of men for lines of three.
type Mill struct {
	Lines   game.Class // 0: there are no mills
	Removes Removes
	Protect Protect
}

// Chess is what the game with a maharajah has of chess.
type Chess struct {
	Check   bool   // royal pieces may not stay under attack
	Castle  string // letters of king and rook, "none" if there is no castling
	Promote string // letters that a pawn may become on the last row, "none" if it stays
}

// Fill says which pieces fill a region.
type Fill uint8

// The fillings.
const (
	FillOwn Fill = iota
	FillOwnImmobile
	FillAny
)

// Result says what an end means for those who bring it about.
type Result uint8

// The results of passing the line.
const (
	ResultOff Result = iota
	ResultWin
	ResultDraw
)

// Ends is the ends of a game but draws.
type Ends struct {
	OwnCorner   [game.Sides]string // where a side loses when it comes to rest
	GoalRest    [game.Sides]string // where it wins
	GoalFill    Who
	GoalRegion  string
	GoalCounts  Fill
	RoyalLost   bool
	BareLeader  bool
	MinPieces   [game.Sides]int // the least a side must have, hand included
	Behind      Result          // the runner has passed every piece of the line
	Runner      Who             // of Behind, ReachRow, Passed
	FoxHome     bool            // the runner wins on the line's first row
	ReachRow    int             // rank that the runner must reach, 0 is off
	FoxPassed   bool            // the runner wins when no piece is on a lower rank
	NoMove      [game.Sides]NoMove
	LoneLeaders bool // a draw when both have only a royal piece
}

// Loses says who loses by repetition.
type Loses uint8

// The losers of a repetition.
const (
	LosesNobody Loses = iota
	LosesA
	LosesB
	LosesMover
)

// Draws is what ends a game without a winner.
type Draws struct {
	Repetition int // occurrences, 0 is off
	Loss       Loses
	Superko    bool // earlier positions may not come back once all is dropped
	Quiet      int  // turns without capture, drop, removal or promotion; 0 is off
}

// LineGame returns the defaults of the other families, without board or
// pieces yet.
func LineGame() Ruleset {
	return Ruleset{First: game.Attackers, Lines: &LineRules{
		Diagonals:  "alternating",
		Names:      [game.Sides]string{"A", "B"},
		NoRest:     "none",
		DropsFirst: true,
		Prephase:   Prephase{Kind: "none", Count: 1, Region: "all"},
		Capture:    Obligation{Compelled: "none"},
		Actions:    Actions{Number: 1},
		Chess:      Chess{Castle: "none", Promote: "none"},
		Ends: Ends{OwnCorner: [game.Sides]string{"none", "none"}, GoalRest: [game.Sides]string{"none", "none"},
			GoalRegion: "paddock", Runner: SideB},
		Draws: Draws{Repetition: 3, Quiet: 100},
	}}
}

// newPiece returns a kind with the defaults: it steps everywhere and does not
// leap. Capital letters belong to side A.
func newPiece(letter byte) PieceRules {
	k := PieceRules{Letter: letter, Name: string(letter), Rank: 1, Setup: "none", StepWays: Forward | Sideways | Backward, StepLines: game.Main | game.Diagonal,
		LeapWays: Forward | Sideways | Backward, LeapLines: game.Main | game.Diagonal, Promote: "none", PromoteOn: "far"}
	if letter >= 'a' {
		k.Side = game.Defenders
	}
	return k
}

// Is reports whether w names s.
func (w Who) Is(s game.Side) bool { return w == Who(s)+1 }

// Clone returns a copy that shares nothing.
func (l *LineRules) Clone() *LineRules {
	c := *l
	c.Kinds = slices.Clone(l.Kinds)
	return &c
}

// KindOf returns the index of a letter, -1 if there is none.
func (l *LineRules) KindOf(letter byte) int {
	return slices.IndexFunc(l.Kinds, func(k PieceRules) bool { return k.Letter == letter })
}

const maxKinds = 14
