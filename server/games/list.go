package games

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/store"
)

// Full returns an archived game with its entries, or without them if they are no longer kept.
func (s *Games) Full(ctx context.Context, id string) (full wire.GameFull, err error) {
	g, err := s.Store.Archive.Get(ctx, id)
	if err != nil {
		return full, err
	}
	if full.GameBrief, err = s.Brief(ctx, g); err != nil {
		return full, err
	}
	if full.Entries, err = s.Entries(ctx, g); errors.Is(err, wire.ErrMovesGone) {
		err = nil
	}
	return full, err
}

// Entries returns the entries of an archived game with the players' present names. The error is wire.ErrMovesGone if
// the entries are no longer kept.
func (s *Games) Entries(ctx context.Context, g store.Game) (list []wire.Entry, err error) {
	if g.MovesGone() {
		return nil, wire.ErrMovesGone
	}
	if err := json.Unmarshal([]byte(g.Entries), &list); err != nil || len(list) == 0 || list[0].Spec == nil {
		return list, err
	}
	for side := range list[0].Spec.Seats {
		seat := &list[0].Spec.Seats[side]
		a, err := s.Store.Accounts.Get(ctx, seat.ID)
		if err != nil && !errors.Is(err, store.ErrNone) {
			return nil, err
		}
		seat.Name = a.Name
	}
	return list, nil
}

// listed is the length of a list of games.
const listed = 100

// Shown returns the summary of a game in progress.
func Shown(l store.Live) (b wire.GameBrief, err error) {
	var spec wire.Spec
	err = json.Unmarshal([]byte(l.Spec), &spec)
	return wire.GameBrief{Game: l.ID, Variant: spec.Variant, Pool: ledger.Pool(spec), Rated: spec.Rated,
		Attackers: spec.Seats[0], Defenders: spec.Seats[1]}, err
}

// late is how long after its end a game may still be archived, in microseconds: after games of other services, or while
// the database was unavailable.
const late = int64(time.Hour / time.Microsecond)

// Past lists the caller's finished games that follow after, the Next of an earlier list. The Next of the last list
// repeats the games of the last hour, see late.
func (s *Games) Past(ctx context.Context, who account.Caller, after string, _ wire.None) (list wire.Ended, err error) {
	at, id, _ := strings.Cut(after, "-")
	ended, err := strconv.ParseInt(at, 10, 64)
	if err != nil || ended < 0 {
		return list, wire.Badf("ask after %s the first time, and then after what the answer calls next",
			wire.FirstEnded)
	}
	games, err := s.Store.Archive.OfAfter(ctx, who.ID, ended, id, listed+1)
	if err != nil {
		return list, err
	}
	list.Games, list.Next = []wire.GameBrief{}, after
	if list.More = len(games) > listed; list.More {
		games = games[:listed]
	}
	for _, g := range games {
		b, err := s.Brief(ctx, g)
		if err != nil {
			return list, err
		}
		list.Games = append(list.Games, b)
		list.Next = fmt.Sprintf("%d-%s", g.Ended, g.ID)
		ended = g.Ended
	}
	if settled := s.Now().UnixMicro() - late; !list.More && ended > settled {
		list.Next = strconv.FormatInt(max(settled, 0), 10)
	}
	return list, nil
}

// Turn returns whose turn it is in a game in progress, empty if unknown.
func (s *Games) Turn(ctx context.Context, game string) (side wire.Side) {
	if g, err := s.Hub.GameStatus(ctx, game); err == nil && !g.Over {
		return wire.SideOf(g.Turn)
	}
	return "" // it has just ended or cannot be read; list it without
}

// MaySpeak refuses messages of a player whom a moderator has muted or another player of the game has blocked.
func (s *Games) MaySpeak(ctx context.Context, by wire.Player, spec wire.Spec) error {
	if err := s.Accounts.MaySpeak(ctx, by.ID); err != nil {
		return err
	}
	for _, p := range spec.Seats {
		blocked, err := s.Store.Conduct.Blocks(ctx, p.ID)
		if err != nil {
			return err
		}
		if slices.Contains(blocked, by.ID) {
			return wire.Refuse(wire.Forbidden, "%s has blocked your messages", wire.Name(p.Name))
		}
	}
	return nil
}

// Profile returns the public profile of a player.
func (s *Games) Profile(ctx context.Context, name string) (wire.Profile, error) {
	key, err := account.ProperName(name)
	if err != nil {
		return wire.Profile{}, err
	}
	a, err := s.Store.Accounts.Named(ctx, key)
	if err != nil {
		return wire.Profile{}, err
	}
	p := wire.Profile{Player: account.Player(a), Games: []wire.GameBrief{}}
	if p.Ratings, err = s.Accounts.Ratings(ctx, a.ID); err != nil {
		return p, err
	}
	if p.History, err = s.Accounts.History(ctx, a.ID, p.Ratings, historyShows); err != nil {
		return p, err
	}
	games, err := s.Store.Archive.Of(ctx, a.ID, s.Now().Add(time.Hour).UnixMicro(), 50)
	for _, g := range games {
		b, err := s.Brief(ctx, g)
		if err != nil {
			return p, err
		}
		p.Games = append(p.Games, b)
	}
	return p, err
}

// historyShows is how many rated games the rating history of a profile has.
const historyShows = 200
