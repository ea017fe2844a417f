//go:build unix

package main

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/internal/await"
	"tafl3d/internal/longtest"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/server/store"
)

// mover is the account of a bot that plays at random whatever game it is given.
type mover struct {
	*rival
	seed  uint64
	wants chan string // games that it was told of

	mu    sync.Mutex
	games map[string]*rival // by id: what it was told in each
	errs  []error
}

// ask asks again as long as the service is down or says that it is too much.
func ask(ctx context.Context, r *rival, method, path string, in, out any) error {
	for {
		err := r.Do(ctx, method, path, r.session.Token, in, out)
		e, refused := errors.AsType[*wire.Error](err)
		if err == nil || ctx.Err() != nil || refused && e.Code != wire.TooMuch && e.Code != wire.Unavailable {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(300 * time.Millisecond):
		}
	}
}

// newMovers makes accounts of bots, eight for each owner.
func newMovers(t *testing.T, address string, n int) (director *rival, list []*mover) {
	t.Helper()
	for i := range n {
		if i%8 == 0 {
			director = signUp(t, address, fmt.Sprint("Owner", i/8))
		}
		_, key, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		s, err := client.NewService("http://"+address, key, nil)
		if err != nil {
			t.Fatal(err)
		}
		q := wire.SignUp{Name: fmt.Sprintf("Bot-%02d", i+1), Proof: wire.Prove(key, "127.0.0.1", time.Now().Unix(),
			rand.Text())}
		if err := ask(t.Context(), director, http.MethodPost, "v1/me/bots", q, nil); err != nil {
			t.Fatal(err)
		}
		m := &mover{rival: &rival{Service: s}, seed: uint64(i), wants: make(chan string, 16),
			games: map[string]*rival{}}
		if m.session, err = s.SignIn(t.Context()); err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return director, list
}

// run plays until ctx ends. It learns of its games by notices, and by asking now and
// then, because a notice may be lost when the service is killed.
func (m *mover) run(ctx context.Context, pause time.Duration) {
	var work sync.WaitGroup
	defer work.Wait()
	l := client.Dial(ctx, client.Options{URL: m.Socket(), Token: m.session.Token, Notice: func(n wire.Notice) {
		select {
		case m.wants <- n.Game:
		default:
		}
	}})
	defer l.Close()
	for {
		select {
		case <-ctx.Done():
			return
		case id := <-m.wants:
			m.begin(ctx, &work, l, id, pause)
		case <-time.After(4*time.Second + time.Duration(m.seed)*50*time.Millisecond):
			var lobby wire.Lobby
			if err := m.Do(ctx, http.MethodGet, "v1/lobby", m.session.Token, nil, &lobby); err == nil {
				for _, g := range lobby.Mine {
					m.begin(ctx, &work, l, g.Game, pause)
				}
			}
		}
	}
}

// begin plays a game, unless it plays it already.
func (m *mover) begin(ctx context.Context, work *sync.WaitGroup, l *client.Line, id string, pause time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.games[id] != nil || id == "" {
		return
	}
	p := &rival{Service: m.Service, session: m.session, acked: map[uint64]string{}}
	m.games[id] = p
	work.Go(func() {
		if err := m.play(ctx, l, id, p, pause); err != nil && ctx.Err() == nil {
			m.mu.Lock()
			defer m.mu.Unlock()
			m.errs = append(m.errs, err)
		}
	})
}

func (m *mover) play(ctx context.Context, l *client.Line, id string, p *rival, pause time.Duration) error {
	rng := mrand.New(mrand.NewPCG(m.seed, uint64(len(m.games))))
	r := l.Join(id)
	defer r.Close()
	asked := -1
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case u := <-r.Updates():
			if u.Err != nil {
				return fmt.Errorf("%s: %w", id, u.Err)
			}
			side, _ := r.Status().Spec.Seat(l.Player().ID)
			p.side, _ = side.Side()
			s := u.State
			m.note(p, uint64(u.Seq), fmt.Sprintf("%x", s.Position.Hash()), s.Outcome)
			if s.Outcome.Over() {
				return nil
			}
			if s.Position.Turn() != p.side || asked == s.Record.Ply() {
				continue
			}
			asked = s.Record.Ply()
			time.Sleep(time.Duration(rng.Int64N(int64(pause)))) // real time: players think
			legal := s.Position.Legal(nil, s.History)
			if err := r.Send(p.side, match.Play{Ply: asked, Move: legal[rng.IntN(len(legal))]}); err != nil {
				return err
			}
		}
	}
}

