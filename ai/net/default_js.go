//go:build !review

package net

import "tafl3d/game/rules"

// Name returns "": the engine for browsers has no nets.
func Name(*rules.Rules) string { return "" }

// Default returns nil.
func Default(*rules.Rules) *Net { return nil }
