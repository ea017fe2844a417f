package server

import (
	"strings"
	"sync"
	"time"

	"tafl3d/net/wire"
)

// An overloaded service is late with everything, moves too. So it measures how long acts take, and while that is too
// long it refuses less important requests: pages first, then the lobby, then new games. Games in progress go on.

// rank is the importance of a request; higher is more important.
type rank int

const (
	forPages rank = iota
	forLobby
	forGames // new games and challenges
	forAll   // always answered
)

// maxLag is the average duration of acts up to which requests of a rank are answered. retryAfter is the Retry-After of
// refused ones in seconds: longer for less important requests.
var (
	maxLag     = [forAll]time.Duration{50 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond}
	retryAfter = [forAll]string{"6", "4", "2"}
)

// manyActs is how many acts a second must have to count as overload.
const manyActs = 50

// errOverloaded is the error of refused requests.
var errOverloaded = wire.Refuse(wire.Unavailable, "the service is too busy: try again in a moment")

// lag measures how long acts take. Its zero value has seen none.
type lag struct {
	mu        sync.Mutex
	second    int64 // the second being counted
	acts      int
	sum       time.Duration
	last      time.Duration // average of the last second with many acts
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

// now returns the average duration of acts in the last second.
func (l *lag) now(now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.turn(now.Unix())
	if l.second-l.lastMoved > 1 {
		return 0
	}
	return l.last
}

// ranks are the ranks of requests by their patterns. Others are always answered: they belong to games in progress, to
// signing in or out, or to the operator.
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

// rankOf returns the rank of a request. The pages of games in progress and their files are always answered.
func rankOf(pattern, path string) rank {
	of, listed := ranks[pattern]
	if !listed || pattern == everyPage && (strings.HasPrefix(path, "/play") || strings.HasPrefix(path, "/static/")) &&
		!strings.HasPrefix(path, "/players") {
		return forAll
	}
	return of
}
