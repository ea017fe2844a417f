package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/store"
)

// Services that share a database send each other each change over the bus. Messages may be lost: each service numbers
// its messages and reports its last number every other second. A service that has missed a message, or hears that a
// service has started or ended, reads the database again, since a service may have died between a change and its
// message.

const (
	wordTopic = "lobby-words"
	// oldTopic is the topic on which services of older versions report and receive changes of the lobby.
	oldTopic = "lobby"
	// oldLasts is for how long after such a report the database is read periodically, since those services do not
	// report every change.
	oldLasts = time.Minute

	keepEvery  = time.Second
	countEvery = 2 // times keepEvery, between reports of the last number
	renewEvery = 5 // times keepEvery, between renewals of tickets

	readTime  = 20 * time.Second
	askTime   = 5 * time.Second
	mostNewed = 1000 // renewals per message
)

// Open reads the lobby from the database and begins to follow changes by other services.
func (s *Lobby) Open(ctx context.Context) error {
	s.replica.mu.Lock()
	s.replica.clear()
	s.replica.mu.Unlock()
	if s.Me != "" {
		s.share.heard = map[string]uint64{}
		_, err := s.Bus.Collect(wordTopic, s.hear)
		if err == nil {
			_, err = s.Bus.Hear(oldTopic, s.hearOld)
		}
		if err != nil {
			return err
		}
	}
	return s.read(ctx)
}

// hear handles a message of another service.
func (s *Lobby) hear(data []byte) {
	var w word
	if err := json.Unmarshal(data, &w); err != nil || w.From == s.Me {
		return
	}
	s.share.mu.Lock()
	due := s.share.heard[w.From]
	if w.News != nil {
		due++
	}
	s.share.heard[w.From] = w.Nr
	s.share.mu.Unlock()
	if w.Nr != due {
		s.stale.Store(true)
	}
	if w.News != nil {
		s.Games.Archived(w.News.Ended)
		s.take(*w.News)
	}
}

// hearOld handles a report of a service of an older version.
func (s *Lobby) hearOld(b wire.Body) {
	if n, is := b.(wire.Notice); !is || n.Game != "" {
		return // from this version, which also sends a message on wordTopic
	}
	s.share.mu.Lock()
	s.share.old = s.Now().Add(oldLasts)
	s.share.mu.Unlock()
	s.stale.Store(true)
}

// Changed applies a change that this service has made in the database, and sends it to the other services.
func (s *Lobby) Changed(c store.Change) {
	n := news{Change: c}
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	var err error
	if n.By, err = s.makers(ctx, c); err != nil {
		n.Unknown = true
	}
	s.spread(n)
}

// SessionEnded reports that a session of an account has ended.
func (s *Lobby) SessionEnded(account string) { s.spread(news{Doubted: account}) }

// HubsChanged implements host.Lobby.
func (s *Lobby) HubsChanged() { s.stale.Store(true) }

// spread applies news and sends it to the other services.
func (s *Lobby) spread(n news) {
	s.take(n)
	s.tell(&n)
}

// take applies news.
func (s *Lobby) take(n news) {
	s.replica.take(n, s.Now())
	if n.Unknown {
		s.stale.Store(true)
	}
	for _, who := range append([]string{n.Doubted, n.Renamed}, n.Deleted...) {
		if who != "" {
			s.Accounts.Forget(who)
		}
	}
}

// tell sends a message to the other services; nil news only reports the last number.
func (s *Lobby) tell(n *news) {
	if s.Me == "" {
		return
	}
	p := &s.share
	p.mu.Lock()
	defer p.mu.Unlock()
	if n != nil {
		p.nr++
		p.changed = p.changed || len(n.Renewed) == 0
	}
	if data, err := json.Marshal(word{s.Me, p.nr, n}); err == nil {
		s.Bus.Post(wordTopic, data)
	}
}

// tellOld reports changes of the lobby to services of an older version.
func (s *Lobby) tellOld() {
	p := &s.share
	p.mu.Lock()
	changed := p.changed
	p.changed = false
	p.mu.Unlock()
	if changed && s.Me != "" {
		s.Bus.Tell(oldTopic, wire.Notice{Kind: wire.NoticeLobby, Game: s.Me})
	}
}

// makers returns the makers of challenges that a change concerns, as shown from now on: of new challenges, and of
// accounts with a new name or rating.
func (s *Lobby) makers(ctx context.Context, c store.Change) (map[string]wire.Player, error) {
	list := slices.Clone(c.Opened)
	if c.Renamed != "" {
		list = append(list, s.replica.made(c.Renamed, "")...)
	}
	for _, g := range c.Ended {
		if g.Rated {
			list = append(append(list, s.replica.made(g.Attackers, g.Pool)...), s.replica.made(g.Defenders, g.Pool)...)
		}
	}
	by := make(map[string]wire.Player, len(list))
	for _, k := range list {
		p, err := s.maker(ctx, k)
		if err != nil {
			return by, err
		}
		by[k.ID] = p
	}
	return by, nil
}

