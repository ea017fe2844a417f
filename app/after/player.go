package after

import (
	"time"

	"tafl3d/app/board"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// paces are how long each position stands when a game plays by itself.
var paces = [...]time.Duration{3 * time.Second, 1500 * time.Millisecond, 700 * time.Millisecond, 250 * time.Millisecond}

// usualPace is the index of the pace to begin with.
const usualPace = 1

// textPaces say so.
var textPaces = [...]string{"Slow: a move every 3 seconds", "A move every 1.5 seconds", "Fast",
	"As fast as possible"}

// TextThrough lets a game play through by itself.
const TextThrough = "Replay the game"

// player plays a game through by itself.
type player struct {
	on   bool
	pace int
	at   int       // the turn that it has shown last; another one means that somebody else looked on
	next time.Time // when the next turn is due
}

// MayPlay reports whether the game at the board can play through by itself: it is over,
// or is studied.
func (r *Room) MayPlay() bool {
	g := r.board.Game
	return g != nil && (g.Studied != nil || !g.Going() && g.State.Record.Ply() > 0)
}

// Playing reports whether a game plays through by itself now.
func (r *Room) Playing() bool { return r.player.on }

// Play lets the game at the board play through by itself, from its start where it stands
// at its end, or stops it.
func (r *Room) Play() {
	if r.player.on || !r.MayPlay() {
		r.Halt()
		return
	}
	if r.forward() {
		r.board.Browse(-1)
	} else {
		r.board.Browse(-board.All)
	}
	r.player.on, r.player.at = true, r.at()
	r.player.next = r.client.Now().Add(paces[r.player.pace])
	r.shell.Touch()
}

// Through closes the announcement of the end and plays the game through from its start.
func (r *Room) Through() {
	r.shell.CloseTop()
	r.Halt()
	r.board.Browse(-board.All)
	r.Play()
}

// Halt stops a game that plays by itself.
func (r *Room) Halt() {
	r.player.on = false
	r.shell.Touch()
}

// Faster chooses the next pace, the slowest after the fastest, and says so.
func (r *Room) Faster() {
	r.player.pace = (r.player.pace + 1) % len(paces)
	r.player.next = r.client.Now().Add(paces[r.player.pace])
	r.shell.Say(tongue.Text(textPaces[r.player.pace]), panel.Plain)
}

// at returns the turn that the board shows.
func (r *Room) at() int {
	if s := r.board.Game.Studied; s != nil {
		_, at := s.Rows()
		return at
	}
	return r.board.Game.Shown.Ply
}

// forward shows the next turn and reports whether there was one.
func (r *Room) forward() bool {
	was := r.at()
	r.board.Browse(1)
	return r.at() != was
}

// Step shows the next turn when it is due. A page in front, or who looks elsewhere, stops it.
func (r *Room) Step(now time.Time) {
	p := &r.player
	if !p.on {
		return
	}
	if !r.MayPlay() || r.shell.Depth() > 0 || r.at() != p.at {
		r.Halt()
		return
	}
	if now.Before(p.next) || r.board.Moving() {
		return
	}
	if !r.forward() {
		r.Halt()
		return
	}
	p.at, p.next = r.at(), now.Add(paces[p.pace])
}

// Next returns when Step wants to be called; the zero time: not by itself.
func (r *Room) Next() time.Time {
	if !r.player.on {
		return time.Time{}
	}
	return r.player.next
}
