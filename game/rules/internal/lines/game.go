package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// hop is a leap: over one square to the next of the same line.
type hop struct{ over, to game.Square }

// kind is what the engine asks of a kind of piece.
type kind struct {
	rules   *ruleset.PieceRules
	side    game.Side
	rank    uint8
	royal   bool
	must    bool            // is compelled to capture
	steps   [][]game.Square // by square, the points a step away
	near    []core.Points   // by square, where a step or slide begins
	rays    [][][]game.Square
	hops    [][]hop
	overs   []core.Points // by square, those that the hops pass
	lands   []core.Points // by square, those that the hops lead to
	ways    [][]way       // by square
	takes   uint16        // pieces it leaps over and takes, a bit each
	friends uint16        // pieces it leaps over that stay
	prey    uint16        // pieces it takes by standing in their place
	higher  uint16        // pieces that it may ambush with others
	becomes game.Piece    // on its promotion region
	far     core.Points
	retreat ruleset.Retreat
	chain   ruleset.Chain
}

// Game is the compiled rules of a game.
type Game struct {
	Set  *ruleset.LineRules
	n    int // kinds, the empty square included
	Kind [core.KindMask + 1]kind

	noRest                core.Points
	forced, huff, retreat bool
	allMust               [game.Sides]bool // every kind of the side that captures is compelled to
	leaps, friends        bool             // someone leaps; someone leaps over friends
	ownCorner, goalRest   [game.Sides]core.Points
	leaders               bool                    // the loss of a leader may decide
	calm                  bool                    // there are quiet steps
	plain                 bool                    // and plain leaps
	restless              [game.Sides]core.Points // where no step of a side is quiet
	fill, reach           core.Points
	several               bool // several pieces may move in a turn, and ends look at each that has moved
	dropIn                [core.KindMask + 1]core.Points
	prephase              game.Piece
	leads                 bool               // the side that drops them goes on with the first move
	paths                 [][]uint8          // by two squares, the steps that part them; nil without single combat
	centre                game.Square        // onto which a scripted first turn steps
	mills                 [][][2]game.Square // by square, the two others of its mills
	forward               [game.Sides][]int  // rank as seen by a side, by square
	upTo                  []core.Points      // by square, those the line sees on its rank or a lower one
	ranks                 []core.Points      // the same by rank, the line's lowest first
	Chess                 *chessGame
	strides               [game.Sides][]stride
	most                  [game.Sides]int // ways of a piece of a side from one square

	flagZ, huffZ [game.MaxPoints]uint64
	handZ        [core.KindMask + 1]uint64
	castleZ      [2]uint64
	begins       uint64 // hash of the start
}

// hopsOn reports whether a kind may hop over a friend and go on in the same
// chain.
func (g *Game) hopsOn(k *kind) bool {
	return k.friends != 0 && k.chain != ruleset.ChainOff && g.Set.Actions.Number == 1
}

// over returns the square that a leap passes.
func (k *kind) over(m game.Move) game.Square {
	for _, h := range k.hops[m.From] {
		if h.to == m.To {
			return h.over
		}
	}
	return game.NoSquare
}
