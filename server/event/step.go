package event

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"tafl3d/game"
	"tafl3d/net/host"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/lobby"
	"tafl3d/server/store"
	"tafl3d/tournament"
	"tafl3d/tournament/play"
)

// eventsEvery is how often each unfinished event is checked: for its start, for players who do not appear, and for work
// that a killed service left undone.
const eventsEvery = 2 * time.Second

// going are the phases of unfinished events.
var going = []string{string(tournament.Entry), string(tournament.Running), string(tournament.Paused)}

// Run advances events until ctx ends. Every service does so; what one has done, the others find done.
func (s *Events) Run(ctx context.Context) {
	tick := time.NewTicker(eventsEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case id := <-s.read.due:
			s.forward(ctx, id)
		case <-tick.C:
			s.forwardAll(ctx)
		}
	}
}

func (s *Events) forwardAll(ctx context.Context) {
	all, err := s.Store.Events.List(ctx, maxEvents, going...)
	if err != nil && ctx.Err() == nil {
		s.Log.Warn("cannot list events", "error", err)
	}
	for _, e := range all {
		if e.Phase != string(tournament.Entry) || e.Starts != 0 {
			s.forward(ctx, e.ID)
		}
	}
	s.read.tidy(s.Now())
}

// forward does everything for an event that can be done now.
func (s *Events) forward(ctx context.Context, id string) {
	if err := s.advance(ctx, id); err != nil && ctx.Err() == nil {
		s.Log.Error("cannot advance an event", "event", id, "error", err)
	}
}

// advance records what has happened in an event and then begins and ends its games.
func (s *Events) advance(ctx context.Context, id string) error {
	if err := s.change(ctx, id, func(d *record) error { return s.catchUp(ctx, d) }); err != nil {
		return err
	}
	// Read the games first: a game that the log, read afterwards, does not need is certainly not needed.
	live, err := s.Store.Live.OfEvent(ctx, id)
	if err != nil {
		return err
	}
	return s.at(id, func(d *record) error {
		if err := s.load(ctx, d); err != nil {
			return err
		}
		return s.seatEvent(ctx, d, live)
	})
}

// catchUp applies everything that is due.
func (s *Events) catchUp(ctx context.Context, d *record) error {
	now := s.Now()
	for _, step := range []func(context.Context, *record,
		time.Time) error{s.startDue, s.takeResults, s.dropGone, s.noShows, s.closeArena, s.pairNext} {
		if err := step(ctx, d, now); err != nil {
			return err
		}
	}
	return nil
}

// startDue starts an event at its time. An event with too few players ends instead.
func (s *Events) startDue(ctx context.Context, d *record, now time.Time) error {
	if d.t.Phase() != tournament.Entry || d.row.Starts == 0 || now.UnixMicro() < d.row.Starts {
		return nil
	}
	err := s.startEvent(ctx, d, now)
	if errors.Is(err, tournament.ErrFew) {
		return d.apply(now, tournament.End{Note: "too few players came"})
	}
	return err
}

// startEvent starts an event. It first adds an engine if the number of players is odd.
func (s *Events) startEvent(ctx context.Context, d *record, now time.Time) error {
	if err := s.fill(ctx, d, now); err != nil {
		return err
	}
	return d.apply(now, tournament.Start{})
}

// fill enters a bot that offers games if the number of players is odd: the one whose rating is nearest to the players'
// mean. Without such a bot the event has byes.
func (s *Events) fill(ctx context.Context, d *record, now time.Time) error {
	ratings := []int{}
	for _, e := range d.t.Entrants() {
		if !e.Withdrawn {
			ratings = append(ratings, e.Rating)
		}
	}
	if d.spec.Engines == wire.NoEngines || len(ratings)%2 == 0 {
		return nil
	}
	mean := 0
	for _, r := range ratings {
		mean += r / len(ratings)
	}
	bots, err := s.offering(ctx, d, now)
	if err != nil || len(bots) == 0 {
		return err
	}
	return d.apply(now, slices.MinFunc(bots, func(a, b tournament.Enter) int {
		return int(math.Abs(float64(a.Rating-mean)) - math.Abs(float64(b.Rating-mean)))
	}))
}

