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

// attempt is an act that could not be written. It is sent again, and what passes
// meanwhile is not charged.
type attempt struct {
	act wire.Act
	at  wire.Time
}

// owe notes that the turn made at a time is told just now. What passed in between
// nobody could have known of it.
func (k *keeper) owe(at wire.Time) {
	told := k.hub.opt.Clock.Mark(k.id)
	k.owed = func() wire.Time { return max(told()-at, 0) }
}

// noticed is the least lateness that is worth writing down.
const noticed = wire.Time(100 * time.Millisecond / time.Microsecond)

// lateness returns by how much later than its time a turn is being written: what
// is owed to who answers it, wherever that will be.
func (k *keeper) lateness(e wire.Entry) wire.Time {
	if late := k.now() - e.At; e.Act.Kind == wire.Play && late >= noticed {
		return late
	}
	return 0
}

// recall owes what the newest turn says, in a room that has told nobody of it.
func (k *keeper) recall(entries []wire.Entry) {
	for _, e := range slices.Backward(entries) {
		if e.Act.Kind == wire.Play {
			k.owed = func() wire.Time { return e.Late }
			return
		}
	}
}

// cameIn returns when an act counts as made: less the time in which nobody could know
// of the turn before, and when it came first.
func (k *keeper) cameIn(by wire.Side, a wire.Act, at wire.Time) wire.Time {
	side, ok := by.Side()
	if !ok {
		return at
	}
	at -= k.owed()
	if f := k.tried[side]; f.act.Token == a.Token && reflect.DeepEqual(f.act, a) {
		return min(at, f.at)
	}
	return at
}

// overdue lets the flag fall that had fallen before at.
func (k *keeper) overdue(ctx context.Context, at wire.Time) {
	d, ok := k.stands().Deadline()
	if !ok || at < d {
		return
	}
	k.wake()
	e, _, err := k.game.Do(wire.Service, wire.Act{Kind: wire.Flag, Token: fmt.Sprint("flag", k.game.Seq())}, at)
	if err == nil && k.write(ctx, e) == nil {
		k.note(e)
	}
}

// expire looks at the clock, and at who is absent too long.
func (k *keeper) expire(ctx context.Context) {
	now := k.now()
	k.overdue(ctx, now-k.grant())
	side, ok := k.lost(now)
	if !ok || k.stands().Over() {
		return
	}
	early := k.stands().Ply() < game.Sides
	if early && k.spec.Event != "" { // the event itself decides how long it waits
		k.here[side].until = k.patience()
		return
	}
	a := wire.Act{Kind: wire.Forfeit, Of: side.String(), Token: fmt.Sprint("gone", k.stands().Seq())}
	if early {
		a.Kind = wire.Abort
	}
	_, _ = k.act(ctx, wire.Service, a, now) // tried again when the timer fires next
}

// due returns when the room must look at the game by itself.
func (k *keeper) due() (wire.Time, bool) {
	at, ok := k.stands().Deadline()
	at += k.grant() + wire.Time(k.hub.opt.LagCap/time.Microsecond)
	for _, h := range k.here {
		if h.until != 0 && (!ok || h.until < at) {
			at, ok = h.until, true
		}
	}
	return at, ok
}

// grant is what the side to move has besides its time: what we owe it, and where
// another service serves it, what that one may.
func (k *keeper) grant() wire.Time {
	if h := k.here[k.stands().Turn()]; h.conns == 0 && h.present(k.now()) {
		return k.owed() + wire.Time(elsewhere/time.Microsecond)
	}
	return k.owed()
}

// elsewhere is how long a flag waits for the service that its player is at.
const elsewhere = 15 * time.Second
