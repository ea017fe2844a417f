package lobby

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"tafl3d/game"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/queue"
	"tafl3d/server/store"
)

// How long a ticket lasts unless it is renewed. Clients renew it by asking for its state.
const (
	queueTime = 20 * time.Second
	offerTime = 30 * time.Second
)

const (
	maxChoices = 200 // variants or time controls of a ticket
	maxLevel   = 100 // largest level of a bot
	gamesBack  = 50  // latest games that decide which bot fits a player
	botsAfter  = 15 * time.Second
	pairEvery  = time.Second
)

// lasts returns how long a ticket lasts.
func lasts(kind store.SeekKind) time.Duration {
	if kind == store.Offer {
		return offerTime
	}
	return queueTime
}

// Enqueue puts the caller into the queue. For a bot it is an offer to play anyone.
func (s *Lobby) Enqueue(ctx context.Context, who account.Caller, q wire.Seek) (wire.Waiting, error) {
	if q.Rules != "" || q.Start != "" || q.To != "" || q.Invite {
		return wire.Waiting{}, wire.Refuse(wire.BadMessage, "the queue is only for games in the catalogue")
	}
	if n := len(q.Variants); n == 0 || n > maxChoices || len(q.Clocks) == 0 || len(q.Clocks) > maxChoices {
		return wire.Waiting{}, wire.Badf("name 1 to %d variants and clocks", maxChoices)
	}
	if q.Level < 0 || q.Level > maxLevel {
		return wire.Waiting{}, wire.Badf("a level is from 1 to %d", maxLevel)
	}
	for i := range max(len(q.Variants), len(q.Clocks)) { // check each variant and each time control at least once
		one := q
		one.Variants, one.Clocks = []string{q.Variants[min(i, len(q.Variants)-1)]},
			[]string{q.Clocks[min(i, len(q.Clocks)-1)]}
		if err := checkSeek(&one); err != nil {
			return wire.Waiting{}, err
		}
	}
	if err := s.Cooldown(ctx, who.ID); err != nil {
		return wire.Waiting{}, err
	}
	if err := s.mayAsk(ctx, who.ID); err != nil {
		return wire.Waiting{}, err
	}
	k := store.Seek{ID: account.ID(), Kind: store.Queue, Account: who.ID}
	if who.Kind == store.Bot {
		k.Kind = store.Offer
	}
	if _, err := s.addSeek(ctx, who, k, q, lasts(k.Kind)); err != nil {
		return wire.Waiting{}, err
	}
	return s.Waiting(ctx, who, wire.None{})
}

// Waiting returns the state of the caller's ticket and renews it.
func (s *Lobby) Waiting(ctx context.Context, who account.Caller, _ wire.None) (wire.Waiting, error) {
	kind := store.Queue
	if who.Kind == store.Bot {
		kind = store.Offer
	}
	k := s.matchmaker().ticketOf(who.ID, kind)
	if k == nil { // another service may have it already
		there, err := s.Store.Seeks.Of(ctx, who.ID, s.Now())
		if i := slices.IndexFunc(there, func(k store.Seek) bool { return k.Kind == kind }); err != nil || i < 0 {
			return wire.Waiting{}, err
		}
		s.take(news{Change: store.Change{Opened: there}})
		if k = s.matchmaker().ticketOf(who.ID, kind); k == nil {
			return wire.Waiting{}, nil
		}
	}
	s.keeps(k, lasts(kind))
	return s.matchmaker().status(ctx, k)
}

// matchmaker pairs the players who wait in the queue.
type matchmaker struct{ lobby *Lobby }

func (s *Lobby) matchmaker() matchmaker { return matchmaker{s} }

// ticketOf returns the ticket of an account, nil if it has none.
func (m matchmaker) ticketOf(who string, kind store.SeekKind) *seek {
	m.lobby.replica.mu.Lock()
	defer m.lobby.replica.mu.Unlock()
	return m.lobby.replica.ticketOf(who, kind, m.lobby.Now())
}

// status returns the state of a waiting player.
func (m matchmaker) status(ctx context.Context, k *seek) (w wire.Waiting, err error) {
	now := m.lobby.Now()
	t := m.lobby.replica.ticket(k)
	w = wire.Waiting{In: true, Seconds: int(now.Sub(t.Since).Seconds())}
	m.lobby.replica.mu.Lock()
	list, _ := m.lobby.replica.list(k.Kind)
	w.Players = count(*list, now)
	m.lobby.replica.mu.Unlock()
	if k.Kind == store.Offer {
		return w, nil
	}
	if r := t.Range(now); !math.IsInf(r, 1) {
		w.Range = int(r)
	}
	if now.Sub(t.Since) >= botsAfter {
		w.Bots, err = m.bots(ctx, k)
	}
	return w, err
}

// ticket returns a challenge as the queue sees it, without a rating.
func (r *replica) ticket(k *seek) queue.Ticket {
	r.mu.Lock()
	defer r.mu.Unlock()
	q := k.what
	return queue.Ticket{
		ID: k.ID, Player: k.Account, Since: time.UnixMicro(k.Opened), Variants: q.Variants, Clocks: q.Clocks,
		Rated: q.Rated, Double: q.Double, Wish: wishes[q.Side], Blocks: slices.Collect(maps.Keys(r.blocks[k.Account])),
	}
}

