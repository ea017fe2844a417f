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
	"tafl3d/server/games"
	"tafl3d/server/store"
)

// queueShows is how many variants and time controls of a ticket are shown.
const queueShows = 8

// remembers is how long the replica remembers removed items.
const remembers = time.Minute

// clear empties the replica. It is locked, or new.
func (r *replica) clear() {
	r.seeks, r.of, r.games, r.playing = map[string]*seek{}, map[string][]*seek{}, map[string]*played{},
		map[string][]*played{}
	r.open, r.queue, r.offers, r.live = nil, nil, nil, nil
	r.blocks, r.shunned = map[string]map[string]bool{}, map[string]map[string]bool{}
	r.shadows = map[string]int64{}
	if r.gone == nil {
		r.gone, r.came, r.last = map[string]time.Time{}, map[string]string{}, map[string]string{}
	}
	r.touch()
}

// touch records that something has changed. The replica is locked.
func (r *replica) touch() {
	r.changes++
	select {
	case r.news <- struct{}{}:
	default: // followers will be informed anyway
	}
}

// take applies a change.
func (r *replica) take(n news, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.reading {
		r.during = append(r.during, n)
	}
	r.apply(n, now)
}

func (r *replica) apply(n news, now time.Time) {
	if len(n.Opened)+len(n.Gone)+len(n.Began)+len(n.Ended)+len(n.Deleted)+len(n.Blocks)+len(n.By)+
		len(n.Shadows) > 0 {
		r.touch()
	}
	for _, id := range n.Gone {
		r.drop(id, now)
		if len(n.Began) == 1 {
			r.came[id] = n.Began[0].ID
		}
	}
	for _, id := range n.Deleted {
		r.forget(id, now)
	}
	for _, k := range n.Opened {
		r.add(k, n.By[k.ID], now)
	}
	for id, by := range n.By {
		r.rename(id, by)
	}
	for _, renewed := range n.Renewed {
		if k := r.seeks[renewed.ID]; k != nil {
			k.Ends = max(k.Ends, renewed.Ends)
		}
	}
	for _, l := range n.Began {
		r.begin(l)
	}
	for _, g := range n.Ended {
		r.end(g.ID, now)
	}
	for _, b := range n.Blocks {
		r.block(b)
	}
	for _, h := range n.Shadows {
		r.hide(h)
	}
}

// hide hides the open challenges of an account, or shows them again.
func (r *replica) hide(h store.Shadowed) {
	if h.Ends == 0 {
		delete(r.shadows, h.Account)
		return
	}
	r.shadows[h.Account] = h.Ends
}

// newestFirst is the order in which challenges are shown.
func newestFirst(a, b *seek) int {
	return cmp.Or(cmp.Compare(b.Opened, a.Opened), strings.Compare(a.ID, b.ID))
}

func oldestFirst(a, b *seek) int {
	return cmp.Or(cmp.Compare(a.Opened, b.Opened), strings.Compare(a.ID, b.ID))
}

func gamesNewestFirst(a, b *played) int {
	return cmp.Or(cmp.Compare(b.opened, a.opened), strings.Compare(a.brief.Game, b.brief.Game))
}

// insert inserts an item into a sorted list.
func insert[T any](list []T, one T, order func(a, b T) int) []T {
	i, _ := slices.BinarySearchFunc(list, one, order)
	return slices.Insert(list, i, one)
}

// remove removes an item from a list.
func remove[T comparable](list []T, one T) []T {
	if i := slices.Index(list, one); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}

// list returns the list for challenges of a kind, with its order; nil if there is none.
func (r *replica) list(kind store.SeekKind) (list *[]*seek, order func(a, b *seek) int) {
	switch kind {
	case store.OpenSeek:
		return &r.open, newestFirst
	case store.Queue:
		return &r.queue, oldestFirst
	case store.Offer:
		return &r.offers, oldestFirst
	}
	return nil, nil
}

