package host

import (
	"hash/fnv"
	"maps"
	"slices"
	"sync"
	"time"

	"tafl3d/net/wire"
)

// Services that share a journal divide the games: each game has one home, for players connected to other services too
// (remote.go). Rooms stay open at home while a clock runs, also without connections. The home of a game follows from
// the set of live services, so all that know the same set agree. For a moment after a service starts or dies, a game
// may have two homes or none; the journal still accepts only one entry for each number.

// Intervals of heartbeats: how often they are sent, how long one is valid, and how long a new service listens before
// it takes games.
const (
	heartbeatInterval = time.Second
	heartbeatTTL      = 4 * heartbeatInterval
	joinWait          = heartbeatInterval + heartbeatInterval/2
)

// memberTopic is the topic of heartbeats; services of versions without messages use another one. Game is the service,
// Kind says that it is alive or leaving, and Text that it is unfit to serve games.
const (
	memberTopic = "hubs"
	memberLives = "member-lives"
	memberGoes  = "member-goes"
	memberUnfit = "unfit"
)

// unfitBeatLimit is for how many heartbeats a service must be unfit before others take its games.
const unfitBeatLimit = 3

// members tracks the live services. With its zero value this is the only one.
type members struct {
	mu         sync.Mutex
	self       string               // this service; empty if it is the only one
	others     map[string]time.Time // time of the last heartbeat
	unfit      map[string]bool      // includes this service
	beat       time.Time            // when dropSilent last ran
	unfitBeats int                  // consecutive heartbeats at which this service was unfit
	// Signalled when games have moved, for the rooms and for the connections. Both have a buffer of one.
	movedRooms, movedConns chan struct{}
	onChange               func() // called when the other services have changed; may be nil
}

// receive handles a heartbeat of another service. It reports whether to answer with one: the sender was unknown, or
// believes this service to be dead.
func (m *members) receive(n wire.Notice, now time.Time) (answer bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n.Game == "" || n.Game == m.self {
		return n.Game != "" && n.Kind == memberGoes
	}
	_, known := m.others[n.Game]
	if n.Kind == memberGoes {
		delete(m.others, n.Game)
	} else {
		m.others[n.Game] = now
	}
	unfit := n.Text == memberUnfit
	if known != (n.Kind != memberGoes) || unfit != m.unfit[n.Game] {
		m.setUnfit(n.Game, unfit)
	}
	return !known && n.Kind == memberLives
}

// setUnfit records whether a service is unfit and signals that games have moved. m.mu must be held.
func (m *members) setUnfit(who string, unfit bool) {
	delete(m.unfit, who)
	if unfit {
		m.unfit[who] = true
	}
	m.notifyMoved()
}

// checkFitness records whether this service was fit at a heartbeat.
func (m *members) checkFitness(fit bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.unfitBeats++; fit {
		m.unfitBeats = 0
	}
	if unfit := m.unfitBeats >= unfitBeatLimit; unfit != m.unfit[m.self] {
		m.setUnfit(m.self, unfit)
	}
}

// dropSilent removes services without a valid heartbeat. It runs at every heartbeat; if it runs late, this process
// itself was stopped and heard no one, so the pause is not counted.
func (m *members) dropSilent(now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if paused := now.Sub(m.beat) - heartbeatInterval; paused > heartbeatInterval && !m.beat.IsZero() {
		for who, at := range m.others {
			m.others[who] = at.Add(paused)
		}
	}
	m.beat = now
	before := len(m.others)
	maps.DeleteFunc(m.others, func(_ string, at time.Time) bool { return now.Sub(at) > heartbeatTTL })
	if len(m.others) != before {
		m.notifyMoved()
	}
}

// notifyMoved signals that games have moved.
func (m *members) notifyMoved() {
	notifyChan(m.movedRooms)
	notifyChan(m.movedConns)
	if m.onChange != nil {
		m.onChange()
	}
}

