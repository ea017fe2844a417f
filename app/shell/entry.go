package shell

import (
	"slices"
	"unicode"

	"tafl3d/panel"
	"tafl3d/tongue"
)

// Entry is a text field with caret and selection, of one line or several. Positions count letters.
type Entry struct {
	text  []rune
	at    int // caret
	from  int // other end of the selection
	most  int // largest length
	lines int // shown lines; 0: the text has one line
}

// NewEntry returns an entry with the caret at the end of its text.
func NewEntry(text string, most int) *Entry {
	e := &Entry{text: []rune(text), most: most}
	e.at, e.from = len(e.text), len(e.text)
	return e
}

// Set replaces the text. It returns an error message if text is too long, and then changes nothing.
func (e *Entry) Set(text string) (fault string) {
	letters := []rune(text)
	if len(letters) > e.most {
		return textTooLong(e.most)
	}
	e.text, e.at, e.from = letters, len(letters), len(letters)
	return ""
}

// textTooLong is the error message of a text that is too long.
func textTooLong(most int) string { return tongue.Textf("At most %d characters", most) }

// NewText returns an entry for a text of several lines, of which so many are shown.
func NewText(text string, most, lines int) *Entry {
	e := NewEntry(text, most)
	e.lines = lines
	return e
}

// String returns the text.
func (e *Entry) String() string { return string(e.text) }

// Field returns the field of a dialog for the entry.
func (e *Entry) Field(id, label, note string) panel.Field {
	return panel.Field{ID: id, Label: label, Write: true, Entry: e, Text: e.String(), Lines: e.lines, Caret: e.at,
		From: e.from, Note: note}
}

// put replaces the selection with text at the caret. It drops unprintable characters and replaces other white
// space by spaces; a text of several lines keeps line breaks. It reports whether all of the text fit.
func (e *Entry) put(text string) bool {
	e.cut()
	for _, r := range text {
		switch {
		case r == '\n' && e.lines > 0:
		case r == '\r' && e.lines > 0:
			continue
		case unicode.IsSpace(r):
			r = ' '
		case !unicode.IsPrint(r):
			continue
		}
		if len(e.text) >= e.most {
			return false
		}
		e.text = slices.Insert(slices.Clone(e.text), e.at, r)
		e.at++
		e.from = e.at
	}
	return true
}

// key moves the caret, selects or deletes. It reports whether the entry handles k; a nil entry handles none.
func (e *Entry) key(k panel.Key) bool {
	if e == nil || k.Alt {
		return false
	}
	if to, moves := e.move(k); moves {
		e.at = to
		if !k.Shift {
			e.from = to
		}
		return true
	}
	switch {
	case e.lines > 0 && k.Shift && k.Name == "Enter":
		return e.put("\n")
	case k.Ctrl && k.Name == "a":
		e.from, e.at = 0, len(e.text)
	case k.Name == "Backspace":
		if e.from == e.at {
			e.from = max(e.at-1, 0)
			if k.Ctrl {
				e.from = e.back()
			}
		}
		e.cut()
	case k.Name == "Delete" && !k.Ctrl:
		if e.from == e.at {
			e.from = min(e.at+1, len(e.text))
		}
		e.cut()
	default:
		return false
	}
	return true
}

// move returns the new position of the caret after a key. Left and right collapse a selection to its ends.
func (e *Entry) move(k panel.Key) (to int, moves bool) {
	first, last := e.ends()
	leaves := first != last && !k.Shift && !k.Ctrl
	switch {
	case k.Name == "Left" && leaves:
		return first, true
	case k.Name == "Right" && leaves:
		return last, true
	case k.Name == "Left" && k.Ctrl:
		return e.back(), true
	case k.Name == "Right" && k.Ctrl:
		_, end := e.wordAt(e.at)
		for end < len(e.text) && isBlank(e.text[end]) {
			end++
		}
		return end, true
	case k.Name == "Left":
		return max(e.at-1, 0), true
	case k.Name == "Right":
		return min(e.at+1, len(e.text)), true
	case k.Name == "Home" && !k.Ctrl:
		return e.lineStart(e.at), true
	case k.Name == "End" && !k.Ctrl:
		return e.lineEnd(e.at), true
	case k.Name == "Home":
		return 0, true
	case k.Name == "End":
		return len(e.text), true
	case k.Name == "Up" && e.lineStart(e.at) > 0:
		return e.sameColumn(e.lineStart(e.lineStart(e.at) - 1)), true
	case k.Name == "Down" && e.lineEnd(e.at) < len(e.text):
		return e.sameColumn(e.lineEnd(e.at) + 1), true
	}
	return 0, false
}

// lineStart returns where the line with a place begins.
func (e *Entry) lineStart(at int) int {
	for at > 0 && e.text[at-1] != '\n' {
		at--
	}
	return at
}

// lineEnd returns where the line with a place ends.
func (e *Entry) lineEnd(at int) int {
	for at < len(e.text) && e.text[at] != '\n' {
		at++
	}
	return at
}

// sameColumn returns the place in the line that begins at start that is as far from its start as the caret is from that
// of its own line.
func (e *Entry) sameColumn(start int) int {
	return min(start+e.at-e.lineStart(e.at), e.lineEnd(start))
}

// back returns the start of the word before the caret.
func (e *Entry) back() int {
	at := e.at
	for at > 0 && isBlank(e.text[at-1]) {
		at--
	}
	from, _ := e.wordAt(at)
	return from
}

func isBlank(r rune) bool { return r == ' ' || r == '\n' }

// wordAt returns the ends of the word at a position.
func (e *Entry) wordAt(at int) (from, to int) {
	from, to = at, at
	for from > 0 && !isBlank(e.text[from-1]) {
		from--
	}
	for to < len(e.text) && !isBlank(e.text[to]) {
		to++
	}
	return from, to
}

// place moves the caret; again selects the word there.
func (e *Entry) place(at int, again bool) {
	at = min(max(at, 0), len(e.text))
	e.from, e.at = at, at
	if again {
		e.from, e.at = e.wordAt(at)
	}
}

// ends returns start and end of the selection.
func (e *Entry) ends() (first, last int) { return min(e.from, e.at), max(e.from, e.at) }

// selected returns the selected text.
func (e *Entry) selected() string {
	first, last := e.ends()
	return string(e.text[first:last])
}

// cut deletes the selected text.
func (e *Entry) cut() {
	first, last := e.ends()
	e.text = slices.Delete(slices.Clone(e.text), first, last)
	e.at, e.from = first, first
}
