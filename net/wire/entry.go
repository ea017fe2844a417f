package wire

import (
	"cmp"
	"fmt"
	"time"

	"tafl3d/game"
)

// Time is a moment of game time in microseconds since 1970. Game time is the
// time of day less all time in which the service could not acknowledge anything:
// it stands still while a service is down, so nobody's clock runs then.
type Time int64

// At returns t as a Time.
func At(t time.Time) Time { return Time(t.UnixMicro()) }

// Time returns t as a time of day.
func (t Time) Time() time.Time { return time.UnixMicro(int64(t)) }

// Side is a side of a game or the service itself, as text.
type Side string

// Who may act in a game.
const (
	Attackers Side = "attackers"
	Defenders Side = "defenders"
	Service   Side = "service"
)

// SideOf returns the text of s.
func SideOf(s game.Side) Side { return Side(s.String()) }

// Side returns the side of the board, which is false for the service.
func (s Side) Side() (game.Side, bool) {
	switch s {
	case Attackers:
		return game.Attackers, true
	case Defenders:
		return game.Defenders, true
	}
	return game.Attackers, false
}

// Player is somebody with an account, a guest, or whoever sits at the other end of
// a local network.
type Player struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Rating      int    `json:"rating,omitempty"`
	Provisional bool   `json:"provisional,omitempty"`
	Bot         bool   `json:"bot,omitempty"`
	Level       int    `json:"level,omitempty"` // of a bot that is offered, as it says
}

// Called returns the name, or the id of one who has no name any more.
func (p Player) Called() string { return cmp.Or(p.Name, p.ID) }

// Spec is what a game is, settled before it begins and never changed.
type Spec struct {
	Game    string `json:"game"`    // id
	Variant string `json:"variant"` // id of the catalogue, or a name for Rules
	// an own rule set, as a variant file; else Variant names one of the catalogue
	Rules  string             `json:"rules,omitempty"`
	Start  string             `json:"start,omitempty"` // position text; else the variant's own start
	Clock  string             `json:"clock"`           // as match.ParseControl reads it
	Rated  bool               `json:"rated,omitempty"`
	Seats  [game.Sides]Player `json:"seats"`            // attackers, defenders
	Delay  int                `json:"delay,omitempty"`  // seconds after which those who watch see a turn
	Event  string             `json:"event,omitempty"`  // id of the tournament that it belongs to
	Double bool               `json:"double,omitempty"` // a match of two games, the second with sides swapped
	First  string             `json:"first,omitempty"`  // id of the first game, in the second one
}

// Seat returns the side that the player of an id has, which is false for anyone else.
func (s Spec) Seat(id string) (Side, bool) {
	for side, p := range s.Seats {
		if p.ID == id && id != "" {
			return SideOf(game.Side(side)), true
		}
	}
	return "", false
}

// Leg returns which game of a match of two it is, from 1; 0 outside one.
func (s Spec) Leg() int {
	switch {
	case !s.Double:
		return 0
	case s.First == "":
		return 1
	}
	return 2
}

// Move is one step of a turn.
type Move struct {
	Op    string `json:"op,omitempty"`    // step (or nothing), leap, drop, remove, castle, end
	Piece string `json:"piece,omitempty"` // letter of what is dropped
	From  string `json:"from,omitempty"`
	To    string `json:"to,omitempty"`
}

// Kind is what an act asks for.
type Kind string

// The acts. An answer names in Of what it answers.
const (
	Open     Kind = "open"     // by the service: the first entry, with the Spec
	Play     Kind = "play"     // steps of a turn
	Resign   Kind = "resign"   //
	Abort    Kind = "abort"    // no game, before both sides have moved
	Draw     Kind = "draw"     // offer a draw
	Takeback Kind = "takeback" // ask to take Plies turns back
	Pause    Kind = "pause"    // ask to stop the clocks
	Resume   Kind = "resume"   // ask to go on
	Accept   Kind = "accept"   // what the other side asks
	Decline  Kind = "decline"  //
	Claim    Kind = "claim"    // an end that the rules leave to the players: a forced repetition, a blockade
	Grant    Kind = "grant"    // agree with a claim
	Deny     Kind = "deny"     // contradict it
	Waive    Kind = "waive"    // let the repetition be a draw
	Flag     Kind = "flag"     // by the service: the time has run out
	Forfeit  Kind = "forfeit"  // by the service: the side named in Of was absent too long
)

// Act is something that a side asks for.
type Act struct {
	Kind  Kind   `json:"kind"`
	Ply   int    `json:"ply"`             // turns played when it was made; it is refused when that has changed
	Moves []Move `json:"moves,omitempty"` // of Play: one or more steps of the turn under way
	Plies int    `json:"plies,omitempty"` // of Takeback
	// Of is what Accept and Decline answer; the side that Forfeit is about; and of Abort,
	// as the service saw it, the side that was not there.
	Of string `json:"of,omitempty"`
	// Token is chosen at random by who asks. An act that comes twice, because its
	// acknowledgement was lost, is done once and acknowledged twice.
	Token string `json:"token"`
}

// Entry is an accepted act. The entries of a game, folded from the first, are the game.
type Entry struct {
	Seq  uint64 `json:"seq"` // from 1 without gaps
	At   Time   `json:"at"`
	Late Time   `json:"late,omitempty"` // by how much later than At a turn was written: nobody is charged for that
	By   Side   `json:"by"`
	Act  Act    `json:"act"`
	Spec *Spec  `json:"spec,omitempty"` // of Open
	Hash string `json:"hash"`           // of the position after it, in hex
}

// String returns a short form for logs.
func (e Entry) String() string { return fmt.Sprintf("%d %s %s", e.Seq, e.By, e.Act.Kind) }
