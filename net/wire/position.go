package wire

import "tafl3d/game"

// Position is a game as it stands, for programs that know no rules: what a page shows and
// what may be played there.
//
// To who asked for it in its Hello the legal steps are told by Legal instead of Moves: each as from, to, op and piece
// with
// "-" between, and a space between steps: "a4-a2 -k11-drop-t c3--end". No op is a step; what is empty at the end is
// left
// out.
type Position struct {
	Seq    uint64           `json:"seq"` // of the newest entry that it counts
	Ply    int              `json:"ply"` // turns played
	Turn   Side             `json:"turn"`
	Pieces string           `json:"pieces"`          // a letter for each square, "." where nothing stands
	Hand   map[string]int   `json:"hand,omitempty"`  // how many of a kind, by its letter, are not yet on the board
	Last   []Move           `json:"last,omitempty"`  // the newest steps: of the turn under way, else of the last turn
	Text   string           `json:"text,omitempty"`  // the last turn, in notation
	Moves  []Move           `json:"moves,omitempty"` // the legal steps, told to the player whose turn it is
	Legal  string           `json:"legal,omitempty"` // what Moves are, in short
	Left   [game.Sides]Time `json:"left"`            // on the clocks, all zero without clocks
	Runs   Side             `json:"runs,omitempty"`  // whose clock runs
	At     Time             `json:"at"`              // game time of Left
	Paused bool             `json:"paused,omitempty"`
	Offer  Side             `json:"offer,omitempty"` // who offers a draw
	Ask    Kind             `json:"ask,omitempty"`   // open question: takeback, pause or resume
	AskBy  Side             `json:"ask_by,omitempty"`
	Plies  int              `json:"plies,omitempty"` // that are asked back
	Claim  Side             `json:"claim,omitempty"` // who claims an end that the rules leave to the players
	May    bool             `json:"may,omitempty"`   // a repetition: nobody moves before both have settled it
	// who may claim: the repetition where May is set, else a blockade
	MayClaim []Side `json:"may_claim,omitempty"`
	Waived   Side   `json:"waived,omitempty"` // who lets the repetition be a draw
	Over     bool   `json:"over,omitempty"`
	Result   string `json:"result,omitempty"` // attackers, defenders or draw; empty if broken off
	Cause    string `json:"cause,omitempty"`
}