// made returns the challenges that an account has made for games of a pool; all if pool is empty.
func (r *replica) made(account, pool string) (list []store.Seek) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, k := range r.of[account] {
		if k.Account == account && (pool == "" || len(k.what.Variants) == 1 && ledger.Pool(specOf(k.what)) == pool) {
			list = append(list, k.Seek)
		}
	}
	return list
}

// maker returns the maker of a challenge, as shown. Tickets of the queue are anonymous.
func (s *Lobby) maker(ctx context.Context, k store.Seek) (wire.Player, error) {
	if k.Kind == store.Queue {
		return wire.Player{}, nil
	}
	a, err := s.Store.Accounts.Get(ctx, k.Account)
	if err != nil {
		return wire.Player{}, err
	}
	var q wire.Seek
	if err := json.Unmarshal([]byte(k.Body), &q); err != nil || k.Kind == store.Offer || len(q.Variants) != 1 {
		return account.Player(a), err
	}
	return s.Seated(ctx, a, specOf(q)), nil
}

// Seated returns a player with their rating for a game.
func (s *Lobby) Seated(ctx context.Context, a store.Account, spec wire.Spec) wire.Player {
	p := account.Player(a)
	if st, _, err := s.Store.Ratings.Rating(ctx, a.ID, ledger.Pool(spec)); err == nil && st.Games > 0 {
		r := account.Shown(st)
		p.Rating, p.Provisional = r.Points, r.Provisional
	}
	return p
}

// read reads the lobby from the database.
func (s *Lobby) read(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	s.replica.read(true)
	r := rows{by: map[string]wire.Player{}}
	var err error
	if r.seeks, err = s.Store.Seeks.All(ctx, s.Now()); err == nil {
		r.games, err = s.Store.Live.All(ctx)
	}
	if err == nil {
		r.blocks, err = s.Store.Conduct.AllBlocks(ctx)
	}
	if err == nil {
		r.hidden, err = s.Store.Moderation.Shadows(ctx, s.Now())
	}
	for _, k := range r.seeks {
		if err != nil || s.replica.knows(k.ID) {
			continue
		}
		if r.by[k.ID], err = s.maker(ctx, k); errors.Is(err, store.ErrNone) {
			err = nil // its maker is gone, and the challenge with them
		}
	}
	if err != nil {
		s.replica.read(false)
		return err
	}
	s.replica.replace(r, s.Now())
	return nil
}

func (r *replica) knows(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seeks[id] != nil
}

// Keep maintains the lobby until ctx ends.
func (s *Lobby) Keep(ctx context.Context) {
	tick := time.NewTicker(keepEvery)
	defer tick.Stop()
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		s.replica.tidy(s.Now())
		s.reread(ctx)
		s.tellOld()
		if n%countEvery == 0 {
			s.tell(nil)
		}
		if n%renewEvery == 0 {
			s.renew(ctx)
		}
	}
}

// reread reads the lobby again if a message may have been missed.
func (s *Lobby) reread(ctx context.Context) {
	s.share.mu.Lock()
	old := s.Now().Before(s.share.old)
	s.share.mu.Unlock()
	if !s.stale.Swap(false) && !old {
		return
	}
	if err := s.read(ctx); err != nil && ctx.Err() == nil {
		s.stale.Store(true)
		s.Log.Warn("cannot read the lobby again", "error", err)
	}
}

// keeps notes that a waiting player is still there.
func (s *Lobby) keeps(k *seek, lasts time.Duration) {
	s.replica.mu.Lock()
	defer s.replica.mu.Unlock()
	if k.Ends = max(k.Ends, s.Now().Add(lasts).UnixMicro()); s.kept == nil {
		s.kept = map[string]int64{}
	}
	s.kept[k.ID] = k.Ends
}

// renew stores the renewed tickets, in batches.
func (s *Lobby) renew(ctx context.Context) {
	s.replica.mu.Lock()
	var all []store.Renewal
	for _, id := range slices.Sorted(maps.Keys(s.kept)) { // sorted, so that no two services wait for each other
		if s.replica.seeks[id] != nil {
			all = append(all, store.Renewal{ID: id, Ends: s.kept[id]})
		}
	}
	s.kept = nil
	s.replica.mu.Unlock()
	for some := range slices.Chunk(all, mostNewed) {
		if err := s.Store.Seeks.Renew(ctx, some); err != nil && ctx.Err() == nil {
			s.Log.Warn("cannot renew tickets of the queue", "error", err)
		}
	}
}
