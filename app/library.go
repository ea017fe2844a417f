package app

import (
	"fmt"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// libraryHost implements library.Host.
type libraryHost struct{ a *App }

func (h libraryHost) Study(g *tree.Game, ply int) {
	h.a.board.AskLeave(func() { h.a.study.OpenKept(g, ply) })
}

func (h libraryHost) Studied() (*tree.Game, rules.Position, bool) { return h.a.study.Here() }

func (h libraryHost) Marked() []game.Square { return h.a.study.Drawing.Marked() }

func (h libraryHost) Copy(text string) bool { return learnClient(h).Copy(text) }

func (h libraryHost) Chosen() *variant.Variant { return studyClient(h).Chosen() }

func (h libraryHost) Event() (name, id string) {
	g, e := h.a.board.Game(), h.a.events.Event
	if g == nil || g.Contest == nil || e == nil {
		return "", ""
	}
	return e.State.Config().Name, fmt.Sprintf("%s %d %d", e.ID, g.Contest.Due.Pairing, g.Contest.Due.Leg)
}

func (h libraryHost) Pool(pool string) string {
	if !strings.Contains(pool, " ") {
		return textFamilies([]string{pool})[0]
	}
	return h.a.online.Pool(pool)
}

func (h libraryHost) Today() string { return h.a.opt.Clock.Now().Format("2006-01-02") }
