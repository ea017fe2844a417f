// Package tongue translates the program's texts. The English text is the key; a text without a translation stays in
// English. A program with one user uses a process-wide language, which may change at any time. A service uses a
// Speaker for each reader.
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

// Language is an available language.
type Language struct {
	ID   string // "da", as in the file name
	Name string // the language's own name: "Dansk"
}

// all lists the languages, English first, the others by name.
var all = []Language{{English, "English"}, {"da", "Dansk"}, {"de", "Deutsch"}, {"is", "Íslenska"},
	{"nb", "Norsk bokmål"}, {"sv", "Svenska"}}

// Languages returns the available languages. The caller owns the slice.
func Languages() []Language { return slices.Clone(all) }

// Has reports whether there is a language with this ID.
func Has(id string) bool {
	return slices.ContainsFunc(all, func(l Language) bool { return l.ID == id })
}

// Speaker translates texts into one language. It is immutable and safe for concurrent use.
type Speaker struct {
	id    string
	tag   language.Tag
	texts map[string]string
	forms map[string]map[plural.Form]string // plural forms of texts
}

var current atomic.Pointer[Speaker]

// english has the plural forms of English texts, and the texts that differ from their keys.
var english = must(read(English))

func must(w *Speaker, err error) *Speaker {
	if err != nil {
		panic(err) // the files are embedded and tested
	}
	return w
}

func init() { current.Store(english) }

// speakers holds a Speaker for each language, loaded on first use.
var speakers = func() map[string]func() *Speaker {
	list := map[string]func() *Speaker{English: func() *Speaker { return english }}
	for _, l := range all[1:] {
		list[l.ID] = sync.OnceValue(func() *Speaker { return must(read(l.ID)) })
	}
	return list
}()

// Now returns the Speaker of the current language.
func Now() *Speaker { return current.Load() }

// Accepted returns the Speaker for the language that fits an Accept-Language header best, English if none fits.
func Accepted(header string) *Speaker {
	want, _, err := language.ParseAcceptLanguage(header)
	if err != nil || len(want) == 0 {
		return english
	}
	return speakers[nearest(want...)]()
}

// Use sets the current language by ID. It returns an error and changes nothing if there is no such language.
func Use(id string) error {
	speaker, known := speakers[id]
	if !known {
		return fmt.Errorf("unknown language %q", id)
	}
	current.Store(speaker())
	return nil
}

// Current returns the ID of the current language.
func Current() string { return Now().id }

// Text translates a fixed text into the current language.
func Text(english string) string { return Now().Text(english) }

// Textf formats a text in the current language, like Speaker.Textf.
func Textf(format string, args ...any) string { return Now().Textf(format, args...) }

// ID returns the language's ID.
func (w *Speaker) ID() string { return w.id }

// Text translates a fixed text.
func (w *Speaker) Text(english string) string { return cmp.Or(w.texts[english], english) }

// Name is an argument that is never translated, such as a player's name.
type Name string

// Textf translates and formats a text like fmt.Sprintf. Arguments of type string are translated, too. The first int
// argument selects the plural form.
func (w *Speaker) Textf(format string, args ...any) string {
	if said := w.pick(format, args); said != "" {
		format = said
	}
	args = slices.Clone(args)
	for i, a := range args {
		if s, is := a.(string); is {
			args[i] = w.Text(s)
		}
	}
	return fmt.Sprintf(format, args...)
}

// pick returns the translated format for these arguments, "" if there is none.
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

// Match returns the language for the first non-empty locale ("nn_NO.UTF-8", "de"), in the order LC_ALL, LC_MESSAGES,
// LANG. It returns English if none fits.
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

// nearest returns the ID of the language that fits best.
func nearest(want ...language.Tag) string {
	tags := make([]language.Tag, len(all))
	for i, l := range all {
		tags[i] = language.MustParse(l.ID)
	}
	_, i, _ := language.NewMatcher(tags).Match(want...)
	return all[i].ID
}

// formNames maps the names of plural forms in the files.
var formNames = map[string]plural.Form{"one": plural.One, "other": plural.Other}

func read(id string) (*Speaker, error) {
	data, err := files.ReadFile(path.Join("words", path.Base(id)+".toml"))
	if err != nil {
		return nil, fmt.Errorf("unknown language %q", id)
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

// add adds an entry of a file: a text, or a table of its plural forms.
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
