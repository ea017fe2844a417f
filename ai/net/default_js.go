package net

import "tafl3d/game/rules"

// Name returns the name of no net: a browser loads the levels that judge without.
func Name(*rules.Rules) string { return "" }

// Default returns no net.
func Default(*rules.Rules) *Net { return nil }
