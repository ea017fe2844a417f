package wire

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// Seek is an open challenge, a challenge to one player, an invitation or a request to the queue.
type Seek struct {
	Variants []string `json:"variants"`        // ids; only the queue takes more than one
	Clocks   []string `json:"clocks"`          // in the form of match.ParseControl; only the queue takes more than one
	Rules    string   `json:"rules,omitempty"` // rules as a variant file; not in the queue, never rated
	Start    string   `json:"start,omitempty"` // position text; never rated
	Side     Side     `json:"side,omitempty"`  // of the player who seeks; empty: either
	Rated    bool     `json:"rated,omitempty"`
	Double   bool     `json:"double,omitempty"` // a match of two games with sides swapped
	Delay    int      `json:"delay,omitempty"`  // delay of spectators in seconds
	To       string   `json:"to,omitempty"`     // name of the challenged player
	Invite   bool     `json:"invite,omitempty"` // an invitation: the answer has its code
	Level    int      `json:"level,omitempty"`  // level of a bot, from 1 (weakest); 0: unknown
}

// UsualClocks are the clocks that the quick pairing of program and browser offers: only players with the same clock
// are paired. They are sorted from fast to slow; the last ones are for correspondence.
var UsualClocks = []string{"3m+2s", "5m+3s", "10m+5s", "15m+10s", "30m+20s", "0s+1x1d", "0s+1x3d"}

// Variant returns the first variant, empty if there is none.
func (s Seek) Variant() string { return first(s.Variants) }

// Clock returns the first clock, empty if there is none.
func (s Seek) Clock() string { return first(s.Clocks) }

// Odds reports whether a clock, in the form of match.ParseControl, gives the sides different times.
func Odds(clock string) bool { return strings.Contains(clock, "/") }

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// OpenSeek is a seek in the lobby.
type OpenSeek struct {
	ID     string `json:"id"`
	By     Player `json:"by"`
	Seek   Seek   `json:"seek"`
	Code   string `json:"code,omitempty"` // of an invitation, sent once
	Opened int64  `json:"opened"`         // seconds since 1970
	Ends   int64  `json:"ends,omitempty"` // expiry, seconds since 1970
	Mine   bool   `json:"mine,omitempty"`
	ForMe  bool   `json:"for_me,omitempty"`
	// More are other open challenges of the same account, in the list of the lobby, the newest first.
	More []OpenSeek `json:"more,omitempty"`
}

// Lobby is the state of the lobby for one player.
type Lobby struct {
	Seeks   []OpenSeek  `json:"seeks"`
	Live    []GameBrief `json:"live"`    // games to watch
	Mine    []GameBrief `json:"mine"`    // the player's games in progress
	Waiting int         `json:"waiting"` // players in the queue
	Queue   []Seek      `json:"queue"`   // seeks of other players in the queue
	Here    []Player    `json:"here"`    // connected people, including the player
	Bots    []Player    `json:"bots"`    // bots available for unrated games, the weakest first
}

// Waiting is the state of a player in the queue. Range is the maximum rating difference to an opponent now; it widens
// with time.
type Waiting struct {
	In      bool     `json:"in"`             // still waiting; false: a game has begun, or the player has left the queue
	Game    string   `json:"game,omitempty"` // on the socket: id of the game that has begun
	With    *Player  `json:"with,omitempty"` // on the socket: the opponent
	Seconds int      `json:"seconds,omitempty"`
	Range   int      `json:"range,omitempty"` // rating points; 0: any
	Players int      `json:"players,omitempty"`
	Bots    []Player `json:"bots,omitempty"` // available bots, the one of the fitting level first
}

// Take accepts a seek by its id, or an invitation by its code.
type Take struct {
	ID   string `json:"id,omitempty"`
	Code string `json:"code,omitempty"`
	Odds bool   `json:"odds,omitempty"` // the program knows clocks with time odds; else a seek with them is refused
}

// Ask asks a service to accept. It adds Odds only when the service asks for it, since older ones do not know it.
func (t Take) Ask(ctx context.Context, a Asker) (Begun, error) {
	return askWithOdds(func(odds bool) (Begun, error) {
		t.Odds = odds
		return PostTake.Ask(ctx, a, t)
	})
}

// askWithOdds sends a request, and again with odds if it was refused because it does not say that the program knows
// time odds.
func askWithOdds[T any](send func(odds bool) (T, error)) (T, error) {
	answer, err := send(false)
	if e, is := errors.AsType[*Error](err); is && e.Code == NeedsOdds {
		return send(true)
	}
	return answer, err
}

// Begun names the game that has begun.
type Begun struct {
	Game string `json:"game"`
}

// Block names a player to block or to mark as a friend or, with Off, to undo that.
type Block struct {
	Name string `json:"name"`
	Off  bool   `json:"off,omitempty"`
}

// Accepts says from whom a player accepts challenges: "all", "players" (who have played a game) or "friends".
type Accepts struct {
	From string `json:"from"`
}

// Report is a complaint about a player.
type Report struct {
	Name string `json:"name"`
	Game string `json:"game,omitempty"`
	Text string `json:"text"`
}

// Apply returns the list with the patch applied; ok is false if the patch does not fit the list. The list itself is
// not changed.
func (p *Patch[T]) Apply(list []T) ([]T, bool) {
	if p == nil {
		return list, true
	}
	left := make([]T, 0, len(list)+len(p.New))
	gone := p.Gone
	for i, one := range list {
		if len(gone) > 0 && gone[0] == i {
			gone = gone[1:]
			continue
		}
		left = append(left, one)
	}
	for _, n := range p.New {
		if n.At < 0 || n.At > len(left) {
			return list, false
		}
		left = slices.Insert(left, n.At, n.One)
	}
	return left, len(gone) == 0
}

// Change returns the lobby with a change applied; ok is false if the change does not fit.
func (l Lobby) Change(c LobbyChange) (Lobby, bool) {
	fits := [6]bool{}
	l.Seeks, fits[0] = c.Seeks.Apply(l.Seeks)
	l.Live, fits[1] = c.Live.Apply(l.Live)
	l.Mine, fits[2] = c.Mine.Apply(l.Mine)
	l.Queue, fits[3] = c.Queue.Apply(l.Queue)
	l.Here, fits[4] = c.Here.Apply(l.Here)
	l.Bots, fits[5] = c.Bots.Apply(l.Bots)
	l.Waiting = c.Waiting
	return l, !slices.Contains(fits[:], false)
}
