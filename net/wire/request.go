package wire

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"

	"tafl3d/game"
)

// None is the body of a request or an answer without one.
type None struct{}

// Proof proves possession of the private key of a device to one service at one time.
type Proof struct {
	Key       string `json:"key"`       // Ed25519 public key in unpadded base64url
	Time      int64  `json:"time"`      // seconds since 1970
	Nonce     string `json:"nonce"`     // random
	Signature string `json:"signature"` // of Message, in unpadded base64url
}

// Message returns the signed text for the service at a host.
func (p Proof) Message(host string) string {
	return fmt.Sprintf("tafl3d sign-in 1\n%s\n%s\n%d\n%s", host, p.Key, p.Time, p.Nonce)
}

// Prove signs a proof with a private key.
func Prove(key ed25519.PrivateKey, host string, unix int64, nonce string) Proof {
	public, _ := key.Public().(ed25519.PublicKey)
	p := Proof{Key: base64.RawURLEncoding.EncodeToString(public), Time: unix, Nonce: nonce}
	p.Signature = base64.RawURLEncoding.EncodeToString(ed25519.Sign(key, []byte(p.Message(host))))
	return p
}

// NewBot requests a bot account without an owner, at the operator's address.
type NewBot struct {
	Name string `json:"name"`
	Key  string `json:"key"`
}

// Requests about accounts.
type (
	// SignUp requests an account for a person, a guest or a bot.
	SignUp struct {
		Proof Proof  `json:"proof"`
		Name  string `json:"name"`
		Guest bool   `json:"guest,omitempty"` // the service chooses the name
		Label string `json:"label,omitempty"` // of the device
	}
	// SignIn requests a session.
	SignIn struct {
		Proof Proof `json:"proof"`
	}
	// Join adds a device to the account that issued a code.
	Join struct {
		Proof    Proof  `json:"proof"`
		Code     string `json:"code"`
		Recovery bool   `json:"recovery,omitempty"`
		Label    string `json:"label,omitempty"`
	}
	// Rename requests another name.
	Rename struct {
		Name string `json:"name"`
	}
	// Rest begins or ends a vacation.
	Rest struct {
		Days int `json:"days"` // 0 ends it
	}
	// Warning says that the player has read a warning.
	Warning struct {
		Text string `json:"text"`
	}
	// Subscription asks the service to tell a browser when it is the player's move in a correspondence game.
	Subscription struct {
		Endpoint string `json:"endpoint"` // address at the push service of the browser
		P256dh   string `json:"p256dh"`   // its public key, in unpadded base64url
		Auth     string `json:"auth"`     // its secret, in unpadded base64url
		Language string `json:"language,omitempty"`
	}
	// Revoke removes a device.
	Revoke struct {
		Key string `json:"key"`
	}
)

