package ruleset

import (
	"slices"

	"tafl3d/game"
)

// LineRules holds the rules of a game of the other families: fox and tiger games, dablot, halatafl, morris and the
// like (lines 14). Side A is game.Attackers, side B game.Defenders.
type LineRules struct {
	Board     string // a name, or lines in the format of game.Shape
	Diagonals string
	Names     [game.Sides]string
	Kinds     []PieceRules
	Flipped   bool   // side A is at the top
	NoRest    string // points on which no move may end

	Prephase   Prephase
	DropsFirst bool // only drops are legal while there are pieces in hand
	Scripted   bool // the first move goes to the centre, the reply captures if it can
	Combat     bool // the last two pieces, of equal rank, must approach each other
	Capture    Obligation
	Actions    Actions
	Mill       Mill
	Fly        int // with exactly this many men left and none in hand, men move to any free point; 0 is off
	Sweep      Who // the side whose blocked pieces are removed
	Chess      Chess
	Ends       Ends
	Draws      Draws
}

// Who is a side or none.
type Who uint8

// The sides, and neither of them.
const (
	Nobody Who = iota
	SideA
	SideB
)

// Ways is a set of directions from the point of view of a side.
type Ways uint8

// The directions.
const (
	Forward Ways = 1 << iota
	Sideways
	Backward
)

// Filter restricts the steps of a kind, in addition to direction and line class.
type Filter uint8

// The filters: no step away from the fortress, or only steps closer to it.
const (
	FilterNone Filter = iota
	FilterWeak
	FilterStrict
)

// Range is the maximum length of a step.
type Range uint8

// The ranges: to the next point, or any distance over empty points.
const (
	RangeOne Range = iota
	RangeAny
)

// Over is the set of enemies that a kind jumps over.
type Over uint8

// The values of Over.
const (
	OverNothing Over = iota
	OverEnemy
	OverRank // of equal or lower rank
)

// Retreat is the kind of backward moves by which a man forfeits its promotion.
type Retreat uint8

// The values of Retreat.
const (
	RetreatOff   Retreat = iota
	RetreatSteps         // backward steps
	RetreatAll           // backward steps and leaps
)

// PieceRules describes one kind of piece and its moves.
type PieceRules struct {
	Letter byte
	Name   string
	Side   game.Side
	Rank   int
	Royal  bool
	Setup  string // its points in the start position
	Hand   int    // number in hand at the start

	StepWays   Ways
	StepLines  game.Class
	StepRange  Range
	StepFilter Filter

	Over       Over
	LeapWays   Ways
	LeapLines  game.Class
	OverFriend bool
	Chain      Chain

	Promote   string // letter of the kind to which it is promoted at rest, "none" for no promotion
	PromoteOn string // where it is promoted, "far" for the row farthest from its side
	Retreat   Retreat

	Replaces bool // its steps capture by replacement
	Knight   bool // it also moves like a chess knight
	Pawn     bool // it moves like a chess pawn
}

// Prephase describes drops before the starting side's first move: as a move of the other side, or as the beginning of
// that first move.
type Prephase struct {
	Kind   string // letter, "none" if there is no prephase
	Count  int
	Region string
}

// Enforce is the way in which the duty to capture is enforced.
type Enforce uint8

// The values of Enforce: other moves are illegal, the piece may be removed, or not enforced.
const (
	EnforceForced Enforce = iota
	EnforceHuff
	EnforceNone
)

// Satisfied is the kind of captures that satisfy the duty to capture.
type Satisfied uint8

// The values of Satisfied.
const (
	SatisfiedSame Satisfied = iota // captures by compelled kinds
	SatisfiedAny
)

// Obligation is the duty to capture.
type Obligation struct {
	Compelled   string // letters of the compelled kinds, "none" or "all"
	SatisfiedBy Satisfied
	Enforce     Enforce
	Longest     bool // as many captures as possible
	HuffShort   bool // a piece that stops a mandatory chain early may be huffed
}

// Count is the quantity that an ambush compares.
type Count uint8

// The values of Count.
const (
	CountRanks Count = iota
	CountJumps
)

// Actions holds the rules of moves with several actions, and of ambushes.
type Actions struct {
	Number      int
	First       int // in the very first move; 0 means no difference
	NullTurn    bool
	Ambush      bool
	AmbushReuse bool
	AmbushCount Count
}