// add adds a challenge, with its maker as others see them, unless it was removed already.
func (r *replica) add(k store.Seek, by wire.Player, now time.Time) {
	_, gone := r.gone[k.ID]
	if gone || r.seeks[k.ID] != nil {
		return
	}
	one := &seek{Seek: k, standing: map[string]standing{}}
	if json.Unmarshal([]byte(k.Body), &one.what) != nil {
		return // another version encodes it differently
	}
	var more body
	_ = json.Unmarshal([]byte(k.Body), &more) // it is valid JSON
	one.newcomer, one.origin = more.Newcomer, more.Origin
	if by.Level = 0; k.Kind == store.Offer {
		by.Level = one.what.Level
	}
	told := shown(k, by, one.what)
	one.shown = &told
	if k.Kind == store.Queue || k.Kind == store.Offer {
		q := one.what
		one.pools = poolsOf(q)
		one.waited = &wire.Seek{Variants: q.Variants[:min(len(q.Variants), queueShows)],
			Clocks: q.Clocks[:min(len(q.Clocks), queueShows)], Side: q.Side, Rated: q.Rated, Double: q.Double}
		if !r.newest(one, now) {
			return
		}
		r.last[k.Account] = k.ID
	}
	r.enlist(one)
}

// newest reports whether a ticket is the newest of its account, which may have one per kind. It drops older ones.
func (r *replica) newest(one *seek, now time.Time) bool {
	for _, old := range slices.Clone(r.of[one.Account]) {
		switch {
		case old.Kind != one.Kind:
		case old.Opened > one.Opened:
			return false // the message was late
		default:
			r.drop(old.ID, now)
		}
	}
	return true
}

// enlist puts a challenge into the lists.
func (r *replica) enlist(one *seek) {
	r.seeks[one.ID] = one
	if list, order := r.list(one.Kind); list != nil {
		*list = insert(*list, one, order)
	}
	for _, who := range accountsOf(one.Seek) {
		r.of[who] = insert(r.of[who], one, oldestFirst)
	}
}

// accountsOf returns the maker of a challenge and the account it is for.
func accountsOf(k store.Seek) []string {
	if k.Kind == store.Challenge && k.Target != k.Account {
		return []string{k.Account, k.Target}
	}
	return []string{k.Account}
}

// drop removes a challenge that is gone and remembers that.
func (r *replica) drop(id string, now time.Time) {
	r.gone[id] = now
	r.release(id)
}

// release removes a challenge from the lists.
func (r *replica) release(id string) {
	k := r.seeks[id]
	if k == nil {
		return
	}
	delete(r.seeks, id)
	if list, _ := r.list(k.Kind); list != nil {
		*list = remove(*list, k)
	}
	for _, who := range accountsOf(k.Seek) {
		if r.of[who] = remove(r.of[who], k); len(r.of[who]) == 0 {
			delete(r.of, who)
		}
	}
}

// rename changes how the maker of a challenge is shown.
func (r *replica) rename(id string, by wire.Player) {
	if k := r.seeks[id]; k != nil {
		by.Level = k.shown.By.Level
		o := *k.shown
		o.By = by
		k.shown, k.own, k.forHim = &o, nil, nil
	}
}

// forget removes an account's challenges and blocks.
func (r *replica) forget(who string, now time.Time) {
	for _, k := range slices.Clone(r.of[who]) {
		r.drop(k.ID, now)
	}
	for other := range r.blocks[who] {
		r.block(store.Block{Account: who, Other: other, Off: true})
	}
	for other := range r.shunned[who] {
		r.block(store.Block{Account: other, Other: who, Off: true})
	}
}

// mostLive is how many games are kept sorted, several times as many as are shown.
const mostLive = 10 * lobbyShows

// begin adds a game that has begun.
func (r *replica) begin(l store.Live) {
	if g := r.note(l); g != nil {
		r.live = insert(r.live, g, gamesNewestFirst)
		r.live = r.live[:min(len(r.live), mostLive)]
	}
}

// note adds a game in progress to the maps. It returns nil if the game is known or over.
func (r *replica) note(l store.Live) *played {
	_, gone := r.gone[l.ID]
	if gone || r.games[l.ID] != nil {
		return nil
	}
	b, err := games.Shown(l)
	if err != nil {
		return nil // another version encodes it differently
	}
	g := &played{brief: &b, ours: &b, opened: l.Opened, players: [2]string{l.Attackers, l.Defenders}}
	r.seat(g)
	return g
}

