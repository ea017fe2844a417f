package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"

	"tafl3d/game"
	"tafl3d/net/host"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/store"
)

// How long seeks last unless they are renewed or taken.
const (
	openTime   = time.Hour
	directTime = 24 * time.Hour
	inviteTime = 7 * 24 * time.Hour
)

// hereTime is how long we ask other services whether somebody is connected.
const hereTime = time.Second

// Limits of seeks.
const (
	maxSeeks     = 10  // of an account
	maxForOne    = 50  // challenges that wait for one account
	maxPlaying   = 100 // games of an account at once
	maxReports   = 20  // of an account in a day
	maxReport    = 2000
	maxRulesName = 80 // letters
	lobbyShows   = 100
	codeLength   = 8 // of an invitation: 40 bits, and requests are limited
)

func badSeek(format string, args ...any) error {
	return &wire.Error{Code: wire.BadMessage, Text: fmt.Sprintf(format, args...)}
}

// checkSeek reports what is wrong with a seek for one game, and makes it unrated
// where no rating could mean anything.
func checkSeek(q *wire.Seek) error {
	if len(q.Variants) != 1 || len(q.Clocks) != 1 {
		return badSeek("a seek names one variant and one clock")
	}
	if q.Side != "" && q.Side != wire.Attackers && q.Side != wire.Defenders {
		return badSeek("%.20q is no side", q.Side)
	}
	if q.Rules != "" || q.Start != "" {
		q.Rated = false
	}
	if len(q.Start) > wire.MaxRules {
		return badSeek("the start position is longer than %d bytes", wire.MaxRules)
	}
	e, err := ledger.Begin(specOf(*q), 0)
	if err != nil {
		return badSeek("%v", err)
	}
	return checkOwn(*e.Spec)
}

// checkOwn refuses rules of somebody's own whose name cannot be shown in a list.
func checkOwn(spec wire.Spec) error {
	if spec.Rules == "" {
		return nil
	}
	v, err := ledger.Variant(spec)
	if err != nil {
		return badSeek("%v", err)
	}
	for _, name := range []string{spec.Variant, v.Name} {
		if name == "" || len([]rune(name)) > maxRulesName || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return badSeek("rules of one's own need a name of 1 to %d letters that can be shown", maxRulesName)
		}
	}
	return nil
}

// specOf returns the game that a seek means, without players.
func specOf(q wire.Seek) wire.Spec {
	return wire.Spec{Variant: q.Variants[0], Rules: q.Rules, Start: q.Start, Clock: q.Clocks[0], Rated: q.Rated, Double: q.Double, Delay: q.Delay}
}

// seek opens a seek: for anybody, for a player, or for who has the code.
func (s *Server) seek(ctx context.Context, who caller, q wire.Seek) (wire.OpenSeek, error) {
	if err := checkSeek(&q); err != nil {
		return wire.OpenSeek{}, err
	}
	if err := s.mayBegin(ctx, who.ID); err != nil {
		return wire.OpenSeek{}, err
	}
	mine, err := s.store.SeeksOf(ctx, who.ID, s.opt.Now())
	if err != nil {
		return wire.OpenSeek{}, err
	}
	if madeBy(mine, who.ID) >= maxSeeks {
		return wire.OpenSeek{}, &wire.Error{Code: wire.TooMuch, Text: "you have too many seeks and challenges open"}
	}
	k := store.Seek{ID: id(), Kind: store.OpenSeek, Account: who.ID}
	code, lasts := "", openTime
	var other store.Account
	switch {
	case q.To == "" && !q.Invite:
		if err := s.penance(ctx, who.ID); err != nil {
			return wire.OpenSeek{}, err
		}
	case q.To != "":
		if other, err = s.named(ctx, q.To); err != nil {
			return wire.OpenSeek{}, err
		}
		if err := s.mayChallenge(ctx, who.ID, other); err != nil {
			return wire.OpenSeek{}, err
		}
		k.Kind, k.Target, lasts = store.Challenge, other.ID, directTime
		q.Rated = q.Rated && rateable(who.Account, other)
	case q.Invite:
		code = id()[:codeLength]
		k.Kind, k.Target, lasts = store.Invite, digest(code), inviteTime
	}
	open, err := s.addSeek(ctx, who, k, q, lasts)
	open.Code = code
	if err == nil && k.Kind == store.Challenge {
		s.challenged(ctx, who, other)
	}
	return open, err
}

