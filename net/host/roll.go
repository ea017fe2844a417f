package host

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"

	"tafl3d/net/wire"
)

// How often hubs tell each other who is connected, sooner where that has changed and is short, and
// for how long it is believed.
const (
	rollEvery = 5 * time.Second
	rollSoon  = time.Second
	rollLasts = 3 * rollEvery
)

// mostTold is how many players a hub names to the others.
const mostTold = 200

// rollTopic is where hubs of one service tell who is connected, and rollKind the kind of
// such a notice: Game is the hub, Text the players.
const (
	rollTopic = "roll"
	rollKind  = "roll"
)

// roll is who is connected. Its zero value is nobody.
type roll struct {
	mu     sync.Mutex
	here   map[string]*present // by the id of the player
	others map[string]rollOf   // by hub
	fresh  bool                // who is here has changed since the others were told
}

type present struct {
	wire.Player
	lines int // connections
}

type rollOf struct {
	players []wire.Player
	at      time.Time
}

// enter notes a connection of a player until leave is called. One without an id is nobody. changed
// is told when he has come, and when he has gone.
func (r *roll) enter(p wire.Player, changed func()) (leave func()) {
	if p.ID == "" {
		return func() {}
	}
	if r.add(p) {
		changed()
	}
	return func() {
		if r.remove(p.ID) {
			changed()
		}
	}
}

// add notes a connection of a player, and reports whether it is his first.
func (r *roll) add(p wire.Player) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.here == nil {
		r.here = map[string]*present{}
	}
	one := r.here[p.ID]
	if one == nil {
		one = &present{Player: p}
		r.here[p.ID] = one
		r.fresh = true
	}
	one.lines++
	return one.lines == 1
}

// remove ends it, and reports whether it was his last.
func (r *roll) remove(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	one := r.here[id]
	if one.lines--; one.lines > 0 {
		return false
	}
	delete(r.here, id)
	r.fresh = true
	return true
}

// enter notes a connection of a player until leave is called, and tells the lobby.
func (h *Hub) enter(p wire.Player) (leave func()) {
	return h.roll.enter(p, h.lobby.PlayersChanged)
}

// due reports whether the others are to be told who is here, if they were not told for a while.
func (r *roll) due(long bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !long && (!r.fresh || len(r.here) > mostTold) {
		return false
	}
	r.fresh = false
	return true
}

// mine are the players who are connected to this hub, in no order.
func (r *roll) mine() (list []wire.Player) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range r.here {
		list = append(list, p.Player)
	}
	return list
}

// hear takes in who is connected to another hub.
func (r *roll) hear(hub string, list []wire.Player, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.others == nil {
		r.others = map[string]rollOf{}
	}
	r.others[hub] = rollOf{list, now}
	maps.DeleteFunc(r.others, func(_ string, t rollOf) bool { return now.Sub(t.at) > rollLasts })
}

// Players returns who is connected, to whichever service, by name: those connected to
// another were so a few seconds ago.
func (h *Hub) Players() []wire.Player {
	all := map[string]wire.Player{}
	now := h.opt.Now()
	h.roll.mu.Lock()
	for _, t := range h.roll.others {
		if now.Sub(t.at) <= rollLasts {
			for _, p := range t.players {
				all[p.ID] = p
			}
		}
	}
	h.roll.mu.Unlock()
	for _, p := range h.roll.mine() {
		all[p.ID] = p
	}
	return slices.SortedFunc(maps.Values(all),
		func(a, b wire.Player) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
}

// ShareRoll tells the hubs of other services who is connected here, and hears it of them,
// until the hub closes. me names this hub.
func (h *Hub) ShareRoll(me string) error {
	stop, err := h.opt.Bus.Hear(rollTopic, func(b wire.Body) {
		var list []wire.Player
		if n, is := b.(wire.Notice); is && n.Kind == rollKind && n.Game != me &&
			json.Unmarshal([]byte(n.Text), &list) == nil {
			h.roll.hear(n.Game, list, h.opt.Now())
			h.lobby.PlayersChanged()
		}
	})
	if err != nil {
		return err
	}
	h.work.Go(func() {
		defer stop()
		tick := time.NewTicker(rollSoon)
		defer tick.Stop()
		for ticks := 1; ; ticks++ {
			select {
			case <-h.ctx.Done():
				return
			case <-tick.C:
			}
			if h.roll.due(ticks%int(rollEvery/rollSoon) == 0) {
				h.tellRoll(me)
			}
		}
	})
	return nil
}

// tellRoll tells the other hubs who is connected here.
func (h *Hub) tellRoll(me string) {
	list := h.roll.mine()
	if text, err := json.Marshal(list[:min(len(list), mostTold)]); err == nil {
		h.opt.Bus.Tell(rollTopic, wire.Notice{Kind: rollKind, Game: me, Text: string(text)})
	}
}
