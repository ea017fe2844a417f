package lobby

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/live"
	"tafl3d/server/store"
)

// queueShows is how many of the variants and clocks that somebody waits for are shown.
const queueShows = 8

// remembers is how long the hall remembers what is gone.
const remembers = time.Minute

// clear makes the hall empty. It is locked, or new.
func (h *hall) clear() {
	h.seeks, h.of, h.games, h.playing = map[string]*seek{}, map[string][]*seek{}, map[string]*played{}, map[string][]*played{}
	h.open, h.queue, h.offers, h.live = nil, nil, nil, nil
	h.blocks, h.shunned = map[string]map[string]bool{}, map[string]map[string]bool{}
	if h.gone == nil {
		h.gone, h.came, h.last = map[string]time.Time{}, map[string]string{}, map[string]string{}
	}
	h.touch()
}

// touch says that something has changed. The hall is locked.
func (h *hall) touch() {
	h.changes++
	select {
	case h.news <- struct{}{}:
	default: // it is about to be told
	}
}

// take takes a change in.
func (h *hall) take(n news, now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.reading {
		h.during = append(h.during, n)
	}
	h.apply(n, now)
}

func (h *hall) apply(n news, now time.Time) {
	if len(n.Opened)+len(n.Gone)+len(n.Began)+len(n.Ended)+len(n.Deleted)+len(n.Blocks)+len(n.By) > 0 {
		h.touch()
	}
	for _, id := range n.Gone {
		h.drop(id, now)
		if len(n.Began) == 1 {
			h.came[id] = n.Began[0].ID
		}
	}
	for _, id := range n.Deleted {
		h.forget(id, now)
	}
	for _, k := range n.Opened {
		h.add(k, n.By[k.ID], now)
	}
	for id, by := range n.By {
		h.rename(id, by)
	}
	for _, r := range n.Renewed {
		if k := h.seeks[r.ID]; k != nil {
			k.Ends = max(k.Ends, r.Ends)
		}
	}
	for _, l := range n.Began {
		h.begin(l)
	}
	for _, g := range n.Ended {
		h.end(g.ID, now)
	}
	for _, b := range n.Blocks {
		h.block(b)
	}
}

// newestFirst is the order of seeks and games that are shown.
func newestFirst(a, b *seek) int {
	return cmp.Or(cmp.Compare(b.Opened, a.Opened), strings.Compare(a.ID, b.ID))
}

func oldestFirst(a, b *seek) int {
	return cmp.Or(cmp.Compare(a.Opened, b.Opened), strings.Compare(a.ID, b.ID))
}

func gamesNewestFirst(a, b *played) int {
	return cmp.Or(cmp.Compare(b.opened, a.opened), strings.Compare(a.brief.Game, b.brief.Game))
}

// insert puts one into a list at its place.
func insert[T any](list []T, one T, order func(a, b T) int) []T {
	i, _ := slices.BinarySearchFunc(list, one, order)
	return slices.Insert(list, i, one)
}

// remove takes one off a list, in whatever order.
func remove[T comparable](list []T, one T) []T {
	if i := slices.Index(list, one); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}

// list is that to which seeks of a kind belong, with its order; nil is none.
func (h *hall) list(kind store.SeekKind) (list *[]*seek, order func(a, b *seek) int) {
	switch kind {
	case store.OpenSeek:
		return &h.open, newestFirst
	case store.Queue:
		return &h.queue, oldestFirst
	case store.Offer:
		return &h.offers, oldestFirst
	}
	return nil, nil
}

// add takes a seek in, by whom it was made as others see him. One that is gone already is not.
func (h *hall) add(k store.Seek, by wire.Player, now time.Time) {
	_, gone := h.gone[k.ID]
	if gone || h.seeks[k.ID] != nil {
		return
	}
	one := &seek{Seek: k, standing: map[string]standing{}}
	if json.Unmarshal([]byte(k.Body), &one.what) != nil {
		return // of a version that says it otherwise
	}
	if by.Level = 0; k.Kind == store.Offer {
		by.Level = one.what.Level
	}
	one.shown = &wire.OpenSeek{ID: k.ID, By: by, Seek: one.what, Opened: k.Opened / 1e6, Ends: k.Ends / 1e6}
	if k.Kind == store.Queue || k.Kind == store.Offer {
		q := one.what
		one.pools = poolsOf(q)
		one.waited = &wire.Seek{Variants: q.Variants[:min(len(q.Variants), queueShows)], Clocks: q.Clocks[:min(len(q.Clocks), queueShows)], Side: q.Side, Rated: q.Rated, Double: q.Double}
		if !h.newest(one, now) {
			return
		}
		h.last[k.Account] = k.ID
	}
	h.enlist(one)
}

