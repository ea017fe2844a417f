package account

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/secure/precis"

	"tafl3d/net/wire"
	"tafl3d/server/store"
)

// maxMarks is how many marks may follow each other in a name: as many as any script needs
// over one letter. More would be written over the lines above and below.
const maxMarks = 3

func badName(name, why string) error {
	return &wire.Error{Code: wire.BadMessage, Text: fmt.Sprintf("the name %.60q %s", name, why)}
}

// ProperName returns the key by which a name is told from others: one that differs in case or
// width alone has the same. The error says why nobody can be called so.
func ProperName(name string) (string, error) {
	n := len([]rune(name))
	switch {
	case n < 2 || n > wire.MaxName:
		return "", badName(name, fmt.Sprintf("must have 2 to %d letters", wire.MaxName))
	case strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.", r)
	}):
		return "", badName(name, "may have letters, digits, - _ and . only")
	case !unicode.IsLetter([]rune(name)[0]):
		return "", badName(name, "must begin with a letter")
	}
	key, err := precis.UsernameCaseMapped.CompareKey(name)
	if err != nil {
		return "", badName(name, "has letters that cannot be told apart")
	}
	if strings.HasPrefix(key, "gone-") || key == "service" || key == "admin" {
		return "", badName(name, "is kept for the service")
	}
	return key, nil
}

// newName checks a name that somebody wants and returns its key. Nobody takes one that
// looks as if it were another's.
func (s *Accounts) newName(ctx context.Context, name string) (string, error) {
	key, err := ProperName(name)
	switch {
	case err != nil:
		return "", err
	case len(scripts(name)) > 1:
		return "", badName(name, "has letters of several scripts, which look alike")
	case marks(name) > maxMarks:
		return "", badName(name, "has too many marks over a letter")
	}
	if twin := latinTwin(key); twin != key {
		if _, err := s.Store.AccountNamed(ctx, twin); !errors.Is(err, store.ErrNone) {
			return "", errors.Join(err, &wire.Error{Code: wire.Taken, Text: fmt.Sprintf("the name %q looks like that of somebody else", name)})
		}
	}
	return key, nil
}

// together are scripts that are written in one word, by the one that stands for them.
var together = map[string]string{"Hiragana": "Han", "Katakana": "Han", "Hangul": "Han", "Bopomofo": "Han", "Common": "", "Inherited": ""}

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

// marks returns how many marks follow each other at most.
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

// twins are small letters of other scripts and the Latin ones that they, or their great
// forms, look like.
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

// latinTwin returns the key of the name in Latin letters that looks like that of a key, or
// the key itself if there is none.
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
