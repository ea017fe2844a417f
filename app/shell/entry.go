package shell

import (
	"unicode"

	"tafl3d/panel"
)

// Entry is a line of text that is being written.
type Entry struct {
	text []rune
	at   int // letters before the caret
	most int // letters that there is room for
}

// NewEntry returns an entry with the caret behind its text.
func NewEntry(text string, most int) *Entry {
	e := &Entry{text: []rune(text), most: most}
	e.at = len(e.text)
	return e
}

// Writer is a page with fields to write in.
type Writer interface {
	// Written returns the entry of a field.
	Written(field string) *Entry
	// Wrote says that it has changed.
	Wrote(field string)
}

// String returns what is written.
func (e *Entry) String() string { return string(e.text) }

// Field shows the entry.
func (e *Entry) Field(id, label, note string) panel.Field {
	return panel.Field{ID: id, Label: label, Write: true, Text: e.String(), Caret: e.at, Note: note}
}

// put writes text at the caret: what can be printed, and a space in the place
// of other white space. It reports whether there was room for all.
func (e *Entry) put(text string) bool {
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case !unicode.IsPrint(r):
			continue
		}
		if len(e.text) >= e.most {
			return false
		}
		e.text = append(e.text[:e.at:e.at], append([]rune{r}, e.text[e.at:]...)...)
		e.at++
	}
	return true
}

// key moves the caret or takes a letter away. It reports whether k does so; a
// nil entry knows no key.
func (e *Entry) key(k panel.Key) bool {
	if e == nil || k.Alt || k.Ctrl {
		return false
	}
	switch k.Name {
	case "Left":
		e.at = max(e.at-1, 0)
	case "Right":
		e.at = min(e.at+1, len(e.text))
	case "Home":
		e.at = 0
	case "End":
		e.at = len(e.text)
	case "Backspace":
		if e.at > 0 {
			e.at--
			e.cut()
		}
	case "Delete":
		if e.at < len(e.text) {
			e.cut()
		}
	default:
		return false
	}
	return true
}

// cut takes the letter behind the caret away.
func (e *Entry) cut() { e.text = append(e.text[:e.at:e.at], e.text[e.at+1:]...) }
