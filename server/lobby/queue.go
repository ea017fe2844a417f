package lobby

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"tafl3d/game"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/queue"
	"tafl3d/server/store"
)

// How long a ticket lives unless it is renewed: the client asks again and again how
// it goes.
const (
	queueTime = 20 * time.Second
	offerTime = 30 * time.Second
)

const (
	maxChoices = 200 // variants or clocks of a ticket
	maxLevel   = 100 // that a bot may say it has
	gamesBack  = 50  // that tell which bot fits a player
	botsAfter  = 15 * time.Second
	pairEvery  = time.Second
)

// Enqueue lets a player wait for an opponent. A bot says that it would play
// anybody.
func (s *Lobby) Enqueue(ctx context.Context, who account.Caller, q wire.Seek) (wire.Waiting, error) {
	if q.Rules != "" || q.Start != "" || q.To != "" || q.Invite {
		return wire.Waiting{}, wire.Refuse(wire.BadMessage, "the queue is for the games of the catalogue")
	}
	if n := len(q.Variants); n == 0 || n > maxChoices || len(q.Clocks) == 0 || len(q.Clocks) > maxChoices {
		return wire.Waiting{}, wire.Badf("name 1 to %d variants and clocks", maxChoices)
	}
	if q.Level < 0 || q.Level > maxLevel {
		return wire.Waiting{}, wire.Badf("a level is from 1 to %d", maxLevel)
	}
	for i := range max(len(q.Variants), len(q.Clocks)) { // each of both at least once
		one := q
		one.Variants, one.Clocks = []string{q.Variants[min(i, len(q.Variants)-1)]}, []string{q.Clocks[min(i, len(q.Clocks)-1)]}
		if err := checkSeek(&one); err != nil {
			return wire.Waiting{}, err
		}
	}
	if err := errors.Join(s.Cooldown(ctx, who.ID), s.mayBegin(ctx, who.ID)); err != nil {
		return wire.Waiting{}, err
	}
	k := store.Seek{ID: account.ID(), Kind: store.Queue, Account: who.ID}
	lasts := queueTime
	if who.Kind == store.Bot {
		k.Kind, lasts = store.Offer, offerTime
	}
	if _, err := s.addSeek(ctx, who, k, q, lasts); err != nil {
		return wire.Waiting{}, err
	}
	return s.Waiting(ctx, who, wire.None{})
}

// Waiting tells how it goes, and keeps the ticket alive.
func (s *Lobby) Waiting(ctx context.Context, who account.Caller, _ wire.None) (wire.Waiting, error) {
	now := s.Now()
	kind, lasts := store.Queue, queueTime
	if who.Kind == store.Bot {
		kind, lasts = store.Offer, offerTime
	}
	if err := s.Store.Renew(ctx, who.ID, kind, now.Add(lasts)); errors.Is(err, store.ErrNone) {
		return wire.Waiting{}, nil
	} else if err != nil {
		return wire.Waiting{}, err
	}
	players, err := s.Store.CountSeeks(ctx, kind, now)
	if err != nil {
		return wire.Waiting{}, err
	}
	mine, err := s.Store.SeeksOf(ctx, who.ID, now)
	if err != nil {
		return wire.Waiting{}, err
	}
	i := slices.IndexFunc(mine, func(k store.Seek) bool { return k.Kind == kind })
	if i < 0 {
		return wire.Waiting{}, nil
	}
	w := wire.Waiting{In: true, Players: players, Seconds: int(now.Sub(time.UnixMicro(mine[i].Opened)).Seconds())}
	if kind == store.Offer {
		return w, nil
	}
	t, err := s.ticket(ctx, mine[i])
	if err != nil {
		return w, err
	}
	if r := t.Range(now); !math.IsInf(r, 1) {
		w.Range = int(r)
	}
	if now.Sub(t.Since) >= botsAfter {
		w.Bots, err = s.bots(ctx, t)
	}
	return w, err
}