// Protect is the protection of men in mills from removal.
type Protect uint8

// The values of Protect.
const (
	ProtectUnlessAll Protect = iota
	ProtectAlways
	ProtectNever
)

// Removes is the number of men that are removed for mills.
type Removes uint8

// The values of Removes: one per move, or one for each mill that was closed.
const (
	RemoveOne Removes = iota
	RemovePerMill
)

// Mill holds the rules for lines of three and removals.
type Mill struct {
	Lines   game.Class // 0: no mills
	Removes Removes
	Protect Protect
}

// Chess holds the rules of chess for the game with a maharajah.
type Chess struct {
	Check   bool   // royal pieces may not stay under attack
	Castle  string // letters of king and rook, "none" for no castling
	Promote string // letters of the promotions of a pawn on the last row, "none" for no promotion
}

// Fill determines which pieces fill a region.
type Fill uint8

// The values of Fill.
const (
	FillOwn Fill = iota
	FillOwnImmobile
	FillAny
)

// Result is the consequence of an end for the side that causes it.
type Result uint8

// The values of Result, for passing the line.
const (
	ResultOff Result = iota
	ResultWin
	ResultDraw
)

// Ends holds the ends of a game other than draws.
type Ends struct {
	OwnCorner   [game.Sides]string // region where a side loses if its piece comes to rest
	GoalRest    [game.Sides]string // region where a side wins if its piece comes to rest
	GoalFill    Who
	GoalRegion  string
	GoalCounts  Fill
	RoyalLost   bool
	BareLeader  bool
	MinPieces   [game.Sides]int // minimum number of pieces of a side, including those in hand; 0 is off
	Behind      Result          // the runner has passed every piece of the line
	Runner      Who             // the side to which Behind, ReachRow and FoxPassed apply
	FoxHome     bool            // the runner wins on the first row of the line's side
	ReachRow    int             // rank that the runner must reach; 0 is off
	FoxPassed   bool            // the runner wins when no piece is on a lower rank
	NoMove      [game.Sides]NoMove
	LoneLeaders bool // a draw if both sides have only a royal piece
}

// Loses is the side that loses by repetition.
type Loses uint8

// The values of Loses.
const (
	LosesNobody Loses = iota
	LosesA
	LosesB
	LosesMover
)

// Draws holds the ends of a game without a winner.
type Draws struct {
	Repetition int // number of occurrences; 0 is off
	Loss       Loses
	Superko    bool // once all pieces are dropped, no earlier position may be repeated
	Quiet      int  // moves without capture, drop, removal or promotion; 0 is off
}

// LineGame returns the defaults of the other families, without board and pieces.
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

// newPiece returns a kind with the default rules: it steps in all directions and does not jump. Capital letters
// belong to side A.
func newPiece(letter byte) PieceRules {
	k := PieceRules{Letter: letter, Name: string(letter), Rank: 1, Setup: "none",
		StepWays: Forward | Sideways | Backward, StepLines: game.Main | game.Diagonal,
		LeapWays: Forward | Sideways | Backward, LeapLines: game.Main | game.Diagonal, Promote: "none",
		PromoteOn: "far"}
	if letter >= 'a' {
		k.Side = game.Defenders
	}
	return k
}

// Is reports whether w is s.
func (w Who) Is(s game.Side) bool { return w == Who(s)+1 }

// Clone returns a deep copy.
func (l *LineRules) Clone() *LineRules {
	c := *l
	c.Kinds = slices.Clone(l.Kinds)
	return &c
}

// KindOf returns the index of the kind with a letter, -1 if there is none.
func (l *LineRules) KindOf(letter byte) int {
	return slices.IndexFunc(l.Kinds, func(k PieceRules) bool { return k.Letter == letter })
}

const maxKinds = 14

