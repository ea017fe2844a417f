package match_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func get(t testing.TB, id string) *rules.Rules {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	return v.Rules
}

func brandubh(t testing.TB) *match.Match {
	t.Helper()
	return match.New(get(t, "brandubh-gorrion").Start(), match.Control{})
}

// move reads the first step of a turn in notation.
func move(t testing.TB, m *match.Match, text string) match.Play {
	t.Helper()
	s := m.State()
	ms, err := notation.ParseTurn(&s.Position, s.History, text)
	if err != nil {
		t.Fatal(text, err)
	}
	return match.Play{Ply: m.Ply(), Move: ms[0]}
}

func play(t testing.TB, m *match.Match, texts ...string) (events []game.Event) {
	t.Helper()
	for _, text := range texts {
		var err error
		if events, err = m.Do(m.Side(), move(t, m, text), noon); err != nil {
			t.Fatal(text, err)
		}
	}
	return events
}

func refuse(t *testing.T, m *match.Match, side game.Side, a match.Action, want error) {
	t.Helper()
	before := m.State()
	events, err := m.Do(side, a, noon)
	if !errors.Is(err, want) || len(events) > 0 {
		t.Errorf("%T: %v, want %v", a, err, want)
	}
	after := m.State()
	if before.Position.Hash() != after.Position.Hash() || before.Record.Ply() != after.Record.Ply() ||
		before.Outcome != after.Outcome {
		t.Errorf("%T was refused and changed the game", a)
	}
}

func do(t *testing.T, m *match.Match, side game.Side, a match.Action) []game.Event {
	t.Helper()
	events, err := m.Do(side, a, noon)
	if err != nil {
		t.Fatalf("%T: %v", a, err)
	}
	return events
}

func line(m *match.Match) (texts []string) {
	r := m.State().Record
	for i := 1; i <= r.Len(); i++ {
		texts = append(texts, r.Turn(i).Text)
	}
	return texts
}

func TestRefusals(t *testing.T) {
	m := brandubh(t)
	first := move(t, m, "d1-b1")
	refuse(t, m, game.Defenders, first, match.ErrNotYourTurn)
	refuse(t, m, game.Attackers, match.Play{Ply: 1, Move: first.Move}, match.ErrStale)
	refuse(t, m, game.Attackers, match.Play{Move: game.Move{From: 3, To: 0}}, rules.ErrIllegal)
	refuse(t, m, game.Attackers, match.Undo{Plies: 1}, match.ErrNoneBack)
	refuse(t, m, game.Attackers, match.Undo{}, match.ErrNoneBack)
	refuse(t, m, game.Attackers, match.Redo{Plies: 1}, match.ErrNoneAhead)
	refuse(t, m, game.Attackers, match.AcceptDraw{}, match.ErrNoOffer)
	refuse(t, m, game.Attackers, match.DeclineDraw{}, match.ErrNoOffer)
	refuse(t, m, game.Attackers, match.Resume{}, match.ErrNotPaused)
	refuse(t, m, game.Attackers, match.Flag{}, match.ErrTimeLeft)
	do(t, m, game.Attackers, match.Pause{})
	refuse(t, m, game.Attackers, first, match.ErrPaused)
	refuse(t, m, game.Attackers, match.Pause{}, match.ErrPaused)
	do(t, m, game.Attackers, match.Resume{})
	do(t, m, game.Defenders, match.Resign{})
	for _, a := range []match.Action{first, match.Resign{}, match.OfferDraw{}, match.AcceptDraw{}, match.Redo{Plies: 1},
		match.Pause{}, match.Resume{}, match.Flag{}} {
		refuse(t, m, game.Attackers, a, match.ErrOver)
	}
	if m.Outcome() != game.Won(game.Attackers, game.Resigned) {
		t.Error(m.Outcome())
	}
}

