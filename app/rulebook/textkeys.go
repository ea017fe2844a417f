package rulebook

import (
	"cmp"
	"fmt"
	"strings"

	"tafl3d/game/ruleset"
	"tafl3d/tongue"
)

// Difference describes a rule on its own: "Throne, hostile to: nobody".
func Difference(t *ruleset.Toggle, value string, set *ruleset.Ruleset) string {
	name := tongue.Text(Label(t, set))
	switch t.Group {
	case "Throne", "Corners", "Camps", "Edge":
		if group := tongue.Text(t.Group); !strings.Contains(group, strings.Fields(name)[0]) {
			name = group + ", " + tongue.LowerFirst(name)
		}
	}
	return tongue.UpperFirst(name) + ": " + tongue.Text(Value(t, value, set))
}

// ruleOf returns the texts of a rule, and the letter of its kind of piece.
func ruleOf(key string) (r rule, letter string) {
	first, rest, _ := strings.Cut(key, ".")
	switch {
	case len(first) == 1:
		return textRules["x."+rest], first
	case first == "setup" || first == "hands":
		return textRules[first+".x"], rest[strings.LastIndexByte(rest, '.')+1:]
	}
	return textRules[key], ""
}

// Label returns a short label of a rule.
func Label(t *ruleset.Toggle, set *ruleset.Ruleset) string {
	r, letter := ruleOf(t.Key)
	if letter == "" {
		return r.name
	}
	kind := KindOf(set, letter)
	switch {
	case strings.Contains(r.name, "%s"):
		return tongue.Textf(r.name, tongue.UpperFirst(kind))
	case strings.Contains(kind, " "): // another kind has that name
		return kind + ": " + tongue.Text(r.name)
	}
	return tongue.UpperFirst(tongue.Text(r.name))
}

// KindOf returns the name of a kind by its letter; for two kinds with the same name, with the side: "goose",
// "man (saami)".
func KindOf(set *ruleset.Ruleset, letter string) string {
	text, twins := letter, 0
	for _, k := range set.Lines.Kinds {
		if string(k.Letter) == letter {
			text = k.Name
		}
	}
	for _, k := range set.Lines.Kinds {
		if k.Name == text {
			twins++
		}
	}
	if twins < 2 {
		return tongue.Text(text)
	}
	for _, k := range set.Lines.Kinds {
		if string(k.Letter) == letter {
			return fmt.Sprintf("%s (%s)", tongue.Text(text), tongue.Text(tongue.LowerFirst(set.Lines.Names[k.Side])))
		}
	}
	return letter
}

// Value returns a short text for a value of a rule.
func Value(t *ruleset.Toggle, value string, set *ruleset.Ruleset) string {
	r, _ := ruleOf(t.Key)
	switch {
	case strings.HasPrefix(t.Key, "setup.") && value == "none":
		return "nowhere"
	case t.Takes == ruleset.TakesSquares && value == "all":
		return "every point"
	case set.Lines != nil && value != "none" && value != "all" && r.kinds:
		return textKindsOf(set, value)
	}
	last := t.Key[strings.LastIndexByte(t.Key, '.')+1:]
	if text := cmp.Or(r.values[value], textValues[last+"="+value], textValues[value]); text != "" {
		return text
	}
	if n := len(strings.FieldsFunc(value, func(r rune) bool { return r == ' ' || r == '/' })); t.Takes ==
		ruleset.TakesSquares && n > mostNamed {
		return tongue.Textf("%d squares", n)
	}
	return value
}

// textKindsOf lists the names of kinds.
func textKindsOf(set *ruleset.Ruleset, letters string) string {
	var names []string
	for _, letter := range strings.Fields(letters) {
		names = append(names, KindOf(set, letter))
	}
	return List(names, "and")
}

// mostNamed is the largest number of squares that are listed individually.
const mostNamed = 5

// Sentence explains a rule on its own. A rule of a kind of piece begins with the name of the kind.
func Sentence(t *ruleset.Toggle, set *ruleset.Ruleset) string {
	text := tongue.Text(t.Doc)
	if _, letter := ruleOf(t.Key); letter != "" {
		return tongue.UpperFirst(KindOf(set, letter)) + ": " + text
	}
	return text
}

// Remark returns an additional note about a value; empty if there is none.
func Remark(t *ruleset.Toggle, value string) string {
	r, _ := ruleOf(t.Key)
	return tongue.Text(r.notes[value])
}

// Groups returns the names of groups of rules; groups of a kind of piece have its name.
func Groups(groups []string) []string {
	said := make([]string, len(groups))
	for i, g := range groups {
		said[i] = tongue.Text(g)
		if kind, is := strings.CutPrefix(g, "Pieces: "); is {
			said[i] = tongue.Textf("Pieces: %s", kind)
		}
	}
	return said
}
