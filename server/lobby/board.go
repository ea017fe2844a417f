package lobby

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"tafl3d/net/wire"
)

// boardLasts is how long a board is used. boardSeeks is how many rows it has: more than are shown,
// since a player does not see their own and those of blocked players.
const (
	boardLasts = time.Second
	boardSeeks = 3 * lobbyShows
)

// see returns the present board. The caller has locked the replica.
func (s *Lobby) see(now time.Time) *board {
	r := &s.replica
	if b := s.board; b != nil && b.changes == r.changes && now.Sub(b.at) < boardLasts && !now.Before(b.at) {
		return b
	}
	b := &board{changes: r.changes, at: now, seeks: r.rows(now), queue: first(r.queue, boardSeeks,
		now), waiting: count(r.queue, now), bots: first(r.offers, len(r.offers), now), here: s.connected(now)}
	for _, g := range r.live[:min(len(r.live), lobbyShows)] {
		b.live = append(b.live, g.brief)
	}
	slices.SortStableFunc(b.bots, func(x, y *seek) int { return byLevel(x.shown.By, y.shown.By) })
	b.plain = s.pick(b, "")
	s.board = b
	return b
}

// Limits of the list of open challenges. Accounts that have not played yet are few in it, so that many new accounts
// cannot fill it.
const (
	foldSeeks     = 10 * boardSeeks // challenges that are looked at
	newcomerRows  = 20
	rowsOfAddress = 2 // of newcomers from one address
)

// rows returns the newest open challenges that others may see, one row for each account.
func (r *replica) rows(now time.Time) []row {
	var groups [][]*seek
	at := map[string]int{} // by account; -1 is not shown
	newcomers, addresses := 0, map[string]int{}
	for _, k := range r.open[:min(len(r.open), foldSeeks)] {
		i, known := at[k.Account]
		switch {
		case k.lapsed(now) || r.shadows[k.Account] > now.UnixMicro():
		case known && i < 0:
		case known:
			if len(groups[i]) < maxSeeks {
				groups[i] = append(groups[i], k)
			}
		case len(groups) == boardSeeks,
			k.newcomer && (newcomers == newcomerRows || k.origin != "" && addresses[k.origin] == rowsOfAddress):
			at[k.Account] = -1
		default:
			at[k.Account] = len(groups)
			groups = append(groups, []*seek{k})
			if k.newcomer {
				newcomers++
				addresses[k.origin]++
			}
		}
	}
	list := make([]row, len(groups))
	for i, g := range groups {
		list[i] = row{g[0].Account, g[0].fold(g)}
	}
	return list
}

// fold returns a challenge with the others of its account behind it: the same pointer until one of them changes.
func (k *seek) fold(group []*seek) *wire.OpenSeek {
	if len(group) == 1 {
		return k.shown
	}
	parts := make([]*wire.OpenSeek, len(group))
	for i, one := range group {
		parts[i] = one.shown
	}
	if !slices.Equal(parts, k.parts) {
		o := *k.shown
		o.More = values(parts[1:])
		k.parts, k.folded = parts, &o
	}
	return k.folded
}

// first returns the first challenges of a list that have not expired.
func first(list []*seek, most int, now time.Time) (some []*seek) {
	for _, k := range list {
		if len(some) == most {
			break
		}
		if !k.lapsed(now) {
			some = append(some, k)
		}
	}
	return some
}

// hereLasts is how long the list of connected players is cached without a change here: silent services are dropped from
// it.
const hereLasts = 5 * time.Second

// connected returns the connected players without bots, by name. A player who was in the last list keeps the same
// pointer.
func (s *Lobby) connected(now time.Time) []*wire.Player {
	if r := &s.roll; r.good && now.Sub(r.at) < hereLasts && !now.Before(r.at) {
		return r.list
	}
	known := make(map[string]*wire.Player, len(s.roll.list))
	for _, p := range s.roll.list {
		known[p.ID] = p
	}
	s.roll = roll{at: now, good: true}
	for _, p := range s.Hub.Players() {
		if p.Bot {
			continue
		}
		one := known[p.ID]
		if one == nil || *one != p {
			one = &p
		}
		s.roll.list = append(s.roll.list, one)
	}
	return s.roll.list
}

