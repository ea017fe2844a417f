package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"

	"tafl3d/game"
	"tafl3d/net/host"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/games"
	"tafl3d/server/store"
)

// How long challenges last unless they are accepted.
const (
	openTime   = time.Hour
	directTime = 24 * time.Hour
	inviteTime = 7 * 24 * time.Hour
)

// hereTime is how long other services may take to report whether a player is connected.
const hereTime = time.Second

// Limits of challenges.
const (
	maxReports   = 20 // per account and day
	maxReport    = 2000
	maxRulesName = 80 // letters
	codeLength   = 8  // letters of an invitation code: 40 bits, and requests are limited
)

// checkSeek returns an error if a challenge for one game is invalid. It makes the game unrated if a rating would mean
// nothing.
func checkSeek(q *wire.Seek) error {
	if len(q.Variants) != 1 || len(q.Clocks) != 1 {
		return wire.Badf("a seek names one variant and one clock")
	}
	if q.Side != "" && q.Side != wire.Attackers && q.Side != wire.Defenders {
		return wire.Badf("%.20q is no side", q.Side)
	}
	if q.Rules != "" || q.Start != "" {
		q.Rated = false
	}
	if len(q.Start) > wire.MaxRules {
		return wire.Badf("the start position is longer than %d bytes", wire.MaxRules)
	}
	e, err := ledger.Begin(specOf(*q), 0)
	if err != nil {
		return wire.Refuse(wire.BadMessage, "%v", err)
	}
	return checkOwn(*e.Spec)
}

// checkOwn refuses custom rules with a name that cannot be shown in a list.
func checkOwn(spec wire.Spec) error {
	if spec.Rules == "" {
		return nil
	}
	v, err := ledger.Variant(spec)
	if err != nil {
		return wire.Refuse(wire.BadMessage, "%v", err)
	}
	for _, name := range []string{spec.Variant, v.Name} {
		if name == "" || len([]rune(name)) > maxRulesName ||
			strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return wire.Refuse(wire.BadMessage, "custom rules need a name of 1 to %d visible letters",
				maxRulesName)
		}
	}
	return nil
}

// Seek opens a challenge: for anyone, for a player, or for the holder of a code.
func (s *Lobby) Seek(ctx context.Context, who account.Caller, q wire.Seek) (wire.OpenSeek, error) {
	return s.seek(ctx, who, q, false)
}

// seek opens a challenge. A rematch is accepted from everyone.
func (s *Lobby) seek(ctx context.Context, who account.Caller, q wire.Seek, rematch bool) (wire.OpenSeek, error) {
	if err := checkSeek(&q); err != nil {
		return wire.OpenSeek{}, err
	}
	if err := s.mayAsk(ctx, who.ID); err != nil {
		return wire.OpenSeek{}, err
	}
	k := store.Seek{ID: account.ID(), Kind: store.OpenSeek, Account: who.ID}
	code, lasts := "", openTime
	var other store.Account
	var err error
	switch {
	case q.To == "" && !q.Invite:
		if err := s.Cooldown(ctx, who.ID); err != nil {
			return wire.OpenSeek{}, err
		}
	case q.To != "":
		if other, err = s.Accounts.Named(ctx, q.To); err != nil {
			return wire.OpenSeek{}, err
		}
		if err := s.mayMeet(ctx, who.ID, other.ID); err != nil {
			return wire.OpenSeek{}, err
		}
		if err := s.Relations.mayChallenge(ctx, who.ID, other); err != nil && !rematch {
			return wire.OpenSeek{}, err
		}
		k.Kind, k.Target, lasts = store.Challenge, other.ID, directTime
		q.Rated = q.Rated && Rateable(who.Account, other)
	case q.Invite:
		code = account.ID()[:codeLength]
		k.Kind, k.Target, lasts = store.Invite, account.Digest(code), inviteTime
	}
	open, err := s.addSeek(ctx, who, k, q, lasts)
	open.Code = code
	switch {
	case errors.Is(err, store.ErrTargetFull):
		err = wire.Refuse(wire.TooMuch, "too many players have already challenged %s", wire.Name(other.Name))
	case errors.Is(err, store.ErrFull):
		err = wire.Refuse(wire.TooMuch, "you have too many open challenges")
	}
	if err == nil && k.Kind == store.Challenge {
		s.challenged(ctx, who, other)
	}
	return open, err
}

// challenged notifies a player of a challenge. If they are not connected, the challenger is notified of that; the
// challenge waits.
func (s *Lobby) challenged(ctx context.Context, by account.Caller, other store.Account) {
	s.Hub.Notify(other.ID, wire.Notice{Kind: wire.NoticeChallenge, Text: by.Name})
	ctx, cancel := context.WithTimeout(ctx, hereTime)
	defer cancel()
	if here, err := s.Hub.Connected(ctx, other.ID); err == nil && !here {
		s.Hub.Notify(by.ID, wire.Notice{Kind: wire.NoticeAway, Text: other.Name})
	}
}