// offering lists the bots that offer to play all variants of an event and are not in it.
func (s *Events) offering(ctx context.Context, d *record, now time.Time) (list []tournament.Enter, err error) {
	offers, err := s.Store.Seeks.OfKind(ctx, store.Offer, now)
	for _, k := range offers {
		var q wire.Seek
		if err := json.Unmarshal([]byte(k.Body), &q); err != nil {
			return nil, err
		}
		plays := func(v string) bool { return slices.Contains(q.Variants, v) }
		if !all(d.spec.Variants, plays) || d.has(k.Account) {
			continue
		}
		a, err := s.Store.Accounts.Get(ctx, k.Account)
		if err != nil {
			return nil, err
		}
		list = append(list, s.entry(ctx, d, a))
	}
	return list, err
}

func all(words []string, ok func(string) bool) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !ok(w) })
}

// has reports whether an account has entered and not withdrawn.
func (d *record) has(account string) bool {
	return slices.ContainsFunc(d.t.Entrants(),
		func(e tournament.Entrant) bool { return e.Ref == account && !e.Withdrawn })
}

// entry returns the entry of an account, seeded by its rating in the pool of the first variant.
func (s *Events) entry(ctx context.Context, d *record, a store.Account) tournament.Enter {
	e := tournament.Enter{Name: a.Name, Kind: string(a.Kind), Ref: a.ID}
	pool := ledger.Pool(wire.Spec{Variant: d.spec.Variants[0], Clock: d.spec.Clock})
	if st, _, err := s.Store.Ratings.Rating(ctx, a.ID, pool); err == nil && st.Games > 0 {
		e.Rating = min(max(account.Shown(st).Points, 0), 9999)
	}
	return e
}

// takeResults records the results of finished games. Each is recorded once: recorded games are no longer due.
func (s *Events) takeResults(ctx context.Context, d *record, now time.Time) error {
	dues := d.dues()
	done, err := s.Store.Archive.Finished(ctx, slices.Sorted(maps.Keys(dues)))
	if err != nil {
		return err
	}
	ended := slices.SortedFunc(maps.Values(done),
		func(a, b store.Game) int { return dues[a.ID].Pairing - dues[b.ID].Pairing })
	for _, g := range ended {
		due := dues[g.ID]
		if g.Result == "" {
			s.Log.Error("a game of an event was aborted: its director must decide the result", "event",
				d.row.ID, "pairing",
				due.Pairing, "leg", due.Leg)
			continue
		}
		r := tournament.Report{Pairing: due.Pairing, Leg: due.Leg, Verdict: tournament.Verdict(g.Result),
			Cause: g.Cause, Plies: g.Plies}
		if err := d.apply(now, r); err != nil {
			return err
		}
	}
	return nil
}

// player returns the entrant with a number, and their account.
func (s *Events) player(ctx context.Context, d *record, number int) (tournament.Entrant, store.Account, error) {
	e, err := d.t.Entrant(number)
	if err != nil {
		return e, store.Account{}, err
	}
	a, err := s.Store.Accounts.Get(ctx, e.Ref)
	return e, a, err
}

// dropGone withdraws players who have deleted their account and would have to play now.
func (s *Events) dropGone(ctx context.Context, d *record, now time.Time) error {
	for id, due := range d.dues() {
		if d.seated[id] {
			continue
		}
		for _, number := range due.Game.Players {
			e, a, err := s.player(ctx, d, number)
			if err != nil {
				return err
			}
			if a.Gone == 0 || e.Withdrawn {
				continue
			}
			if err := d.apply(now, tournament.Withdraw{Player: number}); err != nil {
				return err
			}
		}
	}
	return nil
}

// noShows forfeits for players who have not made their first move within the event's waiting time. It is measured in
// game time: no player is late while the service is down.
func (s *Events) noShows(ctx context.Context, d *record, now time.Time) error {
	wait := time.Duration(d.t.Config().Wait)
	for id, due := range d.dues() {
		p, err := d.t.Pairing(due.Pairing)
		if err != nil || !d.seated[id] || d.t.Phase() != tournament.Running || now.Before(p.Since.Add(wait)) {
			continue
		}
		missing, err := s.missing(ctx, id, due, wait)
		if errors.Is(err, host.ErrNoGame) || err == nil && missing < 0 {
			continue
		}
		if err != nil {
			return err
		}
		if err := d.apply(now, tournament.NoShow{Pairing: due.Pairing, Player: missing}); err != nil {
			return err
		}
	}
	return nil
}