// ticket makes a ticket of a row.
func (s *Lobby) ticket(ctx context.Context, k store.Seek) (queue.Ticket, error) {
	var q wire.Seek
	if err := json.Unmarshal([]byte(k.Body), &q); err != nil {
		return queue.Ticket{}, err
	}
	one := q
	one.Variants, one.Clocks = q.Variants[:1], q.Clocks[:1]
	st, tilt, err := s.Store.Rating(ctx, k.Account, ledger.Pool(specOf(one)))
	if err != nil {
		return queue.Ticket{}, err
	}
	blocks, err := s.Store.Blocks(ctx, k.Account)
	wish := map[wire.Side]queue.Wish{wire.Attackers: queue.WantsAttackers, wire.Defenders: queue.WantsDefenders}[q.Side]
	return queue.Ticket{
		ID: k.ID, Player: k.Account, Since: time.UnixMicro(k.Opened), Points: st.Points, Variants: q.Variants, Clocks: q.Clocks,
		Rated: q.Rated, Double: q.Double, Wish: wish, Tilt: tilt, Blocks: blocks,
	}, err
}

// bots lists bots that play what a ticket asks for, the fitting one first.
func (s *Lobby) bots(ctx context.Context, t queue.Ticket) ([]wire.Player, error) {
	list, err := s.offered(ctx, t.Blocks, func(plays []string) bool {
		return slices.ContainsFunc(t.Variants, func(v string) bool { return slices.Contains(plays, v) })
	})
	if err != nil {
		return nil, err
	}
	past, err := s.Store.Games(ctx, t.Player, s.Now().Add(time.Hour).UnixMicro(), gamesBack)
	byFit(list, t.Player, past)
	return list, err
}

// offered lists the bots that offer themselves, but for those that are blocked, and those
// that play no game that fits.
func (s *Lobby) offered(ctx context.Context, blocks []string, fits func(variants []string) bool) ([]wire.Player, error) {
	offers, err := s.Store.Seeks(ctx, store.Offer, s.Now())
	if err != nil {
		return nil, err
	}
	list := []wire.Player{}
	for _, k := range offers {
		var o wire.Seek
		if err := json.Unmarshal([]byte(k.Body), &o); err != nil {
			return nil, err
		}
		if !slices.Contains(blocks, k.Account) && fits(o.Variants) {
			a, err := s.Store.Account(ctx, k.Account)
			if err != nil {
				return nil, err
			}
			p := account.Player(a)
			p.Level = o.Level
			list = append(list, p)
		}
	}
	return list, nil
}

// byLevel puts bots in order: the weakest first.
func byLevel(a, b wire.Player) int {
	return cmp.Or(cmp.Compare(a.Level, b.Level), strings.Compare(a.Name, b.Name))
}

// byFit puts bots in order for a player: first the level that fits him, then those
// nearest to it, the lower of two before the higher, last those who state none. Past are
// his games, the newest first.
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

// fitting returns the level that fits a player: the next above that of the bot that he
// met last if he beat it, the next below if it beat him; 0, under all, if he has met none
// of them. Ratings would not tell: bots play persons unrated. The bots are in order of
// level.
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

