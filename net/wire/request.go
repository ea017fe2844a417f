package wire

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"

	"tafl3d/game"
)

// None is the body of a request or an answer that has none.
type None struct{}

// Proof shows that who asks has the private key of a device, at a service and at a
// time.
type Proof struct {
	Key       string `json:"key"`       // public, of Ed25519, in base64 for URLs without padding
	Time      int64  `json:"time"`      // seconds since 1970
	Nonce     string `json:"nonce"`     // chosen at random
	Signature string `json:"signature"` // of Message, in base64 for URLs without padding
}

// Message is what is signed for the service at a host.
func (p Proof) Message(host string) string {
	return fmt.Sprintf("tafl3d sign-in 1\n%s\n%s\n%d\n%s", host, p.Key, p.Time, p.Nonce)
}

// Prove makes a proof with a private key.
func Prove(key ed25519.PrivateKey, host string, unix int64, nonce string) Proof {
	public, _ := key.Public().(ed25519.PublicKey)
	p := Proof{Key: base64.RawURLEncoding.EncodeToString(public), Time: unix, Nonce: nonce}
	p.Signature = base64.RawURLEncoding.EncodeToString(ed25519.Sign(key, []byte(p.Message(host))))
	return p
}

// NewBot asks the operator's door for an account of a bot that nobody owns.
type NewBot struct {
	Name string `json:"name"`
	Key  string `json:"key"`
}

// Requests about accounts.
type (
	// SignUp asks for an account: a person's, a guest's, or that of a bot.
	SignUp struct {
		Proof Proof  `json:"proof"`
		Name  string `json:"name"`
		Guest bool   `json:"guest,omitempty"` // the service chooses the name
		Label string `json:"label,omitempty"` // of the device
	}
	// SignIn asks for a session.
	SignIn struct {
		Proof Proof `json:"proof"`
	}
	// Join adds a device to the account that has given out a code.
	Join struct {
		Proof    Proof  `json:"proof"`
		Code     string `json:"code"`
		Recovery bool   `json:"recovery,omitempty"`
		Label    string `json:"label,omitempty"`
	}
	// Rename asks for another name.
	Rename struct {
		Name string `json:"name"`
	}
	// Rest begins a vacation of some days, or ends it.
	Rest struct {
		Days int `json:"days"` // 0 ends it
	}
	// Revoke ends a device.
	Revoke struct {
		Key string `json:"key"`
	}
)

// Answers about accounts.
type (
	// Session is a signed-in device. The token goes into the header Authorization:
	// Bearer, and into Hello.
	Session struct {
		Token  string `json:"token"`
		Ends   int64  `json:"ends"` // seconds since 1970
		Player Player `json:"player"`
		// Service is what the service is called.
		Service string `json:"service,omitempty"`
	}
	// Me is what the service knows of a player, for himself.
	Me struct {
		Player  Player   `json:"player"`
		Guest   bool     `json:"guest,omitempty"`
		Created int64    `json:"created"`
		Devices []Device `json:"devices"`
		Ratings []Rating `json:"ratings"`
		Bots    []Player `json:"bots,omitempty"` // that he owns
		// Vacation stands beside, for correspondence games.
		Vacation Vacation `json:"vacation"`
	}
	// Export is the first line of what the service keeps of a player; his games follow,
	// a GameFull in a line each.
	Export struct {
		Me      Me                `json:"me"`
		History map[string][]Step `json:"history,omitempty"` // of ratings, by pool, the oldest first
		Blocks  []string          `json:"blocks,omitempty"`  // names of those whom he does not want to meet
		Reports []Report          `json:"reports,omitempty"` // that he made
	}
	// Device is a key with which a player signs in.
	Device struct {
		Key     string `json:"key"`
		Label   string `json:"label"`
		Revoked bool   `json:"revoked,omitempty"`
		Here    bool   `json:"here,omitempty"` // the one that asks
	}
	// Vacation tells how long correspondence clocks stand still, and how much is left.
	Vacation struct {
		Ends int64 `json:"ends,omitempty"` // seconds since 1970; 0 is none
		Left int   `json:"left"`           // days that may still be taken this year
	}
	// Codes are good once each.
	Codes struct {
		Codes []string `json:"codes"`
		Ends  int64    `json:"ends,omitempty"`
	}
)

// Rating is a rating in a pool: a family of variants at a speed.
type Rating struct {
	Pool        string `json:"pool"`
	Points      int    `json:"points"`
	Deviation   int    `json:"deviation"`
	Provisional bool   `json:"provisional,omitempty"`
	Games       int    `json:"games"`
}

// Profile is what everybody may know of a player.
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
	Ended     int64  `json:"ended,omitempty"` // seconds since 1970; 0 while it is played
	Turn      Side   `json:"turn,omitempty"`  // whose turn it is in a game of one's own under way
}

// Seat returns the side that the player of an id has, which is false for anyone else.
func (b GameBrief) Seat(id string) (Side, bool) {
	return Spec{Seats: [game.Sides]Player{b.Attackers, b.Defenders}}.Seat(id)
}

// Ended are games of one's own that are over, those that ended first before the others.
type Ended struct {
	Games []GameBrief `json:"games"`
	Next  string      `json:"next"`           // what to ask after the next time
	More  bool        `json:"more,omitempty"` // there are more already
}

// FirstEnded is what to ask GetEnded after the first time.
const FirstEnded = "0"

// GameFull is an archived game.
type GameFull struct {
	GameBrief
	Entries []Entry `json:"entries"` // null where they are no longer kept
}
