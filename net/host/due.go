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

// failedAct is an act that could not be written. It is sent again, and what passes
// meanwhile is not charged.
type failedAct struct {
	act wire.Act
	at  wire.Time
}

// recordNotified notes that the turn made at a time is told just now. What passed in between
// nobody could have known of it.
func (k *roomState) recordNotified(at wire.Time) {
	told := k.hub.opt.Clock.Mark(k.id)
	k.delay = func() wire.Time { return max(told()-at, 0) }
}

// minLateness is the least lateness that is worth writing down.
const minLateness = wire.Time(100 * time.Millisecond / time.Microsecond)

// lateness returns by how much later than its time a turn is being written: what
// is owed to who answers it, wherever that will be.
func (k *roomState) lateness(e wire.Entry) wire.Time {
	if late := k.now() - e.At; e.Act.Kind == wire.Play && late >= minLateness {
		return late
	}
	return 0
}

// restoreDelay owes what the newest turn says, in a room that has told nobody of it.
func (k *roomState) restoreDelay(entries []wire.Entry) {
	for _, e := range slices.Backward(entries) {
		if e.Act.Kind == wire.Play {
			k.delay = func() wire.Time { return e.Late }
			return
		}
	}
}

// actTime returns when an act counts as made: less the time in which nobody could know
// of the turn before, and when it came first.
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

// flagBefore lets the flag fall that had fallen before at.
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

// checkDeadlines looks at the clock, and at who is absent too long.
func (k *roomState) checkDeadlines(ctx context.Context) {
	now := k.now()
	k.flagBefore(ctx, now-k.allowance())
	side, ok := k.absentSide(now)
	if !ok || k.summary().Over() {
		return
	}
	early := k.summary().Ply() < game.Sides
	if early && k.spec.Event != "" { // the event itself decides how long it waits
		k.players[side].deadline = k.absenceDeadline()
		return
	}
	a := wire.Act{Kind: wire.Forfeit, Of: side.String(), Token: fmt.Sprint("gone", k.summary().Seq())}
	if early {
		a.Kind = wire.Abort
	}
	_, _ = k.act(ctx, wire.Service, a, now) // tried again when the timer fires next
}

// nextDeadline returns when the room must look at the game by itself.
func (k *roomState) nextDeadline() (wire.Time, bool) {
	at, ok := k.summary().Deadline()
	at += k.allowance() + wire.Time(k.hub.opt.LagCap/time.Microsecond)
	for _, h := range k.players {
		if h.deadline != 0 && (!ok || h.deadline < at) {
			at, ok = h.deadline, true
		}
	}
	return at, ok
}

// allowance is what the side to move has besides its time: what we owe it, and where
// another service serves it, what that one may.
func (k *roomState) allowance() wire.Time {
	if h := k.players[k.summary().Turn()]; h.conns == 0 && h.present(k.now()) {
		return k.delay() + wire.Time(remoteAllowance/time.Microsecond)
	}
	return k.delay()
}

// remoteAllowance is how long a flag waits for the service that its player is at.
const remoteAllowance = 15 * time.Second