// PlayBot leaves the queue for a game with a bot that offers itself.
func (s *Lobby) PlayBot(ctx context.Context, who account.Caller, q wire.Block) (wire.Begun, error) {
	bot, err := s.Accounts.Named(ctx, q.Name)
	if err != nil {
		return wire.Begun{}, err
	}
	if err := errors.Join(s.mayMeet(ctx, who.ID, bot.ID), s.mayBegin(ctx, who.ID)); err != nil {
		return wire.Begun{}, err
	}
	now := s.Now()
	offers, err := s.Store.SeeksOf(ctx, bot.ID, now)
	if err != nil {
		return wire.Begun{}, err
	}
	mine, err := s.Store.SeeksOf(ctx, who.ID, now)
	if err != nil {
		return wire.Begun{}, err
	}
	isQueue := func(kind store.SeekKind) func(store.Seek) bool {
		return func(k store.Seek) bool { return k.Kind == kind }
	}
	i, j := slices.IndexFunc(mine, isQueue(store.Queue)), slices.IndexFunc(offers, isQueue(store.Offer))
	if i < 0 || j < 0 {
		return wire.Begun{}, wire.Refuse(wire.Missing, "the bot or your place in the queue is gone")
	}
	a, err := s.ticket(ctx, mine[i])
	if err != nil {
		return wire.Begun{}, err
	}
	b, err := s.ticket(ctx, offers[j])
	if err != nil {
		return wire.Begun{}, err
	}
	v := slices.IndexFunc(a.Variants, func(v string) bool { return slices.Contains(b.Variants, v) })
	if v < 0 {
		return wire.Begun{}, wire.Refuse(wire.BadMessage, "%s does not play that", wire.Name(bot.Name))
	}
	side := map[queue.Wish]wire.Side{queue.WantsAttackers: wire.Attackers, queue.WantsDefenders: wire.Defenders}[a.Wish]
	return s.begin(ctx, wire.Seek{Variants: a.Variants[v : v+1], Clocks: a.Clocks[:1], Side: side, Double: a.Double}, who.Account, bot, mine[i].ID)
}

// LeaveQueue gives the wait up.
func (s *Lobby) LeaveQueue(ctx context.Context, who account.Caller, _ wire.None) (wire.None, error) {
	mine, err := s.Store.SeeksOf(ctx, who.ID, s.Now())
	for _, k := range mine {
		if k.Kind == store.Queue || k.Kind == store.Offer {
			err = errors.Join(err, s.Store.DropSeek(ctx, k.ID, who.ID))
		}
	}
	return wire.None{}, err
}

// PairAll pairs those who wait, again and again. Of services that share a queue each pairs for the
// variants that are its own, as games are (net/host/members.go). Where two believe that of one for
// a moment, no more comes of it than one game: that it begins and that the two wait no more is one
// change.
func (s *Lobby) PairAll(ctx context.Context) {
	tick := time.NewTicker(pairEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := s.pairOnce(ctx, s.Now()); err != nil && ctx.Err() == nil {
			s.Log.Error("those who wait cannot be paired", "error", err)
		}
	}
}

func (s *Lobby) pairOnce(ctx context.Context, now time.Time) error {
	rows, err := s.Store.Seeks(ctx, store.Queue, now)
	if err != nil || len(rows) < 2 {
		return err
	}
	var tickets []queue.Ticket
	for _, k := range rows {
		own, err := s.owned(k)
		if err != nil {
			return err
		}
		if len(own) == 0 {
			continue
		}
		t, err := s.ticket(ctx, k)
		if err != nil {
			return err
		}
		t.Variants = own
		tickets = append(tickets, t)
	}
	for _, p := range queue.Match(tickets, now) {
		if err := s.seatPair(ctx, p); err != nil {
			s.Log.Error("a pair cannot be seated", "error", err)
		}
	}
	return nil
}

// owned returns the variants of a seek for which this service pairs.
func (s *Lobby) owned(k store.Seek) ([]string, error) {
	var q wire.Seek
	err := json.Unmarshal([]byte(k.Body), &q)
	return slices.DeleteFunc(q.Variants, func(v string) bool { return !s.Hub.Owns("queue of " + v) }), err
}

// seatPair begins the game of a pair, unless one of the two has gone.
func (s *Lobby) seatPair(ctx context.Context, p queue.Pair) error {
	a, d := p.Tickets[game.Attackers], p.Tickets[game.Defenders]
	attacker, err := s.Store.Account(ctx, a.Player)
	if err != nil {
		return err
	}
	defender, err := s.Store.Account(ctx, d.Player)
	if err != nil {
		return err
	}
	q := wire.Seek{Variants: []string{p.Variant}, Clocks: []string{p.Clock}, Side: wire.Attackers, Rated: a.Rated, Double: a.Double}
	if _, err = s.begin(ctx, q, attacker, defender, a.ID, d.ID); err == errGone {
		return nil
	}
	return err
}
