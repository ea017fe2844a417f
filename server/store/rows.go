package store

// Change is a change of what the lobby shows.
type Change struct {
	// Unknown says that what became of a change cannot be told: the lists are to be read anew.
	Unknown bool      `json:"unknown,omitempty"`
	Opened  []Seek    `json:"opened,omitempty"`
	Renewed []Renewal `json:"renewed,omitempty"`
	Gone    []string  `json:"gone,omitempty"` // seeks
	Began   []Live    `json:"began,omitempty"`
	Ended   []Game    `json:"ended,omitempty"` // of one that never began the id alone
	Renamed string    `json:"renamed,omitempty"`
	Deleted []string  `json:"deleted,omitempty"` // accounts
	Blocks  []Block   `json:"blocks,omitempty"`
}

// SeekKind is how a game is looked for.
type SeekKind string

// The kinds of seeks.
const (
	OpenSeek  SeekKind = "open"   // anybody may take it
	Challenge SeekKind = "direct" // for the account that is its target
	Invite    SeekKind = "invite" // for who knows the code whose hash is its target
	Accepted  SeekKind = "taken"  // an invitation that has become a game; it is kept for who comes too late
	Queue     SeekKind = "queue"  // waits to be paired
	Offer     SeekKind = "bot"    // a bot that plays whoever wants
)

// Seek is somebody who looks for a game.
type Seek struct {
	ID      string
	Kind    SeekKind
	Account string
	Target  string
	Body    string // what for, in JSON
	Opened  int64
	Ends    int64 // when it lapses unless it is renewed
}

// Renewal says until when a ticket of the queue lives.
type Renewal struct {
	ID   string `json:"id"`
	Ends int64  `json:"ends"`
}

// Block says that an account does not want to meet another, or that it does again.
type Block struct {
	Account string `json:"account"`
	Other   string `json:"other"`
	Off     bool   `json:"off,omitempty"`
}

// Live is a game under way.
type Live struct {
	ID, Spec             string // Spec in JSON
	Attackers, Defenders string // ids of accounts
	Opened               int64
	Event                string // id, if it belongs to one
	Seq                  int64  // entries that the journal has had of it, at least; 0 is not known
	Most                 int    // games that each player may have when it begins, not kept; 0 is no limit
}

// Game is a game in the archive.
type Game struct {
	ID, Variant, Pool    string
	Rated                bool
	Attackers, Defenders string // ids of accounts
	Result, Cause        string // "attackers", "defenders", "draw", or "" for one that was broken off
	Plies                int
	Opened, Ended        int64
	Event                string // id, if it belongs to one
	CalledOff            string // account that has to answer for breaking it off; it is written, not read
	Entries              string // in JSON
}

// MovesGone reports whether what was played in the game is not kept any more: an operator has
// taken its month away (MakeMonths).
func (g *Game) MovesGone() bool { return g.Entries == "" }
