package variant

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// Families lists the families of games, in menu order.
var Families = []string{"tafl", "fox", "asalto", "tiger", "dablot", "halatafl", "morris", "maharajah"}

// family stores the family of a file, which determines the names of its rules.
func (f *file) family() error {
	if !slices.Contains(Families, f.v.Family) {
		return game.Faultf("unknown family %q; use one of %s", f.v.Family, strings.Join(Families, ", "))
	}
	if len(f.sets) > 0 || f.board != nil {
		return game.Faultf("must come before the board and the rules")
	}
	return nil
}

// lineRule stores a rule of a family other than tafl. Since its rules depend on the pieces, it is checked when the
// file is combined with its parent.
func (f *file) lineRule(e entry) error {
	value := string(e.value.Data)
	if e.value.Kind == unstable.String {
		value = strings.TrimSpace(value)
	}
	f.sets = append(f.sets, setting{e.line, e.key, value})
	f.v.Differs = append(f.v.Differs, e.key)
	return nil
}

// applyLines changes a parent's ruleset into that of a file of another family.
func (f *file) applyLines(set *ruleset.Ruleset) error {
	var errs []error
	if f.board != nil {
		errs = append(errs, fmt.Errorf("%s:%d: board: %w", f.name, f.lines["board"],
			game.Faultf("only tafl games have a drawn board; set board and setup in [rules]")))
	}
	if set.Lines == nil {
		return f.extends(game.Faultf("%s is a tafl game; it cannot belong to the family %s",
			f.v.Extends, f.v.Family))
	}
	for _, s := range f.sets {
		if err := set.Set(s.key, s.value); err != nil {
			if t := ruleset.TogglesFor(set); !slices.ContainsFunc(t,
				func(t *ruleset.Toggle) bool { return t.Key == s.key }) {
				err = unknownRule(s.key, t, err)
			}
			errs = append(errs, fmt.Errorf("%s:%d: %s: %w", f.name, s.line, s.key, unkeyed(err, s.key)))
		}
	}
	return errors.Join(errs...)
}

// unknownRule adds similar names to the error for an unknown rule.
func unknownRule(key string, all []*ruleset.Toggle, err error) error {
	var keys []string
	for _, t := range all {
		keys = append(keys, t.Key)
	}
	if near := Near(key, keys); len(near) > 0 {
		return game.Faultf("unknown rule; did you mean %s?", strings.Join(near, ", "))
	}
	return err
}
