package ruleset

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tafl3d/game"
)

// Toggle is one rule of a Ruleset: its name in files, its description and its values. Toggles are the only mapping
// between names and fields.
type Toggle struct {
	Key    string   // "king.capture"
	Group  string   // heading in an editor: "King"
	Doc    string   // description, one line
	Values []string // allowed words; empty for numbers, sets and squares
	Form   string   // description of the values if Values is empty: "a number", ...
	Takes  Takes
	Least  int // minimum of a number

	choices func(*Ruleset) []string // nil: Values
	get     func(*Ruleset) string
	set     func(*Ruleset, string) error
}

// Get returns the value of the toggle in s, in the format of Set.
func (t *Toggle) Get(s *Ruleset) string { return t.get(s) }

// Set changes the value of the toggle in s. The error names the allowed values.
func (t *Toggle) Set(s *Ruleset, value string) error { return t.set(s, strings.TrimSpace(value)) }

// Toggles returns every toggle in the order of docs/rulesets.md. The slice is shared: do not modify it.
func Toggles() []*Toggle { return toggles }

// ToggleFor returns the toggle with a key, nil if there is none.
func ToggleFor(key string) *Toggle { return toggleOf[key] }

// Set changes one rule by its dotted name.
func (s *Ruleset) Set(key, value string) error {
	if s.Lines != nil {
		return s.setLine(key, value)
	}
	t := ToggleFor(key)
	if t == nil {
		return game.Faultf("%q is not a rule", key)
	}
	return t.Set(s, value)
}

func (t *Toggle) refuse(value string) error {
	if len(t.Values) > 0 {
		return fmt.Errorf("%s: %w", t.Key, game.Faultf("%q is not one of %s", value, strings.Join(t.Values, ", ")))
	}
	return fmt.Errorf("%s: %w", t.Key, game.Faultf("%q is not %s", value, game.Word(t.Form)))
}

// words returns a toggle whose values are the names of an enumeration.
func words[E ~uint8](key, group, doc string, at func(*Ruleset) *E, names ...string) *Toggle {
	t := &Toggle{Key: key, Group: group, Doc: doc, Values: names}
	t.get = func(s *Ruleset) string { return names[*at(s)] }
	t.set = func(s *Ruleset, v string) error {
		i := slices.Index(names, v)
		if i < 0 {
			return t.refuse(v)
		}
		*at(s) = E(i)
		return nil
	}
	return t
}

// flag returns a toggle with the values off and on.
func flag(key, group, doc string, at func(*Ruleset) *bool) *Toggle {
	t := &Toggle{Key: key, Group: group, Doc: doc, Values: []string{"off", "on"}}
	t.get = func(s *Ruleset) string {
		if *at(s) {
			return "on"
		}
		return "off"
	}
	t.set = func(s *Ruleset, v string) error {
		switch v {
		case "on", "true":
			*at(s) = true
		case "off", "false":
			*at(s) = false
		default:
			return t.refuse(v)
		}
		return nil
	}
	return t
}

// number returns a numeric toggle, from least to 999.
func number(key, group, doc string, least int, at func(*Ruleset) *int) *Toggle {
	t := &Toggle{Key: key, Group: group, Doc: doc, Form: fmt.Sprintf("a number from %d to %d", least, MostNumber),
		Takes: TakesNumber, Least: least}
	t.get = func(s *Ruleset) string { return strconv.Itoa(*at(s)) }
	t.set = func(s *Ruleset, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n < least || n > MostNumber {
			return t.refuse(v)
		}
		*at(s) = n
		return nil
	}
	return t
}

var classWords = map[string]Classes{
	"nobody": NoClass, "king": ClassKing, "defenders": ClassDefender | ClassKing,
	"attackers": ClassAttacker, "all": AllClass,
}

// who returns a toggle for a set of classes that are allowed to do something.
func who(key, group, doc string, at func(*Ruleset) *Classes) *Toggle {
	t := &Toggle{Key: key, Group: group, Doc: doc, Values: []string{"nobody", "king", "defenders", "attackers", "all"}}
	t.get = func(s *Ruleset) string {
		for _, w := range t.Values {
			if classWords[w] == *at(s) {
				return w
			}
		}
		return "nobody"
	}
	t.set = func(s *Ruleset, v string) error {
		c, ok := classWords[v]
		if !ok {
			return t.refuse(v)
		}
		*at(s) = c
		return nil
	}
	return t
}

const classLetters = "adk"

// classes returns a toggle for a set of the letters a, d, k.
func classes(key, group, doc string, at func(*Ruleset) *Classes) *Toggle {
	t := &Toggle{Key: key, Group: group, Doc: doc, Form: "a set of the letters a, d, k",
		choices: always(subsets(strings.Split(classLetters, ""), "")...)}
	t.get = func(s *Ruleset) string {
		var b strings.Builder
		for i, l := range classLetters {
			if *at(s)>>i&1 != 0 {
				b.WriteRune(l)
			}
		}
		return b.String()
	}
	t.set = func(s *Ruleset, v string) error {
		var c Classes
		for _, l := range strings.Join(members(v), "") {
			i := strings.IndexRune(classLetters, l)
			if i < 0 || c>>i&1 != 0 {
				return t.refuse(v)
			}
			c |= 1 << i
		}
		*at(s) = c
		return nil
	}
	return t
}

var regionWords = []string{"throne", "corner", "camp"}

// regions returns a toggle for a list of named groups of squares.
func regions(key, group, doc string, at func(*Ruleset) *Region) *Toggle {
	t := &Toggle{Key: key, Group: group, Doc: doc, Form: "a list of throne, corner, camp",
		choices: always(subsets(regionWords, ",")...)}
	t.get = func(s *Ruleset) string {
		var w []string
		for i, name := range regionWords {
			if *at(s)>>i&1 != 0 {
				w = append(w, name)
			}
		}
		return strings.Join(w, ",")
	}
	t.set = func(s *Ruleset, v string) error {
		var r Region
		for _, name := range members(v) {
			i := slices.Index(regionWords, name)
			if i < 0 {
				return t.refuse(v)
			}
			r |= 1 << i
		}
		*at(s) = r
		return nil
	}
	return t
}

// members splits a set. The names of the empty set give nil.
func members(s string) []string {
	if slices.Contains([]string{"none", "nobody", "(nobody)"}, s) {
		return nil
	}
	return Fields(s)
}

// Fields splits a list at blanks and commas.
func Fields(s string) []string {
	return strings.FieldsFunc(s, func(c rune) bool { return c == ' ' || c == ',' })
}

// squares returns a toggle for a pattern or a list of squares. Compile checks whether the squares are on the board.
func squares(key, group, doc, form string, at func(*Ruleset) *string, patterns ...string) *Toggle {
	t := &Toggle{Key: key, Group: group, Doc: doc, Form: form, Takes: TakesSquares, choices: always(patterns...)}
	big, _ := game.NewGrid(game.MaxSize)
	t.get = func(s *Ruleset) string { return *at(s) }
	t.set = func(s *Ruleset, v string) error {
		if !slices.Contains(patterns, v) {
			for _, f := range Fields(strings.ReplaceAll(v, "/", " ")) {
				if _, ok := big.Named(f); !ok {
					return t.refuse(v)
				}
			}
			if v == "" {
				v = "none"
			}
		}
		*at(s) = v
		return nil
	}
	return t
}

var toggleOf = func() map[string]*Toggle {
	m := make(map[string]*Toggle, len(toggles))
	for _, t := range toggles {
		m[t.Key] = t
	}
	return m
}()
