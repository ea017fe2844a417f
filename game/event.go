package game

// Means is the way in which a piece was captured.
type Means uint8

// The means of capture, in the order of docs/rules/tafl.md, section 6.
const (
	ByLeap           Means = iota + 1 // C1
	ByCustody                         // C2
	ByShieldwall                      // C3
	ByLinnaeus                        // C4, rule 10
	ByImmobilisation                  // C5
	ByEnclosure                       // C6, the king surrounded on four sides
	ByCommander                       // C6, the king between commanders
	ByGroup                           // C7
	ByStrictCustody                   // C8, the piece that moved
	ByJump                            // jumped over along a line
	ByPlace                           // replaced by the capturing piece
	ByMill                            // removed for a mill
	ByHuff                            // removed because it did not capture
	ByAmbush                          // jumped over by several pieces together
	BySweep                           // removed because it was blocked
)

// Event is one visible change of the game. Events are reported in the order they happen.
type Event interface{ event() }

type (
	// Moved reports that a piece moved. A dropped piece comes from NoSquare; when a drop is undone, the piece goes to
	// NoSquare.
	Moved struct {
		Piece    Piece
		Op       Op
		From, To Square
	}
	// Captured reports that the piece on At was captured.
	Captured struct {
		Piece Piece
		At    Square
		By    Means
	}
	// Promoted reports that the piece on At changed its kind.
	Promoted struct {
		From, To Piece
		At       Square
	}
	// Restored reports that a captured piece returned because a move was undone.
	Restored struct {
		Piece Piece
		At    Square
	}
	// Turned reports the side whose turn begins.
	Turned struct{ Side Side }
	// Ended reports the outcome of the game.
	Ended struct{ Outcome Outcome }
)

func (Moved) event()    {}
func (Captured) event() {}
func (Promoted) event() {}
func (Restored) event() {}
func (Turned) event()   {}
func (Ended) event()    {}
