package lobby

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"tafl3d/net/host"
	"tafl3d/net/wire"
	"tafl3d/server/store"
)

// TestByFit: the bot next to the one that was met last comes first.
func TestByFit(t *testing.T) {
	met := func(bot, result string) store.Game {
		return store.Game{Attackers: "me", Defenders: bot, Result: result}
	}
	for name, c := range map[string]struct {
		past []store.Game // the newest first
		want []string
	}{
		"no game": {nil, []string{"one", "three", "five", "seven", "x"}},
		"beat three": {[]store.Game{met("three", "attackers"), met("seven", "defenders")},
			[]string{"five", "three", "seven", "one", "x"}},
		"lost to three":    {[]store.Game{met("three", "defenders")}, []string{"one", "three", "five", "seven", "x"}},
		"drew with five":   {[]store.Game{met("five", "draw")}, []string{"five", "three", "seven", "one", "x"}},
		"beat the highest": {[]store.Game{met("seven", "attackers")}, []string{"seven", "five", "three", "one", "x"}},
		"lost to all":      {[]store.Game{met("one", "defenders")}, []string{"one", "three", "five", "seven", "x"}},
		"as defender": {[]store.Game{{Attackers: "five", Defenders: "me", Result: "defenders"}},
			[]string{"seven", "five", "three", "one", "x"}},
		"not these": {[]store.Game{met("dag", "attackers"), met("x", "attackers"), met("seven", ""),
			met("five", "attackers")}, []string{"seven", "five", "three", "one", "x"}},
	} {
		bots := []wire.Player{{ID: "x", Name: "X"}, {ID: "seven", Level: 7}, {ID: "three", Level: 3},
			{ID: "one", Level: 1}, {ID: "five", Level: 5}}
		byFit(bots, "me", c.past)
		var got []string
		for _, b := range bots {
			got = append(got, b.ID)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	byFit(nil, "me", []store.Game{met("one", "attackers")}) // no bot is there
}

// TestOwned: services that share a queue divide its pools, each to one.
func TestOwned(t *testing.T) {
	t.Parallel()
	bus := &host.Local{}
	var services []*Lobby
	var work sync.WaitGroup
	for _, name := range []string{"a", "b"} {
		hub := host.NewHub(host.Options{Journal: &host.Memory{}, Bus: bus, Clock: host.Machine{}})
		t.Cleanup(hub.Close)
		services = append(services, New(Options{Hub: hub}))
		work.Go(func() {
			if err := hub.ShareGames(name); err != nil {
				t.Error(err)
			}
		})
	}
	work.Wait()
	var pools, all []string
	for i := range 50 {
		pools = append(pools, fmt.Sprint("pool", i))
	}
	for _, s := range services {
		var own []string
		for _, name := range pools {
			if s.matchmaker().owns(name) {
				own = append(own, name)
			}
		}
		if len(own) < 10 {
			t.Errorf("one pairs in %v of 50", own)
		}
		all = append(all, own...)
	}
	slices.Sort(all)
	slices.Sort(pools)
	if !slices.Equal(all, pools) {
		t.Errorf("together they pair in %v", all)
	}
}

// TestLeavesWhileReplaced: a player leaves the queue while another request of theirs replaces their ticket, or pairs
// them. That the ticket is gone is what they asked for. A challenge stays.
func TestLeavesWhileReplaced(t *testing.T) {
	s := inMemory(t, empty(t), &host.Local{}, "")
	if err := s.Store.Accounts.Create(t.Context(), store.Account{ID: "me", Name: "Me", Key: "me",
		Kind: store.Person}, store.Device{Key: "key", Account: "me"}); err != nil {
		t.Fatal(err)
	}
	var read []store.Seek // what the request to leave finds
	for i, kind := range []store.SeekKind{store.Queue, store.OpenSeek} {
		k := opened(t, fmt.Sprint(i), kind, "me", i)
		if err := s.Store.Seeks.Add(t.Context(), k, store.SeekLimits{Own: 5}); err != nil {
			t.Fatal(err)
		}
		read = append(read, k)
	}
	if err := s.Store.Seeks.Drop(t.Context(), "0", "me"); err != nil {
		t.Fatal(err)
	}
	if err := s.matchmaker().dropTickets(t.Context(), read); err != nil {
		t.Errorf("a ticket that is gone: %v", err)
	}
	left, err := s.Store.Seeks.Of(t.Context(), "me", s.Now())
	if err != nil || len(left) != 1 || left[0].Kind != store.OpenSeek {
		t.Errorf("left: %+v, %v", left, err)
	}
}

// TestPoolsOf divides what somebody waits for by the pools that it would be rated in.
func TestPoolsOf(t *testing.T) {
	got := map[string]string{}
	for _, p := range poolsOf(wire.Seek{Variants: []string{"brandubh-gorrion", "fox-geese-13", "fetlar-11x11"},
		Clocks: []string{"5m+3s", "none", "3m"}}) {
		got[p.name] = fmt.Sprint(p.variants, p.clocks)
	}
	want := map[string]string{
		"tafl blitz":          "[brandubh-gorrion fetlar-11x11] [5m+3s 3m]",
		"tafl correspondence": "[brandubh-gorrion fetlar-11x11] [none]",
		"fox blitz":           "[fox-geese-13] [5m+3s 3m]", "fox correspondence": "[fox-geese-13] [none]",
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