// newest reports whether a ticket is the newest of its account, which waits once, and drops an
// older one.
func (h *hall) newest(one *seek, now time.Time) bool {
	for _, old := range slices.Clone(h.of[one.Account]) {
		switch {
		case old.Kind != one.Kind:
		case old.Opened > one.Opened:
			return false // told late
		default:
			h.drop(old.ID, now)
		}
	}
	return true
}

// enlist puts a seek into the lists.
func (h *hall) enlist(one *seek) {
	h.seeks[one.ID] = one
	if list, order := h.list(one.Kind); list != nil {
		*list = insert(*list, one, order)
	}
	for _, who := range accountsOf(one.Seek) {
		h.of[who] = insert(h.of[who], one, oldestFirst)
	}
}

// accountsOf are those that a seek is of: who made it, and whom it is for.
func accountsOf(k store.Seek) []string {
	if k.Kind == store.Challenge && k.Target != k.Account {
		return []string{k.Account, k.Target}
	}
	return []string{k.Account}
}

// drop forgets a seek that is gone.
func (h *hall) drop(id string, now time.Time) {
	h.gone[id] = now
	h.release(id)
}

// release takes a seek off.
func (h *hall) release(id string) {
	k := h.seeks[id]
	if k == nil {
		return
	}
	delete(h.seeks, id)
	if list, _ := h.list(k.Kind); list != nil {
		*list = remove(*list, k)
	}
	for _, who := range accountsOf(k.Seek) {
		if h.of[who] = remove(h.of[who], k); len(h.of[who]) == 0 {
			delete(h.of, who)
		}
	}
}

// rename shows who made a seek in another way.
func (h *hall) rename(id string, by wire.Player) {
	if k := h.seeks[id]; k != nil {
		by.Level = k.shown.By.Level
		o := *k.shown
		o.By = by
		k.shown, k.own, k.forHim = &o, nil, nil
	}
}

// forget forgets an account.
func (h *hall) forget(who string, now time.Time) {
	for _, k := range slices.Clone(h.of[who]) {
		h.drop(k.ID, now)
	}
	for other := range h.blocks[who] {
		h.block(store.Block{Account: who, Other: other, Off: true})
	}
	for other := range h.shunned[who] {
		h.block(store.Block{Account: other, Other: who, Off: true})
	}
}

// mostLive is how many games are in order to be shown, several times as many as are.
const mostLive = 10 * lobbyShows

// begin takes in a game that has begun.
func (h *hall) begin(l store.Live) {
	if g := h.note(l); g != nil {
		h.live = insert(h.live, g, gamesNewestFirst)
		h.live = h.live[:min(len(h.live), mostLive)]
	}
}

// note notes a game under way, nil if it is known or over.
func (h *hall) note(l store.Live) *played {
	_, gone := h.gone[l.ID]
	if gone || h.games[l.ID] != nil {
		return nil
	}
	b, err := live.Shown(l)
	if err != nil {
		return nil // of a version that says it otherwise
	}
	g := &played{brief: &b, ours: &b, opened: l.Opened, players: [2]string{l.Attackers, l.Defenders}}
	h.seat(g)
	return g
}

func (h *hall) seat(g *played) {
	h.games[g.brief.Game] = g
	for _, p := range g.players {
		h.playing[p] = insert(h.playing[p], g, gamesNewestFirst)
	}
}

// end takes off a game that is over.
func (h *hall) end(id string, now time.Time) {
	h.gone[id] = now
	g := h.games[id]
	if g == nil {
		return
	}
	delete(h.games, id)
	h.live = remove(h.live, g)
	for _, p := range g.players {
		if h.playing[p] = remove(h.playing[p], g); len(h.playing[p]) == 0 {
			delete(h.playing, p)
		}
	}
	if len(h.live) < lobbyShows && len(h.games) > len(h.live) {
		h.order()
	}
}