// madeBy returns how many of some seeks an account has made: what others want of it does
// not count against it.
func madeBy(seeks []store.Seek, account string) (n int) {
	for _, k := range seeks {
		if k.Account == account && k.Kind != store.Queue && k.Kind != store.Offer {
			n++
		}
	}
	return n
}

// mayChallenge refuses whoever may not meet a player, and everybody while as many
// challenges wait for him as he can look through.
func (s *Server) mayChallenge(ctx context.Context, account string, other store.Account) error {
	if err := s.mayMeet(ctx, account, other.ID); err != nil {
		return err
	}
	his, err := s.store.SeeksOf(ctx, other.ID, s.opt.Now())
	if err != nil {
		return err
	}
	waiting := slices.DeleteFunc(his, func(k store.Seek) bool { return k.Kind != store.Challenge || k.Target != other.ID })
	if len(waiting) >= maxForOne {
		return &wire.Error{Code: wire.TooMuch, Text: fmt.Sprintf("too many have challenged %s already", other.Name)}
	}
	return nil
}

// challenged tells a player of a challenge. If he has no connection open the challenger
// is told so: it waits.
func (s *Server) challenged(ctx context.Context, by caller, other store.Account) {
	s.hub.Notify(other.ID, wire.Notice{Kind: wire.NoticeChallenge, Text: by.Name})
	ctx, cancel := context.WithTimeout(ctx, hereTime)
	defer cancel()
	if here, err := s.hub.Here(ctx, other.ID); err == nil && !here {
		s.hub.Notify(by.ID, wire.Notice{Kind: wire.NoticeAway, Text: other.Name})
	}
}

func (s *Server) addSeek(ctx context.Context, who caller, k store.Seek, q wire.Seek, lasts time.Duration) (wire.OpenSeek, error) {
	body, err := json.Marshal(q)
	if err != nil {
		return wire.OpenSeek{}, err
	}
	now := s.opt.Now()
	k.Body, k.Opened, k.Ends = string(body), now.UnixMicro(), now.Add(lasts).UnixMicro()
	return wire.OpenSeek{ID: k.ID, By: player(who.Account), Seek: q, Opened: now.Unix(), Ends: k.Ends / 1e6, Mine: true}, s.store.AddSeek(ctx, k)
}

// named returns the account of a name.
func (s *Server) named(ctx context.Context, name string) (store.Account, error) {
	key, err := properName(name)
	if err != nil {
		return store.Account{}, err
	}
	a, err := s.store.AccountNamed(ctx, key)
	if errors.Is(err, store.ErrNone) {
		return a, &wire.Error{Code: wire.Missing, Text: fmt.Sprintf("nobody is called %q here", name)}
	}
	return a, err
}

func (s *Server) mayMeet(ctx context.Context, a, b string) error {
	if a == b {
		return badSeek("nobody plays himself")
	}
	blocked, err := s.store.Blocked(ctx, a, b)
	if err == nil && blocked {
		err = &wire.Error{Code: wire.Forbidden, Text: "you two do not want to meet"}
	}
	return err
}

// mayBegin refuses whoever plays as many games as one may.
func (s *Server) mayBegin(ctx context.Context, account string) error {
	n, err := s.store.CountLive(ctx, account)
	if err == nil && n >= maxPlaying {
		err = &wire.Error{Code: wire.TooMuch, Text: fmt.Sprintf("you play %d games already: end one of them first", n)}
	}
	return err
}

