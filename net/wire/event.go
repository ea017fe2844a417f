package wire

import (
	"context"
	"encoding/json"
)

// Engines says which engines may take part in a tournament.
type Engines string

// Values of Engines.
const (
	NoEngines   Engines = ""
	FillEngines Engines = "fill" // one available bot completes an odd number of players at the start
	AllEngines  Engines = "any"  // accounts of bots may join like people
)

// EventSpec configures a tournament. Name, Format, Variants and Clock are required. For the meaning of zero values
// see docs/tournaments.md.
type EventSpec struct {
	Name      string   `json:"name"`
	Format    string   `json:"format"`
	Variants  []string `json:"variants"` // ids; they alternate round by round
	Clock     string   `json:"clock"`    // must not be "none"
	Rated     bool     `json:"rated,omitempty"`
	Rounds    int      `json:"rounds,omitempty"`
	Games     int      `json:"games,omitempty"`
	Groups    int      `json:"groups,omitempty"`
	Advance   int      `json:"advance,omitempty"`
	PlayOff   int      `json:"play_off,omitempty"`
	Third     bool     `json:"third,omitempty"`
	Ladder    bool     `json:"ladder,omitempty"`
	Late      int      `json:"late,omitempty"`
	Byes      int      `json:"byes,omitempty"`   // half-point byes of a player in a Swiss; 0: 2, -1: none
	Length    int      `json:"length,omitempty"` // of an arena, in seconds
	Wait      int      `json:"wait,omitempty"`   // for the first move of a player, in seconds
	Rest      int      `json:"rest,omitempty"`   // between two rounds, in seconds
	Tiebreaks []string `json:"tiebreaks,omitempty"`
	Engines   Engines  `json:"engines,omitempty"`
	Starts    int64    `json:"starts,omitempty"` // seconds since 1970; 0: started by the organizer
}

// Variant returns the first variant, empty if there is none.
func (s EventSpec) Variant() string { return first(s.Variants) }

// JoinEvent joins a tournament. Older programs send no body.
type JoinEvent struct {
	Odds bool `json:"odds,omitempty"` // the program knows clocks with time odds; else a tournament with them refuses it
}

// Ask asks a service to join the tournament. It adds Odds only when the service asks for it, since older ones do not
// know it.
func (j JoinEvent) Ask(ctx context.Context, a Asker, id string) (EventBrief, error) {
	return askWithOdds(func(odds bool) (EventBrief, error) {
		j.Odds = odds
		return PostJoin.Ask(ctx, a, j, id)
	})
}

// Check refuses a program that does not know the clock of the tournament.
func (j JoinEvent) Check(clock string) *Error {
	if !Odds(clock) || j.Odds {
		return nil
	}
	return Refuse(NeedsOdds,
		"the two sides have different clocks in this tournament (%s), which your program does not know: update it",
		clock)
}

// EventBrief is a tournament in a list.
type EventBrief struct {
	ID       string    `json:"id"`
	Spec     EventSpec `json:"spec"`
	Director Player    `json:"director"`
	Phase    string    `json:"phase"` // entry, running, paused, over
	Round    int       `json:"round,omitempty"`
	Rounds   int       `json:"rounds,omitempty"` // 0 if unknown
	Players  int       `json:"players"`
	Version  int64     `json:"version"` // grows with every change
	Joined   bool      `json:"joined,omitempty"`
	Yours    bool      `json:"yours,omitempty"` // you are the organizer
}

// Event is the state of a tournament.
type Event struct {
	EventBrief
	Entrants  []EventPlayer  `json:"entrants"` // sorted by number
	Pairings  []EventPairing `json:"pairings"`
	Standings []EventRow     `json:"standings"`
	// Saved is the configuration and log in the file format of tournaments.
	Saved json.RawMessage `json:"saved,omitempty"`
}

// EventPlayer is a participant.
type EventPlayer struct {
	Number    int    `json:"number"` // from 1
	Player    Player `json:"player"`
	Seed      int    `json:"seed,omitempty"`
	Group     int    `json:"group,omitempty"`
	Withdrawn bool   `json:"withdrawn,omitempty"`
}

// EventPairing is a match of one or more games between two players, or a bye.
type EventPairing struct {
	Pairing int         `json:"pairing"` // number, from 1
	Round   int         `json:"round"`
	Stage   string      `json:"stage"`
	Players [2]int      `json:"players"` // participant numbers; the second is 0 for a bye
	Bye     string      `json:"bye,omitempty"`
	Games   []EventGame `json:"games,omitempty"`
	Winner  int         `json:"winner,omitempty"`
	Why     string      `json:"why,omitempty"`
}

// EventGame is a game of a pairing. Its id is known from the start, but the game is found only after it has begun.
type EventGame struct {
	Game      string `json:"game"` // id
	Variant   string `json:"variant"`
	Attackers int    `json:"attackers"` // participant number
	Defenders int    `json:"defenders"`
	Verdict   string `json:"verdict,omitempty"` // attackers, defenders, draw, neither; empty while undecided
	Cause     string `json:"cause,omitempty"`
	Plies     int    `json:"plies,omitempty"`
	Forfeit   bool   `json:"forfeit,omitempty"` // not decided on the board
	Note      string `json:"note,omitempty"`
	Due       bool   `json:"due,omitempty"` // it is being played
}

// EventRow is a row of the standings.
type EventRow struct {
	Rank      int           `json:"rank"` // equal participants share a rank
	Number    int           `json:"number"`
	Name      string        `json:"name"`
	Points    float64       `json:"points"`
	Games     int           `json:"games"`
	Wins      int           `json:"wins"`
	Draws     int           `json:"draws"`
	Losses    int           `json:"losses"`
	Reached   string        `json:"reached,omitempty"`
	Withdrawn bool          `json:"withdrawn,omitempty"`
	Tiebreaks []EventFigure `json:"tiebreaks,omitempty"`
}

// EventFigure is the value of a tie-break.
type EventFigure struct {
	Tiebreak string `json:"tiebreak"`
	Value    string `json:"value"`
}

// Order is a command of the organizer.
type Order struct {
	Do      string `json:"do"`                // start, pause, resume, end, invite, withdraw, forfeit, adjudicate
	Name    string `json:"name,omitempty"`    // of the bot, for invite
	Player  int    `json:"player,omitempty"`  // participant number, for withdraw and forfeit
	Pairing int    `json:"pairing,omitempty"` // for forfeit and adjudicate
	Leg     int    `json:"leg,omitempty"`     // from 0
	Verdict string `json:"verdict,omitempty"` // for adjudicate
	Note    string `json:"note,omitempty"`
}
