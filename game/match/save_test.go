package match_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

func find(id string) (*rules.Rules, error) {
	v, err := variant.Get(id)
	if err != nil {
		return nil, err
	}
	return v.Rules, nil
}

func header(id string) match.Header {
	return match.Header{Variant: id,
		Seats: [game.Sides]match.Seat{{Player: "human"}, {Player: "computer", Level: 4, Name: "Olaf"}}}
}

func encode(t testing.TB, m *match.Match, id string) []byte {
	t.Helper()
	data, err := match.Encode(header(id), m.State())
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// again reads a game back and checks that nothing was lost.
func again(t *testing.T, m *match.Match, id string) *match.Match {
	t.Helper()
	data := encode(t, m, id)
	h, n, err := match.Decode(data, find)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if h != header(id) {
		t.Errorf("header %+v", h)
	}
	a, b := m.State(), n.State()
	if a.Position.Hash() != b.Position.Hash() || a.Outcome != b.Outcome || a.Claims != b.Claims ||
		a.History.Len() != b.History.Len() || a.Record.Ply() != b.Record.Ply() {
		t.Errorf("it came back different:\n%s", data)
	}
	if second := encode(t, n, id); !bytes.Equal(data, second) {
		t.Errorf("written again it differs:\n%s\n%s", data, second)
	}
	return n
}

func TestSaveAndLoad(t *testing.T) {
	for _, v := range variant.All() {
		for seed := range uint64(3) {
			again(t, randomGame(t, v.ID, seed, 60), v.ID)
		}
	}
}

func TestSaveVariations(t *testing.T) {
	m := brandubh(t)
	again(t, m, "brandubh-gorrion")
	play(t, m, "d1-b1", "d3-b3", "d2-b2xb3")
	do(t, m, 0, match.Undo{Plies: 2})
	play(t, m, "d5-b5", "d2-c2")
	do(t, m, 0, match.Undo{Plies: 1})
	n := again(t, m, "brandubh-gorrion")
	if got := line(n); n.Ply() != 2 || len(got) != 3 || got[1] != "d5-b5" || got[2] != "d2-c2" {
		t.Error(n.Ply(), got)
	}
	do(t, n, 0, match.Undo{Plies: 1})
	play(t, n, "d3-b3")
	if got := line(n); len(got) != 3 || got[2] != "d2-b2xb3" {
		t.Error("the first variation is lost:", got)
	}
	do(t, n, game.Attackers, match.Resign{})
	again(t, n, "brandubh-gorrion")
}

func TestSaveClocks(t *testing.T) {
	for _, text := range []string{"1m+5s", "10s+3x30s", "10s+3x30s/1m+5s", "2m+0s/30s+2x20s"} {
		c, err := match.ParseControl(text)
		if err != nil {
			t.Fatal(err)
		}
		m := match.New(get(t, "brandubh-gorrion").Start(), c)
		play(t, m, "d1-b1")
		now := noon.Add(45 * time.Second)
		if _, err := m.Do(m.Side(), move(t, m, "d3-b3"), now); err != nil {
			t.Fatal(err)
		}
		if _, err := m.Do(m.Side(), match.Pause{}, now.Add(5*time.Second)); err != nil {
			t.Fatal(err)
		}
		n := again(t, m, "brandubh-gorrion")
		a, b := m.State().Clock, n.State().Clock
		for side := range game.Side(game.Sides) {
			if a.Face(side, now) != b.Face(side, now) {
				t.Errorf("%s %s: %+v came back as %+v", text, side, a.Face(side, now), b.Face(side, now))
			}
		}
		if n.Begin(now); n.Paused() {
			t.Error("paused")
		}
		if d, ok := n.Deadline(); !ok || !d.After(now) {
			t.Error("the clock does not go on", d, ok)
		}
	}
}

func TestDamagedSaves(t *testing.T) {
	c, _ := match.ParseControl("1m+5s")
	m := match.New(get(t, "brandubh-gorrion").Start(), c)
	play(t, m, "d1-b1", "d3-b3", "d2-b2xb3")
	good := string(encode(t, m, "brandubh-gorrion"))
	for _, s := range []struct{ old, new, says string }{
		{good, "", "JSON"},
		{good, good[:len(good)/2], "JSON"},
		{good, "[]", "unmarshal"},
		{"tafl3d game", "other game", `"other game"`},
		{`"version": 1`, `"version": 2`, "version 2"},
		{"brandubh-gorrion", "brandub", "brandub"},
		{"d3-b3", "d3-b2", `move 2, "d3-b2"`},
		{"d2-b2xb3", "d2-b2xb4", "move 3"},
		{"d2-b2xb3", "", "move 3"},
		{`"at": 3`, `"at": 4`, "the current move is 4"},
		{`"at": 3`, `"at": -1`, "the current move is -1"},
		{`"at": 3`, `"at": 3, "result": "draw", "cause": "resigned"`, ""},
		{`"at": 3`, `"at": 3, "result": "attackers", "cause": "king-captured"`, "board"},
		{`"at": 3`, `"at": 3, "result": "nobody"`, "nobody"},
		{`"at": 3`, `"at": 3, "spent": "99s"`, "99s"},
		{`"at": 3`, `"at": 3, "extra": 1`, "extra"},
		{`"1m+5s"`, `"soon"`, "soon"},
		{`"1m+5s"`, `"none"`, "move 1"},
		{`"player": "human"`, `"player": "ghost"`, "ghost"},
		{`"level": 4`, `"level": -4`, "-4"},
		{`"level": 4`, `"level": 1e9`, "level"},
		{"3T3/3t3/3t3 a", "7/3t3/3t3 a", "move 2"},
		{"3t3/3t3/3T3", "3t3/3K3/3T3", "start position"},
		{`"turn": "d3-b3"`, `"turn": "d3-b3", "after": 7`, "it cannot follow move 7"},
		{`"turn": "d3-b3"`, `"turn": "d3-b3", "after": 0`, "move 2"},
		{`"1m"`, `"-1m"`, "-1m"},
	} {
		bad := strings.Replace(good, s.old, s.new, 1)
		if bad == good && s.old != good {
			t.Fatalf("%q is not in\n%s", s.old, good)
		}
		_, _, err := match.Decode([]byte(bad), find)
		if s.says == "" {
			if err != nil {
				t.Errorf("%s: %v", s.new, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), s.says) {
			t.Errorf("%q for %q: %v, should say %q", s.new, s.old, err, s.says)
			continue
		}
		if s.new != "brandub" && !errors.Is(err, match.ErrDamaged) {
			t.Errorf("not ErrDamaged: %v", err)
		}
	}
}

// Whatever is read is written again as it is, and nothing makes the reader fall.
func FuzzDecode(f *testing.F) {
	c, _ := match.ParseControl("10s+3x30s")
	m := match.New(get(f, "brandubh-gorrion").Start(), c)
	play(f, m, "d1-b1", "d3-b3", "d2-b2xb3")
	f.Add(encode(f, m, "brandubh-gorrion"))
	f.Add(encode(f, randomGame(f, "linnaean-9x9-tcross-w", 1, 30), "linnaean-9x9-tcross-w"))
	f.Add([]byte(`{"format":"tafl3d game","version":1,"variant":"brandubh-gorrion"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, m, err := match.Decode(data, find)
		if err != nil {
			return
		}
		one, err := match.Encode(h, m.State())
		if err != nil {
			t.Fatal(err)
		}
		_, n, err := match.Decode(one, find)
		if err != nil {
			t.Fatalf("%v\n%s", err, one)
		}
		if two, _ := match.Encode(h, n.State()); !bytes.Equal(one, two) {
			t.Fatalf("%s\n%s", one, two)
		}
	})
}