// PlayersChanged implements host.Lobby.
func (s *Lobby) PlayersChanged() {
	s.replica.mu.Lock()
	defer s.replica.mu.Unlock()
	s.roll.good = false
	s.replica.touch()
}

// look returns what an account sees of the lobby. An empty id is a viewer without a session.
func (s *Lobby) look(who string) *view {
	now := s.Now()
	r := &s.replica
	r.mu.Lock()
	defer r.mu.Unlock()
	b := s.see(now)
	if len(r.of[who])+len(r.playing[who])+len(r.blocks[who])+len(r.shunned[who]) == 0 {
		return b.plain
	}
	v := s.pick(b, who)
	var own []*wire.OpenSeek
	for _, k := range r.of[who] {
		if !k.ticket() && !k.lapsed(now) {
			own = append(own, k.as(who))
		}
	}
	v.seeks = append(own, v.seeks...)
	for _, g := range r.playing[who][:min(len(r.playing[who]), lobbyShows)] {
		v.mine = append(v.mine, g.ours)
	}
	return v
}

// pick returns what an account sees of the board, without its own challenges and those of players it does not meet. The
// caller has locked the replica.
func (s *Lobby) pick(b *board, who string) *view {
	r := &s.replica
	v := &view{live: b.live, waiting: b.waiting}
	v.text = sync.OnceValues(func() (json.RawMessage, error) { return json.Marshal(v.lobby()) })
	for _, k := range b.seeks {
		if k.account != who && !r.apart(who, k.account) && len(v.seeks) < lobbyShows {
			v.seeks = append(v.seeks, k.shown)
		}
	}
	for _, k := range b.queue {
		if k.Account != who && !r.blocks[who][k.Account] && len(v.queue) < lobbyShows {
			v.queue = append(v.queue, k.waited)
		}
	}
	for _, p := range b.here {
		if !r.blocks[who][p.ID] && len(v.here) < lobbyShows {
			v.here = append(v.here, p)
		}
	}
	for _, k := range b.bots {
		if !r.blocks[who][k.Account] {
			v.bots = append(v.bots, &k.shown.By)
		}
	}
	return v
}

// ticket reports whether a challenge is a ticket of the queue or an offer of a bot.
func (k *seek) ticket() bool { return k.waited != nil }

// as returns a challenge as its maker or its target sees it.
func (k *seek) as(who string) *wire.OpenSeek {
	own := &k.forHim
	if k.Account == who {
		own = &k.own
	}
	if *own == nil {
		o := *k.shown
		o.Mine, o.ForMe = k.Account == who, k.Target != "" && k.Target == who
		*own = &o
	}
	return *own
}

// turns finds out whose turn it is in the games of an account.
func (s *Lobby) turns(ctx context.Context, who string) {
	s.replica.mu.Lock()
	games := slices.Clone(s.replica.playing[who])
	s.replica.mu.Unlock()
	for _, g := range games[:min(len(games), lobbyShows)] {
		turn := s.Games.Turn(ctx, g.brief.Game)
		s.replica.mu.Lock()
		if g.ours.Turn != turn {
			ours := *g.ours
			ours.Turn = turn
			g.ours = &ours
			s.replica.touch()
		}
		s.replica.mu.Unlock()
	}
}

// Live lists games in progress, the newest first.
func (s *Lobby) Live() []wire.GameBrief { return values(s.look("").live) }

// Waits returns how many players wait in the queue.
func (s *Lobby) Waits() int { return s.look("").waiting }

// lobby returns the view as it is sent.
func (v *view) lobby() wire.Lobby {
	return wire.Lobby{Seeks: values(v.seeks), Live: values(v.live), Mine: values(v.mine), Waiting: v.waiting,
		Queue: values(v.queue), Here: values(v.here), Bots: values(v.bots)}
}

// values dereferences the items of a list.
func values[T any](list []*T) []T {
	all := make([]T, len(list))
	for i, one := range list {
		all[i] = *one
	}
	return all
}

// byLevel orders bots, the weakest first.
func byLevel(a, b wire.Player) int {
	return cmp.Or(cmp.Compare(a.Level, b.Level), strings.Compare(a.Name, b.Name))
}
