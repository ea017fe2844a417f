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
	conns      int
	lag        time.Duration
	remoteSeen wire.Time // when another service last said that he is there
	deadline   wire.Time // when his absence loses the game; zero if it does not
	last       wire.Presence
}

// update reports whether p is news to those in the room, and keeps it.
func (a *attendance) update(p wire.Presence) bool {
	old := a.last
	if old.Game != "" && old.Here == p.Here && old.Until == p.Until && (old.Lag-p.Lag).Abs() < lagStep {
		return false
	}
	a.last = p
	return true
}

// maxChatLines is how many lines of chat a room remembers for those who come later.
const maxChatLines = 50

// lastLines returns as many lines as a room remembers.
func lastLines(lines []wire.Said) []wire.Said { return lines[max(0, len(lines)-maxChatLines):] }

// sendChat tells the hub where the game lives now, once, what was said while it lived here; empty is
// none. The letter may get lost, and the lines with it.
func (k *roomState) sendChat(to string) {
	if to == "" || to == k.chatSentTo || len(k.chat) == 0 {
		return
	}
	k.chatSentTo = to
	k.hub.sendMessage(to, message{Kind: msgChat, Game: k.id, Chat: k.chat})
}

// chatHistory is what was said before the game came here.
type chatHistory struct{ lines []wire.Said }

// receiveChat takes in what was said while a game lived at another hub.
func (h *Hub) receiveChat(ctx context.Context, m message) {
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	// of a game that is gone nothing was said
	_ = h.With(ctx, m.Game, func(r *Room) error { return r.send(ctx, chatHistory{m.Chat}) })
}

// joinChat puts lines behind earlier ones. What both rooms of a game have heard while it moved, the end of the one and
// the
// beginning of the other, is there once.
func joinChat(earlier, lines []wire.Said) []wire.Said {
	both := min(len(earlier), len(lines))
	for !slices.Equal(earlier[len(earlier)-both:], lines[:both]) {
		both--
	}
	return slices.Concat(earlier, lines[both:])
}

// presenceTTL is how long word of another service counts.
const presenceTTL = time.Minute

// lagStep is by how much a lag must change to be told again.
const lagStep = 20 * time.Millisecond

func (a attendance) present(now wire.Time) bool {
	return a.conns > 0 || a.remoteSeen > 0 && now.Time().Sub(a.remoteSeen.Time()) < presenceTTL
}

// join lets a connection in and tells it everything so far, or what is new to it.
func (k *roomState) join(q join) {
	defer close(q.done)
	known := k.visibleSeq(q.conn)
	if !k.conns[q.conn] {
		k.conns[q.conn] = true
		k.countConn(q.conn, 1)
	}
	if q.resume && q.from > uint64(known) {
		return
	}
	k.decompress()
	from := min(max(int(q.from), 1)-1, known)
	if q.resume {
		for _, e := range k.entries[from:known] {
			k.sendOne(q.conn, e)
		}
		return
	}
	t := newEntryFrames()
	defer t.release()
	snap := wire.Snapshot{Game: k.id, Entries: k.entries[from:known], Presence: k.presence(), Said: k.chat,
		Now: k.now(), Position: k.positionFor(q.conn, uint64(known), t)}
	if frame, err := wire.Encode(q.id, snap); err == nil {
		q.conn.deliver(update{game: k.id, seq: uint64(known), id: q.id, answer: frame, whole: true})
	}
}

// visibleSeq returns up to which entry a connection is told the game.
func (k *roomState) visibleSeq(c *Conn) int {
	switch {
	case !k.isPlayer(c):
		return k.shownCount
	case k.game == nil:
		return int(k.compressed.seq)
	}
	return len(k.entries)
}

func (k *roomState) sendOne(c *Conn, e wire.Entry) {
	t := newEntryFrames()
	defer t.release()
	if frame, err := k.entryFrame(c, e, t); err == nil {
		c.deliver(update{game: k.id, seq: e.Seq, frame: frame})
	}
}

// leave lets a connection out. Of one that goes on at another hub nobody is told: it is there.
func (k *roomState) leave(q leave) {
	if q.lastSeq != nil {
		q.lastSeq <- uint64(k.visibleSeq(q.conn))
		k.sendChat(k.hub.members.owner(k.id))
	}
	if !k.conns[q.conn] {
		return
	}
	delete(k.conns, q.conn)
	if q.lastSeq == nil {
		k.countConn(q.conn, -1)
		return
	}
	seat, _ := k.spec.Seat(q.conn.player.ID)
	if side, ok := seat.Side(); ok {
		k.players[side].conns--
		k.players[side].remoteSeen, k.players[side].deadline = k.now(), k.absenceDeadline()
	}
}

// countConn counts a player in or out and tells the others.
func (k *roomState) countConn(c *Conn, n int) {
	seat, _ := k.spec.Seat(c.player.ID)
	side, ok := seat.Side()
	if !ok {
		return
	}
	h := &k.players[side]
	h.conns += n
	h.deadline = 0
	if h.conns == 0 {
		h.deadline = k.absenceDeadline()
	}
	k.announce(side)
}

// absenceDeadline returns until when a player who is not there may stay away.
func (k *roomState) absenceDeadline() wire.Time {
	grace := k.hub.opt.Grace(k.spec)
	if grace == 0 || k.summary().Over() {
		return 0
	}
	return wire.At(k.now().Time().Add(grace))
}

// announce lets everybody, here and at other services, know who is there.
func (k *roomState) announce(s game.Side) { k.hub.opt.Bus.Tell(gameTopic(k.id), k.presenceOf(s)) }

// announceAll tells of the players who are here, again and again: another service
// believes it for a while only.
func (k *roomState) announceAll() {
	k.measureLag()
	for s := range game.Side(game.Sides) {
		if k.players[s].conns > 0 {
			k.announce(s)
		}
	}
}

// measureLag takes the lag of each player from his connections.
func (k *roomState) measureLag() {
	for c := range k.conns {
		seat, _ := k.spec.Seat(c.player.ID)
		if side, ok := seat.Side(); ok {
			k.players[side].lag = c.lag()
		}
	}
}

func (k *roomState) presenceOf(s game.Side) wire.Presence {
	h := k.players[s]
	return wire.Presence{Game: k.id, Side: wire.SideOf(s), Here: h.present(k.now()), Lag: h.lag, Until: h.deadline}
}

func (k *roomState) presence() (list []wire.Presence) {
	for s := range game.Side(game.Sides) {
		list = append(list, k.presenceOf(s))
	}
	return list
}

// absentSide returns a side that has been absent too long while the other is there.
func (k *roomState) absentSide(now wire.Time) (game.Side, bool) {
	for s := range game.Side(game.Sides) {
		h := &k.players[s]
		if h.deadline == 0 || h.deadline > now {
			continue
		}
		if !h.present(now) && k.players[s.Other()].present(now) {
			return s, true
		}
		h.deadline = k.absenceDeadline()
	}
	return 0, false
}

// relay hands on what came over the bus.
func (k *roomState) relay(b wire.Body) {
	switch b := b.(type) {
	case wire.Said:
		k.chat = lastLines(append(k.chat, b))
	case wire.Presence:
		s, ok := b.Side.Side()
		if ok && k.players[s].conns == 0 && b.Here {
			k.players[s].remoteSeen, k.players[s].deadline = k.now(), 0
		}
		if !ok || !k.players[s].update(b) {
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
	for c := range k.conns {
		c.deliver(update{game: k.id, frame: frame})
	}
}
