package host

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"tafl3d/game"
	"tafl3d/net/wire"
)

// failedAct is an act that could not be written. The client sends it again, and the time in between is not charged.
type failedAct struct {
	act wire.Act
	at  wire.Time
}

// recordNotified measures the delay between a move made at a time and now, when the players learn of it. The
// opponent's clock is not charged for it.
func (k *roomState) recordNotified(at wire.Time) {
	told := k.room.hub.opt.Clock.Mark(k.room.id)
	k.delay = func() wire.Time { return max(told()-at, 0) }
}

// minLateness is the smallest lateness that is stored in an entry.
const minLateness = wire.Time(100 * time.Millisecond / time.Microsecond)

// lateness returns how long after its time a move is being written, 0 if below minLateness. It is stored in the
// entry, so that the opponent is compensated at every hub.
func (k *roomState) lateness(e wire.Entry) wire.Time {
	if late := k.room.now() - e.At; e.Act.Kind == wire.Play && late >= minLateness {
		return late
	}
	return 0
}

// restoreDelay takes the delay from the newest move of a game that was just read.
func (k *roomState) restoreDelay(entries []wire.Entry) {
	for _, e := range slices.Backward(entries) {
		if e.Act.Kind == wire.Play {
			k.delay = func() wire.Time { return e.Late }
			return
		}
	}
}

// actTime returns when an act counts as made: its arrival, less the delay of the move before it; the first arrival if
// it was tried before.
func (k *roomState) actTime(by wire.Side, a wire.Act, at wire.Time) wire.Time {
	side, ok := by.Side()
	if !ok {
		return at
	}
	at -= k.delay()
	if f := k.failedActs[side]; f.act.Token == a.Token && reflect.DeepEqual(f.act, a) {
		return min(at, f.at)
	}
	return at
}

// flagBefore ends the game if the clock of the side to move ran out before at.
func (k *roomState) flagBefore(ctx context.Context, at wire.Time) {
	d, ok := k.summary().Deadline()
	if !ok || at < d {
		return
	}
	k.decompress()
	e, _, err := k.game.Do(wire.Service, wire.Act{Kind: wire.Flag, Token: fmt.Sprint("flag", k.game.Seq())}, at)
	if err == nil && k.write(ctx, e) == nil {
		k.appendEntry(e)
	}
}

// checkDeadlines ends the game if a clock has run out or a player has been absent too long.
func (k *roomState) checkDeadlines(ctx context.Context) {
	now := k.room.now()
	k.flagBefore(ctx, now-k.allowance())
	side, ok := k.absentSide(now)
	if !ok || k.summary().Over() {
		return
	}
	early := k.summary().Ply() < game.Sides
	if early && k.room.spec.Event != "" { // the tournament decides how long it waits
		k.players[side].deadline = k.absenceDeadline()
		return
	}
	a := wire.Act{Kind: wire.Forfeit, Of: side.String(), Token: fmt.Sprint("gone", k.summary().Seq())}
	if early {
		a.Kind = wire.Abort
	}
	_, _ = k.act(ctx, wire.Service, a, now) // on error the timer fires again
}

// nextDeadline returns when checkDeadlines must run next.
func (k *roomState) nextDeadline() (wire.Time, bool) {
	at, ok := k.summary().Deadline()
	at += k.allowance() + wire.Time(k.room.hub.opt.LagCap/time.Microsecond)
	for _, h := range k.players {
		if h.deadline != 0 && (!ok || h.deadline < at) {
			at, ok = h.deadline, true
		}
	}
	return at, ok
}

// allowance is the time that the side to move has beyond its clock: the delay of the last move and, if its player is
// connected to another hub, remoteAllowance.
func (k *roomState) allowance() wire.Time {
	if h := k.players[k.summary().Turn()]; h.conns == 0 && h.present(k.room.now()) {
		return k.delay() + wire.Time(remoteAllowance/time.Microsecond)
	}
	return k.delay()
}

// remoteAllowance is how long a flag waits for acts from another hub.
const remoteAllowance = 15 * time.Second
