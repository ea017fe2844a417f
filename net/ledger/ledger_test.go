package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/variant"
	"tafl3d/net/wire"
)

func spec(id string) wire.Spec {
	return wire.Spec{Game: "g", Variant: id, Clock: "5m+3s",
		Seats: [2]wire.Player{{ID: "a", Name: "Astrid"}, {ID: "d", Name: "Dag"}}}
}

func begin(t testing.TB, s wire.Spec) (*Game, []wire.Entry) {
	t.Helper()
	e, err := Begin(s, 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Fold([]wire.Entry{e})
	if err != nil {
		t.Fatal(err)
	}
	return g, []wire.Entry{e}
}

// play makes one random legal step.
func play(t testing.TB, g *Game, rng *rand.Rand, at wire.Time) wire.Entry {
	t.Helper()
	s := g.State()
	legal := s.Position.Legal(nil, s.History)
	m := Move(g.Variant().Rules, legal[rng.IntN(len(legal))])
	e, _, err := g.Do(wire.SideOf(g.Turn()), wire.Act{Kind: wire.Play, Ply: g.Ply(), Moves: []wire.Move{m},
		Token: fmt.Sprint(g.Seq())}, at)
	if err != nil {
		t.Fatalf("%+v: %v", m, err)
	}
	return e
}

// TestFold plays every variant of the catalogue for a while and folds the entries, encoded as JSON, into the same
// game.
func TestFold(t *testing.T) {
	for _, v := range variant.All() {
		rng := rand.New(rand.NewPCG(7, 7))
		g, entries := begin(t, spec(v.ID))
		for at := wire.Time(2_000_000); !g.Over() && len(entries) < 80; at += 100_000 {
			entries = append(entries, play(t, g, rng, at))
		}
		text, err := json.Marshal(entries)
		if err != nil {
			t.Fatal(err)
		}
		var read []wire.Entry
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatal(err)
		}
		again, err := Fold(read)
		if err != nil {
			t.Errorf("%s: %v", v.ID, err)
			continue
		}
		a, b := g.State(), again.State()
		if a.Position.Hash() != b.Position.Hash() || a.Outcome != b.Outcome || a.Clock != b.Clock {
			t.Errorf("%s: the fold differs: %v %v, %v %v", v.ID, a.Outcome, b.Outcome, a.Clock, b.Clock)
		}
	}
}