// wishes maps sides to wishes.
var wishes = map[wire.Side]queue.Wish{wire.Attackers: queue.WantsAttackers, wire.Defenders: queue.WantsDefenders}

// bots lists bots that play what a ticket accepts, the best fitting first.
func (m matchmaker) bots(ctx context.Context, k *seek) ([]wire.Player, error) {
	list := []wire.Player{}
	now := m.lobby.Now()
	m.lobby.replica.mu.Lock()
	past := k.past
	for _, o := range m.lobby.replica.offers {
		plays := slices.ContainsFunc(k.what.Variants,
			func(v string) bool { return slices.Contains(o.what.Variants, v) })
		if plays && !o.lapsed(now) && !m.lobby.replica.blocks[k.Account][o.Account] {
			list = append(list, o.shown.By)
		}
	}
	m.lobby.replica.mu.Unlock()
	if past == nil && len(list) > 0 {
		games, err := m.lobby.Store.Archive.Of(ctx, k.Account, now.Add(time.Hour).UnixMicro(), gamesBack)
		if err != nil {
			return nil, err
		}
		past = append([]store.Game{}, games...)
		m.lobby.replica.mu.Lock()
		k.past = past
		m.lobby.replica.mu.Unlock()
	}
	byFit(list, k.Account, past)
	return list, nil
}

// byFit orders bots for a player: first the level that fits, then the nearest levels, the lower of two before the
// higher, last bots without a level. past are the player's games, the newest first.
func byFit(bots []wire.Player, player string, past []store.Game) {
	slices.SortFunc(bots, byLevel)
	fit := fitting(bots, player, past)
	far := func(p wire.Player) int {
		if p.Level == 0 {
			return math.MaxInt
		}
		return max(p.Level-fit, fit-p.Level)
	}
	slices.SortStableFunc(bots, func(a, b wire.Player) int { return cmp.Compare(far(a), far(b)) })
}

// fitting returns the level that fits a player: the next above that of the last bot they met if they won, the next
// below if they lost; 0, below all, if they have met none. Ratings do not help, since games between bots and persons
// are unrated. The bots are in order of level.
func fitting(bots []wire.Player, player string, past []store.Game) int {
	var levels []int
	of := map[string]int{}
	for _, b := range bots {
		if b.Level > 0 {
			levels, of[b.ID] = append(levels, b.Level), b.Level
		}
	}
	levels = slices.Compact(levels)
	for _, g := range past {
		other, mine := g.Attackers, wire.Defenders
		if other == player {
			other, mine = g.Defenders, wire.Attackers
		}
		if of[other] == 0 || g.Result == "" {
			continue
		}
		at := slices.Index(levels, of[other])
		switch winner := wire.Side(g.Result); {
		case winner == mine:
			at = min(at+1, len(levels)-1)
		case winner == wire.Attackers || winner == wire.Defenders:
			at = max(at-1, 0)
		}
		return levels[at]
	}
	return 0
}

// PlayBot leaves the queue for a game with a bot that offers games.
func (s *Lobby) PlayBot(ctx context.Context, who account.Caller, q wire.Block) (wire.Begun, error) {
	bot, err := s.Accounts.Named(ctx, q.Name)
	if err != nil {
		return wire.Begun{}, err
	}
	if err := errors.Join(s.mayMeet(ctx, who.ID, bot.ID), s.mayAsk(ctx, who.ID)); err != nil {
		return wire.Begun{}, err
	}
	a, b := s.matchmaker().ticketOf(who.ID, store.Queue), s.matchmaker().ticketOf(bot.ID, store.Offer)
	if a == nil || b == nil {
		return wire.Begun{}, wire.Refuse(wire.Missing, "the bot or your place in the queue is not available")
	}
	wants, plays := a.what, b.what.Variants
	v := slices.IndexFunc(wants.Variants, func(v string) bool { return slices.Contains(plays, v) })
	if v < 0 {
		return wire.Begun{}, wire.Refuse(wire.BadMessage, "%s does not play this game", wire.Name(bot.Name))
	}
	return s.begin(ctx, wire.Seek{Variants: wants.Variants[v : v+1], Clocks: wants.Clocks[:1], Side: wants.Side,
		Double: wants.Double}, who.Account, bot, a.ID)
}

// LeaveQueue removes the caller's tickets.
func (s *Lobby) LeaveQueue(ctx context.Context, who account.Caller, _ wire.None) (wire.None, error) {
	mine, err := s.Store.Seeks.Of(ctx, who.ID, s.Now())
	return wire.None{}, errors.Join(err, s.matchmaker().dropTickets(ctx, mine))
}

