package lobby

import (
	"context"
	"errors"

	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/store"
)

// maxSeeks is how many challenges and invitations an account has.
const maxSeeks = 10

// Limits of challenges to one player. Friends, and players whom they have met, need no place.
const (
	maxForOne    = 50 // waiting challenges of strangers
	maxNewcomers = 10 // of these, of strangers who have not played yet
	maxOfPair    = 3  // waiting challenges of one player to another
	maxFriends   = 500
)

// maxNew is how many open challenges and challenges to players an account has that has not played yet.
const maxNew = 5

// limitsOf returns the limits of a challenge of an account.
func (r *Relations) limitsOf(ctx context.Context, who store.Account, kind store.SeekKind) (store.SeekLimits, error) {
	l := store.SeekLimits{Own: maxSeeks, ForTarget: maxForOne, Newcomers: maxNewcomers, Pair: maxOfPair}
	if kind != store.OpenSeek && kind != store.Challenge || who.Kind == store.Bot {
		return l, nil
	}
	played, err := r.lobby.Store.Friends.HasPlayed(ctx, who.ID)
	if !played {
		l.OwnOpen = maxNew
	}
	return l, err
}

// mayChallenge returns an error if a player does not accept challenges of an account.
func (r *Relations) mayChallenge(ctx context.Context, by string, other store.Account) error {
	f := r.lobby.Store.Friends
	from, err := f.Accepts(ctx, other.ID)
	if err != nil || from == store.Anyone {
		return err
	}
	at, err := f.Between(ctx, by, other.ID)
	switch {
	case err != nil || at.Friend || from == store.Players && (at.Met || at.Played):
		return err
	case from == store.FriendsOnly:
		return wire.Refuse(wire.Forbidden, "%s accepts challenges from friends only", wire.Name(other.Name))
	}
	return wire.Refuse(wire.Forbidden, "%s accepts challenges only from players who have played a game here",
		wire.Name(other.Name))
}

// Friends returns the players whom the caller has marked, whether they are connected, and what they play.
func (s *Lobby) Friends(ctx context.Context, who account.Caller, _ wire.None) ([]wire.Friend, error) {
	marked, err := s.Store.Friends.Of(ctx, who.ID)
	if err != nil {
		return nil, err
	}
	r := &s.replica
	r.mu.Lock()
	defer r.mu.Unlock()
	here := map[string]bool{}
	for _, p := range s.see(s.Now()).here {
		here[p.ID] = true
	}
	list := make([]wire.Friend, len(marked))
	for i, f := range marked {
		list[i] = wire.Friend{Player: account.Player(f), Here: here[f.ID]}
		if games := r.playing[f.ID]; len(games) > 0 {
			list[i].Game = games[0].brief.Game
		}
	}
	return list, nil
}

// Befriend marks a player as a friend of the caller, or no longer.
func (r *Relations) Befriend(ctx context.Context, who account.Caller, q wire.Block) (wire.None, error) {
	other, err := r.lobby.Accounts.Named(ctx, q.Name)
	if err != nil {
		return wire.None{}, err
	}
	if other.ID == who.ID {
		return wire.None{}, wire.Refuse(wire.BadMessage, "you cannot mark yourself as a friend")
	}
	err = r.lobby.Store.Friends.Mark(ctx, who.ID, other.ID, !q.Off, maxFriends, r.lobby.Now())
	if errors.Is(err, store.ErrFull) {
		err = wire.Refuse(wire.TooMuch, "you already have %d friends", maxFriends)
	}
	return wire.None{}, err
}

// AcceptFrom sets from whom the caller accepts challenges.
func (r *Relations) AcceptFrom(ctx context.Context, who account.Caller, q wire.Accepts) (wire.None, error) {
	switch from := store.Who(q.From); from {
	case store.Anyone, store.Players, store.FriendsOnly:
		return wire.None{}, r.lobby.Store.Friends.Accept(ctx, who.ID, from)
	}
	return wire.None{}, wire.Badf("%.20q is not all, players or friends", q.From)
}

// Block blocks a player, or removes the block.
func (r *Relations) Block(ctx context.Context, who account.Caller, q wire.Block) (wire.None, error) {
	other, err := r.lobby.Accounts.Named(ctx, q.Name)
	if err != nil {
		return wire.None{}, err
	}
	return wire.None{}, r.lobby.Store.Conduct.Block(ctx, who.ID, other.ID, !q.Off)
}

// Report sends the operator a report about a player.
func (r *Relations) Report(ctx context.Context, who account.Caller, q wire.Report) (wire.None, error) {
	other, err := r.lobby.Accounts.Named(ctx, q.Name)
	if err != nil {
		return wire.None{}, err
	}
	if q.Text == "" || len(q.Text) > maxReport || len(q.Game) > 64 {
		return wire.None{}, wire.Refuse(wire.BadMessage, "a report must have 1 to %d letters", maxReport)
	}
	now := r.lobby.Now()
	report := store.Report{
		ID: account.ID(), Account: who.ID, Other: other.ID, Game: q.Game, Text: q.Text, At: now.UnixMicro(),
	}
	err = r.lobby.Store.Conduct.AddReport(ctx, report, maxReports, now.Add(-account.Day))
	if errors.Is(err, store.ErrFull) {
		err = wire.Refuse(wire.TooMuch, "you have sent enough reports today: the operator reads every one")
	}
	return wire.None{}, err
}
