package board

import (
	"tafl3d/game/rules"
)

// threatsOf returns the threats that are told and marked: those that the rules want
// called or, if the player wishes it, all that there are.
func (b *Board) threatsOf(g *Game) *rules.Warnings {
	if b.host.Wishes().Threats && !g.threats.Any() {
		return &g.aware
	}
	return &g.threats
}

var TextThreatsTold = []string{"only if the rules do", "always"}
