package wire

import (
	"cmp"
	"fmt"
	"time"

	"tafl3d/game"
)

// Time is game time in microseconds since 1970: the time of day less all time in which the service could not
// acknowledge acts. It does not advance while the service is down, so no clock runs then.
type Time int64

// At returns t as a Time.
func At(t time.Time) Time { return Time(t.UnixMicro()) }

// Time returns t as a time of day.
func (t Time) Time() time.Time { return time.UnixMicro(int64(t)) }

// Side is a side of a game, or the service itself.
type Side string

// Values of Side.
const (
	Attackers Side = "attackers"
	Defenders Side = "defenders"
	Service   Side = "service"
)

// SideOf returns the Side of s.
func SideOf(s game.Side) Side { return Side(s.String()) }

// Side returns the side of the board; ok is false for the service.
func (s Side) Side() (game.Side, bool) {
	switch s {
	case Attackers:
		return game.Attackers, true
	case Defenders:
		return game.Defenders, true
	}
	return game.Attackers, false
}

// Player is a person or bot with an account, a guest, or a player on the local network.
type Player struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Rating      int    `json:"rating,omitempty"`
	Provisional bool   `json:"provisional,omitempty"`
	Bot         bool   `json:"bot,omitempty"`
	Level       int    `json:"level,omitempty"` // level of a bot, as its owner states it
}

// Called returns the name, or the id of an account without a name.
func (p Player) Called() string { return cmp.Or(p.Name, p.ID) }

// Spec is what is settled before a game begins. It never changes.
type Spec struct {
	Game    string `json:"game"`    // id
	Variant string `json:"variant"` // id in the catalogue, or a name for Rules
	// rules as a variant file; empty: Variant is in the catalogue
	Rules  string             `json:"rules,omitempty"`
	Start  string             `json:"start,omitempty"` // position text; empty: the start of the variant
	Clock  string             `json:"clock"`           // in the form of match.ParseControl
	Rated  bool               `json:"rated,omitempty"`
	Seats  [game.Sides]Player `json:"seats"`            // attackers, defenders
	Delay  int                `json:"delay,omitempty"`  // delay of spectators in seconds
	Event  string             `json:"event,omitempty"`  // id of the tournament
	Double bool               `json:"double,omitempty"` // a match of two games, the second with sides swapped
	First  string             `json:"first,omitempty"`  // in the second game: id of the first
}

// Seat returns the side of the player with an id; ok is false for anyone else.
func (s Spec) Seat(id string) (Side, bool) {
	for side, p := range s.Seats {
		if p.ID == id && id != "" {
			return SideOf(game.Side(side)), true
		}
	}
	return "", false
}

// Leg returns which game of a match of two this is: 1, 2, or 0 outside a match.
func (s Spec) Leg() int {
	switch {
	case !s.Double:
		return 0
	case s.First == "":
		return 1
	}
	return 2
}

// Move is one step of a move.
type Move struct {
	Op    string `json:"op,omitempty"`    // step (or nothing), leap, drop, remove, castle, end
	Piece string `json:"piece,omitempty"` // letter of the dropped piece
	From  string `json:"from,omitempty"`
	To    string `json:"to,omitempty"`
}

// Kind is the kind of an act.
type Kind string

// Kinds of acts. Accept and Decline name in Of the kind that they answer.
const (
	Open     Kind = "open"     // by the service: the first entry, with the Spec
	Play     Kind = "play"     // steps of a move
	Resign   Kind = "resign"   //
	Abort    Kind = "abort"    // end the game without a result, before both sides have moved
	Draw     Kind = "draw"     // offer a draw
	Takeback Kind = "takeback" // ask to take Plies moves back
	Pause    Kind = "pause"    // ask to stop the clocks
	Resume   Kind = "resume"   // ask to end the pause
	Accept   Kind = "accept"   // accept a request of the other side
	Decline  Kind = "decline"  //
	Claim    Kind = "claim"    // claim an end that the rules leave to the players: a forced repetition, a blockade
	Grant    Kind = "grant"    // accept a claim
	Deny     Kind = "deny"     // reject a claim
	Waive    Kind = "waive"    // accept a draw by repetition
	Flag     Kind = "flag"     // by the service: the clock has run out
	Forfeit  Kind = "forfeit"  // by the service: the side named in Of was absent too long
)

// Act is an act of a side or of the service.
type Act struct {
	Kind  Kind   `json:"kind"`
	Ply   int    `json:"ply"`             // moves played when it was sent; the act is refused if this has changed
	Moves []Move `json:"moves,omitempty"` // of Play: steps of the current move
	Plies int    `json:"plies,omitempty"` // of Takeback
	// Of is the kind that Accept and Decline answer; for Forfeit the side that forfeits; for Abort the side that was
	// absent, as the service saw it.
	Of string `json:"of,omitempty"`
	// Token is chosen at random by the sender. An act that arrives twice is performed once and acknowledged twice.
	Token string `json:"token"`
}

// Entry is an accepted act. Folding all entries of a game from the first gives the game.
type Entry struct {
	Seq  uint64 `json:"seq"` // from 1, without gaps
	At   Time   `json:"at"`
	Late Time   `json:"late,omitempty"` // how long after At a move was written; no one is charged for it
	By   Side   `json:"by"`
	Act  Act    `json:"act"`
	Spec *Spec  `json:"spec,omitempty"` // of Open
	Hash string `json:"hash"`           // of the position after the entry, in hexadecimal
}

// String returns a short form for logs.
func (e Entry) String() string { return fmt.Sprintf("%d %s %s", e.Seq, e.By, e.Act.Kind) }
