package tongue

import (
	"regexp"
	"strconv"
	"strings"
)

// Reteller translates texts that Textf made in any language, such as comments stored in a game. It is immutable and
// safe for concurrent use.
type Reteller struct{ sentences []sentence }

// sentence is a format as one language says it. The last group is the space after it.
type sentence struct {
	format string         // in English
	text   *regexp.Regexp // with a group for each argument
	args   []argument     // of the groups
}

// argument is where a group of a sentence belongs.
type argument struct {
	index  int // from 0
	number bool
}

var directive = regexp.MustCompile(`%(?:\[(\d+)\])?([ds%])`)

// NewReteller returns a Reteller for the formats, whose %d are whole numbers and whose %s are lists of names without
// spaces, as of squares: "e4, f5, …".
func NewReteller(formats ...string) *Reteller {
	r := &Reteller{}
	for _, format := range formats {
		for _, said := range sayings(format) {
			r.sentences = append(r.sentences, sentenceOf(format, said))
		}
	}
	return r
}

// sayings returns the texts of a format in all languages, with their plural forms.
func sayings(format string) []string {
	list := []string{format}
	for _, l := range all {
		w := speakers[l.ID]()
		if said := w.texts[format]; said != "" {
			list = append(list, said)
		}
		for _, said := range w.forms[format] {
			list = append(list, said)
		}
	}
	return list
}

func sentenceOf(format, said string) sentence {
	s := sentence{format: format}
	var text strings.Builder
	text.WriteString("^")
	from := 0
	for _, m := range directive.FindAllStringSubmatchIndex(said, -1) {
		text.WriteString(regexp.QuoteMeta(said[from:m[0]]))
		from = m[1]
		kind := said[m[4]:m[5]]
		if kind == "%" {
			text.WriteString("%")
			continue
		}
		a := argument{index: len(s.args), number: kind == "d"}
		if m[2] >= 0 {
			n, _ := strconv.Atoi(said[m[2]:m[3]]) // digits
			a.index = n - 1
		}
		s.args = append(s.args, a)
		text.WriteString(map[string]string{"d": `(\d{1,9})`, "s": `([\pL\d]+(?:, (?:[\pL\d]+|…))*)`}[kind])
	}
	text.WriteString(regexp.QuoteMeta(said[from:]) + `(\s+|$)`)
	s.text = regexp.MustCompile(text.String())
	return s
}

// Text returns a text in the current language: the sentences at its beginning that Textf made are translated, the rest
// remains.
func (r *Reteller) Text(text string) string {
	var said strings.Builder
	for text != "" {
		sentence, rest := r.first(text)
		if sentence == "" {
			break
		}
		said.WriteString(sentence)
		text = rest
	}
	return said.String() + text
}

// first returns the first sentence of a text in the current language, with the space after it, and the rest of the
// text. The sentence is "" if it is unknown.
func (r *Reteller) first(text string) (said, rest string) {
	for _, s := range r.sentences {
		groups := s.text.FindStringSubmatch(text)
		if groups == nil {
			continue
		}
		args := make([]any, len(s.args))
		for i, a := range s.args {
			if args[a.index] = Name(groups[i+1]); a.number {
				args[a.index], _ = strconv.Atoi(groups[i+1]) // at most nine digits
			}
		}
		return Textf(s.format, args...) + groups[len(groups)-1], text[len(groups[0]):]
	}
	return "", text
}
