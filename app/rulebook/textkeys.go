package rulebook

import (
	"cmp"
	"fmt"
	"strings"

	"tafl3d/game/ruleset"
	"tafl3d/tongue"
)

// Difference says one rule by itself: "Throne, hostile to: nobody".
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

// ruleOf returns the words of a rule, and the letter of the kind of piece that it is of.
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

// Label names a rule of set in a word or two.
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

// KindOf names the kind of a letter, of two kinds of one name with the side
// behind it: "goose", "man (saami)".
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

// Value says a value of a rule of set in a word or two.
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

// textKindsOf names the kinds of some letters.
func textKindsOf(set *ruleset.Ruleset, letters string) string {
	var names []string
	for _, letter := range strings.Fields(letters) {
		names = append(names, KindOf(set, letter))
	}
	return List(names, "and")
}

// mostNamed is how many squares are named one by one.
const mostNamed = 5

// Sentence says what a rule is about, so that it can be understood alone. A rule of a kind
// of piece begins with its name.
func Sentence(t *ruleset.Toggle, set *ruleset.Ruleset) string {
	text := tongue.Text(t.Doc)
	if _, letter := ruleOf(t.Key); letter != "" {
		return tongue.UpperFirst(KindOf(set, letter)) + ": " + text
	}
	return text
}

// Remark says what more there is to say of the value of a rule, empty if nothing.
func Remark(t *ruleset.Toggle, value string) string {
	r, _ := ruleOf(t.Key)
	return tongue.Text(r.notes[value])
}

// Groups names the groups of rules, those of a kind of piece by its name.
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