// note keeps what the mover was told.
func (m *mover) note(p *rival, seq uint64, hash string, end game.Outcome) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p.acked[seq], p.end = hash, end
}

// settles waits until the mover has seen the end of each of its games: the event hears of
// it first.
func (m *mover) settles(t *testing.T) {
	t.Helper()
	await.Poll{Timeout: time.Minute, State: m.open}.Until(t, m.session.Player.Name+" has not seen the end of a game",
		func() bool { return m.open() == "" })
}

// open names a game of which the mover has not seen the end, if there is one.
func (m *mover) open() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, p := range m.games {
		if !p.end.Over() && len(m.errs) == 0 {
			return id
		}
	}
	return ""
}

// open counts the games of the newest round that have no result, and all of them.
func open(e wire.Event) (open, all int) {
	for _, p := range e.Pairings {
		if p.Round < e.Round {
			continue
		}
		for _, g := range p.Games {
			all++
			if g.Verdict == "" {
				open++
			}
		}
	}
	return open, all
}

// TestLongSwissKilled runs a Swiss of bots through a service that is killed in the middle
// of two of its rounds. Afterwards every game of the event is in the archive once, as
// both players saw it, and the standings are what the archive says.
func TestLongSwissKilled(t *testing.T) {
	longtest.Only(t, "plays a Swiss of 32 players")
	share(t)
	players, rounds := setting("TAFLMATCH_PLAYERS", 32), setting("TAFLMATCH_ROUNDS", 5)
	d := &daemon{t: t, bin: binary(t), dir: filepath.Join(t.TempDir(), "data"), addr: free(t)}
	d.start()
	defer func() { d.kill() }()
	ctx, cancel := context.WithTimeout(t.Context(), 9*time.Minute)
	defer cancel()
	director, movers := newMovers(t, d.addr, players)
	var brief wire.EventBrief
	spec := wire.EventSpec{Name: "Swiss of bots", Format: "swiss", Variants: []string{"brandubh-gorrion"},
		Clock: "10m+2s", Rounds: rounds, Games: 1, Engines: wire.AllEngines, Rated: true}
	if err := ask(ctx, director, http.MethodPost, "v1/events", spec, &brief); err != nil {
		t.Fatal(err)
	}
	path := "v1/events/" + brief.ID
	for _, m := range movers {
		if err := ask(ctx, m.rival, http.MethodPost, path+"/join", nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	var work sync.WaitGroup
	playing, stop := context.WithCancel(ctx)
	for _, m := range movers {
		work.Go(func() { m.run(playing, 60*time.Millisecond) })
	}
	defer work.Wait()
	defer stop()
	if err := ask(ctx, director, http.MethodPost, path+"/orders", wire.Order{Do: "start"}, nil); err != nil {
		t.Fatal(err)
	}
	kills, down := followEvent(t, ctx, d, director, path)
	var e wire.Event
	if err := ask(ctx, director, http.MethodGet, path, nil, &e); err != nil {
		t.Fatal(err)
	}
	for _, m := range movers {
		m.settles(t)
	}
	stop()
	work.Wait() // nobody notes anything any more
	for _, m := range movers {
		for _, err := range m.errs {
			t.Error(err)
		}
	}
	games := checkEvent(t, director, e, movers)
	d.kill()
	checkTables(t, filepath.Join(d.dir, "tafl.db"), e, games)
	t.Logf("%d players, %d rounds, %d games, killed %d times, down %v", players, e.Round, games, kills, down)
}

// followEvent waits for the end of an event, and kills the service in the middle of its
// second and its fourth round, or of the next one whose middle it sees.
func followEvent(
	t *testing.T, ctx context.Context, d *daemon, who *rival, path string,
) (kills int, down time.Duration) {
	t.Helper()
	last := 0 // round in which it was killed
	for {
		var e wire.Event
		if err := ask(ctx, who, http.MethodGet, path, nil, &e); err != nil {
			t.Fatalf("%v\n%s", err, d.said())
		}
		if e.Phase == "over" {
			break
		}
		if left, all := open(e); e.Round >= 2*(kills+1) && e.Round > last && kills < 2 && left > all/4 &&
			left <= all*3/4 {
			t.Logf("killed in round %d: %d of %d games open", e.Round, left, all)
			at := time.Now()
			d.kill()
			time.Sleep(time.Second) // real time: how long the outage lasts
			d.start()
			kills, last = kills+1, e.Round
			down += time.Since(at)
		}
		time.Sleep(100 * time.Millisecond) // more often is refused
	}
	if kills != 2 {
		t.Errorf("killed %d times: the event was too short for it", kills)
	}
	return kills, down
}

// checkEvent compares an event with the archive and with what its players saw, and
// counts its standings anew from the games alone.
func checkEvent(t *testing.T, who *rival, e wire.Event, movers []*mover) (games int) {
	t.Helper()
	by := map[int]*mover{}
	for i, p := range e.Entrants {
		by[p.Number] = movers[i]
		if p.Player.ID != movers[i].session.Player.ID {
			t.Fatalf("entrant %d is %v", p.Number, p.Player)
		}
	}
	points, met := map[int]float64{}, map[[2]int]bool{}
	for _, p := range e.Pairings {
		if p.Bye != "" {
			points[p.Players[0]]++
			continue
		}
		pair := [2]int{min(p.Players[0], p.Players[1]), max(p.Players[0], p.Players[1])}
		if met[pair] {
			t.Errorf("%v have met twice", pair)
		}
		met[pair] = true
		for _, g := range p.Games {
			games++
			full := fetch(t, who, g.Game)
			if full.Result != g.Verdict || full.Attackers.ID != by[g.Attackers].session.Player.ID ||
				full.Defenders.ID != by[g.Defenders].session.Player.ID {
				t.Errorf("%s: the event has %+v, the archive %+v", g.Game, g, full.GameBrief)
			}
			seen(t, full, by[g.Attackers], by[g.Defenders])
			win := map[string]float64{"attackers": 1, "draw": 0.5}[full.Result]
			points[g.Attackers] += win
			points[g.Defenders] += 1 - win
		}
	}
	for _, r := range e.Standings {
		if points[r.Number] != r.Points {
			t.Errorf("%s has %v points; the archive says %v", r.Name, r.Points, points[r.Number])
		}
	}
	for i, m := range movers {
		if played := len(m.games); played > e.Round {
			t.Errorf("bot %d was given %d games in %d rounds", i+1, played, e.Round)
		}
	}
	return games
}

// seen compares an archived game with what its two players were shown.
func seen(t *testing.T, full wire.GameFull, movers ...*mover) {
	t.Helper()
	for _, m := range movers {
		p := m.games[full.Game]
		if p == nil {
			t.Errorf("%s: a player never saw it", full.Game)
			continue
		}
		for seq, hash := range p.acked {
			if seq > uint64(len(full.Entries)) || full.Entries[seq-1].Hash != hash {
				t.Errorf("%s: the %s saw %s at %d, which is not in the archive", full.Game, p.side, hash, seq)
			}
		}
		if p.end.Result() != full.Result {
			t.Errorf("%s: the %s saw the end %q, the archive has %q", full.Game, p.side, p.end.Result(), full.Result)
		}
	}
	for i, e := range full.Entries {
		if e.Seq != uint64(i)+1 {
			t.Errorf("%s: entry %d in place %d", full.Game, e.Seq, i+1)
		}
	}
}

// checkTables looks into the database itself: as many archived games as the event
// says, none under way, each rated once for each player, but for those between two bots of
// one owner, which are not rated.
func checkTables(t *testing.T, file string, e wire.Event, games int) {
	t.Helper()
	s, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	all, err := s.Archive.Of(t.Context(), "", 1<<62, 10000)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != games {
		t.Errorf("%d games in the archive; the event has %d", len(all), games)
	}
	if live, err := s.Live.OfEvent(t.Context(), e.ID); err != nil || len(live) > 0 {
		t.Errorf("under way after the end: %v, %v", live, err)
	}
	owners := map[string]string{}
	steps := map[string]int{} // of ratings, by game
	for _, p := range e.Entrants {
		a, err := s.Accounts.Get(t.Context(), p.Player.ID)
		if err != nil {
			t.Fatal(err)
		}
		owners[a.ID] = a.Owner
		list, err := s.Ratings.Steps(t.Context(), a.ID, all[0].Pool, 10000)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range list {
			steps[step.Game]++
		}
	}
	for _, g := range all {
		want := 2
		if owners[g.Attackers] == owners[g.Defenders] {
			want = 0
		}
		if steps[g.ID] != want {
			t.Errorf("game %s of %s and %s changed %d ratings, not %d", g.ID, g.Attackers, g.Defenders,
				steps[g.ID], want)
		}
	}
}
