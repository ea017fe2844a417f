package host

import (
	"context"
	"slices"
	"time"

	"tafl3d/game"
	"tafl3d/net/wire"
)

// attendance is the presence of a player: connections here, and what other hubs report.
type attendance struct {
	conns      int
	lag        time.Duration
	remoteSeen wire.Time // when another hub last reported the player as connected
	deadline   wire.Time // when absence loses the game; zero: never
	last       wire.Presence
}

// update stores p and reports whether it differs from the last presence that was sent.
func (a *attendance) update(p wire.Presence) bool {
	old := a.last
	if old.Game != "" && old.Here == p.Here && old.Until == p.Until && (old.Lag-p.Lag).Abs() < lagStep {
		return false
	}
	a.last = p
	return true
}

// maxChatLines is how many lines of chat a room keeps for later connections.
const maxChatLines = 50

// lastLines returns the last maxChatLines lines.
func lastLines(lines []wire.Said) []wire.Said { return lines[max(0, len(lines)-maxChatLines):] }

// sendChat sends the lines of chat once to the new home hub of a game; it does nothing if to is empty. The message,
// and the lines with it, may be lost.
func (k *roomState) sendChat(to string) {
	if to == "" || to == k.chatSentTo || len(k.chat) == 0 {
		return
	}
	k.chatSentTo = to
	k.room.hub.sendMessage(to, message{Kind: msgChat, Game: k.room.id, Chat: k.chat})
}

// chatHistory adds lines of chat from the previous home hub of the game.
type chatHistory struct{ lines []wire.Said }

// receiveChat adds the lines of chat from the previous home hub of a game.
func (h *Hub) receiveChat(ctx context.Context, m message) {
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	// an error means that there is no room to add them to
	_ = h.With(ctx, m.Game, func(r *Room) error { return r.send(ctx, chatHistory{m.Chat}) })
}

// joinChat appends lines to earlier ones without duplicates: both rooms may have received the same lines while the
// game moved.
func joinChat(earlier, lines []wire.Said) []wire.Said {
	both := min(len(earlier), len(lines))
	for !slices.Equal(earlier[len(earlier)-both:], lines[:both]) {
		both--
	}
	return slices.Concat(earlier, lines[both:])
}

// presenceTTL is how long the report of another hub is valid.
const presenceTTL = time.Minute

// lagStep is the change of a lag that is worth another message.
const lagStep = 20 * time.Millisecond

func (a attendance) present(now wire.Time) bool {
	return a.conns > 0 || a.remoteSeen > 0 && now.Time().Sub(a.remoteSeen.Time()) < presenceTTL
}

// join adds a connection to the room and sends it the whole game, or with q.resume the entries that it lacks.
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
	snap := wire.Snapshot{Game: k.room.id, Entries: k.entries[from:known], Presence: k.presence(), Said: k.chat,
		Now: k.room.now(), Position: k.positionFor(q.conn, uint64(known), t)}
	if frame, err := wire.Encode(q.id, snap); err == nil {
		q.conn.deliver(update{game: k.room.id, seq: uint64(known), id: q.id, answer: frame, whole: true})
	}
}

// visibleSeq returns the newest entry that a connection may see: spectators may be delayed.
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
		c.deliver(update{game: k.room.id, seq: e.Seq, frame: frame})
	}
}

// leave removes a connection from the room. If it continues at another hub, the players are not notified.
func (k *roomState) leave(q leave) {
	if q.lastSeq != nil {
		q.lastSeq <- uint64(k.visibleSeq(q.conn))
		k.sendChat(k.room.hub.members.owner(k.room.id))
	}
	if !k.conns[q.conn] {
		return
	}
	delete(k.conns, q.conn)
	if q.lastSeq == nil {
		k.countConn(q.conn, -1)
		return
	}
	seat, _ := k.room.spec.Seat(q.conn.player.ID)
	if side, ok := seat.Side(); ok {
		k.players[side].conns--
		k.players[side].remoteSeen, k.players[side].deadline = k.room.now(), k.absenceDeadline()
	}
}

// countConn adds n to the connections of a player and announces the presence.
func (k *roomState) countConn(c *Conn, n int) {
	seat, _ := k.room.spec.Seat(c.player.ID)
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

// absenceDeadline returns until when a player who leaves now may stay away; zero: forever.
func (k *roomState) absenceDeadline() wire.Time {
	grace := k.room.hub.opt.Grace(k.room.spec)
	if grace == 0 || k.summary().Over() {
		return 0
	}
	return wire.At(k.room.now().Time().Add(grace))
}

// announce sends the presence of a player to all connections of the game, at all hubs.
func (k *roomState) announce(s game.Side) {
	k.room.hub.opt.Bus.Tell(gameTopic(k.room.id), k.presenceOf(s))
}

// announceAll repeats the presence of the players who are connected here, since other hubs believe it for presenceTTL
// only.
func (k *roomState) announceAll() {
	k.measureLag()
	for s := range game.Side(game.Sides) {
		if k.players[s].conns > 0 {
			k.announce(s)
		}
	}
}

// measureLag takes the lag of each player from their connection.
func (k *roomState) measureLag() {
	for c := range k.conns {
		seat, _ := k.room.spec.Seat(c.player.ID)
		if side, ok := seat.Side(); ok {
			k.players[side].lag = c.lag()
		}
	}
}

func (k *roomState) presenceOf(s game.Side) wire.Presence {
	h := k.players[s]
	return wire.Presence{Game: k.room.id, Side: wire.SideOf(s), Here: h.present(k.room.now()), Lag: h.lag,
		Until: h.deadline}
}

func (k *roomState) presence() (list []wire.Presence) {
	for s := range game.Side(game.Sides) {
		list = append(list, k.presenceOf(s))
	}
	return list
}

// absentSide returns a side that has been absent too long while the other side is present.
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

// relay forwards a chat line or presence from the bus to the connections of the room.
func (k *roomState) relay(b wire.Body) {
	switch b := b.(type) {
	case wire.Said:
		k.chat = lastLines(append(k.chat, b))
	case wire.Presence:
		s, ok := b.Side.Side()
		if ok && k.players[s].conns == 0 && b.Here {
			k.players[s].remoteSeen, k.players[s].deadline = k.room.now(), 0
		}
		if !ok || !k.players[s].update(b) {
			return
		}
	default:
		k.room.hub.opt.Log.Warn("unexpected message on the bus", "game", k.room.id, "type", b.Type())
		return
	}
	frame, err := wire.Encode(0, b)
	if err != nil {
		return
	}
	for c := range k.conns {
		c.deliver(update{game: k.room.id, frame: frame})
	}
}
