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

// Intervals at which hubs exchange their connected players: regularly, at the earliest after a change if the list is
// short, and how long a list is valid.
const (
	onlineInterval    = 5 * time.Second
	onlineMinInterval = time.Second
	onlineTTL         = 3 * onlineInterval
)

// maxListed is how many players a hub sends to the others.
const maxListed = 200

// onlineTopic is the topic, and onlineKind the kind of notice, in which hubs list their connected players: Game is
// the hub, Text the players as JSON.
const (
	onlineTopic = "roll"
	onlineKind  = "roll"
)

// onlineList holds the players connected to this hub and to others. Its zero value is empty.
type onlineList struct {
	mu      sync.Mutex
	local   map[string]*onlinePlayer // by id of the player
	remote  map[string]hubPlayers    // by hub
	changed bool                     // local has changed since it was last sent
}

type onlinePlayer struct {
	wire.Player
	conns int // connections
}

type hubPlayers struct {
	players []wire.Player
	at      time.Time
}

// enter counts a connection of a player until leave is called, and calls changed when their first connection begins
// and their last ends. Players without an id are not counted.
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

// add counts a connection of a player and reports whether it is the first.
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

// remove ends a connection of a player and reports whether it was the last.
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

// enter counts a connection of a player until leave is called, and notifies the lobby of changes.
func (h *Hub) enter(p wire.Player) (leave func()) {
	return h.online.enter(p, h.lobby.PlayersChanged)
}

// shouldSend reports whether the local list must be sent: always if long, else only if it is short and has changed.
func (r *onlineList) shouldSend(long bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !long && (!r.changed || len(r.local) > maxListed) {
		return false
	}
	r.changed = false
	return true
}

// localPlayers returns the players connected to this hub, in no order.
func (r *onlineList) localPlayers() (list []wire.Player) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range r.local {
		list = append(list, p.Player)
	}
	return list
}

// receive stores the list of another hub.
func (r *onlineList) receive(hub string, list []wire.Player, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.remote == nil {
		r.remote = map[string]hubPlayers{}
	}
	r.remote[hub] = hubPlayers{list, now}
	maps.DeleteFunc(r.remote, func(_ string, t hubPlayers) bool { return now.Sub(t.at) > onlineTTL })
}

// Players returns the players connected to any hub, sorted by name. Those of other hubs are a few seconds old.
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

// ShareOnline exchanges the lists of connected players with other hubs until the hub closes. me is the name of this
// hub.
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

// sendOnline sends the local list to the other hubs.
func (h *Hub) sendOnline(me string) {
	list := h.online.localPlayers()
	if text, err := json.Marshal(list[:min(len(list), maxListed)]); err == nil {
		h.opt.Bus.Tell(onlineTopic, wire.Notice{Kind: onlineKind, Game: me, Text: string(text)})
	}
}
