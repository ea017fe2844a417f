package main

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"
	"time"

	"tafl3d/app"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/variant"
	"tafl3d/net/client"
	"tafl3d/net/lan"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
)

// network brings package net to package app. Its connections end when they are
// closed, not with the context of who asked for them.
type network struct {
	store  app.Store // keeps the key of the device
	events app.Events
	wake   func()
}

// keyFile is where the private key of this device is: whoever has it is us.
const keyFile = "device.key"

// key returns the key of the device, which is made when it is first needed. A
// damaged one is reported and not replaced: with it the accounts would be lost.
func (n network) key() (ed25519.PrivateKey, error) {
	text, err := n.store.Load(keyFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		_, key, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			return nil, err
		}
		return key, n.store.Save(keyFile, []byte(hex.EncodeToString(key.Seed())+"\n"))
	case err != nil:
		return nil, err
	}
	seed, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("%s is damaged: put back a copy of it, or delete it to begin anew as somebody else", keyFile)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// Host implements app.Network.
func (n network) Host(_ context.Context, o app.HostOffer, tell func(app.Notice)) (app.Hosting, error) {
	spec := wire.Spec{Clock: o.Clock}
	spec.Variant, spec.Rules = named(o.Variant, o.Own)
	h, err := lan.Open(lan.Offer{Name: o.Name, Side: o.Side, Spec: spec})
	if err != nil {
		return nil, err
	}
	return hosting{n.evening(h.Link(), tell), h}, nil
}

// named returns the name of a variant, and its rules where it is in no catalogue.
func named(v *variant.Variant, own bool) (id, rules string) {
	if !own {
		return v.ID, ""
	}
	return v.ID, string(variant.Encode(v, nil))
}

// Find implements app.Network.
func (n network) Find(ctx context.Context) ([]app.Nearby, error) {
	found, err := lan.Find(ctx)
	list := make([]app.Nearby, len(found))
	for i, f := range found {
		list[i] = nearby(f)
	}
	return list, err
}

func nearby(f wire.Found) app.Nearby {
	side, _ := f.Side.Side()
	return app.Nearby{Address: f.Address, Name: f.Name, Variant: f.Variant, Clock: f.Clock, Side: side, Event: f.Event}
}

// Knock implements app.Network.
func (n network) Knock(ctx context.Context, address string) (app.Door, error) {
	d, err := lan.Knock(ctx, strings.TrimSpace(address))
	if err != nil {
		return nil, err
	}
	return door{d, n}, nil
}

// door is a host who was found.
type door struct {
	*lan.Door
	network network
}

// Offer implements app.Door.
func (d door) Offer() app.Nearby { return nearby(d.Door.Offer) }

// First implements app.Door.
func (d door) First() string {
	if f := d.Door.Offer; f.ID != "" {
		return f.ID
	}
	return d.Door.Offer.Game
}

// Enter implements app.Door.
func (d door) Enter(_ context.Context, name string, tell func(app.Notice)) (app.Club, error) {
	key, err := d.network.key()
	if err != nil {
		return nil, err
	}
	l, err := d.Door.Enter(d.Code(), name, key)
	if err != nil {
		return nil, err
	}
	e := d.network.evening(l, tell)
	if d.Door.Offer.ID != "" {
		return visit{e, &attended{l, l.Guest()}}, nil
	}
	return e, nil
}

// club is the far end of a line.
type club struct{ *client.Line }

// Join implements app.Club.
func (c club) Join(game string) app.Remote { return remote{c.Line.Join(game), c.Line} }

// Link implements app.Club.
func (c club) Link() app.Link {
	state, err := c.State()
	l := app.Link{Lag: c.Lag(), Why: err}
	switch state {
	case client.Connected:
		l.State = app.LinkUp
	case client.Refused, client.Closed:
		l.State = app.LinkLost
	}
	return l
}

// evening is a game on the local network and its rematches.
type evening struct {
	club
	link *lan.Link
}

func (n network) evening(l *lan.Link, tell func(app.Notice)) evening {
	return evening{club{l.Dial(context.Background(), n.wake, notify(tell))}, l}
}

// Rematch implements app.Club.
func (e evening) Rematch(ctx context.Context, game string) error { return e.link.Rematch(ctx, game) }

