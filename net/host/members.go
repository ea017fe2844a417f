package host

import (
	"hash/fnv"
	"maps"
	"sync"
	"time"

	"tafl3d/net/wire"
)

// Of the services that share a journal each looks after some of the games: their rooms stay
// open there while a clock runs and nobody is connected. Which game is whose follows from the
// services that live, alike for all who know of the same. For a moment after one has come or
// died two may look after a game, or none: the journal takes one act for each place all the
// same, and where players are connected their rooms are open anyhow.

// How often services say that they live, for how long that is believed, and how long a new one
// listens before it takes games.
const (
	beatEvery = time.Second
	beatLasts = 4 * beatEvery
	listens   = beatEvery + beatEvery/2
)

// memberTopic is where services say that they live. Game is the service; the kind is that it
// lives, or that it goes.
const (
	memberTopic = "members"
	memberLives = "member-lives"
	memberGoes  = "member-goes"
)

// members are the services that live. Its zero value is this one alone.
type members struct {
	mu     sync.Mutex
	me     string               // empty where there are no others
	others map[string]time.Time // when each was last heard
	beat   time.Time            // when silence was last counted
	moved  chan struct{}        // has room for one; told when others have come or gone
}

// hear takes in a word of another service, and reports whether it was not known.
func (m *members) hear(n wire.Notice, now time.Time) (fresh bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n.Game == "" || n.Game == m.me {
		return false
	}
	_, known := m.others[n.Game]
	if n.Kind == memberGoes {
		delete(m.others, n.Game)
	} else {
		m.others[n.Game] = now
	}
	if known != (n.Kind != memberGoes) {
		m.tell()
	}
	return !known && n.Kind == memberLives
}

// bury forgets services that have been silent too long. It is called at every beat: what passes
// beyond that we stood still ourselves, and heard nobody.
func (m *members) bury(now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if still := now.Sub(m.beat) - beatEvery; still > beatEvery && !m.beat.IsZero() {
		for who, at := range m.others {
			m.others[who] = at.Add(still)
		}
	}
	m.beat = now
	before := len(m.others)
	maps.DeleteFunc(m.others, func(_ string, at time.Time) bool { return now.Sub(at) > beatLasts })
	if len(m.others) != before {
		m.tell()
	}
}

// tell says that games have moved.
func (m *members) tell() {
	select {
	case m.moved <- struct{}{}:
	default:
	}
}

// owns reports whether this service looks after a game: of all who live it has the highest
// number for it (rendezvous hashing), so that only the games of one who comes or goes move.
func (m *members) owns(game string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	mine := weight(m.me, game)
	for other := range m.others {
		if w := weight(other, game); w > mine || w == mine && other > m.me {
			return false
		}
	}
	return true
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
func (h *Hub) Owns(game string) bool { return h.members.owns(game) }

// Moved is told when other services have come or gone, so that other games are ours.
func (h *Hub) Moved() <-chan struct{} { return h.members.moved }

// ShareGames divides the games with the hubs of other services until this one closes. It returns
// when those that live have been heard. me names this hub.
func (h *Hub) ShareGames(me string) error {
	h.members.mu.Lock()
	h.members.me, h.members.others = me, map[string]time.Time{}
	h.members.mu.Unlock()
	stop, err := h.opt.Bus.Hear(memberTopic, func(b wire.Body) {
		if n, is := b.(wire.Notice); is && (n.Kind == memberLives || n.Kind == memberGoes) && h.members.hear(n, h.opt.Now()) {
			h.tellMember(memberLives) // who has just come shall know of us at once
		}
	})
	if err != nil {
		return err
	}
	h.tellMember(memberLives)
	h.work.Go(func() {
		defer stop()
		tick := time.NewTicker(beatEvery)
		defer tick.Stop()
		for {
			select {
			case <-h.ctx.Done():
				h.tellMember(memberGoes)
				return
			case <-tick.C:
				h.tellMember(memberLives)
				h.members.bury(h.opt.Now())
			}
		}
	})
	select {
	case <-h.ctx.Done():
	case <-time.After(listens):
	}
	return nil
}

// tellMember says that this service lives, if it is fit to, or that it goes.
func (h *Hub) tellMember(kind wire.NoticeKind) {
	if kind == memberLives && !h.opt.Fit() {
		return // the others do its work
	}
	h.opt.Bus.Tell(memberTopic, wire.Notice{Kind: kind, Game: h.members.me})
}
