package rules

import "tafl3d/game"

// QuietSteps returns those of the legal steps ms that Perft takes for quiet.
func (p *Position) QuietSteps(ms []game.Move) (quiet []game.Move) {
	var s stirring
	if !p.stir(&s) {
		return nil
	}
	for _, m := range ms {
		if s.quiet(m) && p.leaf(m) {
			quiet = append(quiet, m)
		}
	}
	return quiet
}
