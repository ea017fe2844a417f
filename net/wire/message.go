package wire

import "time"

// What a client says.
type (
	// Hello is the first frame of a connection.
	Hello struct {
		Token   string `json:"token,omitempty"` // of the session; none to watch only
		Program string `json:"program,omitempty"`
		// Positions asks for how the games stand in which one plays, with each entry: the program knows no rules.
		Positions bool `json:"positions,omitempty"`
		// Brief asks for the legal steps of these positions in Legal, about a sixth as long as in Moves.
		Brief bool `json:"brief,omitempty"`
	}
	// Watch asks for a game from its entry From on (1 is the first) and for all
	// that comes. The answer is a Snapshot.
	Watch struct {
		Game string `json:"game"`
		From uint64 `json:"from"`
	}
	// Leave ends a Watch.
	Leave struct {
		Game string `json:"game"`
	}
	// Follow says what one wants to be told from now on, at once and whenever it changes. Lobby
	// alone asks for a Notice of kind lobby, at most once a second; with Changes it is the lobby
	// itself that comes, a LobbyWhole, and then a LobbyChange for each change. Queue asks for a
	// Waiting: who is told so need not ask to keep his place.
	Follow struct {
		Lobby   bool `json:"lobby"`
		Changes bool `json:"changes,omitempty"`
		Queue   bool `json:"queue,omitempty"`
	}
	// Do asks for an act in a game. The answer is Done or Refused.
	Do struct {
		Game string `json:"game"`
		Act  Act    `json:"act"`
	}
	// Say is a line of chat.
	Say struct {
		Game string `json:"game"`
		Text string `json:"text"`
	}
	// Ping is answered at once by Pong. Both ends send it; the time to and fro is
	// the lag. A client may ask for the time of a game with it.
	Ping struct {
		Nonce uint64 `json:"nonce"`
		Game  string `json:"game,omitempty"`
	}
)

// What a server says.
type (
	// Welcome answers Hello.
	Welcome struct {
		Player  Player `json:"player"` // as the server knows him; its zero value for one who watches
		Service string `json:"service"`
		// the most that a clock is credited for the lag of a turn, in nanoseconds
		LagCap time.Duration `json:"lag_cap"`
	}
	// Snapshot answers Watch: the entries from the one asked for to the newest.
	Snapshot struct {
		Game     string     `json:"game"`
		Entries  []Entry    `json:"entries"`
		Presence []Presence `json:"presence,omitempty"`
		Said     []Said     `json:"said,omitempty"`
		Now      Time       `json:"now"`
		Position *Position  `json:"position,omitempty"` // after the last entry, to a player who asked for Positions
	}
	// News is an entry that a watched game has got.
	News struct {
		Game  string `json:"game"`
		Entry Entry  `json:"entry"`
		Now   Time   `json:"now"`
		// Position is how the game stands after Entry, to a player who asked for Positions. It is left out where the
		// game
		// has gone on since.
		Position *Position `json:"position,omitempty"`
	}
	// Done says that an act was accepted and is durable, as entry Seq.
	Done struct {
		Game string `json:"game"`
		Seq  uint64 `json:"seq"`
	}
	// Refused says that what was asked for was not done, and that nothing has
	// changed.
	Refused struct {
		Game string `json:"game,omitempty"`
		Code Code   `json:"code"`
		Text string `json:"text"`
	}
	// Pong answers Ping.
	Pong struct {
		Nonce uint64 `json:"nonce"`
		Game  string `json:"game,omitempty"`
		Now   Time   `json:"now,omitempty"` // of the game
	}
	// Presence tells whether a player is connected.
	Presence struct {
		Game string        `json:"game"`
		Side Side          `json:"side"`
		Here bool          `json:"here"`
		Lag  time.Duration `json:"lag,omitempty"` // to and fro, in nanoseconds
		// Until is when the game counts as abandoned if he stays away.
		Until Time `json:"until,omitempty"`
	}
	// Said is a line of chat that somebody said.
	Said struct {
		Game string `json:"game"`
		By   string `json:"by"` // name
		Text string `json:"text"`
	}
	// Notice tells a player of something that concerns him: a game has begun, a
	// challenge has come, was declined, or waits for somebody who is away.
	Notice struct {
		Kind NoticeKind `json:"kind"`
		Game string     `json:"game,omitempty"`
		Text string     `json:"text,omitempty"` // who it comes from
	}
)