// body is what the body of an open challenge of a newcomer has besides the wire.Seek.
type body struct {
	Newcomer bool   `json:"newcomer,omitempty"`
	Origin   string `json:"origin,omitempty"` // mark of the address
}

// bodyOf returns the body of a challenge.
func bodyOf(
	ctx context.Context, by *account.Accounts, kind store.SeekKind, q wire.Seek, newcomer bool,
) (string, error) {
	text, err := json.Marshal(q)
	if err != nil || kind != store.OpenSeek || !newcomer {
		return string(text), err
	}
	origin, err := by.OriginMark(ctx)
	if err != nil {
		return "", err
	}
	more, err := json.Marshal(body{true, origin})
	if err != nil {
		return "", err
	}
	return strings.TrimSuffix(string(text), "}") + "," + strings.TrimPrefix(string(more), "{"), nil
}

func (s *Lobby) addSeek(
	ctx context.Context, who account.Caller, k store.Seek, q wire.Seek, lasts time.Duration,
) (wire.OpenSeek, error) {
	limits, err := s.Relations.limitsOf(ctx, who.Account, k.Kind)
	if err != nil {
		return wire.OpenSeek{}, err
	}
	now := s.Now()
	text, err := bodyOf(ctx, s.Accounts, k.Kind, q, limits.OwnOpen > 0)
	if err != nil {
		return wire.OpenSeek{}, err
	}
	k.Body, k.Opened, k.Ends = text, now.UnixMicro(), now.Add(lasts).UnixMicro()
	open := shown(k, account.Player(who.Account), q)
	open.Mine = true
	return open, s.Store.Seeks.Add(ctx, k, limits)
}

func (s *Lobby) mayMeet(ctx context.Context, a, b string) error {
	if a == b {
		return wire.Refuse(wire.BadMessage, "you cannot play yourself")
	}
	blocked, err := s.Store.Conduct.Blocked(ctx, a, b)
	if err == nil && blocked {
		err = wire.Refuse(wire.Forbidden, "one of you has blocked the other")
	}
	return err
}

// mayAsk returns an error if an account plays as many games as allowed, or has to read a warning first.
func (s *Lobby) mayAsk(ctx context.Context, account string) error {
	if err := s.mayBegin(ctx, account); err != nil {
		return err
	}
	return s.Accounts.Warned(ctx, account)
}

// mayBegin returns an error if an account plays as many games as allowed.
func (s *Lobby) mayBegin(ctx context.Context, account string) error {
	n, err := s.Store.Live.Count(ctx, account)
	if err == nil && n >= games.MaxPlaying {
		err = wire.Refuse(wire.TooMuch, "you are already playing %d games: finish one first", n)
	}
	return err
}

// Take accepts a challenge and begins the game. Its two players can repeat it while their game is in progress.
func (s *Lobby) Take(ctx context.Context, who account.Caller, q wire.Take) (wire.Begun, error) {
	k, err := s.meant(ctx, who, q)
	if game := s.running(ctx, k, who.ID); game != "" {
		return wire.Begun{Game: game}, nil
	}
	if err != nil {
		return wire.Begun{}, err
	}
	if err := s.mayMeet(ctx, who.ID, k.Account); err != nil {
		return wire.Begun{}, err
	}
	if err := s.mayAsk(ctx, who.ID); err != nil {
		return wire.Begun{}, err
	}
	if k.Kind == store.OpenSeek {
		if err := s.Cooldown(ctx, who.ID); err != nil {
			return wire.Begun{}, err
		}
	}
	var seek wire.Seek
	if err := json.Unmarshal([]byte(k.Body), &seek); err != nil {
		return wire.Begun{}, err
	}
	if wire.Odds(seek.Clock()) && !q.Odds {
		return wire.Begun{}, wire.Refuse(wire.NeedsOdds,
			"the two sides have different clocks in this game (%s), which your program does not know: update it",
			seek.Clock())
	}
	maker, err := s.Store.Accounts.Get(ctx, k.Account)
	if err != nil {
		return wire.Begun{}, err
	}
	if k.Kind == store.Offer {
		return s.begin(ctx, seek, maker, who.Account) // the bot keeps offering games
	}
	return s.begin(ctx, seek, maker, who.Account, k.ID)
}

// running returns the game in progress that an accepted challenge led to, if it is a game of this account; else "".
func (s *Lobby) running(ctx context.Context, k store.Seek, account string) string {
	if k.Kind != store.Accepted {
		return ""
	}
	list, err := s.Store.Live.Of(ctx, account)
	if err != nil {
		return "" // the caller refuses
	}
	id := games.Of(k.ID)
	if !slices.ContainsFunc(list, func(l store.Live) bool { return l.ID == id }) {
		return ""
	}
	return id
}