func TestUndoRedoAndVariations(t *testing.T) {
	m := brandubh(t)
	play(t, m, "d1-b1", "d3-b3", "d2-b2xb3")
	events := do(t, m, 0, match.Undo{Plies: 2})
	if m.Ply() != 1 || m.Side() != game.Defenders || len(events) != 5 {
		t.Fatal(m.Ply(), events)
	}
	if mv, ok := events[0].(game.Moved); !ok || mv.From != 8 || mv.To != 10 {
		t.Errorf("the last turn comes back first: %v", events)
	}
	play(t, m, "d3-b3") // the same turn takes up what followed it
	if got := line(m); len(got) != 3 || got[2] != "d2-b2xb3" {
		t.Error(got)
	}
	do(t, m, 0, match.Undo{Plies: 1})
	play(t, m, "d5-b5") // another turn begins a variation
	if got := line(m); len(got) != 2 || got[1] != "d5-b5" {
		t.Error(got)
	}
	refuse(t, m, 0, match.Redo{Plies: 1}, match.ErrNoneAhead)
	do(t, m, 0, match.Undo{Plies: 2})
	do(t, m, 0, match.Redo{Plies: 2})
	if got := line(m); got[1] != "d5-b5" || m.Ply() != 2 {
		t.Error(got)
	}
	old := m.State().Record
	do(t, m, 0, match.Undo{Plies: 1})
	play(t, m, "d3-b3")
	if got := line(m); len(got) != 3 || old.Turn(2).Text != "d5-b5" || old.Ply() != 2 {
		t.Error("the first variation is lost, or a record that was handed out changed", got)
	}
}

func TestUndoAndPause(t *testing.T) {
	m := brandubh(t)
	play(t, m, "d1-b1", "d3-b3")
	do(t, m, 0, match.Resign{})
	do(t, m, 0, match.Undo{Plies: 1, Pause: true})
	if !m.Paused() || m.Outcome().Over() {
		t.Error("not paused")
	}
	do(t, m, 0, match.Redo{Plies: 1}) // stays paused
	if !m.Paused() {
		t.Error("no longer paused")
	}
}

func TestDraw(t *testing.T) {
	m := brandubh(t)
	do(t, m, game.Attackers, match.OfferDraw{})
	if o := m.State().Offer; !o.Open || o.By != game.Attackers {
		t.Fatal(o)
	}
	refuse(t, m, game.Attackers, match.OfferDraw{}, match.ErrOffered)
	refuse(t, m, game.Attackers, match.AcceptDraw{}, match.ErrNoOffer)
	do(t, m, game.Defenders, match.DeclineDraw{})
	refuse(t, m, game.Defenders, match.AcceptDraw{}, match.ErrNoOffer)
	refuse(t, m, game.Attackers, match.OfferDraw{}, match.ErrOffered) // not twice before a turn
	play(t, m, "d1-b1")
	do(t, m, game.Attackers, match.OfferDraw{})
	play(t, m, "d3-b3") // the offer lapses with the opponent's turn
	refuse(t, m, game.Defenders, match.AcceptDraw{}, match.ErrNoOffer)
	do(t, m, game.Defenders, match.OfferDraw{})
	events := do(t, m, game.Attackers, match.OfferDraw{}) // an offer against an offer agrees
	if m.Outcome() != game.Drawn(game.Agreed) || len(events) != 1 {
		t.Error(m.Outcome(), events)
	}
}

func TestFlag(t *testing.T) {
	c, err := match.ParseControl("10s+0s")
	if err != nil {
		t.Fatal(err)
	}
	m := match.New(get(t, "brandubh-gorrion").Start(), c)
	m.Begin(noon)
	if _, ok := m.Deadline(); ok {
		t.Error("the clock goes before the first turn")
	}
	play(t, m, "d1-b1")
	late := noon.Add(10 * time.Second)
	if _, err := m.Do(game.Attackers, match.Flag{}, late.Add(-1)); !errors.Is(err, match.ErrTimeLeft) {
		t.Error(err)
	}
	events, err := m.Do(game.Defenders, move(t, m, "d3-b3"), late) // too late by a hair
	if err != nil || len(events) != 1 || m.Outcome() != game.Won(game.Attackers, game.Time) {
		t.Fatal(events, err, m.Outcome())
	}
	// Taking the last turn back gives the time back too.
	if _, err := m.Do(game.Attackers, match.Undo{Plies: 1}, late); err != nil {
		t.Fatal(err)
	}
	s := m.State()
	if f := s.Clock.Face(game.Defenders, late); m.Outcome().Over() || f.Main != 10*time.Second {
		t.Errorf("%+v", f)
	}
}