// Answers about accounts.
type (
	// Session is a session of a device. Token goes into the header "Authorization: Bearer" and into Hello.
	Session struct {
		Token  string `json:"token"`
		Ends   int64  `json:"ends"` // seconds since 1970
		Player Player `json:"player"`
		// Service is the name of the service.
		Service string `json:"service,omitempty"`
	}
	// Me is the private profile of a player.
	Me struct {
		Player  Player   `json:"player"`
		Guest   bool     `json:"guest,omitempty"`
		Created int64    `json:"created"`
		Devices []Device `json:"devices"`
		Ratings []Rating `json:"ratings"`
		Bots    []Player `json:"bots,omitempty"` // bots of the player
		// Vacation is for correspondence games.
		Vacation Vacation `json:"vacation"`
		Friends  []Player `json:"friends,omitempty"` // marked by the player
		// Challenges says from whom the player accepts challenges: "all", "players" (with a game) or "friends".
		Challenges string `json:"challenges,omitempty"`
		// Measures are what moderators have decided against the player, and warnings.
		Measures []Measure `json:"measures,omitempty"`
	}
	// Measure is a decision of a moderator. Times are in seconds since 1970; without Ends it is for good.
	Measure struct {
		Kind  string `json:"kind"` // "warn", "mute" (no chat), "ban" or "close"
		Text  string `json:"text"`
		Since int64  `json:"since"`
		Ends  int64  `json:"ends,omitempty"`
	}
	// Friend is a player whom the caller has marked.
	Friend struct {
		Player
		Here bool   `json:"here,omitempty"` // connected
		Game string `json:"game,omitempty"` // the newest game in progress that spectators may watch
	}
	// Export is the first line of an export of a player's data; a GameFull follows in a line for each game.
	Export struct {
		Me      Me                `json:"me"`
		History map[string][]Step `json:"history,omitempty"` // ratings by pool, the oldest first
		Blocks  []string          `json:"blocks,omitempty"`  // names of blocked players
		Reports []Report          `json:"reports,omitempty"` // made by the player
		Push    []Push            `json:"push,omitempty"`
		// Conditional are the player's conditional moves, by game.
		Conditional map[string]Conditional `json:"conditional,omitempty"`
	}
	// Device is a key with which a player signs in.
	Device struct {
		Key     string `json:"key"`
		Label   string `json:"label"`
		Revoked bool   `json:"revoked,omitempty"`
		Here    bool   `json:"here,omitempty"` // the device that asks
	}
	// Pushes are the browsers that are told when it is the player's move.
	Pushes struct {
		Key  string `json:"key"` // public key of the service (VAPID), in unpadded base64url
		List []Push `json:"list"`
	}
	// Push is one of them.
	Push struct {
		Device  string `json:"device"` // its key
		Label   string `json:"label"`
		Service string `json:"service"` // host of the push service
		Created int64  `json:"created"` // seconds since 1970
		Here    bool   `json:"here,omitempty"`
	}
	// Vacation says until when correspondence clocks stand still, and how many days are left.
	Vacation struct {
		Ends int64 `json:"ends,omitempty"` // seconds since 1970; 0 is none
		Left int   `json:"left"`           // days left this year
	}
	// Codes can be used once each.
	Codes struct {
		Codes []string `json:"codes"`
		Ends  int64    `json:"ends,omitempty"`
	}
)

// Rating is a rating in a pool: a variant family at a speed.
type Rating struct {
	Pool        string `json:"pool"`
	Points      int    `json:"points"`
	Deviation   int    `json:"deviation"`
	Provisional bool   `json:"provisional,omitempty"`
	Games       int    `json:"games"`
}

// Profile is the public profile of a player.
type Profile struct {
	Player  Player            `json:"player"`
	Ratings []Rating          `json:"ratings"`
	History map[string][]Step `json:"history,omitempty"` // by pool, the oldest first
	Games   []GameBrief       `json:"games"`
}

// Step is a rating after a game.
type Step struct {
	Game   string `json:"game"`
	At     int64  `json:"at"` // seconds since 1970
	Points int    `json:"points"`
}

// Rung is a place on a ladder.
type Rung struct {
	Player Player `json:"player"`
	Rating Rating `json:"rating"`
}

// GameBrief is a game in a list.
type GameBrief struct {
	Game      string `json:"game"`
	Variant   string `json:"variant"`
	Pool      string `json:"pool"`
	Rated     bool   `json:"rated,omitempty"`
	Attackers Player `json:"attackers"`
	Defenders Player `json:"defenders"`
	Result    string `json:"result,omitempty"`
	Cause     string `json:"cause,omitempty"`
	Plies     int    `json:"plies,omitempty"`
	Ended     int64  `json:"ended,omitempty"` // seconds since 1970; 0 while in progress
	Turn      Side   `json:"turn,omitempty"`  // side to move, for a game of the player in progress
}

// Seat returns the side of the player with an id; ok is false for anyone else.
func (b GameBrief) Seat(id string) (Side, bool) {
	return Spec{Seats: [game.Sides]Player{b.Attackers, b.Defenders}}.Seat(id)
}

// Ended lists finished games of the player, in order of their end.
type Ended struct {
	Games []GameBrief `json:"games"`
	Next  string      `json:"next"`           // the argument of the next GetEnded
	More  bool        `json:"more,omitempty"` // more are available now
}

// FirstEnded is the argument of the first GetEnded.
const FirstEnded = "0"

// GameFull is an archived game.
type GameFull struct {
	GameBrief
	Entries []Entry `json:"entries"` // null if no longer kept
}