// errGone is the error for a challenge that another player has accepted, or that was withdrawn.
var errGone = wire.Refuse(wire.Missing, "that challenge was accepted or withdrawn")

// meant returns the challenge that the caller wants to accept, if they may.
func (s *Lobby) meant(ctx context.Context, who account.Caller, q wire.Take) (store.Seek, error) {
	if q.Code != "" {
		return s.invited(ctx, q.Code)
	}
	k, err := s.Store.Seeks.Get(ctx, q.ID, s.Now())
	switch {
	case errors.Is(err, store.ErrNone), k.Kind == store.Accepted:
		if s.replica.knows(q.ID) { // a message was missed
			s.take(news{Change: store.Change{Gone: []string{q.ID}}})
		}
		return k, errGone
	case err != nil:
		return k, err
	case k.Kind == store.Challenge && k.Target != who.ID, k.Kind == store.Invite, k.Kind == store.Queue:
		return k, wire.Refuse(wire.Forbidden, "this challenge is not for you")
	}
	return k, nil
}

// invited returns the invitation of a code if it can still be accepted.
func (s *Lobby) invited(ctx context.Context, text string) (store.Seek, error) {
	code, err := wire.ParseCode(text)
	if err != nil {
		return store.Seek{}, wire.Refuse(wire.BadMessage, "%v", err)
	}
	k, err := s.Store.Seeks.Invited(ctx, account.Digest(code))
	switch {
	case errors.Is(err, store.ErrNone):
		return k, wire.Refuse(wire.Missing,
			"invitation not found: it was withdrawn, or part of the link is missing")
	case err != nil:
		return k, err
	case k.Kind == store.Accepted:
		return k, wire.Refuse(wire.Taken, "this invitation has already been accepted: each is valid for one game")
	case k.Ends <= s.Now().UnixMicro():
		return k, wire.Refuse(wire.TooLate, "this invitation has expired: each is valid for a week")
	}
	return k, nil
}

// Invitation returns the invitation of a code.
func (s *Lobby) Invitation(ctx context.Context, code string) (wire.OpenSeek, error) {
	k, err := s.invited(ctx, code)
	if err != nil {
		return wire.OpenSeek{}, err
	}
	var q wire.Seek
	if err := json.Unmarshal([]byte(k.Body), &q); err != nil {
		return wire.OpenSeek{}, err
	}
	by, err := s.maker(ctx, k)
	return shown(k, by, q), err
}

// shown returns a challenge as it is sent.
func shown(k store.Seek, by wire.Player, what wire.Seek) wire.OpenSeek {
	return wire.OpenSeek{ID: k.ID, By: by, Seek: what, Opened: k.Opened / 1e6, Ends: k.Ends / 1e6}
}

// Rateable reports whether a game of two accounts may be rated: between persons, or between bots of different owners,
// since two bots with the same owner could collude. Games of guests are never rated.
func Rateable(a, b store.Account) bool {
	guest := a.Kind == store.Guest || b.Kind == store.Guest
	return !guest && (a.Kind == store.Bot) == (b.Kind == store.Bot) && (a.Owner == "" || a.Owner != b.Owner)
}

// begin opens the game of a challenge between its maker and the player who accepts it, and removes the challenges that
// it comes from. If it fails, they remain.
func (s *Lobby) begin(
	ctx context.Context, q wire.Seek, maker, taker store.Account, seeks ...string,
) (wire.Begun, error) {
	spec := specOf(q)
	spec.Seats = [game.Sides]wire.Player{s.Seated(ctx, maker, spec), s.Seated(ctx, taker, spec)}
	first := q.Side == wire.Attackers || q.Side == "" && rand.IntN(2) == 0 // random side
	if !first {
		spec.Seats[0], spec.Seats[1] = spec.Seats[1], spec.Seats[0]
	}
	spec.Rated = spec.Rated && Rateable(maker, taker)
	spec.Game = games.Of(seeks...)
	spec, err := s.Games.Open(ctx, spec, seeks...)
	if _, mine := spec.Seat(taker.ID); mine && errors.Is(err, host.ErrConflict) {
		err = nil // a repeated request, since the answer was lost
	}
	switch {
	case errors.Is(err, host.ErrConflict), errors.Is(err, store.ErrNone):
		err = errGone
	case errors.Is(err, store.ErrFull):
		if err = s.mayBegin(ctx, taker.ID); err == nil {
			err = wire.Refuse(wire.TooMuch, "%s has too many games in progress: try again later", wire.Name(maker.Name))
		}
	}
	return wire.Begun{Game: spec.Game}, err
}

