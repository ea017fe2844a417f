package host

import (
	"hash/fnv"
	"maps"
	"slices"
	"sync"
	"time"

	"tafl3d/net/wire"
)

// Of the services that share a journal each looks after some of the games: they live there, for
// those who are connected elsewhere too (abroad.go), and their rooms stay open while a clock runs
// and nobody is connected. Which game is whose follows from the services that live, alike for all
// who know of the same. For a moment after one has come or died two may look after a game, or
// none: the journal takes one act for each place all the same.

// How often services say that they live, for how long that is believed, and how long a new one
// listens before it takes games.
const (
	heartbeatInterval = time.Second
	heartbeatTTL      = 4 * heartbeatInterval
	joinWait          = heartbeatInterval + heartbeatInterval/2
)

// memberTopic is where services say that they live; those that do not write letters say it
// elsewhere. Game is the service; the kind is that it lives, or that it goes, and Text that it is
// not fit to look after games.
const (
	memberTopic = "hubs"
	memberLives = "member-lives"
	memberGoes  = "member-goes"
	memberUnfit = "unfit"
)

// unfitBeatLimit is for how many beats a service must be unfit before the others do its work.
const unfitBeatLimit = 3

// members are the services that live. Its zero value is this one alone.
type members struct {
	mu         sync.Mutex
	self       string               // empty where there are no others
	others     map[string]time.Time // when each was last heard
	unfit      map[string]bool      // of those, and of this one
	beat       time.Time            // when silence was last counted
	unfitBeats int                  // beats at which this one was not fit
	// Each has room for one, and is told when games have moved: one for who looks after games,
	// one for connections.
	movedRooms, movedConns chan struct{}
	onChange               func() // told when other services have come or gone; nil is nobody
}

// receive takes in a word of another service, and reports whether it is to be told that this one
// lives: it was not known, or it takes this one for dead.
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

// setUnfit notes whether a service is fit, and says that games have moved.
func (m *members) setUnfit(who string, unfit bool) {
	delete(m.unfit, who)
	if unfit {
		m.unfit[who] = true
	}
	m.notifyMoved()
}

// checkFitness takes in whether this service is fit at a beat.
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

// dropSilent forgets services that have been silent too long. It is called at every beat: what passes
// beyond that we stood still ourselves, and heard nobody.
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

// notifyMoved says that games have moved.
func (m *members) notifyMoved() {
	notifyChan(m.movedRooms)
	notifyChan(m.movedConns)
	if m.onChange != nil {
		m.onChange()
	}
}

// list are the other services.
func (m *members) list() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Collect(maps.Keys(m.others))
}

// lateHubs are the services that have missed a beat and more.
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

// owner returns the service that looks after a game, empty for this one: of all who live, and are
// fit if any is, it has the highest number for it (rendezvous hashing), so that only the games of
// one who comes or goes move.
func (m *members) owner(game string) (who string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if who = m.best(game, m.self, weight(m.self, game), !m.unfit[m.self]); who == m.self {
		return ""
	}
	return who
}

// nextOwner returns the service that looks after a game when this one has gone, empty if there is no other.
func (m *members) nextOwner(game string) (who string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.best(game, "", 0, false)
}

// best returns which of the others looks after a game rather than one with a number for it, or that one.
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

// weight is the number of a service for a game. FNV alone changes little in its high bits from
// one name to the next: what it gives is stirred once more, as by MurmurHash3.
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

// Owns reports whether this service is the one that looks after a game.
func (h *Hub) Owns(game string) bool { return h.members.owner(game) == "" }

// Moved is told when other services have come or gone, so that other games are ours.
func (h *Hub) Moved() <-chan struct{} { return h.members.movedRooms }

// ShareGames divides the games with the hubs of other services until this one closes. It returns
// when those that live have been heard. me names this hub.
func (h *Hub) ShareGames(me string) error {
	h.members.mu.Lock()
	h.members.self, h.members.others, h.members.unfit, h.members.onChange = me, map[string]time.Time{},
		map[string]bool{},
		h.lobby.HubsChanged
	h.members.mu.Unlock()
	if err := h.serveRemote(); err != nil { // before anybody knows of us
		return err
	}
	stop, err := h.opt.Bus.Hear(memberTopic, func(b wire.Body) {
		if n, is := b.(wire.Notice); is && (n.Kind == memberLives || n.Kind == memberGoes) &&
			h.members.receive(n, h.opt.Now()) {
			h.sendHeartbeat() // who has just come shall know of us at once
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

// sendHeartbeat says that this service lives, and whether it is fit.
func (h *Hub) sendHeartbeat() {
	n := wire.Notice{Kind: memberLives, Game: h.members.self}
	h.members.mu.Lock()
	if h.members.unfit[n.Game] {
		n.Text = memberUnfit // the others do its work
	}
	h.members.mu.Unlock()
	h.opt.Bus.Tell(memberTopic, n)
}
