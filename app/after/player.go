package after

import (
	"time"

	"tafl3d/app/board"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// paces are the times per position of a replay.
var paces = [...]time.Duration{3 * time.Second, 1500 * time.Millisecond, 700 * time.Millisecond, 250 * time.Millisecond}

// usualPace is the index of the default pace.
const usualPace = 1

// textPaces are the names of the paces.
var textPaces = [...]string{"Slow: a move every 3 seconds", "A move every 1.5 seconds", "Fast",
	"As fast as possible"}

// TextThrough is the label of the replay button.
const TextThrough = "Replay the game"

// player replays a game.
type player struct {
	on   bool
	pace int
	at   int       // the move shown last; a different one means that the user browsed
	next time.Time // time of the next move
}

// MayPlay reports whether the game at the board can be replayed: it is over or a study.
func (r *PostGame) MayPlay() bool {
	g := r.board.Game()
	return g != nil && (g.Studied != nil || !g.Going() && g.State.Record.Ply() > 0)
}

// Playing reports whether a replay is running.
func (r *PostGame) Playing() bool { return r.player.on }

// Play starts or stops the replay of the game at the board. It starts from the beginning if the board shows
// the end.
func (r *PostGame) Play() {
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

// Through closes the result page and replays the game from the beginning.
func (r *PostGame) Through() {
	r.shell.CloseTop()
	r.Halt()
	r.board.Browse(-board.All)
	r.Play()
}

// Halt stops the replay.
func (r *PostGame) Halt() {
	r.player.on = false
	r.shell.Touch()
}

// Faster selects the next pace, from the fastest the slowest, and shows it.
func (r *PostGame) Faster() {
	r.player.pace = (r.player.pace + 1) % len(paces)
	r.player.next = r.client.Now().Add(paces[r.player.pace])
	r.shell.Say(tongue.Text(textPaces[r.player.pace]), panel.Plain)
}

// at returns the shown move.
func (r *PostGame) at() int {
	if s := r.board.Game().Studied; s != nil {
		_, at := s.Rows()
		return at
	}
	return r.board.Game().Shown.Ply
}

// forward shows the next move and reports whether there was one.
func (r *PostGame) forward() bool {
	was := r.at()
	r.board.Browse(1)
	return r.at() != was
}

// Step shows the next move when it is due. A dialog or browsing stops the replay.
func (r *PostGame) Step(now time.Time) {
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

// Next returns the time for the next call of Step; the zero time: none.
func (r *PostGame) Next() time.Time {
	if !r.player.on {
		return time.Time{}
	}
	return r.player.next
}
