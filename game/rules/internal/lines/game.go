package lines

import (
	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// hop is a leap over one square to the next one on the same line.
type hop struct{ over, to game.Square }

// kind holds the compiled properties of a kind of piece.
type kind struct {
	rules   *ruleset.PieceRules
	side    game.Side
	rank    uint8
	royal   bool
	must    bool            // must capture if it can
	steps   [][]game.Square // by square, the points one step away
	near    []core.Points   // by square, the first points of its steps and slides
	rays    [][][]game.Square
	hops    [][]hop
	overs   []core.Points // by square, the squares passed by its hops
	lands   []core.Points // by square, the target squares of its hops
	ways    [][]way       // by square
	takes   uint16        // pieces it captures by leaping over them, as bits
	friends uint16        // pieces it leaps over without capturing them
	prey    uint16        // pieces it captures by replacement
	higher  uint16        // pieces that it may ambush together with others
	becomes game.Piece    // kind to which it is promoted in its promotion region
	far     core.Points
	retreat ruleset.Retreat
	chain   ruleset.Chain
}

// Game is the compiled rules of a game.
type Game struct {
	Set  *ruleset.LineRules
	n    int // number of kinds, including the empty square
	Kind [core.KindMask + 1]kind

	noRest                core.Points
	forced, huff, retreat bool
	allMust               [game.Sides]bool // every kind of the side that can capture must do so
	leaps, friends        bool             // some kind leaps; some kind leaps over friends
	ownCorner, goalRest   [game.Sides]core.Points
	leaders               bool                    // the loss of a leader may decide the game
	calm                  bool                    // there are quiet steps
	plain                 bool                    // leaps have no side effects, see leapsPlainly
	restless              [game.Sides]core.Points // squares on which no step of a side is quiet
	fill, reach           core.Points
	several               bool // several pieces may move in one move, and ends depend on each of them
	dropIn                [core.KindMask + 1]core.Points
	prephase              game.Piece
	leads                 bool               // the side of the prephase continues with the first move
	paths                 [][]uint8          // by two squares, the distance in steps; nil without single combat
	centre                game.Square        // target of a scripted first move
	mills                 [][][2]game.Square // by square, the other two squares of its mills
	forward               [game.Sides][]int  // by square, its rank from the point of view of a side
	// by square, the squares on its rank and lower ones from the line's point of view
	upTo    []core.Points
	ranks   []core.Points // the same by rank, the line's lowest first
	Chess   *chessGame
	strides [game.Sides][]stride
	most    [game.Sides]int // maximum number of ways of a piece of a side from one square

	flagZ, huffZ [game.MaxPoints]uint64
	handZ        [core.KindMask + 1]uint64
	castleZ      [2]uint64
	begins       uint64 // hash of the start position
}

// hopsOn reports whether a kind may hop over a friend and continue in the same chain.
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
