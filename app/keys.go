package app

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tafl3d/app/board"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/tongue"
)

func key(name string) []panel.Key { return []panel.Key{{Name: name}} }

func ctrl(name string) []panel.Key { return []panel.Key{{Name: name, Ctrl: true}} }

// Do executes the command of a panel.
func (a *App) Do(c panel.Command) {
	a.shell.Acted()
	a.board.Analyser.Glimpse(panel.Command{})
	a.shell.Touch()
	a.tools.on = ""
	if c.ID == toWaiting {
		a.goWaiting()
		return
	}
	if a.shell.Depth() > 0 {
		a.shell.Command(c)
		return
	}
	for i := range a.actions.acts {
		if a.actions.acts[i].id == c.ID && (!a.actions.acts[i].study || a.studies()) {
			a.actions.perform(&a.actions.acts[i], c.Arg)
			return
		}
	}
}

// perform executes an action if it is available.
func (c *actions) perform(t *act, arg int) {
	if t.game && c.app.board.Game() == nil {
		return
	}
	c.app.shell.Touch()
	if why := c.barred(t.id); why != "" {
		c.app.shell.Refuse(why)
		return
	}
	if !c.can(t) {
		c.app.opt.Ear.Refuse()
		return
	}
	t.run(c.app, arg)
}

// can reports whether an action is available.
func (c *actions) can(t *act) bool {
	return (!t.game || c.app.board.Game() != nil) && !(t.play && c.app.browses()) && (t.ready == nil || t.ready(c.app))
}

// Key handles a pressed key.
func (a *App) Key(k panel.Key) {
	a.shell.Acted()
	a.board.Analyser.Glimpse(panel.Command{})
	open := a.shell.Depth()
	a.actions.press(k)
	a.shell.Deafen(open)
}

// press executes the action of a key.
func (c *actions) press(k panel.Key) {
	if k.Name == "+" || k.Name == "-" { // may need Shift
		k.Shift = false
	}
	if c.app.shell.Depth() > 0 {
		c.app.shell.Key(k)
		return
	}
	if c.app.tools.key(k) {
		return
	}
	for i := range c.acts {
		if t := &c.acts[i]; slices.Contains(t.keys, k) && c.counts(t) {
			c.perform(t, 0)
			return
		}
	}
}

// counts reports whether the keys of an action apply now. Left and right move the keyboard cursor if it is
// visible, and step through the moves otherwise.
func (c *actions) counts(t *act) bool {
	return (!t.study || c.app.studies()) &&
		(!t.steps || c.app.board.Stepping() && c.app.board.Hand.Cursor() == game.NoSquare)
}

// keyName returns the label of a key: "Ctrl+Z".
func keyName(k panel.Key) string {
	var s strings.Builder
	for _, m := range []struct {
		on   bool
		name string
	}{{k.Ctrl, "Ctrl"}, {k.Alt, "Alt"}, {k.Shift, "Shift"}} {
		if m.on {
			s.WriteString(tongue.Text(m.name) + "+")
		}
	}
	name, ok := words.Keys[k.Name]
	if !ok {
		name = strings.ToUpper(k.Name[:min(1, len(k.Name))]) + k.Name[min(1, len(k.Name)):]
	}
	return s.String() + tongue.Text(name)
}

// keyLines returns the list of keys. Actions with the same text share a line.
func (c *actions) keyLines() []panel.KeyLine {
	var lines []panel.KeyLine
	for _, t := range c.acts {
		if t.does == "" {
			continue
		}
		if n := len(lines); n == 0 || lines[n-1].Does != t.does {
			lines = append(lines, panel.KeyLine{Does: t.does})
		}
		line := &lines[len(lines)-1]
		for _, k := range t.keys {
			line.Keys = join(line.Keys, k)
		}
	}
	return lines
}

// join adds a key to a line of keys. Keys with the same modifiers are grouped: "Shift+← → ↑ ↓".
func join(line string, k panel.Key) string {
	sign := words.Keys[k.Name]
	switch {
	case line == "":
		return keyName(k)
	case utf8.RuneCountInString(sign) == 1:
		return line + " " + sign
	}
	return line + words.Or + keyName(k)
}

// viewKey handles the keys of cursor and view. It reports whether k is one.
func (a *App) viewKey(k panel.Key) bool {
	for to, name := range map[board.Arrow]string{board.ArrowLeft: "Left", board.ArrowRight: "Right",
		board.ArrowUp: "Up", board.ArrowDown: "Down"} {
		if k == (panel.Key{Name: name}) {
			a.board.Hand.Walk(to)
			return true
		}
	}
	for _, t := range pictureActs() {
		if slices.Contains(t.keys, k) {
			t.run(a, 0)
			a.shell.Touch()
			return true
		}
	}
	return false
}

// tab moves to the next or previous piece or button.
func (t *tools) tab(step int) {
	a := t.a
	if t.on == "" && a.board.Hand.Tab(step) {
		return
	}
	bar := a.bar()
	i := len(bar)
	if step > 0 {
		i = -1
	}
	for j := range bar {
		if bar[j].ID == t.on {
			i = j
		}
	}
	for i += step; i >= 0 && i < len(bar) && bar[i].Disabled; {
		i += step
	}
	if t.on = ""; i >= 0 && i < len(bar) {
		t.on = bar[i].ID
		a.board.Hand.RemoveCursor()
	} else if a.board.Hand.RemoveCursor(); !a.board.Hand.Tab(step) {
		a.board.Hand.ShowCursor()
	}
	a.shell.Touch()
}

// key handles a key in the toolbar. It reports whether it did; all other keys return to the board.
func (t *tools) key(k panel.Key) bool {
	if t.on == "" || k.Ctrl || k.Alt {
		return false
	}
	switch k.Name {
	case "Tab":
		t.tab(map[bool]int{false: 1, true: -1}[k.Shift])
	case "Left":
		t.tab(-1)
	case "Right":
		t.tab(1)
	case "Enter", "Space":
		on := t.on
		t.a.Do(panel.Command{ID: on})
		if t.a.shell.Depth() == 0 {
			t.on = on
		}
	case "Esc":
		t.on = ""
		t.a.board.Hand.ShowCursor()
	default:
		t.on = ""
		return false
	}
	return true
}
