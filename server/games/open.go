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

// A game begins in two steps, the journal first: its opening entry names the seeks that it
// comes of, and from that entry follow, in one change of the database, its place in the list
// of live games and that the seeks are used up. Whatever dies between the two, the next
// sweep of any service does the second.

// openToken begins the token of an opening entry that names seeks.
const openToken = "open of "

// Of returns the id of the game that comes of some seeks, of none a new one: who takes a
// seek twice, or beside somebody else, gets the same game.
func Of(seeks ...string) string {
	if len(seeks) == 0 {
		return account.ID()
	}
	return account.Digest(openToken + strings.Join(seeks, " "))[:26]
}

// seeksOf returns the seeks that an opening entry names.
func seeksOf(e wire.Entry) []string {
	names, _ := strings.CutPrefix(e.Act.Token, openToken)
	if names == e.Act.Token {
		return nil
	}
	return strings.Fields(names)
}

// Open begins a game that has an id, of some seeks. host.ErrConflict says that it was begun
// before; then the spec is the one that it was begun with. store.ErrNone says that one of the
// seeks is gone, store.ErrFull that one of the players has MaxPlaying games: then there is no game.
// After any other error the seeks are still there, or the game begins with the next sweep.
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

// enter does what follows from the opening entry of a game. A game that nothing has happened
// in, and whose seeks are gone, is taken back.
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
	} else if spec.Event == "" && spec.First == "" { // nobody can begin more of those by asking
		l.Most = MaxPlaying
	}
	err = s.Store.OpenGame(ctx, l, seeks...)
	over := errors.Is(err, store.ErrTaken)
	if over {
		s.archived.know(spec.Game, inArchive)
	}
	if errors.Is(err, store.ErrNone) || over && untouched {
		s.archived.add(spec.Game) // it leaves the journal; one that was played does when its room has done what follows
	}
	if errors.Is(err, store.ErrFull) { // at once: its seeks may be taken again, for a game of the same id
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

// MaxPlaying is how many games an account may have at once, without those of events.
const MaxPlaying = 100

// adopt does what follows from the opening of a game in the journal, where that was left
// undone. It returns the spec that the game was begun with.
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

// phantomAge is how old a game in the list is of which the journal has nothing, before it is
// taken off: services of older versions wrote the list first.
const phantomAge = time.Minute

// mend brings the list of live games in step with the journal: what has begun is put into
// it, what never began is taken off.
func (s *Games) mend(ctx context.Context, listed map[string]store.Live, games []string) error {
	var faults []error
	for _, g := range games {
		if _, ok := listed[g]; !ok && !s.archived.has(g) && s.Hub.Owns(g) {
			_, err := s.adopt(ctx, g)
			switch {
			case err == nil:
				s.Log.Info("a game that had begun is listed now", "game", g)
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
		s.Log.Warn("a game that never began is taken off the list", "game", g)
		faults = append(faults, s.Store.DropLive(ctx, g))
	}
	return errors.Join(faults...)
}

// wake mends the list of live games and opens the room of each: rooms that nobody needs
// close again.
func (s *Games) wake(ctx context.Context) error {
	listed, err := s.Store.LiveBriefs(ctx) // before the journal: what is in it then has begun
	if err != nil {
		return err
	}
	games, err := s.Journal.Games(ctx)
	if err != nil {
		return err
	}
	if err := s.mend(ctx, listed, games); err != nil && ctx.Err() == nil {
		s.Log.Warn("the list of live games cannot be mended", "error", err)
	}
	for _, g := range games {
		if s.archived.has(g) || s.Hub.Damaged(g) || !s.Hub.Owns(g) {
			continue
		}
		if err := s.Hub.With(ctx, g, func(*host.Room) error { return nil }); err != nil &&
			!errors.Is(err, host.ErrNoGame) && !errors.Is(err, host.ErrQuarantined) &&
			!errors.Is(err, host.ErrDamaged) {
			s.Log.Warn("a live game cannot be opened", "game", g, "error", err)
		}
		if ctx.Err() != nil {
			return nil
		}
	}
	return nil
}

// Remembering is the journal with the archive behind it: who comes back to a game that has
// ended and left the journal sees how it ended.
type Remembering struct {
	*journal.Journal
	Games *Games
}

// Read implements host.Journal. The error is host.ErrDamaged of a game whose end the journal
// has lost.
func (r Remembering) Read(ctx context.Context, game string, from uint64) ([]wire.Entry, error) {
	var least uint64 // entries that it has had
	if from <= 1 {
		least, _ = r.Games.Store.LiveSeq(ctx, game) // before the entries; where it cannot be known it is not looked at
	}
	entries, err := r.Journal.Read(ctx, game, from)
	if !errors.Is(err, host.ErrNoGame) {
		return entries, errors.Join(err, whole(game, len(entries), least, err))
	}
	g, lost := r.Games.Store.Game(ctx, game)
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

// whole reports whether the journal, which has n entries of a game, or could not be read, has
// lost the end of it.
func whole(game string, n int, least uint64, unread error) error {
	if unread != nil || uint64(n) >= least {
		return nil
	}
	return fmt.Errorf("%s: %w: it has had %d entries, and has %d", game, host.ErrDamaged, least, n)
}

// OpenNew seats two players at a new game and tells them. The id is filled in.
func (s *Games) OpenNew(ctx context.Context, spec wire.Spec) (wire.Spec, error) {
	spec.Game = account.ID()
	return s.Open(ctx, spec)
}

// openSecond opens the second game of a match of two, unless that was done before:
// its id follows from that of the first.
func (s *Games) openSecond(ctx context.Context, spec wire.Spec) error {
	if !spec.Double || spec.First != "" {
		return nil
	}
	spec.First, spec.Game = spec.Game, account.Digest(spec.Game)[:26]
	spec.Seats[0], spec.Seats[1] = spec.Seats[1], spec.Seats[0]
	if _, err := s.Store.Game(ctx, spec.Game); err == nil {
		return nil
	}
	for _, p := range spec.Seats {
		if a, err := s.Store.Account(ctx, p.ID); err != nil || a.Gone != 0 {
			return err // nobody is left to play it
		}
	}
	_, err := s.Open(ctx, spec)
	if errors.Is(err, host.ErrConflict) {
		return nil
	}
	return err
}