var lineToggles = []*Toggle{
	lineText("sides.A", "Sides", "The name of side A.", "a word", func(l *LineRules) *string { return &l.Names[0] },
		checkName),
	lineText("sides.B", "Sides", "The name of side B.", "a word", func(l *LineRules) *string { return &l.Names[1] },
		checkName),
	lineFlag("sides.flipped", "Sides", "Side A starts at the top of the board.",
		func(l *LineRules) *bool { return &l.Flipped }),
	lineText("prephase", "Start", "The kind of piece that is dropped before the first move.",
		"none or the letter of a kind", func(l *LineRules) *string { return &l.Prephase.Kind },
		nil).choose(func(s *Ruleset) []string { return kindChoices(s, anyKind) }),
	lineNumber("prephase.count", "Start", "How many are dropped before the first move.", 1,
		func(l *LineRules) *int { return &l.Prephase.Count }),
	pointsText("prephase.region", "Start", "Where they may be dropped.",
		func(l *LineRules) *string { return &l.Prephase.Region }),
	lineFlag("mustDropFirst", "Start", "Pieces in hand must be dropped before any other move.",
		func(l *LineRules) *bool { return &l.DropsFirst }),
	lineFlag("scriptedOpening", "Start", "The first move goes to the centre, and the reply must capture if it can.",
		func(l *LineRules) *bool { return &l.Scripted }),
	pointsText("noRest", "Board", "Points on which no move may end.", func(l *LineRules) *string { return &l.NoRest }),
	compelled(),
	lineWords("capture.satisfiedBy", "Capture", "Which pieces may make a required capture.",
		func(l *LineRules) *Satisfied { return &l.Capture.SatisfiedBy }, "same", "any"),
	lineWords("capture.enforce", "Capture", "Whether other moves are illegal, or the piece may be removed.",
		func(l *LineRules) *Enforce { return &l.Capture.Enforce }, "forced", "huff", "none"),
	lineFlag("capture.longest", "Capture", "As many pieces as possible must be captured.",
		func(l *LineRules) *bool { return &l.Capture.Longest }),
	lineFlag("capture.huffShort", "Capture", "A piece that stops a chain early may be huffed, too.",
		func(l *LineRules) *bool { return &l.Capture.HuffShort }),
	lineNumber("turn.actions", "Move rules", "How many steps or leaps a move may have.", 1,
		func(l *LineRules) *int { return &l.Actions.Number }),
	lineNumber("turn.firstTurnActions", "Move rules", "How many the very first move may have.", 0,
		func(l *LineRules) *int { return &l.Actions.First }),
	lineFlag("turn.allowNullTurn", "Move rules", "A move of several steps may return to the position it began from.",
		func(l *LineRules) *bool { return &l.Actions.NullTurn }),
	lineFlag("turn.ambush", "Move rules", "Several lower-ranking pieces may capture a higher-ranking one together.",
		func(l *LineRules) *bool { return &l.Actions.Ambush }),
	lineFlag("turn.ambushReuse", "Move rules", "In an ambush one piece may leap more than once.",
		func(l *LineRules) *bool { return &l.Actions.AmbushReuse }),
	lineWords("turn.ambushCount", "Move rules", "Whether an ambush counts ranks or leaps.",
		func(l *LineRules) *Count { return &l.Actions.AmbushCount }, "ranks", "jumps"),
	letterSet("mill", "Mills", "Lines of three on which a side's men make a mill.", game.ClassLetters,
		func(l *LineRules) *game.Class { return &l.Mill.Lines }).also("off", "").also("none", ""),
	lineWords("mill.removePerTurn", "Mills", "Whether two mills at once remove one man or two.",
		func(l *LineRules) *Removes { return &l.Mill.Removes }, "1", "perMill"),
	lineWords("mill.protectMills", "Mills", "Whether men in a mill may be removed.",
		func(l *LineRules) *Protect { return &l.Mill.Protect }, "unlessAll", "always", "never"),
	lineNumber("fly", "Mills", "With exactly this many men left, they may move anywhere; 0 is off.", 0,
		func(l *LineRules) *int { return &l.Fly }),
	lineWords("sweep", "Capture", "The side whose pieces are removed when they cannot move.",
		func(l *LineRules) *Who { return &l.Sweep }, whoWords...),
	lineFlag("check", "Chess", "A royal piece may not be left in check.",
		func(l *LineRules) *bool { return &l.Chess.Check }),
	lineText("castle", "Chess", "The letters of the king and the rook that castle.", "none or two letters",
		func(l *LineRules) *string { return &l.Chess.Castle }, nil).choose(castleChoices),
	lineText("promotion", "Chess", "The letters of the pieces a pawn may become.", "none or letters",
		func(l *LineRules) *string { return &l.Chess.Promote },
		nil).choose(pawnChoices).also("on", "q r b n").also("off", "none"),
}

