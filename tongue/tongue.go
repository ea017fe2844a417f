// Package tongue says the program's texts in the reader's language. An English
// text is its own key: what a language has no words for stays English. Where one
// person reads, the language is the process's, as its time zone is, and may change
// at any time; where many do, each is spoken to by a Speaker.
package tongue

import (
	"cmp"
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/pelletier/go-toml/v2"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// English is the language of the keys.
const English = "en"

//go:embed words/*.toml
var files embed.FS

// Language is one to choose from.
type Language struct {
	ID   string // "da", as in its file's name
	Name string // in itself: "Dansk"
}

// all are the languages, English first, the others by name.
var all = []Language{{English, "English"}, {"da", "Dansk"}, {"de", "Deutsch"}, {"is", "Íslenska"},
	{"nb", "Norsk bokmål"}, {"sv", "Svenska"}}

// Languages returns the languages to choose from. The slice is the caller's.
func Languages() []Language { return slices.Clone(all) }

// Has reports whether there is a language of an ID.
func Has(id string) bool {
	return slices.ContainsFunc(all, func(l Language) bool { return l.ID == id })
}

// Speaker says texts in one language. It never changes, and many may use it at once.
type Speaker struct {
	id    string
	tag   language.Tag
	texts map[string]string
	forms map[string]map[plural.Form]string // of texts about a number
}

var current atomic.Pointer[Speaker]

// english has the forms of the texts about a number.
var english = must(read(English))

func must(w *Speaker, err error) *Speaker {
	if err != nil {
		panic(err) // the files are part of the program, and their tests read them
	}
	return w
}

func init() { current.Store(english) }

// speakers are those of all languages, each read when it is first wanted.
var speakers = func() map[string]func() *Speaker {
	list := map[string]func() *Speaker{English: func() *Speaker { return english }}
	for _, l := range all[1:] {
		list[l.ID] = sync.OnceValue(func() *Speaker { return must(read(l.ID)) })
	}
	return list
}()

// Now is the speaker of the language in use.
func Now() *Speaker { return current.Load() }

// Accepted is the speaker of the language that the header Accept-Language of a
// request likes best among ours; English where none fits.
func Accepted(header string) *Speaker {
	want, _, err := language.ParseAcceptLanguage(header)
	if err != nil || len(want) == 0 {
		return english
	}
	return speakers[nearest(want...)]()
}

// Use chooses the language by its ID. The error is that there is none; the
// language is then as before.
func Use(id string) error {
	speaker, known := speakers[id]
	if !known {
		return fmt.Errorf("there are no words for the language %q", id)
	}
	current.Store(speaker())
	return nil
}

// Current returns the ID of the language in use.
func Current() string { return Now().id }

// Text returns a fixed text in the language in use.
func Text(english string) string { return Now().Text(english) }

// Textf puts a text together in the language in use, as the Speaker's Textf does.
func Textf(format string, args ...any) string { return Now().Textf(format, args...) }

// ID returns the language's ID.
func (w *Speaker) ID() string { return w.id }

// Text returns a fixed text.
func (w *Speaker) Text(english string) string { return cmp.Or(w.texts[english], english) }

// Name is a word that is never translated: what somebody is called.
type Name string

// Textf puts a text together as fmt.Sprintf does. Arguments of type string are
// texts themselves and are translated; the first int decides between the forms of
// a text about a number.
func (w *Speaker) Textf(format string, args ...any) string {
	if said := w.pick(format, args); said != "" {
		format = said
	}
	if w != english {
		args = slices.Clone(args)
		for i, a := range args {
			if s, is := a.(string); is {
				args[i] = w.Text(s)
			}
		}
	}
	return fmt.Sprintf(format, args...)
}

// pick returns the format that suits the numbers, empty if there is none.
func (w *Speaker) pick(format string, args []any) string {
	forms, counts := w.forms[format]
	if !counts {
		forms, counts = english.forms[format]
	}
	if said := w.texts[format]; said != "" || !counts {
		return said
	}
	for _, a := range args {
		if n, is := a.(int); is {
			return cmp.Or(forms[plural.Cardinal.MatchPlural(w.tag, n, 0, 0, 0, 0)], forms[plural.Other])
		}
	}
	return forms[plural.Other]
}

// Match returns the language for the first of some locales ("nn_NO.UTF-8",
// "de") that is not empty, as LC_ALL, LC_MESSAGES and LANG are read; English
// where none fits.
func Match(locales ...string) string {
	locale := cmp.Or(locales...)
	locale, _, _ = strings.Cut(locale, ".")
	locale, _, _ = strings.Cut(locale, "@")
	want, err := language.Parse(locale)
	if err != nil {
		return English
	}
	return nearest(want)
}

// nearest returns the ID of the language that suits the wishes best.
func nearest(want ...language.Tag) string {
	tags := make([]language.Tag, len(all))
	for i, l := range all {
		tags[i] = language.MustParse(l.ID)
	}
	_, i, _ := language.NewMatcher(tags).Match(want...)
	return all[i].ID
}

// formNames are the names of the forms in the files.
var formNames = map[string]plural.Form{"one": plural.One, "other": plural.Other}

func read(id string) (*Speaker, error) {
	data, err := files.ReadFile(path.Join("words", path.Base(id)+".toml"))
	if err != nil {
		return nil, fmt.Errorf("there are no words for the language %q", id)
	}
	raw := map[string]any{}
	if err := toml.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("the words of %s: %w", id, err)
	}
	w := &Speaker{id, language.Make(id), map[string]string{}, map[string]map[plural.Form]string{}}
	for key, v := range raw {
		if err := w.add(key, v); err != nil {
			return nil, fmt.Errorf("the words of %s, %q: %w", id, key, err)
		}
	}
	return w, nil
}

// add takes an entry of a file: a text, or a table of its forms.
func (w *Speaker) add(key string, v any) error {
	switch v := v.(type) {
	case string:
		w.texts[key] = v
		return nil
	case map[string]any:
		w.forms[key] = map[plural.Form]string{}
		for name, text := range v {
			form, known := formNames[name]
			said, is := text.(string)
			if !known || !is {
				return fmt.Errorf("%s: neither one nor other with a text", name)
			}
			w.forms[key][form] = said
		}
		return nil
	}
	return fmt.Errorf("%v is neither a text nor its forms", v)
}
