package lan_test

import (
	"testing"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/net/lan"
	"tafl3d/net/wire"
)

// TestHostComesBack ends the program of a host in the middle of a game: the resumed game has the same code and moves,
// and the guest reconnects automatically.
func TestHostComesBack(t *testing.T) {
	folder := t.TempDir() + "/hosted"
	h, err := lan.Open(lan.Offer{Name: "Astrid", Side: game.Attackers,
		Spec: wire.Spec{Variant: "brandubh-gorrion", Clock: "5m+3s"}, Quiet: true, Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	code := h.Code()
	guest := sit(t, enter(t, at(h), "Dag", device(t)))
	const id = "game-1"
	guest.join(id)
	host := sit(t, h.Link())
	host.join(id)
	if err := host.table.Send(game.Attackers,
		match.Play{Move: guest.state.Position.Legal(nil, guest.state.History)[0]}); err != nil {
		t.Fatal(err)
	}
	guest.until("a turn", func(u table.Update) bool { return u.State.Record.Ply() == 1 })
	h.Close()
	again, err := lan.Resume(folder, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(again.Close)
	if again.Code() != code || again.Began() != id {
		t.Errorf("came back as %s with %q, was %s with %q", again.Code(), again.Began(), code, id)
	}
	back := sit(t, again.Link())
	back.join(id)
	if n := back.state.Record.Ply(); n != 1 {
		t.Errorf("%d turns were kept, wants 1", n)
	}
	if err := guest.table.Send(game.Defenders, match.Resign{}); err != nil {
		t.Fatal(err)
	}
	back.until("the end", func(u table.Update) bool { return u.State.Outcome.Over() })
}
