//go:build !review

package book

import "tafl3d/game/rules"

// Default returns nil: browsers load only levels that use no book.
func Default(*rules.Rules) *Book { return nil }
