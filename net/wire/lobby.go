package wire

import "slices"

// Seek says what game somebody looks for.
type Seek struct {
	Variants []string `json:"variants"`        // ids; one, but for the queue
	Clocks   []string `json:"clocks"`          // as match.ParseControl reads them; one, but for the queue
	Rules    string   `json:"rules,omitempty"` // an own rule set; not in the queue, never rated
	Start    string   `json:"start,omitempty"` // position text; never rated
	Side     Side     `json:"side,omitempty"`  // that he wants; empty is either
	Rated    bool     `json:"rated,omitempty"`
	Double   bool     `json:"double,omitempty"` // a match of two games with sides swapped
	Delay    int      `json:"delay,omitempty"`  // seconds after which those who watch see a turn
	To       string   `json:"to,omitempty"`     // name of the player who is challenged
	Invite   bool     `json:"invite,omitempty"` // for whoever has the code that the answer gives
	Level    int      `json:"level,omitempty"`  // of a bot that offers itself, from 1, the weakest; 0 is not said
}

// UsualClocks are those by which a game is looked for at once, in the program and in the browser alike: only who wait
// for the same clock are paired. The fastest is the first, and the last are for correspondence.
var UsualClocks = []string{"3m+2s", "5m+3s", "10m+5s", "15m+10s", "30m+20s", "0s+1x1d", "0s+1x3d"}

// Variant returns the first variant, empty if there is none.
func (s Seek) Variant() string { return first(s.Variants) }

// Clock returns the first clock, empty if there is none.
func (s Seek) Clock() string { return first(s.Clocks) }

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
	Code   string `json:"code,omitempty"` // of an invitation, told once
	Opened int64  `json:"opened"`         // seconds since 1970
	Ends   int64  `json:"ends,omitempty"` // when it lapses, likewise
	Mine   bool   `json:"mine,omitempty"`
	ForMe  bool   `json:"for_me,omitempty"`
}

// Lobby is what there is to join.
type Lobby struct {
	Seeks   []OpenSeek  `json:"seeks"`
	Live    []GameBrief `json:"live"`    // games that may be watched
	Mine    []GameBrief `json:"mine"`    // games of one's own under way
	Waiting int         `json:"waiting"` // players in the queue
	Queue   []Seek      `json:"queue"`   // what others wait for in the queue
	Here    []Player    `json:"here"`    // persons who are connected, oneself too
	Bots    []Player    `json:"bots"`    // that would play at once, and unrated, the weakest first
}

// Waiting tells somebody in the queue how it goes. The range is how far from his own
// the rating of an opponent may be now; it widens with time.
type Waiting struct {
	In      bool     `json:"in"`             // still waiting; else a game has begun, or the wait was given up
	Game    string   `json:"game,omitempty"` // on the socket: the one that has begun
	With    *Player  `json:"with,omitempty"` // likewise: against whom
	Seconds int      `json:"seconds,omitempty"`
	Range   int      `json:"range,omitempty"` // points; 0 is any
	Players int      `json:"players,omitempty"`
	Bots    []Player `json:"bots,omitempty"` // that would play at once, the one of the fitting level first
}

// Take accepts a seek by its id, or an invitation by its code.
type Take struct {
	ID   string `json:"id,omitempty"`
	Code string `json:"code,omitempty"`
}

// Begun names the game that has begun.
type Begun struct {
	Game string `json:"game"`
}

// Block names somebody whom one does not want to meet, or does again.
type Block struct {
	Name string `json:"name"`
	Off  bool   `json:"off,omitempty"`
}

// Report is a complaint about a player.
type Report struct {
	Name string `json:"name"`
	Game string `json:"game,omitempty"`
	Text string `json:"text"`
}

// Apply returns a list as it is after a change; it is false if the change is none of that list. The
// list itself stays as it is.
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

// Change is the lobby as it is after a change; it is false if the change is none of that lobby.
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
