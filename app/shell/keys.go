package shell

import (
	"slices"
	"strings"
	"time"

	"tafl3d/game"
	"tafl3d/game/ruleset"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Command executes a command of the top dialog.
func (s *Shell) Command(c panel.Command) {
	if c.ID == "close" {
		s.CloseTop()
		return
	}
	o := &s.pages[len(s.pages)-1]
	d := o.page.Show()
	if d.Kind == panel.Over && c.ID == "goto" { // the move list stays usable
		s.CloseTop()
		s.opt.Hooks.Perform(c)
		return
	}
	for i, f := range d.Fields {
		if f.ID == c.ID { // the keyboard focus follows the pointer
			o.focus, d.Focus = i, i
			if e := s.keyboard.entry(&d); e != nil {
				e.place(c.Arg, s.keyboard.doubled(f.ID))
				return
			}
		}
	}
	if i := slices.IndexFunc(d.Buttons, func(b panel.Button) bool { return b.ID == c.ID }); i >= 0 &&
		len(d.Fields) == 0 && d.Kind != panel.Beside {
		o.focus = i // to restore the focus later
	}
	run(&d, c)
}

// run executes a command with the function that a dialog has for it. The dialog is the current one, so that a
// click on something that has gone or is disabled meanwhile does nothing.
func run(d *panel.Dialog, c panel.Command) {
	for i := range d.Fields {
		if do, n := functionOf(&d.Fields[i], c); do != nil {
			do(n)
			return
		}
	}
	for _, a := range d.Actions {
		if a.ID == c.ID {
			a.Run(c.Arg)
			return
		}
	}
	for _, b := range d.Buttons {
		if b.ID == c.ID && b.Press != nil && !b.Disabled {
			b.Press()
			return
		}
	}
}

// functionOf returns the function of a field for a command and its argument; nil if it has none now.
func functionOf(f *panel.Field, c panel.Command) (do func(int), n int) {
	n = c.Arg
	switch {
	case f.Disabled, f.Rows != nil && (n < 0 || n >= f.Rows.Of), f.Cards != nil && (n < 0 || n >= len(f.Cards)):
		return nil, 0
	case f.ID == c.ID && len(f.Options) > 0 && !f.Number:
		return f.Set, min(max(n, 0), len(f.Options)-1)
	case f.ID == c.ID:
		return f.Set, n
	case f.Pick == c.ID:
		return f.Open, n
	case startOf(f) == c.ID:
		return f.Start, n
	}
	return nil, 0
}

// startOf returns the command of the start icons of the cards of a field; empty if it has none.
func startOf(f *panel.Field) string {
	if len(f.Cards) == 0 {
		return ""
	}
	return f.Cards[0].Start
}

// Key handles a key while a dialog is open: the arrows and Tab move the focus, left and right change a
// choice, Enter presses the focused element.
func (s *Shell) Key(k panel.Key) {
	d := s.Dialog()
	if p, top := s.Beside(); top && s.keyboard.besideKey(p, k, d) {
		return
	}
	field := d.Focus >= 0 && d.Focus < len(d.Fields)
	switch {
	case s.InPlay() && s.keyboard.entry(d) == nil && slices.Contains(looks, k.Name) && s.opt.Hooks.Look(k):
	case s.keyboard.card(d, k):
	case s.keyboard.clip(d, k):
	case s.keyboard.entry(d).key(k):
		s.keyboard.wrote()
	case s.keyboard.entry(d) != nil && k.Writes():
	case field && d.Fields[d.Focus].Number && s.keyboard.digit(d, k):
	case s.opt.Hooks.Everywhere(k), k.Ctrl || k.Alt:
	case k.Name == "Esc" || k.Name == "F1" && d.ID == "help" || k.Name == "F10" && d.ID == "menu" || k.Name == "b" &&
		d.ID == "explorer":
		if d.Cancel != "" {
			s.opt.Hooks.Perform(panel.Command{ID: d.Cancel})
		}
	case k.Name == "F1":
		s.opt.Hooks.Help()
	case d.Focus < 0 && d.Undecided:
		s.keyboard.decide(d, k)
	case d.Focus < 0:
	case d.Kind == panel.Over && s.opt.Hooks.Look(k):
	case s.keyboard.scroll(d, k):
	case !field && d.Columns() > 1 && (k.Name == "Left" || k.Name == "Right"):
		s.keyboard.across(d, k.Name == "Right")
	case k.Name == "Up" || k.Name == "Tab" && k.Shift || k.Name == "Left" && !field:
		s.keyboard.move(d, -1)
	case k.Name == "Down" || k.Name == "Tab" || k.Name == "Right" && !field:
		s.keyboard.move(d, 1)
	case k.Name == "Left":
		s.keyboard.turn(d, -1)
	case k.Name == "Right":
		s.keyboard.turn(d, 1)
	case k.Name == "Enter" || k.Name == "Space":
		s.keyboard.pressFocus(d, k.Name == "Space")
	}
}

// decide moves the focus to the first or last button if nothing has it.
func (kb *keyboard) decide(d *panel.Dialog, k panel.Key) {
	switch k.Name {
	case "Down", "Right":
		kb.move(d, 1)
	case "Up", "Left":
		kb.shell.Focus(0)
		kb.move(kb.shell.Dialog(), -1)
	case "Tab":
		kb.decide(d, panel.Key{Name: map[bool]string{false: "Down", true: "Up"}[k.Shift]})
	case "Enter", "Space":
		kb.shell.Refuse("Choose a button")
	}
}

// clip copies or cuts selected text. It reports whether k is such a key.
func (kb *keyboard) clip(d *panel.Dialog, k panel.Key) bool {
	e := kb.entry(d)
	if e == nil || !k.Ctrl || k.Alt || k.Name != "c" && k.Name != "x" {
		return false
	}
	if text := e.selected(); text != "" && kb.shell.opt.Copy != nil {
		kb.shell.opt.Copy(text)
		if k.Name == "x" {
			e.cut()
			kb.wrote()
		}
	}
	return true
}

// doubleClick is the largest time between the clicks of a double click.
const doubleClick = 400 * time.Millisecond

// doubled records a click on a field and reports whether it is the second of a double click.
func (kb *keyboard) doubled(field string) bool {
	was := kb.shell.clicked
	kb.shell.clicked = click{field, kb.shell.opt.Now()}
	twice := was.field == field && kb.shell.clicked.at.Sub(was.at) < doubleClick
	if twice {
		kb.shell.clicked = click{}
	}
	return twice
}

// looks are the keys that browse the moves while a side page is open.
var looks = []string{"PageUp", "PageDown", "Home", "End"}

// besideKey handles a key while the focus is on the board; false leaves it to the page.
func (kb *keyboard) besideKey(p Beside, k panel.Key, d *panel.Dialog) bool {
	o := &kb.shell.pages[len(kb.shell.pages)-1]
	last := len(d.Fields) + len(d.Buttons) - 1
	tab := k.Name == "Tab"
	strikes := k.Name == "Enter" || k.Name == "Space"
	away := k.Name == "Delete" || k.Name == "Backspace"
	switch cursor := kb.shell.opt.Hooks.Cursor(); {
	case k.Name == "Esc" && o.focus != OnBoard, tab && !k.Shift && o.focus == last, tab && k.Shift && o.focus == 0:
		o.focus = OnBoard
	case p.Key(k):
	case o.focus != OnBoard:
		return false
	case tab && k.Shift:
		o.focus = last
	case tab:
		o.focus = 0
	case (strikes || away) && cursor != game.NoSquare:
		p.Strike(cursor, away)
	case strikes:
		kb.shell.opt.Hooks.ShowCursor()
	default:
		return kb.shell.opt.Hooks.View(k)
	}
	kb.shell.Touch()
	return true
}

// card moves the focus among the cards or rows of a field. It reports whether it handled k.
func (kb *keyboard) card(d *panel.Dialog, k panel.Key) bool {
	if d.Focus < 0 || d.Focus >= len(d.Fields) || k.Ctrl || k.Alt || k.Shift {
		return false
	}
	f := &d.Fields[d.Focus]
	columns, side, page, last := f.Columns, 1, 2*f.Columns, len(f.Cards)-1
	if f.Rows != nil {
		columns, page, last = 1, max(len(f.Rows.Rows), 1), f.Rows.Of-1
		side = page
	}
	if last < 0 {
		return false
	}
	to, is := map[string]int{"Left": f.Chosen - side, "Right": f.Chosen + side, "Up": f.Chosen - columns,
		"Down":   f.Chosen + columns,
		"PageUp": max(0, f.Chosen-page), "PageDown": min(last, f.Chosen+page), "Home": 0, "End": last}[k.Name]
	switch row := last / columns; {
	case k.Name == "Down" && to > last && f.Chosen/columns < row:
		to = last
	case !is || (k.Name == "Up" || k.Name == "Down") && (to < 0 || to > last):
		return false // out of the cards
	}
	kb.shell.opt.Hooks.Perform(panel.Command{ID: f.ID, Arg: min(max(to, 0), last)})
	return true
}

// scrolls maps keys to numbers of lines.
var scrolls = map[string]int{"PageUp": -10, "PageDown": 10, "Home": -1000, "End": 1000, "Up": -1, "Down": 1}

// scroll scrolls a dialog. If the dialog has choices, up and down move the focus instead.
func (kb *keyboard) scroll(d *panel.Dialog, k panel.Key) bool {
	n := scrolls[k.Name]
	if n == 0 || (n == 1 || n == -1) && len(d.Fields)+len(d.Buttons) > 1 {
		return false
	}
	kb.shell.pages[len(kb.shell.pages)-1].scroll += n
	kb.shell.Touch()
	return true
}

// move moves the focus to the next enabled field or button.
func (kb *keyboard) move(d *panel.Dialog, step int) {
	n := len(d.Fields) + len(d.Buttons)
	off := func(i int) bool {
		if i < len(d.Fields) {
			return d.Fields[i].Disabled
		}
		return d.Buttons[i-len(d.Fields)].Disabled
	}
	i := d.Focus
	for range n {
		if i = (i + step + n) % n; !off(i) {
			break
		}
	}
	kb.shell.Focus(i)
	kb.shell.Touch()
}

// across moves the focus to the button beside the focused one, in the next or previous column of a menu. Without an
// enabled one there, it stays.
func (kb *keyboard) across(d *panel.Dialog, right bool) {
	to := d.Focus - d.Rows()
	if right {
		to = d.Focus + d.Rows()
	}
	if i := to - len(d.Fields); i >= 0 && i < len(d.Buttons) && !d.Buttons[i].Disabled {
		kb.shell.Focus(to)
		kb.shell.Touch()
	}
}

// digit enters a number. Successive digits form one number.
func (kb *keyboard) digit(d *panel.Dialog, k panel.Key) bool {
	o := &kb.shell.pages[len(kb.shell.pages)-1]
	if k.Ctrl || k.Alt || len(k.Name) != 1 || k.Name < "0" || k.Name > "9" {
		o.number = 0
		return false
	}
	n := int(k.Name[0] - '0')
	if o.number = 10*o.number + n; o.number > ruleset.MostNumber {
		o.number = n
	}
	f := &d.Fields[d.Focus]
	kb.shell.opt.Hooks.Perform(panel.Command{ID: f.ID, Arg: o.number - f.Least})
	return true
}

// turn selects another option of the focused field.
func (kb *keyboard) turn(d *panel.Dialog, step int) {
	f := d.Fields[d.Focus]
	if n := len(f.Options); n > 0 && !f.Disabled {
		kb.shell.opt.Hooks.Perform(panel.Command{ID: f.ID, Arg: (f.Chosen + step + n) % n})
	}
}

// pressFocus presses the focused button. In a field it opens the selection or presses the primary button.
// Space acts only on the focused element itself.
func (kb *keyboard) pressFocus(d *panel.Dialog, space bool) {
	field := d.Focus < len(d.Fields)
	if field && d.Fields[d.Focus].Pick != "" && (space || !d.Fields[d.Focus].Starts) {
		f := &d.Fields[d.Focus]
		c := panel.Command{ID: f.Pick}
		if f.Cards != nil || f.Rows != nil {
			c.Arg = f.Chosen
		}
		kb.shell.opt.Hooks.Perform(c)
		return
	}
	if field && space {
		return
	}
	for i, b := range d.Buttons {
		if here := i == d.Focus-len(d.Fields); !b.Disabled && (here || b.Primary && d.Focus < len(d.Fields)) {
			kb.shell.opt.Hooks.Perform(panel.Command{ID: b.ID})
			return
		}
	}
}

// Deafen records the number of open dialogs before a key was handled. If the key opened or closed a dialog,
// the letter that it types is ignored.
func (s *Shell) Deafen(open int) { s.deaf = len(s.pages) != open }

// Type enters a typed letter, after Key for the same press. It is ignored outside text fields, and if the key
// opened the dialog.
func (s *Shell) Type(letter rune) {
	if !s.deaf {
		s.keyboard.write(string(letter))
	}
}

// Writing reports whether a text field has the focus.
func (s *Shell) Writing() bool { return s.keyboard.entry(s.Dialog()) != nil }

// Paste enters text from the clipboard.
func (s *Shell) Paste(text string) {
	if text == "" && s.keyboard.entry(s.Dialog()) != nil {
		s.Refuse(tongue.Text("No text to paste"))
		return
	}
	s.keyboard.write(text)
}

// Dropped opens files dropped on the window.
func (s *Shell) Dropped(names []string) {
	s.Touch()
	s.opt.Hooks.Files(names)
}

// entry returns the focused text field; nil if there is none.
func (kb *keyboard) entry(d *panel.Dialog) *Entry {
	if d == nil || d.Focus < 0 || d.Focus >= len(d.Fields) || !d.Fields[d.Focus].Write {
		return nil
	}
	return d.Fields[d.Focus].Entry.(*Entry)
}

func (kb *keyboard) write(text string) {
	d := kb.shell.Dialog()
	e := kb.entry(d)
	if i := searchOf(d); e == nil && i >= 0 && strings.TrimSpace(text) != "" {
		kb.shell.Focus(i)
		e = kb.entry(kb.shell.Dialog())
	}
	if e == nil {
		return
	}
	if !e.put(text) {
		kb.shell.Refuse(textTooLong(e.most))
	}
	kb.wrote()
}

// searchOf returns the index of the search field of a dialog; -1 if there is none.
func searchOf(d *panel.Dialog) int {
	if d == nil {
		return -1
	}
	return slices.IndexFunc(d.Fields, func(f panel.Field) bool { return f.Search })
}

// wrote reports a change of the focused field.
func (kb *keyboard) wrote() {
	d := kb.shell.Dialog()
	if f := d.Fields[d.Focus].Typed; f != nil {
		f()
	}
	kb.shell.Touch()
}
