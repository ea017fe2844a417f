package app

import "tafl3d/game/rules"

// threatsOf returns the threats that are told and marked: those that the rules want
// called or, if the player wishes it, all that there are.
func (a *board) threatsOf(g *sitting) *rules.Warnings {
	if a.host.Wishes().threats && !g.threats.Any() {
		return &g.aware
	}
	return &g.threats
}

// What the setting says.
const (
	textThreats     = "Threats"
	textThreatsNote = "Whether threats to the king are announced and marked in games whose rules do not announce them"
)

var textThreatsTold = []string{"as the rules say", "always shown"}
