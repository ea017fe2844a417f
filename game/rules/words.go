package rules

import (
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/rules/internal/lines"
	"tafl3d/game/rules/internal/tafl"
)

// Types of the families, under the names of this package.
type (
	// Illegal is the error of an illegal move with its reason. It wraps ErrIllegal.
	Illegal = core.Illegal
	// Reason is the reason why a move is illegal.
	Reason = core.Reason
	// SetupError lists all faults of a placement. It wraps ErrSetup.
	SetupError = core.SetupError
	// SetupFault is one fault of a placement.
	SetupFault = core.SetupFault
	// Warnings holds the threats in a position.
	Warnings = core.Warnings
	// Calm identifies the quiet steps of a position.
	Calm = tafl.Calm
	// Area is a group of points with a special role in a game on lines.
	Area = lines.Area
	// Link is the relation of a step to the previous one in the same move.
	Link = lines.Link
	// Pending is what the side to move must do next in the current move.
	Pending = lines.Pending
)

// Errors of refused moves and placements.
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
	BlockedBy     = core.BlockedBy     // another piece blocks the way, on At
	MayNotStop    = core.MayNotStop    // this piece may not stop on To
	MayNotPass    = core.MayNotPass    // this piece may not cross At
	TooFar        = core.TooFar        // farther than the piece may move
	CannotLeap    = core.CannotLeap    // not a possible leap
	MustGoOn      = core.MustGoOn      // in a chain only the piece on At may move
	MustCapture   = core.MustCapture   // in a chain the next step must capture
	MayNotEnd     = core.MayNotEnd     // the chain must go on
	WouldRepeat   = core.WouldRepeat   // the position has occurred before
	WouldExpose   = core.WouldExpose   // the king could be captured there
	NothingBegun  = core.NothingBegun  // there is no chain to end
	MayNotRetreat = core.MayNotRetreat // this piece may not move in that direction
	RankTooHigh   = core.RankTooHigh   // the piece on At may not be captured by one of lower rank
	MustDropFirst = core.MustDropFirst // there are still pieces in hand
	NotInHand     = core.NotInHand     // the piece to be dropped is not in hand
	NotThere      = core.NotThere      // no piece may be dropped there
	MustRemove    = core.MustRemove    // a man must be removed for a mill
	NotRemovable  = core.NotRemovable  // the piece on From may not be removed
	MustAmbush    = core.MustAmbush    // the ambush of the piece on At must be completed
	NullTurn      = core.NullTurn      // the move would lead back to the position at its start
	Longest       = core.Longest       // another leap captures more
	NoCastling    = core.NoCastling    // king or rook have moved, or the squares between them are not empty and safe
)

// The links.
const (
	LinkBegin    = lines.LinkBegin    // begins the move
	LinkAction   = lines.LinkAction   // another action
	LinkChain    = lines.LinkChain    // the same piece continues leaping
	LinkRemoval  = lines.LinkRemoval  // a removal for a mill
	LinkAmbushes = lines.LinkAmbushes // the first jump of an ambush
	LinkAmbush   = lines.LinkAmbush   // a further jump of an ambush
)

// The values of Pending.
const (
	PendingNothing = lines.PendingNothing // no move has begun
	PendingChain   = lines.PendingChain   // the piece on Chain may continue
	PendingRemoval = lines.PendingRemoval // an enemy must be removed for a mill
	PendingAmbush  = lines.PendingAmbush  // other pieces must leap over the same enemy
	PendingAction  = lines.PendingAction  // there are actions left
	PendingDrop    = lines.PendingDrop    // pieces must still be dropped
	// the move began with a piece removed for not capturing, or with drops before the first move
	PendingMove = lines.PendingMove
)
