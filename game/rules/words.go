package rules

import (
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/rules/internal/lines"
	"tafl3d/game/rules/internal/tafl"
)

// What the families say, in the names that readers of this package know.
type (
	// Illegal is a refused move, with its reason. It wraps ErrIllegal.
	Illegal = core.Illegal
	// Reason says why a move is refused.
	Reason = core.Reason
	// SetupError lists all that is wrong with a placement. It wraps ErrSetup.
	SetupError = core.SetupError
	// SetupFault is one thing that is wrong with a placement.
	SetupFault = core.SetupFault
	// Warnings is the threats that stand in a position.
	Warnings = core.Warnings
	// Calm tells which steps of one position are quiet.
	Calm = tafl.Calm
	// Area is a group of points that mean something in a game on lines.
	Area = lines.Area
	// Link says how a step hangs on the one before it in a turn.
	Link = lines.Link
	// Pending says what the side to move has to do in the turn under way.
	Pending = lines.Pending
)

// Errors of moves and placements that are refused.
var (
	ErrIllegal = core.ErrIllegal
	ErrSetup   = core.ErrSetup
)

// The reasons.
const (
	GameOver      = core.GameOver
	NothingThere  = core.NothingThere  // no piece on From
	NotYours      = core.NotYours      // the piece is the opponent's
	OffBoard      = core.OffBoard      // a square that does not exist
	NotInLine     = core.NotInLine     // To is not on a line with From
	BlockedBy     = core.BlockedBy     // a piece stands in the way, on At
	MayNotStop    = core.MayNotStop    // this piece may not stop on To
	MayNotPass    = core.MayNotPass    // this piece may not cross At
	TooFar        = core.TooFar        // further than the piece may go
	CannotLeap    = core.CannotLeap    // no leap like this
	MustGoOn      = core.MustGoOn      // in a chain only the piece on At may move
	MustCapture   = core.MustCapture   // in a chain the next step must capture
	MayNotEnd     = core.MayNotEnd     // the chain must go on
	WouldRepeat   = core.WouldRepeat   // the position has stood before
	WouldExpose   = core.WouldExpose   // the king could be taken there
	NothingBegun  = core.NothingBegun  // there is no chain to end
	MayNotRetreat = core.MayNotRetreat // this piece may not go in that direction
	RankTooHigh   = core.RankTooHigh   // the piece on At may not be taken by one of lower rank
	MustDropFirst = core.MustDropFirst // there are pieces in hand
	NotInHand     = core.NotInHand     // the piece to be dropped is not in hand
	NotThere      = core.NotThere      // nothing may be dropped there
	MustRemove    = core.MustRemove    // a man must be removed for a mill
	NotRemovable  = core.NotRemovable  // the piece on From may not be taken off
	MustAmbush    = core.MustAmbush    // the ambush of the piece on At must be completed
	NullTurn      = core.NullTurn      // the turn would lead back to where it began
	Longest       = core.Longest       // another leap takes more
	NoCastling    = core.NoCastling    // king or rook have moved, or the way is not free and safe
)

// The links.
const (
	LinkBegin    = lines.LinkBegin    // it begins the turn
	LinkAction   = lines.LinkAction   // a further action
	LinkChain    = lines.LinkChain    // the same piece leaps on
	LinkRemoval  = lines.LinkRemoval  // a removal for a mill
	LinkAmbushes = lines.LinkAmbushes // the first jump of an ambush
	LinkAmbush   = lines.LinkAmbush   // a further jump of an ambush
)

// What may be pending.
const (
	PendingNothing = lines.PendingNothing // no turn is under way
	PendingChain   = lines.PendingChain   // the piece on Chain may go on
	PendingRemoval = lines.PendingRemoval // an enemy has to be removed for a mill
	PendingAmbush  = lines.PendingAmbush  // others have to leap over the same enemy
	PendingAction  = lines.PendingAction  // there are actions left
	PendingDrop    = lines.PendingDrop    // pieces are still to be dropped
	// the turn began with a piece taken off for not capturing, or with drops before the first move
	PendingMove = lines.PendingMove
)
