package app

import (
	"unicode"

	"tafl3d/panel"
)

// entry is a line of text that is being written.
type entry struct {
	text []rune
	at   int // letters before the caret
	most int // letters that there is room for
}

// newEntry returns an entry with the caret behind its text.
func newEntry(text string, most int) *entry {
	e := &entry{text: []rune(text), most: most}
	e.at = len(e.text)
	return e
}

// writer is a page with fields to write in.
type writer interface {
	// written returns the entry of a field.
	written(field string) *entry
	// wrote says that it has changed.
	wrote(field string)
}

// String returns what is written.
func (e *entry) String() string { return string(e.text) }

// field shows the entry.
func (e *entry) field(id, label, note string) panel.Field {
	return panel.Field{ID: id, Label: label, Write: true, Text: e.String(), Caret: e.at, Note: note}
}

// put writes text at the caret: what can be printed, and a space in the place
// of other white space. It reports whether there was room for all.
func (e *entry) put(text string) bool {
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
func (e *entry) key(k panel.Key) bool {
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
func (e *entry) cut() { e.text = append(e.text[:e.at:e.at], e.text[e.at+1:]...) }

// entry returns what is being written in the dialog in front, nil where the
// keyboard is in no such field.
func (a *App) entry(d *panel.Dialog) *entry {
	if d == nil || d.Focus < 0 || d.Focus >= len(d.Fields) || !d.Fields[d.Focus].Write {
		return nil
	}
	return a.pages[len(a.pages)-1].page.(writer).written(d.Fields[d.Focus].ID)
}

// Type writes a letter that was typed, after Key was told of its key. It says
// nothing outside a field to write in, and not where that very key opened the
// dialog.
func (a *App) Type(letter rune) {
	if !a.deaf {
		a.write(string(letter))
	}
}

// Paste writes text from the clipboard.
func (a *App) Paste(text string) {
	if text == "" && a.entry(a.dialog()) != nil {
		a.refuse(textNoClipboard)
		return
	}
	a.write(text)
}

func (a *App) write(text string) {
	e := a.entry(a.dialog())
	if e == nil {
		return
	}
	if !e.put(text) {
		a.refuse(textTooLong(e.most))
	}
	a.wrote()
}

// wrote tells the page in front that its field has changed.
func (a *App) wrote() {
	d := a.dialog()
	a.pages[len(a.pages)-1].page.(writer).wrote(d.Fields[d.Focus].ID)
	a.touch()
}
