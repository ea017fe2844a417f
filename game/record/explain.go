package record

import (
	"errors"

	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// Setting is a rule with a value different from that of the variant.
type Setting struct{ Key, Value string }

// Finding is the result of checking one record: the game, or the error and the single rule changes that would make
// the whole record legal.
type Finding struct {
	Line     int // first line of the record, from 1
	Game     *tree.Game
	Variant  string // id of the variant whose rules were used; "" if the record does not name a known one
	Err      error
	Settings []Setting
}

// Check reads the next record like Next. If the record is illegal, it tries every other value of every rule, one at a
// time. At the end it returns io.EOF.
func (r *Reader) Check() (Finding, error) {
	text, line, format, err := r.game()
	if err != nil {
		if bad, is := errors.AsType[*Error](err); is {
			return Finding{Line: bad.Line, Err: err}, nil
		}
		return Finding{}, err
	}
	f := Finding{Line: line}
	var asked *variant.Variant
	opt := r.opt
	opt.Find = func(id string) (*variant.Variant, error) {
		v, err := r.opt.find(id)
		asked = v
		return v, err
	}
	if f.Game, f.Err = format.read(text, line, &opt); f.Game != nil && f.Err == nil {
		f.Variant = f.Game.Variant
		return f, nil
	}
	f.Game = nil
	if _, is := errors.AsType[*Error](f.Err); !is {
		f.Err = &Error{Line: line, Err: f.Err}
	}
	if asked == nil {
		asked = opt.Variant
	}
	if asked != nil {
		f.Variant = asked.ID
		f.Settings = explain(asked, func(v *variant.Variant) error {
			with := Options{Find: func(string) (*variant.Variant, error) { return v, nil }, Variant: v}
			_, err := format.read(text, line, &with)
			return err
		})
	}
	return f, nil
}

// explain returns the single rule changes with which read succeeds.
func explain(v *variant.Variant, read func(*variant.Variant) error) (list []Setting) {
	base := v.Rules.Ruleset()
	for _, t := range ruleset.TogglesFor(&base) {
		was := t.Get(&base)
		for _, value := range t.Choices(&base) {
			set := base
			if value == was || t.Set(&set, value) != nil {
				continue
			}
			other := *v
			var err error
			if other.Rules, err = rules.Compile(set); err != nil {
				continue
			}
			if read(&other) == nil {
				list = append(list, Setting{t.Key, value})
			}
		}
	}
	return list
}