// hosting is an evening of which the other end is here, too.
type hosting struct {
	evening
	host *lan.Host
}

// Code implements app.Hosting.
func (h hosting) Code() string { return h.host.Code() }

// Addresses implements app.Hosting.
func (h hosting) Addresses() []string { return h.host.Addresses() }

// Close implements app.Club.
func (h hosting) Close() {
	h.evening.Close()
	h.host.Close()
}

// notify hands on notices.
func notify(tell func(app.Notice)) func(wire.Notice) {
	kinds := map[string]app.NoticeKind{"game": app.NoticeGame, "challenge": app.NoticeChallenge, "rematch": app.NoticeRematch, "declined": app.NoticeDeclined, "away": app.NoticeAway}
	return func(w wire.Notice) { go tell(app.Notice{Kind: kinds[w.Kind], Game: w.Game, Text: w.Text}) } // the line must not wait
}

// remote is a table at the far end of a line, as app sees it.
type remote struct {
	*client.Remote
	line *client.Line
}

// Standing implements app.Remote.
func (r remote) Standing() app.Standing {
	s := r.Status()
	st := app.Standing{
		Known: s.Variant != nil, Variant: s.Variant, Rated: s.Spec.Rated, Delay: time.Duration(s.Spec.Delay) * time.Second, Leg: legOf(s.Spec), Event: s.Spec.Event, Aborted: s.Aborted, Waiting: s.Waiting, Err: s.Err,
		Asked: app.Question{Kind: questions[s.Asked.Kind], By: s.Asked.By, Plies: s.Asked.Plies},
	}
	if c, err := match.ParseControl(s.Spec.Clock); err == nil {
		st.Control = c
	}
	you, seated := s.Spec.Seat(r.line.Player().ID)
	for side, p := range s.Spec.Seats {
		st.Seats[side] = person(p)
		st.You[side] = seated && you == wire.SideOf(game.Side(side))
		st.Here[side] = s.Presence[side].Here
		if until := s.Presence[side].Until; until != 0 {
			st.Until[side] = until.Time().Add(s.Ahead)
		}
	}
	for _, said := range s.Said {
		st.Said = append(st.Said, app.Said{By: said.By, Text: said.Text})
	}
	return st
}

// legOf returns which game of a match of two it is, from 1; 0 outside one.
func legOf(s wire.Spec) int {
	switch {
	case !s.Double:
		return 0
	case s.First == "":
		return 1
	}
	return 2
}

func person(p wire.Player) app.Person {
	return app.Person{Name: cmp.Or(p.Name, p.ID), Rating: p.Rating, Provisional: p.Provisional, Bot: p.Bot, Level: p.Level}
}

// questions are those that wait for an answer.
var questions = map[wire.Kind]app.QuestionKind{wire.Takeback: app.AskTakeback, wire.Pause: app.AskPause, wire.Resume: app.AskResume}

// kindOf returns the act that a question asks for.
func kindOf(q app.Question) string {
	for kind, k := range questions {
		if k == q.Kind {
			return string(kind)
		}
	}
	return ""
}

// Abort implements app.Remote.
func (r remote) Abort(side game.Side) error { return r.Ask(side, wire.Act{Kind: wire.Abort}) }

// Accept implements app.Remote.
func (r remote) Accept(side game.Side, q app.Question) error {
	return r.Ask(side, wire.Act{Kind: wire.Accept, Of: kindOf(q)})
}

// Decline implements app.Remote.
func (r remote) Decline(side game.Side, q app.Question) error {
	return r.Ask(side, wire.Act{Kind: wire.Decline, Of: kindOf(q)})
}

// service is a matching service where we are signed in.
type service struct {
	club
	*attended
	door    *client.Service
	session wire.Session
	name    string
}

// Service implements app.Network.
func (n network) Service(ctx context.Context, address, name string, guest bool, tell func(app.Notice)) (app.Service, error) {
	address = strings.TrimSpace(address)
	d, err := n.at(address)
	if err != nil {
		return nil, err
	}
	session, err := enter(ctx, d, name, guest)
	if err != nil {
		return nil, silence(err)
	}
	return n.signed(address, d, session, tell), nil
}