func TestApplyRefuses(t *testing.T) {
	g, entries := begin(t, spec("brandubh-gorrion"))
	e := play(t, g, rand.New(rand.NewPCG(1, 1)), 2_000_000)
	for name, change := range map[string]func(*wire.Entry){
		"a gap":               func(e *wire.Entry) { e.Seq++ },
		"twice":               func(e *wire.Entry) { e.Seq-- },
		"another position":    func(e *wire.Entry) { e.Hash = "0" },
		"the other side":      func(e *wire.Entry) { e.By = wire.Defenders },
		"another move":        func(e *wire.Entry) { e.Act.Moves[0].To = "d4" },
		"an unknown act":      func(e *wire.Entry) { e.Act.Kind = "dance" },
		"a service that does": func(e *wire.Entry) { e.By = wire.Service },
	} {
		again, err := Fold(entries)
		if err != nil {
			t.Fatal(err)
		}
		bad := e
		bad.Act.Moves = append([]wire.Move(nil), e.Act.Moves...)
		change(&bad)
		if _, err := again.Apply(bad); !errors.Is(err, ErrEntry) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := again.Apply(e); err != nil && bad.Hash == e.Hash {
			t.Errorf("%s: the right one is refused afterwards: %v", name, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	first := wire.Move{From: "d1", To: "c1"}
	tests := []struct {
		name string
		by   wire.Side
		act  wire.Act
		want wire.Code
	}{
		{"not on turn", wire.Defenders, wire.Act{Kind: wire.Play, Moves: []wire.Move{first}}, wire.NotYourTurn},
		{"old ply", wire.Attackers, wire.Act{Kind: wire.Play, Ply: 3, Moves: []wire.Move{first}}, wire.Stale},
		{"no steps", wire.Attackers, wire.Act{Kind: wire.Play}, wire.BadMessage},
		{"too many steps", wire.Attackers, wire.Act{Kind: wire.Play, Moves: make([]wire.Move, 65)}, wire.BadMessage},
		{"two turns at once", wire.Attackers,
			wire.Act{Kind: wire.Play, Moves: []wire.Move{first, {From: "d2", To: "c2"}}}, wire.Illegal},
		{"no square", wire.Attackers, wire.Act{Kind: wire.Play, Moves: []wire.Move{{From: "z9", To: "c1"}}},
			wire.BadMessage},
		{"no operation", wire.Attackers,
			wire.Act{Kind: wire.Play, Moves: []wire.Move{{Op: "fly", From: "d1", To: "c1"}}}, wire.BadMessage},
		{"a drop", wire.Attackers, wire.Act{Kind: wire.Play, Moves: []wire.Move{{Op: "drop", Piece: "t", To: "c1"}}},
			wire.Illegal},
		{"an end", wire.Attackers, wire.Act{Kind: wire.Play, Moves: []wire.Move{{Op: "end"}}}, wire.Illegal},
		{"nothing at all", wire.Attackers, wire.Act{Kind: wire.Play, Moves: []wire.Move{{}}}, wire.Illegal},
		{"accept nothing", wire.Attackers, wire.Act{Kind: wire.Accept, Of: "takeback"}, wire.Nothing},
		{"accept no draw", wire.Attackers, wire.Act{Kind: wire.Accept, Of: "draw"}, wire.Nothing},
		{"take nothing back", wire.Attackers, wire.Act{Kind: wire.Takeback, Plies: 1}, wire.Forbidden},
		{"flag by a player", wire.Defenders, wire.Act{Kind: wire.Flag}, wire.BadMessage},
		{"forfeit by a player", wire.Defenders, wire.Act{Kind: wire.Forfeit, Of: "attackers"}, wire.BadMessage},
		{"flag too early", wire.Service, wire.Act{Kind: wire.Flag}, wire.Forbidden},
		{"open twice", wire.Service, wire.Act{Kind: wire.Open}, wire.BadMessage},
	}
	g, _ := begin(t, spec("brandubh-gorrion"))
	before := g.State()
	for _, tt := range tests {
		_, _, err := g.Do(tt.by, tt.act, 2_000_000)
		e, ok := errors.AsType[*wire.Error](err)
		if !ok || e.Code != tt.want || e.Text == "" {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
		if after := g.State(); g.Seq() != 1 || !reflect.DeepEqual(before, after) {
			t.Fatalf("%s has changed the game", tt.name)
		}
	}
}

func do(t *testing.T, g *Game, by wire.Side, a wire.Act) {
	t.Helper()
	a.Ply = g.Ply()
	if _, _, err := g.Do(by, a, g.At()+1000); err != nil {
		t.Fatalf("%s %s: %v", by, a.Kind, err)
	}
}

func TestConsent(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	g, _ := begin(t, spec("brandubh-gorrion"))
	for range 4 {
		play(t, g, rng, g.At()+1000)
	}
	do(t, g, wire.Defenders, wire.Act{Kind: wire.Takeback, Plies: 1})
	if want := (Ask{wire.Takeback, game.Defenders, 1}); g.Asked() != want {
		t.Fatalf("asked %+v", g.Asked())
	}
	if _, _, err := g.Do(wire.Defenders, wire.Act{Kind: wire.Accept, Of: "takeback", Ply: 4}, g.At()); err == nil {
		t.Error("one may agree with oneself")
	}
	do(t, g, wire.Attackers, wire.Act{Kind: wire.Decline, Of: "takeback"})
	if _, _, err := g.Do(wire.Defenders, wire.Act{Kind: wire.Takeback, Plies: 1, Ply: 4}, g.At()); err == nil {
		t.Error("one may ask again at once")
	}
	do(t, g, wire.Attackers, wire.Act{Kind: wire.Takeback, Plies: 2})
	do(t, g, wire.Defenders, wire.Act{Kind: wire.Accept, Of: "takeback"})
	if g.Ply() != 2 || g.Asked() != (Ask{}) {
		t.Errorf("ply %d, asked %+v", g.Ply(), g.Asked())
	}
	do(t, g, wire.Attackers, wire.Act{Kind: wire.Pause})
	do(t, g, wire.Defenders, wire.Act{Kind: wire.Pause}) // the same request is an agreement
	if _, running := g.Deadline(); running || !g.State().Paused {
		t.Error("the game is not paused")
	}
	do(t, g, wire.Attackers, wire.Act{Kind: wire.Resume})
	do(t, g, wire.Defenders, wire.Act{Kind: wire.Accept, Of: "resume"})
	do(t, g, wire.Attackers, wire.Act{Kind: wire.Takeback, Plies: 1})
	play(t, g, rng, g.At()+1000)
	if g.Asked().Kind == "" {
		t.Error("a question lapses when the one who asked moves")
	}
	play(t, g, rng, g.At()+1000)
	if g.Asked().Kind != "" {
		t.Error("a question outlives the move of the side that was asked")
	}
	if _, _, err := g.Do(wire.Attackers, wire.Act{Kind: wire.Abort, Ply: g.Ply()}, g.At()); err == nil {
		t.Error("a game may be aborted after both sides have moved")
	}
}

func TestEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	g, _ := begin(t, spec("brandubh-gorrion"))
	do(t, g, wire.Defenders, wire.Act{Kind: wire.Abort})
	if !g.Over() || !g.Aborted() || g.Outcome().Over() {
		t.Error("an aborted game is over and has no result")
	}
	if _, _, err := g.Do(wire.Attackers, wire.Act{Kind: wire.Resign}, g.At()); err == nil {
		t.Error("an aborted game goes on")
	}

	g, _ = begin(t, spec("brandubh-gorrion"))
	play(t, g, rng, g.At())
	d, ok := g.Deadline()
	if want := g.At() + wire.Time(5*time.Minute/time.Microsecond); !ok || d != want {
		t.Fatalf("the flag falls at %d %v, want %d", d, ok, want)
	}
	if _, _, err := g.Do(wire.Service, wire.Act{Kind: wire.Flag}, d-1); err == nil {
		t.Error("the flag falls too early")
	}
	if _, _, err := g.Do(wire.Service, wire.Act{Kind: wire.Flag}, d); err != nil ||
		g.Outcome() != game.Won(game.Attackers, game.Time) {
		t.Errorf("%v %v", g.Outcome(), err)
	}

	g, _ = begin(t, spec("brandubh-gorrion"))
	if _, _, err := g.Do(wire.Service, wire.Act{Kind: wire.Forfeit, Of: "attackers"}, g.At()); err != nil ||
		g.Outcome() != game.Won(game.Defenders, game.Abandoned) {
		t.Errorf("%v %v", g.Outcome(), err)
	}
}

func TestRepeatedToken(t *testing.T) {
	g, _ := begin(t, spec("brandubh-gorrion"))
	e := play(t, g, rand.New(rand.NewPCG(1, 1)), 2_000_000)
	if seq, ok := g.Repeated(wire.Attackers, e.Act.Token); !ok || seq != e.Seq {
		t.Errorf("%d %v", seq, ok)
	}
	if _, ok := g.Repeated(wire.Defenders, e.Act.Token); ok {
		t.Error("a token counts for the side that used it alone")
	}
}

func TestOwnRules(t *testing.T) {
	s := spec("ours")
	s.Rules = "id = \"ours\"\nname = \"Ours\"\nextends = \"brandubh-gorrion\"\n"
	g, _ := begin(t, s)
	if g.Variant().Name != "Ours" {
		t.Error(g.Variant().Name)
	}
	s.Rules = "id = \"ours\"\nname = \"Ours\"\nextends = \"brandubh-gorrion\"\n[rules]\nno-such = 1\n"
	if _, err := Begin(s, 0); err == nil {
		t.Error("broken rules open a game")
	}
}

// TestGreedyRules plays with the most expensive rules: captures are mandatory and maximal, with very many chains. The
// largest board has 72 points, and a move takes less than a second.
func TestGreedyRules(t *testing.T) {
	own := `id = "own"
name = "Own"
extends = "dablot-full"
[rules]
"capture.longest" = true
"capture.enforce" = "forced"
"capture.compelled" = "all"
"P.leap.chain" = "mandatory"
`
	s := spec("own")
	s.Rules = own
	v, err := Variant(s)
	if err != nil {
		t.Fatal(err)
	}
	setup, board := v.Rules.Setup(), v.Rules.Board()
	clear(setup.Pieces)
	man := game.Piece(slices.IndexFunc(v.Rules.Kinds(), func(k game.Kind) bool { return k.Side == game.Defenders }))
	for sq := range game.Square(board.Squares()) {
		if board.Name(sq)[0]%2 == 0 { // b, d, f: the points between the others
			setup.Pieces[sq] = man
		}
	}
	for at, kind := range map[string]game.Piece{"a1": 1, "k1": 3, "c13": man + 2} { // a man and both leaders
		sq, _ := board.Named(at)
		setup.Pieces[sq] = kind
	}
	pos, err := v.Rules.Position(setup)
	if err != nil {
		t.Fatal(err)
	}
	s.Start = notation.Position(&pos)
	began := time.Now()
	e, err := Begin(s, 1)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Fold([]wire.Entry{e})
	if err != nil {
		t.Fatal(err)
	}
	play(t, g, rand.New(rand.NewPCG(1, 1)), g.At()+1000)
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("a turn took %v", took)
	}
}

// TestNothingSmuggled: an act keeps only the fields that its kind uses. Others would be stored and sent to all who
// open the game.
func TestNothingSmuggled(t *testing.T) {
	junk := strings.Repeat("x", 60_000)
	g, _ := begin(t, spec("brandubh-gorrion"))
	for _, tt := range []struct {
		by   wire.Side
		give wire.Act
		keep wire.Act
	}{
		{
			wire.Attackers,
			wire.Act{Kind: wire.Play, Moves: []wire.Move{{Op: "step", Piece: junk, From: "d1", To: "c1"}}, Of: junk,
				Plies: 9, Token: "1"},
			wire.Act{Kind: wire.Play, Moves: []wire.Move{{Op: "step", From: "d1", To: "c1"}}, Token: "1"},
		},
		{
			wire.Defenders,
			wire.Act{Kind: wire.Takeback, Ply: 1, Plies: 1, Of: junk, Moves: []wire.Move{{Piece: junk}}, Token: "2"},
			wire.Act{Kind: wire.Takeback, Ply: 1, Plies: 1, Token: "2"},
		},
		{wire.Attackers, wire.Act{Kind: wire.Decline, Ply: 1, Of: "takeback", Plies: 3, Token: "3"},
			wire.Act{Kind: wire.Decline, Ply: 1, Of: "takeback", Token: "3"}},
		{wire.Attackers, wire.Act{Kind: wire.Resign, Of: junk, Moves: []wire.Move{{Piece: junk}}, Token: "4"},
			wire.Act{Kind: wire.Resign, Token: "4"}},
	} {
		e, _, err := g.Do(tt.by, tt.give, 2_000_000)
		if err != nil || !reflect.DeepEqual(e.Act, tt.keep) {
			t.Errorf("%s: %v, %.300v", tt.give.Kind, err, e.Act)
		}
	}
}

// TestTooLong: a game of maximum length can still end; otherwise its clock would run out again and again.
func TestTooLong(t *testing.T) {
	end := map[string]func(*Game) error{
		"a flag": func(g *Game) error {
			_, _, err := g.Do(wire.Service, wire.Act{Kind: wire.Flag, Token: "f"}, wire.At(time.Unix(1e6, 0)))
			return err
		},
		"absence": func(g *Game) error {
			_, _, err := g.Do(wire.Service, wire.Act{Kind: wire.Forfeit, Of: "attackers", Token: "g"}, g.At())
			return err
		},
		"giving up": func(g *Game) error {
			_, _, err := g.Do(wire.Attackers, wire.Act{Kind: wire.Resign, Token: "r"}, g.At())
			return err
		},
	}
	for name, finish := range end {
		g, _ := begin(t, spec("brandubh-gorrion"))
		for rng := rand.New(rand.NewPCG(7, 7)); g.Ply() < 3; {
			play(t, g, rng, 2_000_000)
		}
		ask := wire.Pause
		for n := 0; g.Seq() < wire.MaxEntries; n++ {
			by, act := wire.Attackers, wire.Act{Kind: ask, Ply: 3, Token: fmt.Sprint(n)}
			if n%2 == 1 {
				by, act.Kind, act.Of = wire.Defenders, wire.Accept, string(ask)
				ask = map[wire.Kind]wire.Kind{wire.Pause: wire.Resume, wire.Resume: wire.Pause}[ask]
			}
			if _, _, err := g.Do(by, act, 2_000_000); err != nil {
				t.Fatal(n, err)
			}
		}
		if g.State().Paused {
			t.Fatal("the clock stands")
		}
		_, _, err := g.Do(wire.Attackers, wire.Act{Kind: wire.Pause, Ply: 3, Token: "x"}, 2_000_000)
		if e, ok := errors.AsType[*wire.Error](err); !ok || e.Code != wire.TooMuch {
			t.Errorf("one more: %v", err)
		}
		if err := finish(g); err != nil || !g.Over() {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPauseEnds: a player cannot keep the other in a pause. After MaxPause a request to resume is granted without
// consent, whatever else was requested and declined.
func TestPauseEnds(t *testing.T) {
	g, entries := begin(t, spec("brandubh-gorrion"))
	minute := wire.Time(time.Minute.Microseconds())
	now := 2 * minute
	tell := func(by wire.Side, a wire.Act) error {
		t.Helper()
		a.Ply, a.Token = g.Ply(), fmt.Sprint(len(entries))
		e, _, err := g.Do(by, a, now)
		if err == nil {
			entries = append(entries, e)
		}
		return err
	}
	must := func(by wire.Side, a wire.Act) {
		t.Helper()
		if err := tell(by, a); err != nil {
			t.Fatal(err)
		}
	}
	refused := func(want wire.Code, by wire.Side, a wire.Act) {
		t.Helper()
		before := *g
		if e, ok := errors.AsType[*wire.Error](tell(by, a)); !ok || e.Code != want || !g.State().Paused ||
			g.ask != before.ask {
			t.Fatalf("want %s: %v, %+v", want, e, g.State())
		}
	}
	entries = append(entries, play(t, g, rand.New(rand.NewPCG(7, 7)), now))
	must(wire.Attackers, wire.Act{Kind: wire.Takeback, Plies: 1})
	must(wire.Defenders, wire.Act{Kind: wire.Decline, Of: "takeback"})
	must(wire.Defenders, wire.Act{Kind: wire.Pause})
	must(wire.Attackers, wire.Act{Kind: wire.Accept, Of: "pause"})
	refused(wire.Already, wire.Attackers, wire.Act{Kind: wire.Takeback, Plies: 1})
	now += 60 * minute
	must(wire.Attackers, wire.Act{Kind: wire.Resume}) // however long the pause was: first request
	must(wire.Defenders, wire.Act{Kind: wire.Decline, Of: "resume"})
	now += 4 * minute
	must(wire.Attackers, wire.Act{Kind: wire.Resume})
	refused(wire.Already, wire.Attackers, wire.Act{Kind: wire.Resume})
	must(wire.Defenders, wire.Act{Kind: wire.Decline, Of: "resume"})
	must(wire.Defenders, wire.Act{Kind: wire.Takeback, Plies: 1})
	now += minute
	must(wire.Attackers, wire.Act{Kind: wire.Resume})
	if g.State().Paused || g.ask.Kind != wire.Takeback {
		t.Errorf("paused %v, open is %q", g.State().Paused, g.ask.Kind)
	}
	if _, running := g.Deadline(); !running {
		t.Error("the clock stands")
	}
	if again, err := Fold(entries); err != nil || again.State().Paused {
		t.Errorf("from its entries: %v", err)
	}
	must(wire.Attackers, wire.Act{Kind: wire.Decline, Of: "takeback"})
	entries = append(entries, play(t, g, rand.New(rand.NewPCG(7, 7)), now))
	must(wire.Attackers, wire.Act{Kind: wire.Pause})
	must(wire.Defenders, wire.Act{Kind: wire.Pause})
	must(wire.Defenders, wire.Act{Kind: wire.Takeback, Plies: 1})
	now += 60 * minute
	must(wire.Defenders, wire.Act{Kind: wire.Resume}) // replaces the player's other request
	if !g.State().Paused || g.ask.Kind != wire.Resume {
		t.Errorf("paused %v, open is %q", g.State().Paused, g.ask.Kind)
	}
}

// TestRestIsNoPause: the opponent cannot end a vacation.
func TestRestIsNoPause(t *testing.T) {
	g, _ := begin(t, spec("brandubh-gorrion"))
	hour := wire.Time(time.Hour.Microseconds())
	for i, tt := range []struct {
		by   wire.Side
		kind wire.Kind
	}{{wire.Service, wire.Pause}, {wire.Attackers, wire.Resume}, {wire.Defenders, wire.Decline},
		{wire.Attackers, wire.Resume}} {
		if _, _, err := g.Do(tt.by, wire.Act{Kind: tt.kind, Of: "resume", Token: fmt.Sprint(i)},
			wire.Time(i+1)*hour); err != nil {
			t.Fatal(i, err)
		}
	}
	if !g.State().Paused {
		t.Error("a vacation was ended without who is away")
	}
}
