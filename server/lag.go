package server

import (
	"strings"
	"sync"
	"time"

	"tafl3d/net/wire"
)

// A service that is asked for more than it can do is late with everything, turns too. So it
// measures how long turns take, and where that is too long it does less of what matters less:
// pages first, then the lobby, then new games. Games under way go on.

// rank is what a request is for: the more it matters the higher.
type rank int

const (
	forPages rank = iota
	forLobby
	forGames // new ones, and who wants to play them
	forAll   // whatever is asked
)

// bears is how long turns may take on average while requests of a rank are answered, and comeBack
// after how many seconds who is refused may come again: those who matter less, later.
var (
	bears    = [forAll]time.Duration{50 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond}
	comeBack = [forAll]string{"6", "4", "2"}
)

// Of fewer acts than these in a second a service does not say that they are too many.
const manyActs = 50

// errPressed is what those hear who are refused.
var errPressed = wire.Refuse(wire.Unavailable, "the service is too busy: try again in a moment")

// lag is how long acts took. Its zero value has seen none.
type lag struct {
	mu        sync.Mutex
	second    int64 // of what is counted now
	acts      int
	sum       time.Duration
	last      time.Duration // on average in the last second in which there were many
	lastMoved int64         // that second
}

// took counts an act.
func (l *lag) took(d time.Duration, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.turn(now.Unix())
	l.acts++
	l.sum += d
}

// turn begins a new second.
func (l *lag) turn(second int64) {
	if second == l.second {
		return
	}
	if l.acts >= manyActs {
		l.last, l.lastMoved = l.sum/time.Duration(l.acts), l.second
	}
	l.second, l.acts, l.sum = second, 0, 0
}

// now returns how long acts take: on average, in the last second.
func (l *lag) now(now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.turn(now.Unix())
	if l.second-l.lastMoved > 1 {
		return 0
	}
	return l.last
}

// ranks are those of requests by their patterns. What is not in it is for all: it belongs to games
// under way, to who leaves or signs in, or to who looks after the service.
var ranks = map[string]rank{
	wire.PostAccounts.Pattern(): forGames, wire.PostSeeks.Pattern(): forGames, wire.PostTake.Pattern(): forGames,
	wire.PostRematch.Pattern(): forGames, wire.PostQueue.Pattern(): forGames, wire.PostQueueBot.Pattern(): forGames,
	wire.GetLobby.Pattern(): forLobby, wire.GetQueue.Pattern(): forLobby, wire.GetInvitation.Pattern(): forLobby,
	wire.PostBlocks.Pattern(): forLobby, wire.PostReports.Pattern(): forLobby,
	wire.GetPlayer.Pattern(): forPages, wire.GetEnded.Pattern(): forPages, wire.GetGame.Pattern(): forPages,
	wire.GetLadder.Pattern(): forPages,
	wire.GetEvents.Pattern(): forPages, wire.GetEvent.Pattern(): forPages, everyPage: forPages,
}

// everyPage is the pattern of the pages.
const everyPage = "GET /"

// rankOf tells what a request is for. The page of a game and what belongs to it are for all.
func rankOf(pattern, path string) rank {
	of, listed := ranks[pattern]
	if !listed || pattern == everyPage && (strings.HasPrefix(path, "/play") || strings.HasPrefix(path, "/static/")) &&
		!strings.HasPrefix(path, "/players") {
		return forAll
	}
	return of
}