// at returns the service at an address, to which this device shows its key.
func (n network) at(address string) (*client.Service, error) {
	key, err := n.key()
	if err != nil {
		return nil, err
	}
	return client.NewService(address, key, nil)
}

// Pair implements app.Network.
func (n network) Pair(ctx context.Context, address, code string, tell func(app.Notice)) (app.Service, error) {
	address = strings.TrimSpace(address)
	d, err := n.at(address)
	if err != nil {
		return nil, err
	}
	code = strings.TrimSpace(code)
	session, err := d.Join(ctx, code, len(code) > pairingLetters, "desktop")
	if err != nil {
		return nil, silence(err)
	}
	return n.signed(address, d, session, tell), nil
}

// pairingLetters is the length of a code for another device; one for recovery is longer.
const pairingLetters = 8

// signed opens the line of a session.
func (n network) signed(address string, d *client.Service, session wire.Session, tell func(app.Notice)) service {
	line := client.Dial(context.Background(), client.Options{URL: d.Socket(), Token: session.Token, Wake: n.wake, Notice: notify(tell)})
	shown := address
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		shown = u.Host
	}
	return service{club{line}, &attended{asker{d.In(session.Token)}, session.Player.ID}, d, session, shown}
}

// enter signs in, or makes an account where the device has none.
func enter(ctx context.Context, d *client.Service, name string, guest bool) (wire.Session, error) {
	session, err := d.SignIn(ctx)
	var no *wire.Error
	switch {
	case !errors.As(err, &no) || no.Code != wire.Forbidden:
		return session, err
	case guest:
		name = ""
	case name == "":
		return session, app.ErrStranger
	}
	return d.SignUp(ctx, name, "desktop")
}

// asker is an Asker whose silence is an error that app knows.
type asker struct{ wire.Asker }

// Do implements wire.Asker.
func (a asker) Do(ctx context.Context, method, path string, in, out any) error {
	return silence(a.Asker.Do(ctx, method, path, in, out))
}

// Name implements app.Service.
func (s service) Name() string { return s.name }

// Me implements app.Service.
func (s service) Me() app.Person { return person(s.session.Player) }

// Lobby implements app.Service.
func (s service) Lobby(ctx context.Context) (app.Lobby, error) {
	l, err := wire.GetLobby.Ask(ctx, s, wire.None{})
	if err != nil {
		return app.Lobby{}, err
	}
	out := app.Lobby{Live: s.briefs(l.Live), Mine: s.briefs(l.Mine), Waiting: l.Waiting}
	for _, o := range l.Seeks {
		out.Seeks = append(out.Seeks, openSeek(o))
	}
	return out, nil
}

func openSeek(o wire.OpenSeek) app.OpenSeek {
	q := o.Seek
	seek := app.Seek{Side: sideAsked(q.Side), Rated: q.Rated, Double: q.Double, To: q.To, Invite: q.Invite, Delay: time.Duration(q.Delay) * time.Second, Own: q.Rules != ""}
	if len(q.Variants) > 0 && len(q.Clocks) > 0 {
		seek.VariantID, seek.Clock = q.Variants[0], q.Clocks[0]
	}
	return app.OpenSeek{ID: o.ID, By: person(o.By), Seek: seek, Mine: o.Mine, ForMe: o.ForMe}
}

func (s service) briefs(list []wire.GameBrief) (out []app.Brief) {
	for _, b := range list {
		brief := app.Brief{ID: b.Game, Variant: b.Variant, Pool: b.Pool, Rated: b.Rated, Seats: [game.Sides]app.Person{person(b.Attackers), person(b.Defenders)}}
		mine := wire.Spec{Seats: [game.Sides]wire.Player{b.Attackers, b.Defenders}}
		switch seat, ok := mine.Seat(s.session.Player.ID); {
		case b.Turn == "" || !ok:
		case b.Turn == seat:
			brief.Turn = app.TurnMine
		default:
			brief.Turn = app.TurnTheirs
		}
		out = append(out, brief)
	}
	return out
}

// sidesAsked are the sides of a seek as app counts them: the last is by lot.
var sidesAsked = [...]wire.Side{wire.Attackers, wire.Defenders, ""}

func sideAsked(s wire.Side) int {
	for i, w := range sidesAsked {
		if w == s {
			return i
		}
	}
	return len(sidesAsked) - 1
}

