package match_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// berserk is Brandubh in which a piece that has captured may go on capturing.
func berserk(t testing.TB, how ruleset.Chain) *rules.Rules {
	t.Helper()
	set := get(t, "brandubh-gorrion").Ruleset()
	set.Chain = how
	r, err := rules.Compile(set)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// chained plays at random, captures first, until the turn of a chain is open.
func chained(t testing.TB, m *match.Match, seed uint64) bool {
	t.Helper()
	rnd := rand.New(rand.NewPCG(seed, 2))
	for range 200 {
		s := m.State()
		if len(s.Steps) > 0 {
			return true
		}
		if m.Outcome().Over() {
			return false
		}
		ms := s.Position.Legal(nil, s.History)
		rnd.Shuffle(len(ms), func(i, j int) { ms[i], ms[j] = ms[j], ms[i] })
		slices.SortStableFunc(ms, func(a, b game.Move) int { return captures(s.Position, b) - captures(s.Position, a) })
		if _, err := m.Do(m.Side(), match.Play{Ply: m.Ply(), Move: ms[0]}, noon); err != nil {
			t.Fatal(err)
		}
	}
	return false
}

func captures(p rules.Position, mv game.Move) int {
	var d rules.Delta
	p.Play(mv, &d)
	if !d.EndsTurn() {
		return 100
	}
	return d.Captures()
}

// In the middle of a chain the turn is not yet in the record, the clock runs
// on, and taking back undoes the steps of the turn alone.
func TestChain(t *testing.T) {
	c, _ := match.ParseControl("1h+1s")
	r := berserk(t, ruleset.ChainOptional)
	found := 0
	for seed := range uint64(40) {
		m := match.New(r.Start(), c)
		if !chained(t, m, seed) {
			continue
		}
		found++
		open := m.State()
		ply, side := m.Ply(), m.Side()
		if open.Position.Turn() != open.Steps[0].Side() || ply != open.Record.Ply() || open.History.Len() != ply+1 {
			t.Fatalf("in mid-turn: %+v", open.Record)
		}
		if _, err := m.Do(side.Other(), match.Play{Ply: ply, Move: game.Move{Op: game.End}}, noon); !errors.Is(err,
			match.ErrNotYourTurn) {
			t.Error(err)
		}
		do(t, m, side, match.Undo{Plies: 1})
		back := m.State()
		if len(back.Steps) > 0 || m.Ply() != ply || m.Side() != side || back.Position.Chain() != game.NoSquare {
			t.Error("the begun turn did not come back")
		}
		do(t, m, side, match.Play{Ply: ply, Move: open.Steps[0].Move()})
		if ply > 0 {
			do(t, m, side, match.Undo{Plies: 2}) // the begun turn and the one before
			if m.Ply() != ply-1 {
				t.Errorf("ply %d, was %d", m.Ply(), ply)
			}
			do(t, m, side, match.Redo{Plies: 1})
			do(t, m, side, match.Play{Ply: ply, Move: open.Steps[0].Move()})
		}
		finishTurn(t, m)
		text := line(m)[ply]
		if m.Ply() != ply+1 || m.State().Record.Turn(ply+1).Side != side || !strings.Contains(text, "x") {
			t.Errorf("after the chain: ply %d, %q", m.Ply(), text)
		}
	}
	if found < 5 {
		t.Errorf("only %d games with a chain", found)
	}
}

// finishTurn ends the turn if it may end, and goes on otherwise.
func finishTurn(t *testing.T, m *match.Match) {
	t.Helper()
	for len(m.State().Steps) > 0 {
		s := m.State()
		ms := s.Position.Legal(nil, s.History)
		mv := ms[0]
		if i := slices.IndexFunc(ms, func(mv game.Move) bool { return mv.Op != game.End }); i >= 0 {
			mv = ms[i]
		}
		if _, err := m.Do(m.Side(), match.Play{Ply: m.Ply(), Move: mv}, noon); err != nil {
			t.Fatal(err)
		}
	}
}

// Turns of several steps come back from a file, and from a takeback.
func TestSaveChains(t *testing.T) {
	long := 0
	for _, how := range []ruleset.Chain{ruleset.ChainOptional, ruleset.ChainMandatory} {
		r := berserk(t, how)
		for seed := range uint64(30) {
			m := match.New(r.Start(), match.Control{})
			if chained(t, m, seed) {
				finishTurn(t, m)
			}
			if rec := m.State().Record; rec.Len() > 0 && len(rec.Turn(rec.Len()).Steps) > 1 {
				long++
			}
			data := encode(t, m, "berserk")
			h, n, err := match.Decode(data, func(string) (*rules.Rules, error) { return r, nil })
			if err != nil {
				t.Fatalf("%v\n%s", err, data)
			}
			if two, _ := match.Encode(h, n.State()); !bytes.Equal(data, two) {
				t.Errorf("%s\n%s", data, two)
			}
			a := m.State()
			for n.Ply() > 0 {
				do(t, n, 0, match.Undo{Plies: 1})
			}
			do(t, n, 0, match.Redo{Plies: a.Record.Ply()})
			if b := n.State(); a.Position.Hash() != b.Position.Hash() || a.Outcome != b.Outcome {
				t.Error("played again it is another game")
			}
		}
	}
	if long < 5 {
		t.Errorf("only %d turns of several steps", long)
	}
}

// Reading a long game on the largest board takes time that grows with the game, not with
// its square: less than seconds on however busy a machine.
func TestLoadIsQuick(t *testing.T) {
	m := randomGame(t, "alea-evangelii-19x19", 4, 400)
	data := encode(t, m, "alea-evangelii-19x19")
	start := time.Now()
	if _, _, err := match.Decode(data, find); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("%d turns take %v", m.Ply(), d)
	} else {
		t.Logf("%d turns, %d bytes, %v", m.Ply(), len(data), d)
	}
}