// missing returns the player who has not appeared in a game in time: the one to make the first move, or 0 if neither
// has appeared. It is -1 if the game is played or there is still time.
func (s *Events) missing(ctx context.Context, id string, due tournament.Due, wait time.Duration) (int, error) {
	g, err := s.Hub.GameStatus(ctx, id)
	switch {
	case err != nil:
		return 0, err
	case g.Over || g.Ply > 0 || s.Journal.Now(id).Time().Sub(g.Since.Time()) < wait:
		return -1, nil
	case !g.Here[g.Turn.Other()]:
		return 0, nil
	}
	return due.Game.Players[g.Turn], nil
}

// closeArena ends an arena when its time is up and its games have ended.
func (s *Events) closeArena(_ context.Context, d *record, now time.Time) error {
	over := d.t.Config().Format == tournament.Arena && d.t.Phase() == tournament.Running && !now.Before(d.t.Until()) &&
		len(d.t.Due()) == 0
	if !over {
		return nil
	}
	return d.apply(now, tournament.End{})
}

// pairNext pairs the next round when all games of the last round have ended and the break is over. In an arena it pairs
// the players who are free.
func (s *Events) pairNext(_ context.Context, d *record, now time.Time) error {
	arena := d.t.Config().Format == tournament.Arena
	rest := time.Duration(d.spec.Rest) * time.Second
	switch {
	case d.t.Phase() != tournament.Running || !arena && len(d.t.Due()) > 0:
		return nil
	case !arena && d.t.Round() > 0 && now.Before(d.t.Now().Add(rest)):
		return nil
	case d.t.CanPair(now) != nil:
		return nil
	}
	apply := func(e tournament.Event) error { return d.apply(now, e) }
	if !arena {
		return play.NextRound(d.t, apply)
	}
	if err := apply(tournament.Pair{}); !errors.Is(err, tournament.ErrNobody) { // players come back
		return err
	}
	return nil
}

// seatEvent begins the games that are due and aborts those of live that are not.
func (s *Events) seatEvent(ctx context.Context, d *record, live []string) error {
	dues := d.dues()
	var faults []error
	for id, due := range dues {
		if d.t.Phase() == tournament.Running && !d.seated[id] {
			faults = append(faults, s.seatDue(ctx, d, id, due))
		}
	}
	for _, id := range live {
		if _, wanted := dues[id]; !wanted {
			faults = append(faults, s.breakOff(ctx, id))
		}
	}
	maps.DeleteFunc(d.seated, func(id string, _ bool) bool { _, due := dues[id]; return !due })
	return errors.Join(faults...)
}

// seatDue begins a game, unless it has begun.
func (s *Events) seatDue(ctx context.Context, d *record, id string, due tournament.Due) error {
	spec := wire.Spec{Game: id, Variant: due.Game.Variant, Clock: d.spec.Clock, Rated: d.spec.Rated, Event: d.row.ID}
	var seats [game.Sides]store.Account
	for side, number := range due.Game.Players {
		_, a, err := s.player(ctx, d, number)
		if err != nil {
			return err
		}
		if a.Gone != 0 {
			return nil // dropGone withdraws the player when the event is advanced next
		}
		spec.Seats[side], seats[side] = s.Lobby.Seated(ctx, a, spec), a
	}
	spec.Rated = spec.Rated && lobby.Rateable(seats[game.Attackers], seats[game.Defenders])
	if _, err := s.Store.Archive.Get(ctx, id); !errors.Is(err, store.ErrNone) {
		return err // it has ended, and its result will be recorded
	}
	if _, err := s.Games.Open(ctx, spec); err != nil && !errors.Is(err, host.ErrConflict) {
		return fmt.Errorf("game %s: %w", id, err)
	}
	d.seated[id] = true
	return nil
}

// breakOff aborts a game that the event no longer needs.
func (s *Events) breakOff(ctx context.Context, id string) error {
	err := s.Hub.Act(ctx, id, wire.Service, wire.Act{Kind: wire.Abort, Token: "event"})
	if errors.Is(err, host.ErrNoGame) {
		return s.Store.Live.Drop(ctx, id)
	}
	if e, ok := errors.AsType[*wire.Error](err); ok && e.Code == wire.Over {
		return nil // it has ended meanwhile and will be archived
	}
	return err
}

// maxEvents is how many unfinished events there may be.
const maxEvents = 500
