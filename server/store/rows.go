package store

// Change is a change of what the lobby shows.
type Change struct {
	// Unknown says that the result of a change is unknown: the lobby must be read again.
	Unknown bool       `json:"unknown,omitempty"`
	Opened  []Seek     `json:"opened,omitempty"`
	Renewed []Renewal  `json:"renewed,omitempty"`
	Gone    []string   `json:"gone,omitempty"` // challenges
	Began   []Live     `json:"began,omitempty"`
	Ended   []Game     `json:"ended,omitempty"` // of a game that never began only the id
	Renamed string     `json:"renamed,omitempty"`
	Deleted []string   `json:"deleted,omitempty"` // accounts
	Blocks  []Block    `json:"blocks,omitempty"`
	Shadows []Shadowed `json:"shadows,omitempty"`
}

// Shadowed is an account whose open challenges only it sees until Ends, in microseconds; 0 ends that.
type Shadowed struct {
	Account string `json:"account"`
	Ends    int64  `json:"ends"`
}

// SeekKind is the kind of a challenge.
type SeekKind string

// The kinds of challenges.
const (
	OpenSeek  SeekKind = "open"   // for anyone
	Challenge SeekKind = "direct" // for the account in Target
	Invite    SeekKind = "invite" // for the holder of the code whose hash is in Target
	Accepted  SeekKind = "taken"  // an accepted invitation, kept so that latecomers get the right error
	Queue     SeekKind = "queue"  // waits to be paired
	Offer     SeekKind = "bot"    // a bot that plays anyone
)

// Seek is a challenge: an account that wants to play a game.
type Seek struct {
	ID      string
	Kind    SeekKind
	Account string
	Target  string
	Body    string // what game, in JSON
	Opened  int64
	Ends    int64 // when it expires unless renewed
}

// Renewal is a new expiry of a ticket of the queue.
type Renewal struct {
	ID   string `json:"id"`
	Ends int64  `json:"ends"`
}

// Block says that an account blocks another, or no longer does (Off).
type Block struct {
	Account string `json:"account"`
	Other   string `json:"other"`
	Off     bool   `json:"off,omitempty"`
}

// Live is a game in progress.
type Live struct {
	ID, Spec             string // Spec in JSON
	Attackers, Defenders string // ids of accounts
	Opened               int64
	Event                string // id of its event, if any
	Seq                  int64  // lower bound of its entries in the journal; 0 if unknown
	Most                 int    // games that each player may have when it begins, not stored; 0 is no limit
}

// Game is an archived game.
type Game struct {
	ID, Variant, Pool    string
	Rated                bool
	Attackers, Defenders string // ids of accounts
	Result, Cause        string // Result is "attackers", "defenders" or "draw", or "" if the game was aborted
	Plies                int
	Opened, Ended        int64
	Event                string // id of its event, if any
	CalledOff            string // account responsible for aborting it; written only
	Entries              string // in JSON
}

// MovesGone reports whether the moves of the game are no longer kept, because an operator has removed its month
// (MakeMonths).
func (g *Game) MovesGone() bool { return g.Entries == "" }
