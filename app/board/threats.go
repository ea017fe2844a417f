package board

import (
	"tafl3d/game/rules"
)

// threatsOf returns the announced and marked threats: those that the rules announce or, if the player wants
// it, all.
func (b *Board) threatsOf(g *Game) *rules.Warnings {
	if b.host.Wishes().Threats && !g.threats.Any() {
		return &g.aware
	}
	return &g.threats
}

var TextThreatsTold = []string{"only if the rules do", "always"}
