package host

import (
	"fmt"
	"testing"
	"time"

	"tafl3d/internal/await"
	"tafl3d/net/wire"
)

// share returns a hub that shares a journal and a bus with others.
func (f *fixture) share(name string, fit func() bool) *Hub {
	f.t.Helper()
	opt := f.hub.opt
	opt.Fit = fit
	h := NewHub(opt)
	f.t.Cleanup(h.Close)
	if err := h.ShareGames(name); err != nil {
		f.t.Fatal(err)
	}
	return h
}

// owned counts the games of 3000 whose home each hub is, and those that do not have exactly one home.
func owned(hubs ...*Hub) (each []int, odd int) {
	each = make([]int, len(hubs))
	for i := range 3000 {
		owners := 0
		for k, h := range hubs {
			if h.Owns(fmt.Sprintf("game%d", i)) {
				owners++
				each[k]++
			}
		}
		if owners != 1 {
			odd++
		}
	}
	return each, odd
}

// TestMembers: hubs that share a journal divide its games, each to one; a new hub takes its share from all, and the
// games of one that stops or dies go to the others.
func TestMembers(t *testing.T) {
	t.Parallel()
	f := open(t, "none", nil)
	if each, odd := owned(f.hub); each[0] != 3000 || odd > 0 {
		t.Errorf("a hub alone has %v", each)
	}
	fit := true
	a, b := f.share("a", nil), f.share("b", func() bool { return fit })
	c := f.share("c", nil)
	fair := func(most int, hubs ...*Hub) func() bool {
		return func() bool {
			each, odd := owned(hubs...)
			for _, n := range each {
				odd += max(0, n-most)
			}
			return odd == 0
		}
	}
	await.Until(t, "three do not divide the games", fair(1150, a, b, c)) // a third, within 15 %
	before := map[string]bool{}
	for i := range 3000 {
		id := fmt.Sprintf("game%d", i)
		before[id] = a.Owns(id)
	}
	gone := make(chan string, 1)
	stop, err := f.hub.opt.Bus.Hear(memberTopic, func(b wire.Body) {
		if n, is := b.(wire.Notice); is && n.Kind == memberGoes {
			gone <- n.Game
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	if who := await.Next(t, gone, "who goes in order does not say so"); who != "c" {
		t.Errorf("%s goes", who)
	}
	stop()
	await.Until(t, "the games of a stopped hub have no home", fair(1725, a, b))
	for id, mine := range before {
		if mine && !a.Owns(id) {
			t.Errorf("%s has moved for no reason", id)
		}
	}
	fit = false // as if it had died
	await.Until(t, "who is silent keeps its games", func() bool { each, _ := owned(a); return each[0] == 3000 })
	select {
	case <-a.Moved():
	default:
		t.Error("no signal that games have moved")
	}
}

// TestStoodStill: a service whose own process was stopped, as when a virtual machine moves, does not take the others
// for dead; once it runs again, silence counts.
func TestStoodStill(t *testing.T) {
	now := time.Now()
	m := members{self: "a", others: map[string]time.Time{"b": now}, movedRooms: make(chan struct{}, 1)}
	lives := func(after time.Duration) bool {
		now = now.Add(after)
		m.dropSilent(now)
		return len(m.others) == 1
	}
	if !lives(heartbeatInterval) || !lives(10*heartbeatTTL) || !lives(heartbeatInterval) {
		t.Error("the other hub was dropped during a pause of this one")
	}
	for n := 0; lives(heartbeatInterval); n++ {
		if n > int(heartbeatTTL/heartbeatInterval) {
			t.Fatal("who is silent lives for ever")
		}
	}
}

// TestRoomOfAnother: while a clock runs without connections, the room stays open at the home hub of the game and at
// no other.
func TestRoomOfAnother(t *testing.T) {
	f := open(t, "10m", nil)
	if weight("other", "g") > weight("me", "g") {
		t.Fatal("the names are to be the other way round")
	}
	f.hub.members.self = "me"
	f.hub.members.others = map[string]time.Time{"other": time.Now()}
	k := &roomState{room: newRoom(f.hub, "g"), delay: func() wire.Time { return 0 }}
	if err := k.reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i, a := range []wire.Do{move(0, "d6", "c6", "a"), move(1, "d5", "c5", "b")} {
		if _, err := k.act(t.Context(), wire.SideOf(k.game.Turn()), a.Act, wire.At(time.Now())); err != nil {
			t.Fatal(i, err)
		}
	}
	if k.unneeded() {
		t.Error("the room of a game with a running clock has closed")
	}
	f.hub.members.others = map[string]time.Time{"another": time.Now(), "third": time.Now(), "other": time.Now()}
	for i := 0; f.hub.Owns("g"); i++ {
		f.hub.members.others[fmt.Sprint("more", i)] = time.Now()
	}
	if !k.unneeded() {
		t.Error("a game that another looks after is held open here")
	}
	if wait := k.lingerTime(); wait != movedLinger {
		t.Errorf("its room stays open for %v", wait)
	}
}
