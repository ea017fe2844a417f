package account

import (
	"strings"
	"unicode"

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
	if isReserved(host, name) {
		return "", nil, wire.Refuse(wire.BadMessage, "the name %.60q is reserved for the service", wire.Name(name))
	}
	return key, Looks(name), nil
}

// guestName returns the key of a name that the service assigns. It has no looks: no one else may have such a name.
func guestName(_, name string) (key string, looks []string, err error) {
	key, err = ProperName(name)
	return key, nil, err
}

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