var lineEnds = []*Toggle{
	pointsText("ownCorner.A", "Ends", "A loses when one of its pieces stops on these points.",
		func(l *LineRules) *string { return &l.Ends.OwnCorner[0] }),
	pointsText("ownCorner.B", "Ends", "B loses when one of its pieces stops on these points.",
		func(l *LineRules) *string { return &l.Ends.OwnCorner[1] }),
	pointsText("goalRest.A", "Ends", "A wins when one of its pieces stops on these points.",
		func(l *LineRules) *string { return &l.Ends.GoalRest[0] }),
	pointsText("goalRest.B", "Ends", "B wins when one of its pieces stops on these points.",
		func(l *LineRules) *string { return &l.Ends.GoalRest[1] }),
	lineWords("goalFill", "Ends", "The side that wins by filling a region.",
		func(l *LineRules) *Who { return &l.Ends.GoalFill },
		whoWords...),
	pointsText("goalFill.region", "Ends", "The region to fill.",
		func(l *LineRules) *string { return &l.Ends.GoalRegion }),
	lineWords("goalFill.counts", "Ends", "Pieces that fill it: its own, its own and blocked enemies, or any.",
		func(l *LineRules) *Fill { return &l.Ends.GoalCounts }, "own", "own+immobile", "any"),
	lineFlag("royalLost", "Ends", "A side with no leader left loses.",
		func(l *LineRules) *bool { return &l.Ends.RoyalLost }),
	lineFlag("bareLeader", "Ends", "A side with only its leader left loses.",
		func(l *LineRules) *bool { return &l.Ends.BareLeader }),
	lineFlag("loneLeaders", "Ends", "Draw when both sides have only their leaders left.",
		func(l *LineRules) *bool { return &l.Ends.LoneLeaders }),
	lineFlag("singleCombat", "Ends",
		"The last two pieces, if equal in rank and not leaders, must capture or move closer together.",
		func(l *LineRules) *bool { return &l.Combat }),
	lineNumber("minPieces.A", "Ends", "A loses with fewer pieces than this, counting those in hand; 0 is off.", 0,
		func(l *LineRules) *int { return &l.Ends.MinPieces[0] }),
	lineNumber("minPieces.B", "Ends", "B loses with fewer pieces than this, counting those in hand; 0 is off.", 0,
		func(l *LineRules) *int { return &l.Ends.MinPieces[1] }),
	lineWords("behind.result", "Ends", "The result when the runner has passed the whole line.",
		func(l *LineRules) *Result { return &l.Ends.Behind }, "off", "win", "draw"),
	lineWords("behind.runner", "Ends", "The side that is the runner.",
		func(l *LineRules) *Who { return &l.Ends.Runner },
		whoWords...),
	lineFlag("foxHome", "Ends", "The runner wins on the first row of the line's side.",
		func(l *LineRules) *bool { return &l.Ends.FoxHome }),
	lineNumber("reachRow.rank", "Ends", "The runner wins on this rank; 0 is off.", 0,
		func(l *LineRules) *int { return &l.Ends.ReachRow }),
	lineFlag("foxPassed", "Ends", "The runner wins when no piece of the line is on a rank ahead of it.",
		func(l *LineRules) *bool { return &l.Ends.FoxPassed }),
	lineWords("noMove.A", "Ends", "What happens if A cannot move.",
		func(l *LineRules) *NoMove { return &l.Ends.NoMove[0] }, "lose", "draw").also("loses", "lose"),
	lineWords("noMove.B", "Ends", "What happens if B cannot move.",
		func(l *LineRules) *NoMove { return &l.Ends.NoMove[1] }, "lose", "draw").also("loses", "lose"),
	lineNumber("repetition", "Ends", "How many times a position must occur to end the game; 0 is off.", 0,
		func(l *LineRules) *int { return &l.Draws.Repetition }),
	lineWords("repetitionLoss", "Ends", "The side that loses by repetition; none is a draw.",
		func(l *LineRules) *Loses { return &l.Draws.Loss }, "none", "A", "B", "mover"),
	lineFlag("superko.afterHandEmpty", "Ends", "Once all pieces are dropped, no earlier position may be repeated.",
		func(l *LineRules) *bool { return &l.Draws.Superko }),
	lineNumber("quiet", "Ends", "Draw after this many moves without a capture, drop, removal or promotion; 0 is off.",
		0,
		func(l *LineRules) *int { return &l.Draws.Quiet }),
}
