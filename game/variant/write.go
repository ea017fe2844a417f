package variant

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"tafl3d/game/ruleset"
)

// Encode writes v as a file that Load reads. It contains only the differences from parent; nil means the defaults.
// The parent must be known where the file is read.
func Encode(v, parent *Variant) []byte {
	from := ruleset.Linnaean()
	set := v.Rules.Ruleset()
	if set.Lines != nil {
		from = ruleset.LineGame()
	}
	if parent != nil {
		from = parent.Rules.Ruleset()
	}
	var b strings.Builder
	line := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s = %s\n", key, quoted(value))
		}
	}
	line("id", v.ID)
	line("name", v.Name)
	line("also", v.Also)
	if set.Lines != nil {
		line("family", familyOf(v, parent))
	}
	line("group", v.Group)
	if parent != nil {
		line("extends", parent.ID)
	}
	line("summary", v.Summary)
	line("description", v.Description)
	line("certainty", v.Certainty)
	line("sources", v.Sources)
	if !slices.Equal(set.Rows, from.Rows) {
		fmt.Fprintf(&b, "board = \"\"\"\n%s\"\"\"\n", drawing(set.Rows))
	}
	if keys := Differences(set, from); len(keys) > 0 {
		b.WriteString("\n[rules]\n")
		for _, t := range keys {
			fmt.Fprintf(&b, "%s = %s\n", keyText(t.Key), valueText(t, t.Get(&set)))
		}
	}
	return []byte(b.String())
}

// familyOf returns the family of a variant, or that of its parent.
func familyOf(v, parent *Variant) string {
	switch {
	case v.Family != "" && v.Family != "tafl":
		return v.Family
	case parent != nil:
		return parent.Family
	}
	return Families[1]
}

// Differences returns the rules of set whose values differ from those of from, in the order of the keys, without the
// start position.
func Differences(set, from ruleset.Ruleset) (differ []*ruleset.Toggle) {
	olds := map[string]*ruleset.Toggle{}
	for _, t := range ruleset.TogglesFor(&from) {
		olds[t.Key] = t
	}
	for _, t := range ruleset.TogglesFor(&set) {
		if old := olds[t.Key]; old == nil || t.Get(&set) != old.Get(&from) {
			differ = append(differ, t)
		}
	}
	return differ
}

// drawing writes rows in the layout of the catalogue's files.
func drawing(rows []string) string {
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(strings.Join(strings.Split(row, ""), " ") + "\n")
	}
	return b.String()
}

func keyText(key string) string {
	if strings.Contains(key, ".") {
		return quoted(key)
	}
	return key
}

// valueText writes a value as TOML: numbers and booleans without quotes.
func valueText(t *ruleset.Toggle, value string) string {
	switch {
	case slices.Equal(t.Values, []string{"off", "on"}):
		return fmt.Sprint(value == "on")
	case strings.HasPrefix(t.Form, "a number"):
		return value
	}
	return quoted(value)
}

// quoted writes a quoted TOML string.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case unicode.IsControl(r) || r == unicode.ReplacementChar:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// idLetters maps letters that Unicode decomposition does not reduce to ASCII.
var idLetters = strings.NewReplacer("æ", "ae", "œ", "oe", "ø", "o", "ð", "d", "đ", "d", "þ", "th", "ß", "ss", "ł", "l",
	"ı", "i", "ŋ", "ng", "ŧ", "t")

// IDFor derives an id from a name. It is also a valid file name on every system: "My Tablut!" becomes "my-tablut",
// "Skåk" becomes "skak". A name in other scripts gets "v" and eight digits. The result is empty if the name has no
// letter or digit.
func IDFor(name string) string {
	plain := idLetters.Replace(norm.NFKD.String(strings.ToLower(name)))
	plain = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, plain)
	id := strings.Join(strings.FieldsFunc(plain, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
	switch {
	case id == "" && strings.ContainsFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		h := fnv.New32a()
		h.Write([]byte(name))
		return fmt.Sprintf("v%08x", h.Sum32())
	case deviceName.MatchString(id):
		return "v-" + id
	}
	return id
}

// deviceName matches the names that Windows reserves for devices, with any extension.
var deviceName = regexp.MustCompile(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])$`)
