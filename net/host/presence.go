package host

import (
	"context"
	"slices"
	"time"

	"tafl3d/game"
	"tafl3d/net/wire"
)

// attendance is what a room knows of a player: connections to it, and what
// other services say.
type attendance struct {
	conns int
	lag   time.Duration
	seen  wire.Time // when another service last said that he is there
	until wire.Time // when his absence loses the game; zero if it does not
	shown wire.Presence
}

// shows reports whether p is news to those in the room, and keeps it.
func (a *attendance) shows(p wire.Presence) bool {
	old := a.shown
	if old.Game != "" && old.Here == p.Here && old.Until == p.Until && (old.Lag-p.Lag).Abs() < lagStep {
		return false
	}
	a.shown = p
	return true
}

// maxSaid is how many lines of chat a room remembers for those who come later.
const maxSaid = 50

// lastSaid returns as many lines as a room remembers.
func lastSaid(lines []wire.Said) []wire.Said { return lines[max(0, len(lines)-maxSaid):] }

// handOver tells the hub where the game lives now, once, what was said while it lived here; empty is
// none. The letter may get lost, and the lines with it.
func (k *keeper) handOver(to string) {
	if to == "" || to == k.handed || len(k.said) == 0 {
		return
	}
	k.handed = to
	k.hub.post(to, letter{Kind: letterSaid, Game: k.id, Said: k.said})
}

// past is what was said before the game came here.
type past struct{ said []wire.Said }

// remember takes in what was said while a game lived at another hub.
func (h *Hub) remember(ctx context.Context, l letter) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	// of a game that is gone nothing was said
	_ = h.With(ctx, l.Game, func(r *Room) error { return r.send(ctx, past{l.Said}) })
}

// behind puts lines behind earlier ones. What both rooms of a game have heard while it moved, the end of the one and
// the
// beginning of the other, is there once.
func behind(earlier, lines []wire.Said) []wire.Said {
	both := min(len(earlier), len(lines))
	for !slices.Equal(earlier[len(earlier)-both:], lines[:both]) {
		both--
	}
	return slices.Concat(earlier, lines[both:])
}

// fresh is how long word of another service counts.
const fresh = time.Minute

// lagStep is by how much a lag must change to be told again.
const lagStep = 20 * time.Millisecond

func (a attendance) present(now wire.Time) bool {
	return a.conns > 0 || a.seen > 0 && now.Time().Sub(a.seen.Time()) < fresh
}

// admit lets a connection in and tells it everything so far, or what is new to it.
func (k *keeper) admit(q join) {
	defer close(q.in)
	known := k.known(q.who)
	if !k.inside[q.who] {
		k.inside[q.who] = true
		k.attend(q.who, 1)
	}
	if q.resume && q.from > uint64(known) {
		return
	}
	k.wake()
	from := min(max(int(q.from), 1)-1, known)
	if q.resume {
		for _, e := range k.entries[from:known] {
			k.tellOne(q.who, e)
		}
		return
	}
	t := newTelling()
	defer t.end()
	snap := wire.Snapshot{Game: k.id, Entries: k.entries[from:known], Presence: k.presence(), Said: k.said,
		Now: k.now(), Position: k.standing(q.who, uint64(known), t)}
	if frame, err := wire.Encode(q.id, snap); err == nil {
		q.who.tell(word{game: k.id, seq: uint64(known), id: q.id, answer: frame, whole: true})
	}
}

// known returns up to which entry a connection is told the game.
func (k *keeper) known(c *Conn) int {
	switch {
	case !k.plays(c):
		return k.shown
	case k.game == nil:
		return int(k.away.seq)
	}
	return len(k.entries)
}

func (k *keeper) tellOne(c *Conn, e wire.Entry) {
	t := newTelling()
	defer t.end()
	if frame, err := k.frameFor(c, e, t); err == nil {
		c.tell(word{game: k.id, seq: e.Seq, frame: frame})
	}
}

// part lets a connection out. Of one that goes on at another hub nobody is told: it is there.
func (k *keeper) part(q leave) {
	if q.moved != nil {
		q.moved <- uint64(k.known(q.who))
		k.handOver(k.hub.members.owner(k.id))
	}
	if !k.inside[q.who] {
		return
	}
	delete(k.inside, q.who)
	if q.moved == nil {
		k.attend(q.who, -1)
		return
	}
	seat, _ := k.spec.Seat(q.who.player.ID)
	if side, ok := seat.Side(); ok {
		k.here[side].conns--
		k.here[side].seen, k.here[side].until = k.now(), k.patience()
	}
}

// attend counts a player in or out and tells the others.
func (k *keeper) attend(c *Conn, n int) {
	seat, _ := k.spec.Seat(c.player.ID)
	side, ok := seat.Side()
	if !ok {
		return
	}
	h := &k.here[side]
	h.conns += n
	h.until = 0
	if h.conns == 0 {
		h.until = k.patience()
	}
	k.tell(side)
}

// patience returns until when a player who is not there may stay away.
func (k *keeper) patience() wire.Time {
	grace := k.hub.opt.Grace(k.spec)
	if grace == 0 || k.stands().Over() {
		return 0
	}
	return wire.At(k.now().Time().Add(grace))
}

// tell lets everybody, here and at other services, know who is there.
func (k *keeper) tell(s game.Side) { k.hub.opt.Bus.Tell(gameTopic(k.id), k.presenceOf(s)) }

// call tells of the players who are here, again and again: another service
// believes it for a while only.
func (k *keeper) call() {
	k.measure()
	for s := range game.Side(game.Sides) {
		if k.here[s].conns > 0 {
			k.tell(s)
		}
	}
}

// measure takes the lag of each player from his connections.
func (k *keeper) measure() {
	for c := range k.inside {
		seat, _ := k.spec.Seat(c.player.ID)
		if side, ok := seat.Side(); ok {
			k.here[side].lag = c.lag()
		}
	}
}

func (k *keeper) presenceOf(s game.Side) wire.Presence {
	h := k.here[s]
	return wire.Presence{Game: k.id, Side: wire.SideOf(s), Here: h.present(k.now()), Lag: h.lag, Until: h.until}
}

func (k *keeper) presence() (list []wire.Presence) {
	for s := range game.Side(game.Sides) {
		list = append(list, k.presenceOf(s))
	}
	return list
}

// lost returns a side that has been absent too long while the other is there.
func (k *keeper) lost(now wire.Time) (game.Side, bool) {
	for s := range game.Side(game.Sides) {
		h := &k.here[s]
		if h.until == 0 || h.until > now {
			continue
		}
		if !h.present(now) && k.here[s.Other()].present(now) {
			return s, true
		}
		h.until = k.patience()
	}
	return 0, false
}

// relay hands on what came over the bus.
func (k *keeper) relay(b wire.Body) {
	switch b := b.(type) {
	case wire.Said:
		k.said = lastSaid(append(k.said, b))
	case wire.Presence:
		s, ok := b.Side.Side()
		if ok && k.here[s].conns == 0 && b.Here {
			k.here[s].seen, k.here[s].until = k.now(), 0
		}
		if !ok || !k.here[s].shows(b) {
			return
		}
	default:
		k.hub.opt.Log.Warn("the bus carried what no room takes", "game", k.id, "type", b.Type())
		return
	}
	frame, err := wire.Encode(0, b)
	if err != nil {
		return
	}
	for c := range k.inside {
		c.tell(word{game: k.id, frame: frame})
	}
}
