package solve

import (
	"context"

	"tafl3d/game/rules"
)

// isMorris returns false: the engine for browsers has no endings of nine men's morris.
func isMorris(*rules.Rules) bool { return false }

// solveMorris returns ErrLarge.
func solveMorris(context.Context, *rules.Rules, func(int)) (*Table, error) { return nil, ErrLarge }