// take accepts a seek, and the game begins.
func (s *Server) take(ctx context.Context, who caller, q wire.Take) (wire.Begun, error) {
	k, err := s.meant(ctx, who, q)
	if err != nil {
		return wire.Begun{}, err
	}
	if err := errors.Join(s.mayMeet(ctx, who.ID, k.Account), s.mayBegin(ctx, who.ID)); err != nil {
		return wire.Begun{}, err
	}
	if k.Kind == store.OpenSeek {
		if err := s.penance(ctx, who.ID); err != nil {
			return wire.Begun{}, err
		}
	}
	var seek wire.Seek
	if err := json.Unmarshal([]byte(k.Body), &seek); err != nil {
		return wire.Begun{}, err
	}
	maker, err := s.store.Account(ctx, k.Account)
	if err != nil {
		return wire.Begun{}, err
	}
	if err := s.use(ctx, k); err != nil {
		return wire.Begun{}, err
	}
	return s.begin(ctx, seek, maker, who.Account)
}

// errGone is said of a seek that somebody else was quicker to take.
var errGone = &wire.Error{Code: wire.Missing, Text: "that game has been taken or withdrawn"}

// meant returns the seek that somebody wants to take, if it is meant for him.
func (s *Server) meant(ctx context.Context, who caller, q wire.Take) (store.Seek, error) {
	if q.Code != "" {
		return s.invited(ctx, q.Code)
	}
	k, err := s.store.Seek(ctx, q.ID, s.opt.Now())
	switch {
	case errors.Is(err, store.ErrNone), k.Kind == store.Accepted:
		return k, errGone
	case err != nil:
		return k, err
	case k.Kind == store.Challenge && k.Target != who.ID, k.Kind == store.Invite, k.Kind == store.Queue:
		return k, &wire.Error{Code: wire.Forbidden, Text: "that is not meant for you"}
	}
	return k, nil
}

// use takes a seek that becomes a game off the list, once. A bot goes on offering.
func (s *Server) use(ctx context.Context, k store.Seek) (err error) {
	switch k.Kind {
	case store.Offer:
		return nil
	case store.Invite:
		err = s.store.Accept(ctx, k.ID)
	default:
		err = s.store.Take(ctx, k.ID)
	}
	if errors.Is(err, store.ErrNone) {
		return errGone
	}
	return err
}

// invited returns the invitation of a code, which may still be accepted.
func (s *Server) invited(ctx context.Context, text string) (store.Seek, error) {
	code, err := wire.ParseCode(text)
	if err != nil {
		return store.Seek{}, badSeek("%v", err)
	}
	k, err := s.store.Invited(ctx, digest(code))
	switch {
	case errors.Is(err, store.ErrNone):
		return k, &wire.Error{Code: wire.Missing, Text: "there is no such invitation: it was withdrawn, or the code is not whole"}
	case err != nil:
		return k, err
	case k.Kind == store.Accepted:
		return k, &wire.Error{Code: wire.Taken, Text: "this invitation has been accepted already: it is good for one game"}
	case k.Ends <= s.opt.Now().UnixMicro():
		return k, &wire.Error{Code: wire.TooLate, Text: "this invitation has run out"}
	}
	return k, nil
}

// invitation tells whoever has the code who invites to what.
func (s *Server) invitation(r *http.Request) (wire.OpenSeek, error) {
	return s.Invitation(r.Context(), r.PathValue("code"))
}

// Invitation returns the invitation of a code.
func (s *Server) Invitation(ctx context.Context, code string) (wire.OpenSeek, error) {
	k, err := s.invited(ctx, code)
	if err != nil {
		return wire.OpenSeek{}, err
	}
	return s.shownSeek(ctx, caller{}, k)
}

// rateable reports whether a game of two accounts may be rated: between persons, or
// between bots that do not belong to the same person, who could have them agree.
func rateable(a, b store.Account) bool {
	return (a.Kind == store.Bot) == (b.Kind == store.Bot) && (a.Owner == "" || a.Owner != b.Owner)
}