// list returns the other live services.
func (m *members) list() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Collect(maps.Keys(m.others))
}

// lateHubs returns the services whose heartbeat is overdue.
func (m *members) lateHubs(now time.Time) (list []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for who, at := range m.others {
		if now.Sub(at) > heartbeatInterval*3/2 {
			list = append(list, who)
		}
	}
	return list
}

// owner returns the home of a game, empty for this service: the service with the highest weight (rendezvous hashing)
// among the fit ones, or among all if none is fit. When a service starts or stops, only its own games move.
func (m *members) owner(game string) (who string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if who = m.best(game, m.self, weight(m.self, game), !m.unfit[m.self]); who == m.self {
		return ""
	}
	return who
}

// nextOwner returns the home of a game after this service has stopped, empty if there is no other service.
func (m *members) nextOwner(game string) (who string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.best(game, "", 0, false)
}

// best returns the service with the highest weight for a game among the others and one, which has the weight most and
// is fit or not.
func (m *members) best(game, one string, most uint64, fit bool) (best string) {
	best = one
	for other := range m.others {
		w, well := weight(other, game), !m.unfit[other]
		if well != fit && well || well == fit && (w > most || w == most && other > best) {
			best, most, fit = other, w, well
		}
	}
	return best
}

// weight returns the weight of a service for a game. FNV-1a mixes the high bits poorly for similar names, so the
// result passes through the finalizer of MurmurHash3.
func weight(service, game string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(service)) // never fails
	_, _ = h.Write([]byte{0})
	_, _ = h.Write([]byte(game))
	x := h.Sum64()
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// Owns reports whether this service is the home of a game.
func (h *Hub) Owns(game string) bool { return h.members.owner(game) == "" }

// Moved receives a value when games may have moved to this service.
func (h *Hub) Moved() <-chan struct{} { return h.members.movedRooms }

// ShareGames divides the games with other services until the hub closes. It returns after joinWait, when it has
// received the heartbeats of the others. me is the name of this service.
func (h *Hub) ShareGames(me string) error {
	h.members.mu.Lock()
	h.members.self, h.members.others, h.members.unfit, h.members.onChange = me, map[string]time.Time{},
		map[string]bool{},
		h.lobby.HubsChanged
	h.members.mu.Unlock()
	if err := h.serveRemote(); err != nil { // before other services send messages
		return err
	}
	stop, err := h.opt.Bus.Hear(memberTopic, func(b wire.Body) {
		if n, is := b.(wire.Notice); is && (n.Kind == memberLives || n.Kind == memberGoes) &&
			h.members.receive(n, h.opt.Now()) {
			h.sendHeartbeat() // so that a new service learns of this one at once
		}
	})
	if err != nil {
		return err
	}
	h.sendHeartbeat()
	h.work.Go(func() {
		defer stop()
		tick := time.NewTicker(heartbeatInterval)
		defer tick.Stop()
		for {
			select {
			case <-h.ctx.Done():
				h.opt.Bus.Tell(memberTopic, wire.Notice{Kind: memberGoes, Game: me})
				return
			case <-tick.C:
				h.members.checkFitness(h.opt.Fit())
				h.sendHeartbeat()
				now := h.opt.Now()
				h.members.dropSilent(now)
				for _, who := range h.members.lateHubs(now) {
					h.probeHub(who)
				}
			}
		}
	})
	select {
	case <-h.ctx.Done():
	case <-time.After(joinWait):
	}
	return nil
}

// sendHeartbeat announces that this service is alive, and whether it is fit.
func (h *Hub) sendHeartbeat() {
	n := wire.Notice{Kind: memberLives, Game: h.members.self}
	h.members.mu.Lock()
	if h.members.unfit[n.Game] {
		n.Text = memberUnfit // the others take its games
	}
	h.members.mu.Unlock()
	h.opt.Bus.Tell(memberTopic, n)
}
