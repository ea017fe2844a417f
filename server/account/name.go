package account

import (
	"slices"
	"strings"
	"unicode"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/secure/precis"
	"golang.org/x/text/unicode/norm"

	"tafl3d/net/wire"
)

// maxMarks is how many combining marks may follow each other in a name: as many as any script needs over one letter.
// More would cover the lines above and below.
const maxMarks = 3

// ProperName returns the key by which names are compared; it ignores case and width. The error says why the name is not
// allowed.
func ProperName(name string) (string, error) {
	n := len([]rune(name))
	switch {
	case n < 2 || n > wire.MaxName:
		return "", wire.Refuse(wire.BadMessage, "the name %.60q must have 2 to %d letters", wire.Name(name),
			wire.MaxName)
	case strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.", r)
	}):
		return "", wire.Refuse(wire.BadMessage, "the name %.60q can have only letters, digits, - _ and .",
			wire.Name(name))
	case !unicode.IsLetter([]rune(name)[0]):
		return "", wire.Refuse(wire.BadMessage, "the name %.60q must begin with a letter", wire.Name(name))
	}
	key, err := precis.UsernameCaseMapped.CompareKey(name)
	if err != nil {
		return "", wire.Refuse(wire.BadMessage, "the name %.60q has letters that look too much alike", wire.Name(name))
	}
	if strings.HasPrefix(key, "gone-") || key == "service" || key == "admin" {
		return "", wire.Refuse(wire.BadMessage, "the name %.60q is reserved for the service", wire.Name(name))
	}
	return key, nil
}

// reserved are names that no account may have or resemble: they would pass for the service or its operator. No name may
// begin with an entry of reservedStarts.
var (
	reserved = lookSet("admin", "administrator", "gone", "guest", "host", "moderator", "official", "operator",
		"root", "server",
		"service", "staff", "support", "system", "tafl", "tafl3d", "taflmatch")
	reservedStarts = []string{closer("guest-"), closer("guest_"), closer("guest."), closer("gone-")}
)

func lookSet(names ...string) map[string]bool {
	set := map[string]bool{}
	for _, name := range names {
		set[closer(name)] = true
	}
	return set
}

// newName checks a name that a player chose at a service called host, and returns its key and its looks.
func newName(host, name string) (key string, looks []string, err error) {
	key, err = ProperName(name)
	switch {
	case err != nil:
		return "", nil, err
	case len(scripts(name)) > 1:
		return "", nil, wire.Refuse(wire.BadMessage, "the name %.60q mixes letters of several scripts that look alike",
			wire.Name(name))
	case marks(name) > maxMarks || stacked(name):
		return "", nil, wire.Refuse(wire.BadMessage, "the name %.60q has too many accents on one letter",
			wire.Name(name))
	}
	first, _, _ := strings.Cut(host, ".")
	own := lookSet(host, first)
	looks = Looks(name)
	for _, l := range looks {
		l = closer(l)
		if reserved[l] || own[l] || slices.ContainsFunc(reservedStarts,
			func(start string) bool { return strings.HasPrefix(l, start) }) {
			return "", nil, wire.Refuse(wire.BadMessage, "the name %.60q is reserved for the service", wire.Name(name))
		}
	}
	return key, looks, nil
}

// guestName returns the key of a name that the service assigns. It has no looks: no one else may have such a name.
func guestName(_, name string) (key string, looks []string, err error) {
	key, err = ProperName(name)
	return key, nil, err
}

// Looks returns what a name looks like: as written, in lower case, and in Latin letters. Two names with a common look
// are alike.
func Looks(name string) []string {
	looks := []string{look(name), look(strings.ToLower(name))}
	if key, err := ProperName(name); err == nil {
		looks = append(looks, look(latinTwin(key)))
	}
	slices.Sort(looks)
	return slices.Compact(looks)
}

// look returns the skeleton of a text by Unicode Technical Standard 39, in lower case.
func look(text string) string {
	return strings.ToLower(confusable.Skeleton(norm.NFKC.String(text)))
}

// closer is look for reserved names. It also treats i as l.
func closer(text string) string { return strings.ReplaceAll(look(text), "i", "l") }

// stacked reports whether a Latin, Greek or Cyrillic letter has a combining mark that no composed letter covers.
func stacked(name string) bool {
	after := false // previous letter is of these scripts
	for _, r := range norm.NFC.String(name) {
		if unicode.IsMark(r) && after {
			return true
		}
		after = after && unicode.IsMark(r) || unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
	}
	return false
}

// together maps scripts that are mixed in one word to a common one.
var together = map[string]string{"Hiragana": "Han", "Katakana": "Han", "Hangul": "Han", "Bopomofo": "Han", "Common": "",
	"Inherited": ""}

// scripts returns the scripts of the letters of a name.
func scripts(name string) map[string]bool {
	found := map[string]bool{}
	for _, r := range name {
		for script, table := range unicode.Scripts {
			if !unicode.Is(table, r) {
				continue
			}
			if other, ok := together[script]; ok {
				script = other
			}
			if script != "" {
				found[script] = true
			}
		}
	}
	return found
}

// marks returns the greatest number of marks that follow each other.
func marks(name string) (most int) {
	n := 0
	for _, r := range name {
		if n++; !unicode.IsMark(r) {
			n = 0
		}
		most = max(most, n)
	}
	return most
}

// twins maps lower-case letters of other scripts to the Latin letters that they, or their capitals, resemble.
var twins = func() map[rune]rune {
	m := map[rune]rune{}
	for _, pair := range [][2]string{
		{"авекмнорстухіјѕһԁԛԝү", "abekmhopctyxijshdqwy"}, // Cyrillic
		{"αβεζηικμνορτυχ", "abezhikmnoptyx"},             // Greek
	} {
		latin := []rune(pair[1])
		for i, r := range []rune(pair[0]) {
			m[r] = latin[i]
		}
	}
	return m
}()

// latinTwin returns the key in Latin letters that looks like a key, or the key itself if there is none.
func latinTwin(key string) string {
	twin := strings.Map(func(r rune) rune {
		if l, ok := twins[r]; ok {
			return l
		}
		return r
	}, key)
	if found := scripts(twin); len(found) != 1 || !found["Latin"] {
		return key
	}
	return twin
}