func asked(s app.Seek) wire.Seek {
	q := wire.Seek{Clocks: []string{s.Clock}, Side: sidesAsked[s.Side], Rated: s.Rated, Double: s.Double, To: s.To, Invite: s.Invite, Delay: int(s.Delay.Seconds())}
	id, rules := named(s.Variant, s.Own)
	q.Variants, q.Rules = []string{id}, rules
	return q
}

// Seek implements app.Service.
func (s service) Seek(ctx context.Context, q app.Seek) (app.OpenSeek, error) {
	w, err := wire.PostSeeks.Ask(ctx, s, asked(q))
	o := openSeek(w)
	if w.Code != "" {
		o.Invitation = invitation(wire.Invitation{Service: s.door.Address(), Code: w.Code})
	}
	return o, err
}

// Take implements app.Service.
func (s service) Take(ctx context.Context, id, code string) (string, error) {
	b, err := wire.PostTake.Ask(ctx, s, wire.Take{ID: id, Code: code})
	if code != "" {
		err = inviteFault(err)
	}
	return b.Game, err
}

// Withdraw implements app.Service.
func (s service) Withdraw(ctx context.Context, id string) error {
	_, err := wire.PostWithdraw.Ask(ctx, s, wire.Take{ID: id})
	return err
}

// Rematch implements app.Club: it accepts the other's challenge if there is one,
// and challenges him if there is none.
func (s service) Rematch(ctx context.Context, id string) error {
	lobby, err := wire.GetLobby.Ask(ctx, s, wire.None{})
	if err != nil {
		return err
	}
	full, err := wire.GetGame.Ask(ctx, s, wire.None{}, id)
	if err != nil {
		return err
	}
	me, other := s.session.Player.ID, full.Attackers.ID
	if other == me {
		other = full.Defenders.ID
	}
	for _, o := range lobby.Seeks {
		if o.ForMe && o.By.ID == other && len(o.Seek.Variants) == 1 && o.Seek.Variants[0] == full.Variant {
			_, err := s.Take(ctx, o.ID, "")
			return err
		}
	}
	_, err = wire.PostRematch.Ask(ctx, s, wire.Begun{Game: id})
	return err
}

// Enqueue implements app.Service.
func (s service) Enqueue(ctx context.Context, q app.Seek) (app.Waiting, error) {
	w, err := wire.PostQueue.Ask(ctx, s, asked(q))
	return waiting(w), err
}

// Waiting implements app.Service.
func (s service) Waiting(ctx context.Context) (app.Waiting, error) {
	w, err := wire.GetQueue.Ask(ctx, s, wire.None{})
	return waiting(w), err
}

func waiting(w wire.Waiting) app.Waiting {
	out := app.Waiting{In: w.In, Seconds: w.Seconds, Range: w.Range, Players: w.Players}
	for _, b := range w.Bots {
		out.Bots = append(out.Bots, person(b))
	}
	return out
}

// Unqueue implements app.Service.
func (s service) Unqueue(ctx context.Context) error {
	_, err := wire.DeleteQueue.Ask(ctx, s, wire.None{})
	return err
}

// PlayBot implements app.Service.
func (s service) PlayBot(ctx context.Context, name string) (string, error) {
	b, err := wire.PostQueueBot.Ask(ctx, s, wire.Block{Name: name})
	return b.Game, err
}

// Ladder implements app.Service.
func (s service) Ladder(ctx context.Context, v *variant.Variant, clock string) ([]app.Rung, error) {
	pool := ledger.Pool(wire.Spec{Variant: v.ID, Clock: clock})
	list, err := wire.GetLadder.Ask(ctx, s, wire.None{}, pool)
	out := make([]app.Rung, len(list))
	for i, r := range list {
		out[i] = app.Rung{Person: person(r.Player), Points: r.Rating.Points, Games: r.Rating.Games}
	}
	return out, err
}

// goodbye is how long the service is given to hear that we leave.
const goodbye = 2 * time.Second

// Close implements app.Club. Whoever leaves waits no longer.
func (s service) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), goodbye)
	defer cancel()
	_ = s.Unqueue(ctx) // the ticket would lapse by itself
	s.club.Close()
}
