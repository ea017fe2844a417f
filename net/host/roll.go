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
	onlineInterval    = 5 * time.Second
	onlineMinInterval = time.Second
	onlineTTL         = 3 * onlineInterval
)

// maxListed is how many players a hub names to the others.
const maxListed = 200

// rollTopic is where hubs of one service tell who is connected, and rollKind the kind of
// such a notice: Game is the hub, Text the players.
const (
	onlineTopic = "roll"
	onlineKind  = "roll"
)

// onlineList is who is connected. Its zero value is nobody.
type onlineList struct {
	mu      sync.Mutex
	local   map[string]*onlinePlayer // by the id of the player
	remote  map[string]hubPlayers    // by hub
	changed bool                     // who is here has changed since the others were told
}

type onlinePlayer struct {
	wire.Player
	conns int // connections
}

type hubPlayers struct {
	players []wire.Player
	at      time.Time
}

// enter notes a connection of a player until leave is called. One without an id is nobody. changed
// is told when he has come, and when he has gone.
func (r *onlineList) enter(p wire.Player, changed func()) (leave func()) {
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
func (r *onlineList) add(p wire.Player) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.local == nil {
		r.local = map[string]*onlinePlayer{}
	}
	one := r.local[p.ID]
	if one == nil {
		one = &onlinePlayer{Player: p}
		r.local[p.ID] = one
		r.changed = true
	}
	one.conns++
	return one.conns == 1
}

// remove ends it, and reports whether it was his last.
func (r *onlineList) remove(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	one := r.local[id]
	if one.conns--; one.conns > 0 {
		return false
	}
	delete(r.local, id)
	r.changed = true
	return true
}

// enter notes a connection of a player until leave is called, and tells the lobby.
func (h *Hub) enter(p wire.Player) (leave func()) {
	return h.online.enter(p, h.lobby.PlayersChanged)
}

// shouldSend reports whether the others are to be told who is here, if they were not told for a while.
func (r *onlineList) shouldSend(long bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !long && (!r.changed || len(r.local) > maxListed) {
		return false
	}
	r.changed = false
	return true
}

// localPlayers are the players who are connected to this hub, in no order.
func (r *onlineList) localPlayers() (list []wire.Player) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range r.local {
		list = append(list, p.Player)
	}
	return list
}

// receive takes in who is connected to another hub.
func (r *onlineList) receive(hub string, list []wire.Player, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.remote == nil {
		r.remote = map[string]hubPlayers{}
	}
	r.remote[hub] = hubPlayers{list, now}
	maps.DeleteFunc(r.remote, func(_ string, t hubPlayers) bool { return now.Sub(t.at) > onlineTTL })
}

// Players returns who is connected, to whichever service, by name: those connected to
// another were so a few seconds ago.
func (h *Hub) Players() []wire.Player {
	all := map[string]wire.Player{}
	now := h.opt.Now()
	h.online.mu.Lock()
	for _, t := range h.online.remote {
		if now.Sub(t.at) <= onlineTTL {
			for _, p := range t.players {
				all[p.ID] = p
			}
		}
	}
	h.online.mu.Unlock()
	for _, p := range h.online.localPlayers() {
		all[p.ID] = p
	}
	return slices.SortedFunc(maps.Values(all),
		func(a, b wire.Player) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
}

// ShareOnline tells the hubs of other services who is connected here, and hears it of them,
// until the hub closes. me names this hub.
func (h *Hub) ShareOnline(me string) error {
	stop, err := h.opt.Bus.Hear(onlineTopic, func(b wire.Body) {
		var list []wire.Player
		if n, is := b.(wire.Notice); is && n.Kind == onlineKind && n.Game != me &&
			json.Unmarshal([]byte(n.Text), &list) == nil {
			h.online.receive(n.Game, list, h.opt.Now())
			h.lobby.PlayersChanged()
		}
	})
	if err != nil {
		return err
	}
	h.work.Go(func() {
		defer stop()
		tick := time.NewTicker(onlineMinInterval)
		defer tick.Stop()
		for ticks := 1; ; ticks++ {
			select {
			case <-h.ctx.Done():
				return
			case <-tick.C:
			}
			if h.online.shouldSend(ticks%int(onlineInterval/onlineMinInterval) == 0) {
				h.sendOnline(me)
			}
		}
	})
	return nil
}

// sendOnline tells the other hubs who is connected here.
func (h *Hub) sendOnline(me string) {
	list := h.online.localPlayers()
	if text, err := json.Marshal(list[:min(len(list), maxListed)]); err == nil {
		h.opt.Bus.Tell(onlineTopic, wire.Notice{Kind: onlineKind, Game: me, Text: string(text)})
	}
}