// Withdraw removes the caller's challenge, or declines a challenge and notifies the challenger.
func (s *Lobby) Withdraw(ctx context.Context, who account.Caller, q wire.Take) (wire.None, error) {
	open, err := s.Store.Seeks.Of(ctx, who.ID, s.Now())
	if err == nil {
		err = s.Store.Seeks.Drop(ctx, q.ID, who.ID)
	}
	if errors.Is(err, store.ErrTaken) {
		err = wire.Refuse(wire.Taken, "this invitation has already been accepted: the game has started")
	}
	if err != nil {
		return wire.None{}, err
	}
	for _, k := range open {
		if k.ID == q.ID && k.Kind == store.Challenge && k.Target == who.ID {
			s.Hub.Notify(k.Account, wire.Notice{Kind: wire.NoticeDeclined, Text: who.Name})
		}
	}
	return wire.None{}, nil
}

// Show returns the lobby, an encoded wire.Lobby.
func (s *Lobby) Show(ctx context.Context, who account.Caller, _ wire.None) (json.RawMessage, error) {
	s.turns(ctx, who.ID)
	return s.look(who.ID).text()
}

// Mine returns the caller's games in progress, with whose turn it is.
func (s *Lobby) Mine(ctx context.Context, who account.Caller, _ wire.None) ([]wire.GameBrief, error) {
	s.turns(ctx, who.ID)
	return values(s.look(who.ID).mine), nil
}

// Rematch challenges the opponent of a finished game to another one with sides swapped. If the opponent has done so
// already, the game begins.
func (s *Lobby) Rematch(ctx context.Context, who account.Caller, q wire.Begun) (wire.OpenSeek, error) {
	g, err := s.Store.Archive.Get(ctx, q.Game)
	if errors.Is(err, store.ErrNone) { // it may have ended just now: its room answers when it is archived
		if now, lost := s.Hub.GameStatus(ctx, q.Game); lost == nil && now.Over {
			g, err = s.Store.Archive.Get(ctx, q.Game)
		}
	}
	if err != nil {
		return wire.OpenSeek{}, err
	}
	spec, err := begunBy(g)
	if err != nil {
		return wire.OpenSeek{}, err
	}
	side, ok := spec.Seat(who.ID)
	if !ok {
		return wire.OpenSeek{}, wire.Refuse(wire.NotSeated, "you did not play that game")
	}
	mine, _ := side.Side()
	other, err := s.Store.Accounts.Get(ctx, spec.Seats[mine.Other()].ID)
	if err != nil {
		return wire.OpenSeek{}, err
	}
	want := wire.Seek{
		Variants: []string{spec.Variant}, Clocks: []string{spec.Clock}, Rules: spec.Rules, Start: spec.Start,
		Side: wire.SideOf(mine.Other()), Rated: spec.Rated, Double: spec.Double, Delay: spec.Delay, To: other.Name,
	}
	his := want
	his.Side = side
	if taken, err := s.takeLike(ctx, who, other, his); err != nil || taken.ID != "" {
		return taken, err
	}
	return s.seek(ctx, who, want, true)
}

// begunBy returns the spec in the first entry of an archived game. It does not parse the other entries.
func begunBy(g store.Game) (wire.Spec, error) {
	if g.MovesGone() {
		return wire.Spec{}, wire.ErrMovesGone
	}
	var first wire.Entry
	list := json.NewDecoder(strings.NewReader(g.Entries))
	_, err := list.Token() // opening bracket of the list
	if err == nil {
		err = list.Decode(&first)
	}
	if err != nil || first.Spec == nil {
		return wire.Spec{}, errors.Join(err, errors.New("the archived game has no opening entry"))
	}
	return *first.Spec, nil
}

// takeLike accepts a challenge of by for a game like this, rated or not. The result has no id if there is none.
func (s *Lobby) takeLike(
	ctx context.Context, who account.Caller, by store.Account, like wire.Seek,
) (wire.OpenSeek, error) {
	open, err := s.Store.Seeks.Of(ctx, who.ID, s.Now())
	if err != nil {
		return wire.OpenSeek{}, err
	}
	for _, k := range open {
		var his wire.Seek
		if k.Kind != store.Challenge || k.Account != by.ID || k.Target != who.ID ||
			json.Unmarshal([]byte(k.Body), &his) != nil {
			continue
		}
		if like.Rated, like.To = his.Rated, his.To; !reflect.DeepEqual(his, like) {
			continue
		}
		if _, err = s.Take(ctx, who, wire.Take{ID: k.ID, Odds: true}); errors.Is(err, errGone) {
			continue
		}
		taken := shown(k, account.Player(by), his)
		taken.ForMe = true
		return taken, err
	}
	return wire.OpenSeek{}, nil
}