// What a server says of the lobby to who follows it with Changes.
type (
	// LobbyWhole is the lobby as it is.
	LobbyWhole struct {
		Seq   uint64 `json:"seq"`
		Lobby Lobby  `json:"lobby"`
	}
	// LobbyChange is what has changed since what was told with the number After.
	LobbyChange struct {
		After   uint64            `json:"after"`
		Seq     uint64            `json:"seq"`
		Seeks   *Patch[OpenSeek]  `json:"seeks,omitempty"`
		Live    *Patch[GameBrief] `json:"live,omitempty"`
		Mine    *Patch[GameBrief] `json:"mine,omitempty"`
		Queue   *Patch[Seek]      `json:"queue,omitempty"`
		Here    *Patch[Player]    `json:"here,omitempty"`
		Bots    *Patch[Player]    `json:"bots,omitempty"`
		Waiting int               `json:"waiting"` // players in the queue, as in a Lobby
	}
	// Patch is how a list has changed: what stood at the places Gone is taken off, and then New is
	// put in, one after the other. Both are in order.
	Patch[T any] struct {
		Gone []int      `json:"gone,omitempty"`
		New  []Place[T] `json:"new,omitempty"`
	}
	// Place is where in a list something stands.
	Place[T any] struct {
		At  int `json:"at"`
		One T   `json:"one"`
	}
)

// NoticeKind says what a notice is about.
type NoticeKind string

// The notices.
const (
	NoticeGame      NoticeKind = "game"      // a game of yours has begun
	NoticeChallenge NoticeKind = "challenge" // somebody challenges you
	NoticeRematch   NoticeKind = "rematch"   // somebody wants to play again
	NoticeDeclined  NoticeKind = "declined"  // somebody does not take your challenge
	NoticeAway      NoticeKind = "away"      // somebody whom you challenge is not connected
	NoticeLobby     NoticeKind = "lobby"     // the lobby has changed; only who asked by Follow is told
	NoticeQueue     NoticeKind = "queue"     // a Waiting has come; a line says so to its own program
)

// Type implements Body.
func (Hello) Type() string { return "hello" }

// Type implements Body.
func (Watch) Type() string { return "watch" }

// Type implements Body.
func (Leave) Type() string { return "leave" }

// Type implements Body.
func (Follow) Type() string { return "follow" }

// Type implements Body.
func (Do) Type() string { return "do" }

// Type implements Body.
func (Say) Type() string { return "say" }

// Type implements Body.
func (Ping) Type() string { return "ping" }

// Type implements Body.
func (Welcome) Type() string { return "welcome" }

// Type implements Body.
func (Snapshot) Type() string { return "game" }

// Type implements Body.
func (News) Type() string { return "entry" }

// Type implements Body.
func (Done) Type() string { return "done" }

// Type implements Body.
func (Refused) Type() string { return "refused" }

// Type implements Body.
func (Pong) Type() string { return "pong" }

// Type implements Body.
func (Presence) Type() string { return "presence" }

// Type implements Body.
func (Said) Type() string { return "said" }

// Type implements Body.
func (Waiting) Type() string { return "waiting" }

// Type implements Body.
func (LobbyWhole) Type() string { return "lobby" }

// Type implements Body.
func (LobbyChange) Type() string { return "lobby-change" }

// Type implements Body.
func (Notice) Type() string { return "notice" }

// readers read the body of each message that a frame may carry, by its type: a new message
// is a type with its name, and a word here.
var readers = byType(
	reader[Hello], reader[Welcome], reader[Watch], reader[Leave], reader[Follow], readDo, reader[Say], reader[Ping],
	reader[Pong],
	reader[Snapshot], reader[News], reader[Done], reader[Refused], reader[Presence], reader[Said], reader[Notice],
	reader[Waiting], reader[LobbyWhole], reader[LobbyChange],
)