// order finds the newest games.
func (h *hall) order() {
	h.live = slices.SortedFunc(maps.Values(h.games), gamesNewestFirst)
	h.live = slices.Clone(h.live[:min(len(h.live), mostLive)])
}

// block keeps two accounts apart, or no longer.
func (h *hall) block(b store.Block) {
	for _, m := range []struct {
		of       map[string]map[string]bool
		one, two string
	}{{h.blocks, b.Account, b.Other}, {h.shunned, b.Other, b.Account}} {
		switch {
		case !b.Off && m.of[m.one] == nil:
			m.of[m.one] = map[string]bool{m.two: true}
		case !b.Off:
			m.of[m.one][m.two] = true
		default:
			if delete(m.of[m.one], m.two); len(m.of[m.one]) == 0 {
				delete(m.of, m.one)
			}
		}
	}
}

// apart reports whether either of two does not want to meet the other.
func (h *hall) apart(a, b string) bool { return h.blocks[a][b] || h.shunned[a][b] }

// rows are what the database has of the lobby.
type rows struct {
	seeks  []store.Seek
	by     map[string]wire.Player // of seeks that were not known
	games  []store.Live
	blocks []store.Block
}

// replace puts what was read in the place of what was known, and takes in again what was told in
// the meantime.
func (h *hall) replace(r rows, now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	seeks, games := h.seeks, h.games
	h.clear()
	for _, k := range r.seeks {
		old := seeks[k.ID]
		if _, gone := h.gone[k.ID]; old == nil || gone || old.Kind != k.Kind {
			h.add(k, r.by[k.ID], now)
			continue
		}
		old.Ends = max(old.Ends, k.Ends)
		h.enlist(old)
	}
	for _, l := range r.games {
		if old := games[l.ID]; old != nil {
			h.seat(old)
		} else {
			h.note(l)
		}
	}
	h.order()
	for _, b := range r.blocks {
		h.block(b)
	}
	for _, n := range h.during {
		h.apply(n, now)
	}
	h.during, h.reading = nil, false
}

// read says that the database is going to be read, or that it could not be.
func (h *hall) read(on bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.reading, h.during = on, nil
}

// lapsed reports whether a seek has ended by itself.
func (k *seek) lapsed(now time.Time) bool { return k.Ends <= now.UnixMicro() }

// tidy takes off what has lapsed, or was gone long ago. A ticket of the queue may have been renewed
// elsewhere: it is kept for a while. It reports whether there was anything.
func (h *hall) tidy(now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, k := range h.seeks {
		if k.lapsed(now.Add(-remembers)) {
			h.release(id)
			h.touch()
		}
	}
	for id, at := range h.gone {
		if now.Sub(at) > remembers {
			delete(h.gone, id)
			delete(h.came, id)
		}
	}
	maps.DeleteFunc(h.last, func(_, id string) bool {
		_, late := h.gone[id]
		return !late && h.seeks[id] == nil
	})
}

// ticketOf returns the ticket of an account, nil if it has none.
func (h *hall) ticketOf(who string, kind store.SeekKind, now time.Time) *seek {
	for _, k := range h.of[who] {
		if k.Kind == kind && !k.lapsed(now) {
			return k
		}
	}
	return nil
}

// count is how many of a list have not lapsed.
func count(list []*seek, now time.Time) (n int) {
	for _, k := range list {
		if !k.lapsed(now) {
			n++
		}
	}
	return n
}

// poolsOf divides what somebody waits for by pool: that of a family at a speed.
func poolsOf(q wire.Seek) (pools []pool) {
	name := func(v, c string) string { return ledger.Pool(wire.Spec{Variant: v, Clock: c}) }
	families := grouped(q.Variants, func(v string) string { return name(v, q.Clock()) })
	speeds := grouped(q.Clocks, func(c string) string { return name(q.Variant(), c) })
	for _, variants := range families {
		for _, clocks := range speeds {
			pools = append(pools, pool{name(variants[0], clocks[0]), variants, clocks})
		}
	}
	return pools
}

// grouped puts together what is of the same group.
func grouped(list []string, of func(string) string) (groups [][]string) {
	at := map[string]int{}
	for _, one := range list {
		g := of(one)
		i, known := at[g]
		if !known {
			i, at[g], groups = len(groups), len(groups), append(groups, nil)
		}
		groups[i] = append(groups[i], one)
	}
	return groups
}