// begin opens the game of a seek between its maker and who takes it.
func (s *Server) begin(ctx context.Context, q wire.Seek, maker, taker store.Account) (wire.Begun, error) {
	spec := specOf(q)
	spec.Seats = [game.Sides]wire.Player{s.seated(ctx, maker, spec), s.seated(ctx, taker, spec)}
	first := q.Side == wire.Attackers || q.Side == "" && rand.IntN(2) == 0 // by lot
	if !first {
		spec.Seats[0], spec.Seats[1] = spec.Seats[1], spec.Seats[0]
	}
	spec.Rated = spec.Rated && rateable(maker, taker)
	spec, err := s.OpenGame(ctx, spec)
	return wire.Begun{Game: spec.Game}, err
}

// seated returns a player with the rating that the game is about.
func (s *Server) seated(ctx context.Context, a store.Account, spec wire.Spec) wire.Player {
	p := player(a)
	if st, _, err := s.store.Rating(ctx, a.ID, ledger.Pool(spec)); err == nil && st.Games > 0 {
		r := shown(st)
		p.Rating, p.Provisional = r.Points, r.Provisional
	}
	return p
}

// withdraw takes a seek back, or declines a challenge, of which the challenger is told.
func (s *Server) withdraw(ctx context.Context, who caller, q wire.Take) (wire.None, error) {
	open, err := s.store.SeeksOf(ctx, who.ID, s.opt.Now())
	if err == nil {
		err = s.store.DropSeek(ctx, q.ID, who.ID)
	}
	if err != nil {
		return wire.None{}, err
	}
	for _, k := range open {
		if k.ID == q.ID && k.Kind == store.Challenge && k.Target == who.ID {
			s.hub.Notify(k.Account, wire.Notice{Kind: wire.NoticeDeclined, Text: who.Name})
		}
	}
	return wire.None{}, nil
}

// lobby lists what there is to join and to watch.
func (s *Server) lobby(ctx context.Context, who caller, _ wire.None) (wire.Lobby, error) {
	now := s.opt.Now()
	l := wire.Lobby{Seeks: []wire.OpenSeek{}, Live: []wire.GameBrief{}, Mine: []wire.GameBrief{}}
	open, err := s.store.SeeksFor(ctx, who.ID, now, lobbyShows)
	if err != nil {
		return l, err
	}
	mine, err := s.store.SeeksOf(ctx, who.ID, now)
	if err != nil {
		return l, err
	}
	for _, k := range append(mine, open...) {
		if k.Kind == store.Queue || k.Kind == store.Offer {
			continue
		}
		o, err := s.shownSeek(ctx, who, k)
		if err != nil {
			return l, err
		}
		l.Seeks = append(l.Seeks, o)
	}
	if l.Waiting, err = s.store.CountSeeks(ctx, store.Queue, now); err != nil {
		return l, err
	}
	if l.Mine, err = s.liveOf(ctx, who.ID); err != nil {
		return l, err
	}
	for i := range l.Mine {
		l.Mine[i].Turn = s.turnOf(ctx, l.Mine[i].Game)
	}
	l.Live, err = s.liveOf(ctx, "")
	return l, err
}

func (s *Server) shownSeek(ctx context.Context, who caller, k store.Seek) (wire.OpenSeek, error) {
	by, err := s.store.Account(ctx, k.Account)
	if err != nil {
		return wire.OpenSeek{}, err
	}
	o := wire.OpenSeek{ID: k.ID, Opened: k.Opened / 1e6, Ends: k.Ends / 1e6, Mine: k.Account == who.ID, ForMe: k.Target == who.ID}
	if err := json.Unmarshal([]byte(k.Body), &o.Seek); err != nil {
		return o, err
	}
	o.By = player(by)
	if len(o.Seek.Variants) == 1 {
		o.By = s.seated(ctx, by, specOf(o.Seek))
	}
	return o, nil
}

