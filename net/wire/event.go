package wire

import "encoding/json"

// Engines says which engines an event lets in.
type Engines string

// The kinds of events, by their engines.
const (
	NoEngines   Engines = ""
	FillEngines Engines = "fill" // one that offers itself fills an odd number at the start
	AllEngines  Engines = "any"  // accounts of bots enter like people, too
)

// EventSpec says what a tournament is to be. Name, Format, Variants and Clock are
// required; the zero value of everything else has a meaning, which
// docs/tournaments.md tells.
type EventSpec struct {
	Name      string   `json:"name"`
	Format    string   `json:"format"`
	Variants  []string `json:"variants"` // ids; they take turns, round by round
	Clock     string   `json:"clock"`    // never "none"
	Rated     bool     `json:"rated,omitempty"`
	Rounds    int      `json:"rounds,omitempty"`
	Games     int      `json:"games,omitempty"`
	Groups    int      `json:"groups,omitempty"`
	Advance   int      `json:"advance,omitempty"`
	PlayOff   int      `json:"play_off,omitempty"`
	Third     bool     `json:"third,omitempty"`
	Ladder    bool     `json:"ladder,omitempty"`
	Late      int      `json:"late,omitempty"`
	Length    int      `json:"length,omitempty"` // of an arena, in seconds
	Wait      int      `json:"wait,omitempty"`   // for who does not make his first turn, in seconds
	Rest      int      `json:"rest,omitempty"`   // between two rounds, in seconds
	Tiebreaks []string `json:"tiebreaks,omitempty"`
	Engines   Engines  `json:"engines,omitempty"`
	Starts    int64    `json:"starts,omitempty"` // seconds since 1970; 0 is when the director says so
}

// Variant returns the first variant, empty if there is none.
func (s EventSpec) Variant() string { return first(s.Variants) }

// EventBrief is a tournament in a list.
type EventBrief struct {
	ID       string    `json:"id"`
	Spec     EventSpec `json:"spec"`
	Director Player    `json:"director"`
	Phase    string    `json:"phase"` // entry, running, paused, over
	Round    int       `json:"round,omitempty"`
	Rounds   int       `json:"rounds,omitempty"` // 0 where that is not known
	Players  int       `json:"players"`
	Version  int64     `json:"version"` // grows with every change
	Joined   bool      `json:"joined,omitempty"`
	Yours    bool      `json:"yours,omitempty"` // you are its director
}

// Event is a tournament as it stands.
type Event struct {
	EventBrief
	Entrants  []EventPlayer  `json:"entrants"` // in the order of their numbers
	Pairings  []EventPairing `json:"pairings"`
	Standings []EventRow     `json:"standings"`
	// Saved is configuration and log in the form that tafl3d saves tournaments in.
	Saved json.RawMessage `json:"saved,omitempty"`
}

// EventPlayer is somebody who has entered.
type EventPlayer struct {
	Number    int    `json:"number"` // from 1
	Player    Player `json:"player"`
	Seed      int    `json:"seed,omitempty"`
	Group     int    `json:"group,omitempty"`
	Withdrawn bool   `json:"withdrawn,omitempty"`
}

// EventPairing is a match of one or more games between two, or a bye.
type EventPairing struct {
	Pairing int         `json:"pairing"` // number, from 1
	Round   int         `json:"round"`
	Stage   string      `json:"stage"`
	Players [2]int      `json:"players"` // numbers; of a bye the second is 0
	Bye     string      `json:"bye,omitempty"`
	Games   []EventGame `json:"games,omitempty"`
	Winner  int         `json:"winner,omitempty"`
	Why     string      `json:"why,omitempty"`
}

// EventGame is a game of a pairing. Its id exists from the start; who asks for the
// game before it begins hears that there is none.
type EventGame struct {
	Game      string `json:"game"` // id
	Variant   string `json:"variant"`
	Attackers int    `json:"attackers"` // number of the player
	Defenders int    `json:"defenders"`
	Verdict   string `json:"verdict,omitempty"` // attackers, defenders, draw, neither; empty while it is open
	Cause     string `json:"cause,omitempty"`
	Plies     int    `json:"plies,omitempty"`
	Forfeit   bool   `json:"forfeit,omitempty"` // not decided on the board
	Note      string `json:"note,omitempty"`
	Due       bool   `json:"due,omitempty"` // it has begun and is this one's turn to be played
}

// EventRow is a line of the standings.
type EventRow struct {
	Rank      int           `json:"rank"` // equals share one
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

// Order is what the director wants done.
type Order struct {
	Do      string `json:"do"`                // start, pause, resume, end, invite, withdraw, forfeit, adjudicate
	Name    string `json:"name,omitempty"`    // of the bot to invite
	Player  int    `json:"player,omitempty"`  // number, of withdraw and forfeit
	Pairing int    `json:"pairing,omitempty"` // of forfeit and adjudicate
	Leg     int    `json:"leg,omitempty"`     // from 0
	Verdict string `json:"verdict,omitempty"` // of adjudicate
	Note    string `json:"note,omitempty"`
}
