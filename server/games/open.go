package games

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"tafl3d/net/host"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/journal"
	"tafl3d/server/store"
)

// A game begins in two steps. First its opening entry is written to the journal; it names the challenges that the game
// comes from. Then one database transaction lists the game as in progress and deletes those challenges. If a service
// dies between the two, the next sweep of any service does the second step.

// openToken begins the token of an opening entry that names challenges.
const openToken = "open of "

// Of returns the id of the game that comes from these challenges, a new id without any. Accepting a challenge twice, or
// at the same time as another player, leads to the same game.
func Of(seeks ...string) string {
	if len(seeks) == 0 {
		return account.ID()
	}
	return account.Digest(openToken + strings.Join(seeks, " "))[:26]
}

// seeksOf returns the ids of the challenges that an opening entry names.
func seeksOf(e wire.Entry) []string {
	names, _ := strings.CutPrefix(e.Act.Token, openToken)
	if names == e.Act.Token {
		return nil
	}
	return strings.Fields(names)
}

// Open begins a game that has an id, from challenges. The error is host.ErrConflict if the game has begun before, and
// the spec is then that of the beginning; store.ErrNone if a challenge is gone and store.ErrFull if a player has
// MaxPlaying games, and then there is no game. After any other error either the challenges still exist or the next
// sweep begins the game.
func (s *Games) Open(ctx context.Context, spec wire.Spec, seeks ...string) (wire.Spec, error) {
	e, err := ledger.Begin(spec, s.Journal.Now(spec.Game))
	if err != nil {
		return spec, wire.Refuse(wire.BadMessage, "%v", err)
	}
	if len(seeks) > 0 {
		e.Act.Token = openToken + strings.Join(seeks, " ")
	}
	err = s.Journal.Append(ctx, spec.Game, e)
	switch {
	case errors.Is(err, host.ErrConflict):
		begun, lost := s.adopt(ctx, spec.Game)
		if lost != nil {
			return spec, lost
		}
		return begun, err
	case err != nil:
		return spec, err
	}
	if err := s.enter(ctx, e, true); err != nil {
		return spec, err
	}
	s.Log.Info("game begun", "game", spec.Game, "variant", spec.Variant, "clock", spec.Clock, "rated", spec.Rated,
		"attackers", spec.Seats[0].Name, "defenders", spec.Seats[1].Name)
	return spec, nil
}

// enter does what follows from the opening entry of a game. If the game is untouched and its challenges are gone, it
// removes the game.
func (s *Games) enter(ctx context.Context, e wire.Entry, untouched bool) error {
	spec := *e.Spec
	text, err := json.Marshal(spec)
	if err != nil {
		return err
	}
	l := store.Live{ID: spec.Game, Spec: string(text), Attackers: spec.Seats[0].ID, Defenders: spec.Seats[1].ID,
		Opened: s.Now().UnixMicro(), Event: spec.Event, Seq: 1}
	seeks := seeksOf(e)
	if !untouched {
		seeks = nil
	} else if spec.Event == "" && spec.First == "" { // players cannot request more of those
		l.Most = MaxPlaying
	}
	err = s.Store.Live.Open(ctx, l, seeks...)
	over := errors.Is(err, store.ErrTaken)
	if over {
		s.archived.know(spec.Game, inArchive)
	}
	if errors.Is(err, store.ErrNone) || over && untouched {
		s.archived.add(spec.Game) // it leaves the journal; a played game does so when its room has done its follow-up
	}
	if errors.Is(err, store.ErrFull) { // at once: its challenges may be accepted again, for a game of the same id
		return errors.Join(err, s.Journal.Forget(ctx, spec.Game))
	}
	if err != nil {
		return err
	}
	for _, p := range spec.Seats {
		s.Hub.Notify(p.ID, wire.Notice{Kind: wire.NoticeGame, Game: spec.Game})
	}
	return nil
}

// MaxPlaying is how many games an account may play at the same time, not counting those of events.
const MaxPlaying = 100

// adopt does what follows from an opening entry in the journal if that was not done. It returns the spec that the game
// began with.
func (s *Games) adopt(ctx context.Context, game string) (spec wire.Spec, err error) {
	entries, err := s.Journal.Read(ctx, game, 1)
	if err != nil {
		return spec, err
	}
	if len(entries) == 0 || entries[0].Spec == nil {
		return spec, ledger.ErrEntry
	}
	return *entries[0].Spec, s.enter(ctx, entries[0], len(entries) == 1)
}

// phantomAge is how old a listed game without a journal entry must be before it is removed from the list: services of
// older versions write the list first.
const phantomAge = time.Minute