// liveOf lists games under way, of one account or of all.
func (s *Server) liveOf(ctx context.Context, account string) ([]wire.GameBrief, error) {
	briefs := []wire.GameBrief{}
	all, err := s.store.Live(ctx, account)
	for _, l := range all[:min(len(all), lobbyShows)] {
		var spec wire.Spec
		if err := json.Unmarshal([]byte(l.Spec), &spec); err != nil {
			return nil, err
		}
		briefs = append(briefs, wire.GameBrief{Game: l.ID, Variant: spec.Variant, Pool: ledger.Pool(spec), Rated: spec.Rated, Attackers: spec.Seats[0], Defenders: spec.Seats[1]})
	}
	return briefs, err
}

// turnOf returns whose turn it is in a live game, empty if that cannot be said.
func (s *Server) turnOf(ctx context.Context, game string) (side wire.Side) {
	_ = s.hub.With(ctx, game, func(r *host.Room) error {
		g, err := r.Glance(ctx)
		if err == nil && !g.Over {
			side = wire.SideOf(g.Turn)
		}
		return err
	}) // one that has just ended, or cannot be read: the list is shown all the same
	return side
}

// rematch challenges the opponent of a finished game to another with sides swapped;
// if he has done so already, it begins.
func (s *Server) rematch(ctx context.Context, who caller, q wire.Begun) (wire.OpenSeek, error) {
	g, err := s.store.Game(ctx, q.Game)
	if err != nil {
		return wire.OpenSeek{}, err
	}
	var entries []wire.Entry
	if err := json.Unmarshal([]byte(g.Entries), &entries); err != nil || len(entries) == 0 || entries[0].Spec == nil {
		return wire.OpenSeek{}, errors.Join(err, errors.New("the archived game has no beginning"))
	}
	spec := entries[0].Spec
	side, ok := spec.Seat(who.ID)
	if !ok {
		return wire.OpenSeek{}, &wire.Error{Code: wire.NotSeated, Text: "you did not play that game"}
	}
	mine, _ := side.Side()
	other, err := s.store.Account(ctx, spec.Seats[mine.Other()].ID)
	if err != nil {
		return wire.OpenSeek{}, err
	}
	return s.seek(ctx, who, wire.Seek{
		Variants: []string{spec.Variant}, Clocks: []string{spec.Clock}, Rules: spec.Rules, Start: spec.Start,
		Side: wire.SideOf(mine.Other()), Rated: spec.Rated, Double: spec.Double, Delay: spec.Delay, To: other.Name,
	})
}

func (s *Server) block(ctx context.Context, who caller, q wire.Block) (wire.None, error) {
	other, err := s.named(ctx, q.Name)
	if err != nil {
		return wire.None{}, err
	}
	return wire.None{}, s.store.Block(ctx, who.ID, other.ID, !q.Off)
}

// maySpeak refuses whom a player of the game has blocked: what he says, nobody hears there.
func (s *Server) maySpeak(ctx context.Context, by wire.Player, spec wire.Spec) error {
	for _, p := range spec.Seats {
		blocked, err := s.store.Blocks(ctx, p.ID)
		if err != nil {
			return err
		}
		if slices.Contains(blocked, by.ID) {
			return &wire.Error{Code: wire.Forbidden, Text: p.Name + " does not want to hear from you"}
		}
	}
	return nil
}

func (s *Server) report(ctx context.Context, who caller, q wire.Report) (wire.None, error) {
	other, err := s.named(ctx, q.Name)
	if err != nil {
		return wire.None{}, err
	}
	if q.Text == "" || len(q.Text) > maxReport || len(q.Game) > 64 {
		return wire.None{}, badSeek("a report has 1 to %d letters", maxReport)
	}
	made, err := s.store.ReportsBy(ctx, who.ID)
	if err != nil {
		return wire.None{}, err
	}
	since := s.opt.Now().Add(-day).UnixMicro()
	if made = slices.DeleteFunc(made, func(r store.Report) bool { return r.At < since }); len(made) >= maxReports {
		return wire.None{}, &wire.Error{Code: wire.TooMuch, Text: "you have reported enough for today: the operator reads every report"}
	}
	return wire.None{}, s.store.AddReport(ctx, store.Report{ID: id(), Account: who.ID, Other: other.ID, Game: q.Game, Text: q.Text, At: s.opt.Now().UnixMicro()})
}