func (r *replica) seat(g *played) {
	r.games[g.brief.Game] = g
	for _, p := range g.players {
		r.playing[p] = insert(r.playing[p], g, gamesNewestFirst)
	}
}

// end removes a game that is over.
func (r *replica) end(id string, now time.Time) {
	r.gone[id] = now
	g := r.games[id]
	if g == nil {
		return
	}
	delete(r.games, id)
	r.live = remove(r.live, g)
	for _, p := range g.players {
		if r.playing[p] = remove(r.playing[p], g); len(r.playing[p]) == 0 {
			delete(r.playing, p)
		}
	}
	if len(r.live) < lobbyShows && len(r.games) > len(r.live) {
		r.order()
	}
}

// order finds the newest games.
func (r *replica) order() {
	r.live = slices.SortedFunc(maps.Values(r.games), gamesNewestFirst)
	r.live = slices.Clone(r.live[:min(len(r.live), mostLive)])
}

// block adds or removes a block between two accounts.
func (r *replica) block(b store.Block) {
	for _, m := range []struct {
		of       map[string]map[string]bool
		one, two string
	}{{r.blocks, b.Account, b.Other}, {r.shunned, b.Other, b.Account}} {
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

// apart reports whether either of two accounts blocks the other.
func (r *replica) apart(a, b string) bool { return r.blocks[a][b] || r.shunned[a][b] }

// rows is the lobby as read from the database.
type rows struct {
	seeks  []store.Seek
	by     map[string]wire.Player // makers of challenges that were not known
	games  []store.Live
	blocks []store.Block
	hidden []store.Shadowed
}

// replace replaces the state by what was read, and applies again the changes received meanwhile.
func (r *replica) replace(found rows, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	seeks, games := r.seeks, r.games
	r.clear()
	for _, k := range found.seeks {
		old := seeks[k.ID]
		if _, gone := r.gone[k.ID]; old == nil || gone || old.Kind != k.Kind {
			r.add(k, found.by[k.ID], now)
			continue
		}
		old.Ends = max(old.Ends, k.Ends)
		r.enlist(old)
	}
	for _, l := range found.games {
		if old := games[l.ID]; old != nil {
			r.seat(old)
		} else {
			r.note(l)
		}
	}
	r.order()
	for _, b := range found.blocks {
		r.block(b)
	}
	for _, h := range found.hidden {
		r.hide(h)
	}
	for _, n := range r.during {
		r.apply(n, now)
	}
	r.during, r.reading = nil, false
}

// read declares that the database is about to be read (on), or could not be read.
func (r *replica) read(on bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reading, r.during = on, nil
}

// lapsed reports whether a challenge has expired.
func (k *seek) lapsed(now time.Time) bool { return k.Ends <= now.UnixMicro() }

// tidy removes what expired or was removed some time ago. Expired challenges are kept for a while, since a ticket of
// the queue may have been renewed elsewhere.
func (r *replica) tidy(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, k := range r.seeks {
		if k.lapsed(now.Add(-remembers)) {
			r.release(id)
			r.touch()
		}
	}
	for id, at := range r.gone {
		if now.Sub(at) > remembers {
			delete(r.gone, id)
			delete(r.came, id)
		}
	}
	maps.DeleteFunc(r.last, func(_, id string) bool {
		_, late := r.gone[id]
		return !late && r.seeks[id] == nil
	})
}

// ticketOf returns the ticket of an account, nil if it has none.
func (r *replica) ticketOf(who string, kind store.SeekKind, now time.Time) *seek {
	for _, k := range r.of[who] {
		if k.Kind == kind && !k.lapsed(now) {
			return k
		}
	}
	return nil
}

// count returns how many challenges of a list have not expired.
func count(list []*seek, now time.Time) (n int) {
	for _, k := range list {
		if !k.lapsed(now) {
			n++
		}
	}
	return n
}

// poolsOf splits what a ticket accepts by rating pool, which is a family of variants at a speed.
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

// grouped groups items by what of returns, in order of first appearance.
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
