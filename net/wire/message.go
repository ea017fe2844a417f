package wire

import "time"

// Messages from a client.
type (
	// Hello is the first frame of a connection.
	Hello struct {
		Token   string `json:"token,omitempty"` // of the session; empty to watch only
		Program string `json:"program,omitempty"`
		// Positions requests a Position with each entry of the player's games, for programs without rules.
		Positions bool `json:"positions,omitempty"`
		// Brief requests the legal steps in Position.Legal instead of Moves, at a sixth of the length.
		Brief bool `json:"brief,omitempty"`
	}
	// Watch requests a game from entry From on (1 is the first) and all later entries. The answer is a Snapshot.
	Watch struct {
		Game string `json:"game"`
		From uint64 `json:"from"`
	}
	// Leave ends a Watch.
	Leave struct {
		Game string `json:"game"`
	}
	// Follow sets what the client follows; it gets the current state at once and then every change. Lobby alone
	// requests a Notice of kind lobby, at most once a second; with Changes the server sends a LobbyWhole and then
	// LobbyChanges. Queue requests a Waiting, and keeps the player in the queue without further requests.
	Follow struct {
		Lobby   bool `json:"lobby"`
		Changes bool `json:"changes,omitempty"`
		Queue   bool `json:"queue,omitempty"`
	}
	// Do requests an act in a game. The answer is Done or Refused.
	Do struct {
		Game string `json:"game"`
		Act  Act    `json:"act"`
	}
	// Say sends a line of chat.
	Say struct {
		Game string `json:"game"`
		Text string `json:"text"`
	}
	// Ping is answered at once by Pong. Both ends send it to measure the round trip. A client may request the time of
	// a game with it.
	Ping struct {
		Nonce uint64 `json:"nonce"`
		Game  string `json:"game,omitempty"`
	}
)

// Messages from a server.
type (
	// Welcome answers Hello.
	Welcome struct {
		Player  Player `json:"player"` // zero for a spectator without an account
		Service string `json:"service"`
		// maximum that a clock is credited for the lag of a move, in nanoseconds
		LagCap time.Duration `json:"lag_cap"`
	}
	// Snapshot answers Watch: the entries from the requested one to the newest.
	Snapshot struct {
		Game     string     `json:"game"`
		Entries  []Entry    `json:"entries"`
		Presence []Presence `json:"presence,omitempty"`
		Said     []Said     `json:"said,omitempty"`
		Now      Time       `json:"now"`
		Position *Position  `json:"position,omitempty"` // after the last entry, if Hello requested Positions
	}
	// News is a new entry of a watched game.
	News struct {
		Game  string `json:"game"`
		Entry Entry  `json:"entry"`
		Now   Time   `json:"now"`
		// Position is the position after Entry, if Hello requested Positions and the game has not gone on since.
		Position *Position `json:"position,omitempty"`
	}
	// Done says that an act was accepted and is durable, as entry Seq.
	Done struct {
		Game string `json:"game"`
		Seq  uint64 `json:"seq"`
	}
	// Refused says that a request was not carried out and nothing has changed.
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
	// Presence says whether a player is connected.
	Presence struct {
		Game string        `json:"game"`
		Side Side          `json:"side"`
		Here bool          `json:"here"`
		Lag  time.Duration `json:"lag,omitempty"` // round trip, in nanoseconds
		// Until is when the game counts as abandoned if the player stays away.
		Until Time `json:"until,omitempty"`
	}
	// Said is a line of chat in a game.
	Said struct {
		Game string `json:"game"`
		By   string `json:"by"` // name
		Text string `json:"text"`
	}
	// Notice informs a player of a new game or challenge, a declined challenge, or a challenged player who is not
	// connected.
	Notice struct {
		Kind NoticeKind `json:"kind"`
		Game string     `json:"game,omitempty"`
		Text string     `json:"text,omitempty"` // name of the sender; of a warning its text
	}
)

// Messages about the lobby to clients that follow it with Changes.
type (
	// LobbyWhole is the complete lobby.
	LobbyWhole struct {
		Seq   uint64 `json:"seq"`
		Lobby Lobby  `json:"lobby"`
	}
	// LobbyChange is the difference between the lobby with number After and that with number Seq.
	LobbyChange struct {
		After   uint64            `json:"after"`
		Seq     uint64            `json:"seq"`
		Seeks   *Patch[OpenSeek]  `json:"seeks,omitempty"`
		Live    *Patch[GameBrief] `json:"live,omitempty"`
		Mine    *Patch[GameBrief] `json:"mine,omitempty"`
		Queue   *Patch[Seek]      `json:"queue,omitempty"`
		Here    *Patch[Player]    `json:"here,omitempty"`
		Bots    *Patch[Player]    `json:"bots,omitempty"`
		Waiting int               `json:"waiting"` // players in the queue
	}
	// Patch is the difference between two lists: the elements at the indexes Gone are removed, then New are inserted
	// one after the other. Both are sorted.
	Patch[T any] struct {
		Gone []int      `json:"gone,omitempty"`
		New  []Place[T] `json:"new,omitempty"`
	}
	// Place is an element with its index.
	Place[T any] struct {
		At  int `json:"at"`
		One T   `json:"one"`
	}
)

// NoticeKind is the kind of a notice.
type NoticeKind string

// Kinds of notices.
const (
	NoticeGame      NoticeKind = "game"      // a game of yours has begun
	NoticeChallenge NoticeKind = "challenge" // someone challenges you
	NoticeRematch   NoticeKind = "rematch"   // your opponent asks for a rematch
	NoticeDeclined  NoticeKind = "declined"  // your challenge was declined
	NoticeAway      NoticeKind = "away"      // the player you challenged is not connected
	NoticeWarning   NoticeKind = "warning"   // a warning of a moderator, until it was read: PostWarning
	NoticeLobby     NoticeKind = "lobby"     // the lobby has changed; sent after Follow
	NoticeQueue     NoticeKind = "queue"     // a Waiting has arrived; client.Line sends it to its own program
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

// readers decode the body of each message by its type. Every new message must be added here.
var readers = byType(
	reader[Hello], reader[Welcome], reader[Watch], reader[Leave], reader[Follow], reader[Do], reader[Say], reader[Ping],
	reader[Pong],
	reader[Snapshot], reader[News], reader[Done], reader[Refused], reader[Presence], reader[Said], reader[Notice],
	reader[Waiting], reader[LobbyWhole], reader[LobbyChange],
)