func TestPauseKeepsTheTimeOfTheTurn(t *testing.T) {
	c, _ := match.ParseControl("60s+0s")
	m := match.New(get(t, "brandubh-gorrion").Start(), c)
	play(t, m, "d1-b1")
	steps := []struct {
		after time.Duration
		act   match.Action
	}{{10 * time.Second, match.Pause{}}, {time.Hour, match.Resume{}}, {time.Hour + 5*time.Second, move(t, m, "d3-b3")}}
	for _, s := range steps {
		if _, err := m.Do(game.Defenders, s.act, noon.Add(s.after)); err != nil {
			t.Fatal(err)
		}
	}
	s := m.State()
	if f := s.Clock.Face(game.Defenders, noon); f.Main != 45*time.Second {
		t.Errorf("%+v", f)
	}
}

// Random games, taken back turn by turn to the start and played again, show the
// same positions at every ply, and end as they ended.
func TestRandomGamesBackAndForth(t *testing.T) {
	for seed := range uint64(20) {
		m := randomGame(t, "brandubh-gorrion", seed, 120)
		end, hashes := m.Outcome(), []uint64{}
		n := m.Ply()
		for m.Ply() > 0 {
			s := m.State()
			hashes = append(hashes, s.Position.Hash())
			do(t, m, 0, match.Undo{Plies: 1})
			if m.Outcome().Over() {
				t.Fatal("over after a takeback")
			}
		}
		s := m.State()
		if s.Position.Hash() != s.Start.Hash() || s.History.Len() != 1 {
			t.Fatal("the start did not come back")
		}
		for i := range n {
			do(t, m, 0, match.Redo{Plies: 1})
			s := m.State()
			if s.Position.Hash() != hashes[n-1-i] || s.History.Len() != i+2 {
				t.Fatalf("seed %d: ply %d differs", seed, i+1)
			}
		}
		if m.Outcome() != end {
			t.Errorf("seed %d: ended %v, now %v", seed, end, m.Outcome())
		}
	}
}

// TestRecordsHandedOut goes back and forth in games at random and leaves variations: what a
// record that was handed out shows never changes.
func TestRecordsHandedOut(t *testing.T) {
	texts := func(r match.Record) (list []string) {
		for ply := range r.Len() {
			list = append(list, r.Turn(ply+1).Text)
		}
		return list
	}
	for seed := range uint64(20) {
		m := randomGame(t, "brandubh-gorrion", seed, 6)
		r := rand.New(rand.NewPCG(seed, 2))
		var records []match.Record
		var shown [][]string
		for range 60 {
			s := m.State()
			records, shown = append(records, s.Record), append(shown, texts(s.Record))
			switch by := s.Position.Turn(); {
			case m.Ply() > 0 && (m.Outcome().Over() || r.IntN(3) == 0):
				do(t, m, by, match.Undo{Plies: 1 + r.IntN(m.Ply())})
			case m.Ply() < s.Record.Len() && r.IntN(2) == 0:
				do(t, m, by, match.Redo{Plies: 1})
			default:
				legal := s.Position.Legal(nil, s.History)
				do(t, m, by, match.Play{Ply: m.Ply(), Move: legal[r.IntN(min(len(legal), 3))]})
			}
		}
		for i, record := range records {
			if now := texts(record); !slices.Equal(now, shown[i]) {
				t.Fatalf("seed %d: record %d showed %v, and shows %v", seed, i, shown[i], now)
			}
		}
	}
}

func randomGame(t testing.TB, id string, seed uint64, most int) *match.Match {
	t.Helper()
	m := match.New(get(t, id).Start(), match.Control{})
	r := rand.New(rand.NewPCG(seed, 1))
	for !m.Outcome().Over() && m.Ply() < most {
		s := m.State()
		ms := s.Position.Legal(nil, s.History)
		if _, err := m.Do(m.Side(), match.Play{Ply: m.Ply(), Move: ms[r.IntN(len(ms))]}, noon); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// TestStartThatIsOver sets up a fox that cannot move: that game is over before
// it begins. A tafl start is played on even where an end already holds.
func TestStartThatIsOver(t *testing.T) {
	v, err := variant.Get("fox-geese-13")
	if err != nil {
		t.Fatal(err)
	}
	p, err := notation.ParsePosition(v.Rules, "turn=B; F=d1; G=c1,e1,c2,d2,e2,d3,c3,e3")
	if err != nil {
		t.Fatal(err)
	}
	if m := match.New(p, match.Control{}); m.Outcome() != game.Won(game.Attackers, game.NoMoves) {
		t.Errorf("the fox is shut in: %v", m.Outcome())
	}
}
