package wire

import "tafl3d/game"

// Position is the state of a game for programs without rules: what to show and which moves are legal.
//
// If Hello requested Brief, Legal replaces Moves: steps separated by a space, each as from, to, op and piece with "-"
// between: "a4-a2 -k11-drop-t c3--end". A step without op is an ordinary step; empty fields at the end are left out.
type Position struct {
	Seq    uint64           `json:"seq"` // of the newest entry that is included
	Ply    int              `json:"ply"` // moves played
	Turn   Side             `json:"turn"`
	Pieces string           `json:"pieces"`          // a letter for each square, "." for an empty one
	Hand   map[string]int   `json:"hand,omitempty"`  // pieces not yet on the board, by letter
	Last   []Move           `json:"last,omitempty"`  // newest steps: of the current move, else of the last one
	Text   string           `json:"text,omitempty"`  // last move in notation
	Moves  []Move           `json:"moves,omitempty"` // legal steps, for the player whose turn it is
	Legal  string           `json:"legal,omitempty"` // the same as text
	Left   [game.Sides]Time `json:"left"`            // on the clocks; zero without clocks
	Runs   Side             `json:"runs,omitempty"`  // side whose clock runs
	At     Time             `json:"at"`              // game time of Left
	Paused bool             `json:"paused,omitempty"`
	Offer  Side             `json:"offer,omitempty"` // side that offers a draw
	Ask    Kind             `json:"ask,omitempty"`   // open request: takeback, pause or resume
	AskBy  Side             `json:"ask_by,omitempty"`
	Plies  int              `json:"plies,omitempty"` // of takeback
	Claim  Side             `json:"claim,omitempty"` // side that claims an end that the rules leave to the players
	May    bool             `json:"may,omitempty"`   // a repetition that must be settled before the next move
	// sides that may claim: the repetition if May is set, else a blockade
	MayClaim []Side `json:"may_claim,omitempty"`
	Waived   Side   `json:"waived,omitempty"` // side that accepts a draw by repetition
	Over     bool   `json:"over,omitempty"`
	Result   string `json:"result,omitempty"` // attackers, defenders or draw; empty if aborted
	Cause    string `json:"cause,omitempty"`
}