// mend aligns the list of games in progress with the journal: it adds games that have begun and removes games that
// never began.
func (s *Games) mend(ctx context.Context, listed map[string]store.Live, games []string) error {
	var faults []error
	for _, g := range games {
		if _, ok := listed[g]; !ok && !s.archived.has(g) && s.Hub.Owns(g) {
			_, err := s.adopt(ctx, g)
			switch {
			case err == nil:
				s.Log.Info("added a game to the list of games in progress", "game", g)
			case !errors.Is(err, host.ErrNoGame) && !errors.Is(err, store.ErrNone) && !errors.Is(err, store.ErrTaken) &&
				!errors.Is(err, store.ErrFull):
				faults = append(faults, err)
			}
		}
		delete(listed, g)
	}
	for g, l := range listed {
		if s.Now().Sub(time.UnixMicro(l.Opened)) < phantomAge || !s.Hub.Owns(g) {
			continue
		}
		_, err := Remembering{s.Journal, s}.Read(ctx, g, 1)
		s.Hub.RecordRead(g, err)
		if !errors.Is(err, host.ErrNoGame) {
			continue // it has begun, or cannot be read now
		}
		s.Log.Warn("removed a game that never began from the list of games in progress", "game", g)
		faults = append(faults, s.Store.Live.Drop(ctx, g))
	}
	return errors.Join(faults...)
}

// wake mends the list of games in progress and opens the room of each. Rooms without clients close again.
func (s *Games) wake(ctx context.Context) error {
	listed, err := s.Store.Live.Briefs(ctx) // before the journal, so that every listed game has begun
	if err != nil {
		return err
	}
	games, err := s.Journal.Games(ctx)
	if err != nil {
		return err
	}
	if err := s.mend(ctx, listed, games); err != nil && ctx.Err() == nil {
		s.Log.Warn("cannot repair the list of games in progress", "error", err)
	}
	for _, g := range games {
		if s.archived.has(g) || s.Hub.Damaged(g) || !s.Hub.Owns(g) {
			continue
		}
		if err := s.Hub.With(ctx, g, func(*host.Room) error { return nil }); err != nil &&
			!errors.Is(err, host.ErrNoGame) && !errors.Is(err, host.ErrQuarantined) &&
			!errors.Is(err, host.ErrDamaged) {
			s.Log.Warn("cannot open a game in progress", "game", g, "error", err)
		}
		if ctx.Err() != nil {
			return nil
		}
	}
	return nil
}

// Remembering is the journal backed by the archive: players who return to a game that has left the journal see how it
// ended.
type Remembering struct {
	*journal.Journal
	Games *Games
}

// Read implements host.Journal. The error is host.ErrDamaged if the journal has lost the end of the game.
func (r Remembering) Read(ctx context.Context, game string, from uint64) ([]wire.Entry, error) {
	var least uint64 // number of entries that the game had
	if from <= 1 {
		// read before the entries; 0, and so unchecked, if it cannot be read
		least, _ = r.Games.Store.Live.Seq(ctx, game)
	}
	entries, err := r.Journal.Read(ctx, game, from)
	if !errors.Is(err, host.ErrNoGame) {
		return entries, errors.Join(err, whole(game, len(entries), least, err))
	}
	g, lost := r.Games.Store.Archive.Get(ctx, game)
	if errors.Is(lost, store.ErrNone) {
		return nil, cmp.Or(whole(game, 0, least, nil), err)
	}
	if lost != nil {
		return nil, lost
	}
	r.Games.archived.know(game, settled)
	all, err := r.Games.Entries(ctx, g)
	return all[min(max(from, 1)-1, uint64(len(all))):], err
}

// whole returns host.ErrDamaged if the journal, which has n entries of a game, has lost its end: fewer than least.
// unread is the error of reading it.
func whole(game string, n int, least uint64, unread error) error {
	if unread != nil || uint64(n) >= least {
		return nil
	}
	return fmt.Errorf("%s: %w: it has had %d entries, and has %d", game, host.ErrDamaged, least, n)
}

// OpenNew begins a game with a new id and notifies its players.
func (s *Games) OpenNew(ctx context.Context, spec wire.Spec) (wire.Spec, error) {
	spec.Game = account.ID()
	return s.Open(ctx, spec)
}

// openSecond begins the second game of a match of two, unless it has begun. Its id is derived from that of the first.
func (s *Games) openSecond(ctx context.Context, spec wire.Spec) error {
	if !spec.Double || spec.First != "" {
		return nil
	}
	spec.First, spec.Game = spec.Game, account.Digest(spec.Game)[:26]
	spec.Seats[0], spec.Seats[1] = spec.Seats[1], spec.Seats[0]
	if _, err := s.Store.Archive.Get(ctx, spec.Game); err == nil {
		return nil
	}
	for _, p := range spec.Seats {
		if a, err := s.Store.Accounts.Get(ctx, p.ID); err != nil || a.Gone != 0 {
			return err // a player is gone
		}
	}
	_, err := s.Open(ctx, spec)
	if errors.Is(err, host.ErrConflict) {
		return nil
	}
	return err
}
