package book

import "tafl3d/game/rules"

// Default returns no book: a browser loads the levels that play without.
func Default(*rules.Rules) *Book { return nil }
