package game

// Means is what took a piece.
type Means uint8

// The means of capture, in the order of docs/rules/tafl.md, 6.
const (
	ByLeap           Means = iota + 1 // C1
	ByCustody                         // C2
	ByShieldwall                      // C3
	ByLinnaeus                        // C4, rule 10
	ByImmobilisation                  // C5
	ByEnclosure                       // C6, the king on four sides
	ByCommander                       // C6, the king between commanders
	ByGroup                           // C7
	ByStrictCustody                   // C8, the piece that moved
	ByJump                            // leapt over along a line
	ByPlace                           // another piece came to stand in its place
	ByMill                            // removed for a mill
	ByHuff                            // removed because it did not capture
	ByAmbush                          // leapt over by several pieces together
	BySweep                           // removed because it could not move
)

// Event is one visible change, in the order it happened.
type Event interface{ event() }

type (
	// Moved says that a piece went from one square to another. A piece that
	// is dropped comes from NoSquare; one whose drop is undone goes there.
	Moved struct {
		Piece    Piece
		Op       Op
		From, To Square
	}
	// Captured says that a piece was taken off At.
	Captured struct {
		Piece Piece
		At    Square
		By    Means
	}
	// Promoted says that the piece on At became another.
	Promoted struct {
		From, To Piece
		At       Square
	}
	// Restored says that a taken piece came back when a move was undone.
	Restored struct {
		Piece Piece
		At    Square
	}
	// Turned says whose turn begins.
	Turned struct{ Side Side }
	// Ended says how the game ended.
	Ended struct{ Outcome Outcome }
)

func (Moved) event()    {}
func (Captured) event() {}
func (Promoted) event() {}
func (Restored) event() {}
func (Turned) event()   {}
func (Ended) event()    {}