// dropTickets removes the tickets among an account's challenges. It is no error if one is gone already: a newer ticket
// may have replaced it, or its game has begun.
func (m matchmaker) dropTickets(ctx context.Context, list []store.Seek) (err error) {
	for _, k := range list {
		if k.Kind != store.Queue && k.Kind != store.Offer {
			continue
		}
		if e := m.lobby.Store.Seeks.Drop(ctx, k.ID, k.Account); !errors.Is(e, store.ErrNone) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// PairAll pairs waiting players periodically until ctx ends. Of services that share a queue, each pairs the pools that
// it owns, as with games (net/host/members.go). If two services briefly believe they own a pool, or a player waits in
// pools of two services, at most one game results: its beginning and the removal of both tickets are one transaction.
func (s *Lobby) PairAll(ctx context.Context) {
	tick := time.NewTicker(pairEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		s.matchmaker().once(ctx, s.Now())
	}
}

// owns reports whether this service pairs in a pool.
func (m matchmaker) owns(pool string) bool { return m.lobby.Hub.Owns("queue of " + pool) }

// once pairs in each pool of this service, beginning with the pool where most players wait.
func (m matchmaker) once(ctx context.Context, now time.Time) {
	waiting := m.lobby.replica.waiting(now)
	gone := map[string]bool{}
	for _, name := range slices.SortedFunc(maps.Keys(waiting), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(waiting[b]), len(waiting[a])), strings.Compare(a, b))
	}) {
		if len(waiting[name]) < 2 || !m.owns(name) {
			continue
		}
		for _, p := range queue.Match(m.tickets(ctx, name, waiting[name], gone), now) {
			for _, t := range p.Tickets {
				gone[t.ID] = true
			}
			if err := m.seat(ctx, p); err != nil && ctx.Err() == nil {
				m.lobby.Log.Error("cannot begin the game of a pair", "error", err)
			}
		}
	}
}

// waiting returns the waiting tickets by pool.
func (r *replica) waiting(now time.Time) map[string][]*seek {
	r.mu.Lock()
	defer r.mu.Unlock()
	by := map[string][]*seek{}
	for _, k := range r.queue {
		if k.lapsed(now) {
			continue
		}
		for _, p := range k.pools {
			by[p.name] = append(by[p.name], k)
		}
	}
	return by
}

// tickets returns the tickets of a pool with the players' ratings, except those in but.
func (m matchmaker) tickets(
	ctx context.Context, name string, waiting []*seek, but map[string]bool,
) (list []queue.Ticket) {
	for _, k := range waiting {
		if but[k.ID] {
			continue
		}
		t := m.lobby.replica.ticket(k)
		st, err := m.standing(ctx, k, name)
		if err != nil {
			if ctx.Err() == nil {
				m.lobby.Log.Warn("cannot pair a waiting player", "error", err)
			}
			continue
		}
		t.Points, t.Tilt = st.points, st.tilt
		i := slices.IndexFunc(k.pools, func(p pool) bool { return p.name == name })
		t.Variants, t.Clocks = k.pools[i].variants, k.pools[i].clocks
		list = append(list, t)
	}
	return list
}

// standing returns the standing of a waiting player. It is requested once per pool.
func (m matchmaker) standing(ctx context.Context, k *seek, pool string) (standing, error) {
	m.lobby.replica.mu.Lock()
	st, known := k.standing[pool]
	m.lobby.replica.mu.Unlock()
	if known {
		return st, nil
	}
	r, tilt, err := m.lobby.Store.Ratings.Rating(ctx, k.Account, pool)
	if err != nil {
		return st, err
	}
	st = standing{r.Points, tilt}
	m.lobby.replica.mu.Lock()
	k.standing[pool] = st
	m.lobby.replica.mu.Unlock()
	return st, nil
}

// seat begins the game of a pair, unless one of the two has left.
func (m matchmaker) seat(ctx context.Context, p queue.Pair) error {
	a, d := p.Tickets[game.Attackers], p.Tickets[game.Defenders]
	attacker, err := m.lobby.Store.Accounts.Get(ctx, a.Player)
	if err != nil {
		return err
	}
	defender, err := m.lobby.Store.Accounts.Get(ctx, d.Player)
	if err != nil {
		return err
	}
	q := wire.Seek{Variants: []string{p.Variant}, Clocks: []string{p.Clock}, Side: wire.Attackers, Rated: a.Rated,
		Double: a.Double}
	_, err = m.lobby.begin(ctx, q, attacker, defender, a.ID, d.ID)
	if err == errGone {
		return nil
	}
	if e, refused := errors.AsType[*wire.Error](err); refused && e.Code == wire.TooMuch {
		return m.dropFull(ctx, a, d)
	}
	return err
}

// dropFull removes tickets of players who have reached the limit of games since they entered the queue.
func (m matchmaker) dropFull(ctx context.Context, tickets ...queue.Ticket) (err error) {
	for _, t := range tickets {
		if m.lobby.mayBegin(ctx, t.Player) != nil {
			gone := store.Seek{ID: t.ID, Kind: store.Queue, Account: t.Player}
			err = errors.Join(err, m.dropTickets(ctx, []store.Seek{gone}))
		}
	}
	return err
}
