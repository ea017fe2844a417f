// Package apptest drives the client in tests as a player does: it reads pages and operates their buttons and fields.
// It opens no window. The tests of the packages below app use it.
package apptest

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/app/catalogue"
	"tafl3d/app/shell"
	"tafl3d/internal/await"
	"tafl3d/panel"
	"tafl3d/scene"
)

// Client is a running client under test. Use it from the goroutine of the test only.
type Client struct {
	T      testing.TB
	App    *app.App
	Dir    string // the player's data folder
	Clock  *Clock
	Copied string // the text last copied to the clipboard
}

// Clock is the system clock plus an offset that tests can change.
type Clock struct {
	mu  sync.Mutex
	add time.Duration
}

// Now implements table.Clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.add)
}

// After implements table.Clock.
func (c *Clock) After(d time.Duration) <-chan time.Time { return time.After(d) }

// Forward moves the clock forward.
func (c *Clock) Forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add += d
}

// Open starts a client in a folder, with options modified by change. It is closed when the test ends.
func Open(t testing.TB, dir string, change func(*app.Options)) *Client {
	t.Helper()
	c := &Client{T: t, Dir: dir, Clock: &Clock{}}
	opt := app.Options{
		View: scene.New(scene.Stage{}), Store: shell.NewFiles(dir), Clock: c.Clock, Pace: -1, Seed: 1,
		Variants: catalogue.NewShelf(filepath.Join(dir, "variants")), Copy: func(text string) { c.Copied = text },
	}
	change(&opt)
	a, err := app.New(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	c.App = a
	t.Cleanup(a.Close)
	c.Frame()
	return c
}

// Frame runs one frame.
func (c *Client) Frame() { c.App.Frame(c.Clock.Now()) }

// Until runs frames until ok returns true. It fails the test after a timeout.
func (c *Client) Until(what string, ok func() bool) {
	c.T.Helper()
	for end := time.Now().Add(await.Patience); ; time.Sleep(time.Millisecond) {
		if c.Frame(); ok() {
			return
		}
		if time.Now().After(end) {
			c.T.Fatalf("waited in vain for %s: page %q says %q, messages %q", what, c.Page(), c.Lines(), c.Messages())
		}
	}
}

// Dialog returns the page in front. It fails the test if there is none.
func (c *Client) Dialog() *panel.Dialog {
	c.T.Helper()
	d := c.App.Screen().Dialog
	if d == nil {
		c.T.Fatal("no page is open")
	}
	if ids := Idle(d); len(ids) > 0 {
		c.T.Errorf("the page %q has no function, or several, for %q", d.ID, ids)
	}
	return d
}

// Page returns the ID of the page in front, "" if there is none.
func (c *Client) Page() string {
	if d := c.App.Screen().Dialog; d != nil {
		return d.ID
	}
	return ""
}

// At waits until a page is in front.
func (c *Client) At(page string) {
	c.T.Helper()
	c.Until("the page "+page, func() bool { return c.Page() == page })
}

// Lines returns the text above the fields of the page in front, and its error messages.
func (c *Client) Lines() string {
	d := c.App.Screen().Dialog
	if d == nil {
		return ""
	}
	return strings.Join(append(slices.Clone(d.Lines), d.Faults...), "\n")
}

// Messages returns the messages shown next to the page.
func (c *Client) Messages() (all []string) {
	for _, t := range c.App.Screen().Toasts {
		all = append(all, t.Text)
	}
	return all
}

// Says returns a function, for Until, that reports whether a message contains words.
func (c *Client) Says(words string) func() bool {
	return func() bool { return strings.Contains(strings.Join(c.Messages(), "\n"), words) }
}

// Do runs a command and one frame.
func (c *Client) Do(id string, arg int) {
	c.App.Do(panel.Command{ID: id, Arg: arg})
	c.Frame()
}

// Has reports whether the page in front has this button, enabled.
func (c *Client) Has(button string) bool {
	d, can := c.App.Screen().Dialog, func(b panel.Button) bool { return b.ID == button && !b.Disabled }
	return d != nil && slices.ContainsFunc(d.Buttons, can)
}

// Press waits for a page with an enabled button and presses the button.
func (c *Client) Press(page, button string) {
	c.T.Helper()
	c.Until(page+" with the button "+button, func() bool { return c.Page() == page && c.Has(button) })
	c.Do(button, 0)
}

// Field returns a field of the page in front. It fails the test if there is no such field.
func (c *Client) Field(id string) panel.Field {
	c.T.Helper()
	f, is := c.Find(id)
	if !is {
		c.T.Fatalf("the page %q has no field %q", c.Page(), id)
	}
	return f
}

// Find returns a field of the page in front, if it exists.
func (c *Client) Find(id string) (f panel.Field, is bool) {
	d := c.App.Screen().Dialog
	if d == nil {
		return f, false
	}
	i := slices.IndexFunc(d.Fields, func(f panel.Field) bool { return f.ID == id })
	if i < 0 {
		return f, false
	}
	return d.Fields[i], true
}

// Chosen returns the selected option of a field.
func (c *Client) Chosen(id string) string {
	c.T.Helper()
	f := c.Field(id)
	return f.Options[f.Chosen]
}

// Choose selects the first option of a field that contains words.
func (c *Client) Choose(id, words string) {
	c.T.Helper()
	f := c.Field(id)
	i := slices.IndexFunc(f.Options, func(o string) bool { return strings.Contains(o, words) })
	if i < 0 {
		c.T.Fatalf("the field %q has no option %q: %q", id, words, f.Options)
	}
	c.Do(id, i)
}

// Write replaces the text of a field.
func (c *Client) Write(id, text string) {
	c.T.Helper()
	f := c.Field(id)
	c.Do(id, len([]rune(f.Text)))
	for range []rune(f.Text) {
		c.Key("Backspace")
	}
	c.App.Paste(text)
	c.Frame()
}

// Key presses a key, given as "Enter" or "Ctrl-l".
func (c *Client) Key(name string) {
	k := panel.Key{}
	k.Name, k.Ctrl = strings.TrimPrefix(name, "Ctrl-"), strings.HasPrefix(name, "Ctrl-")
	c.App.Key(k)
	c.Frame()
}

// Cards returns the cards of a field, nil if the page in front has no such field.
func (c *Client) Cards(id string) []panel.Card {
	f, _ := c.Find(id)
	return f.Cards
}

// PickCard waits for a card of a field and opens it.
func (c *Client) PickCard(id string, i int) {
	c.T.Helper()
	c.Until("a card of "+id, func() bool { return len(c.Cards(id)) > i })
	c.Do("open-"+id, i)
}

// Rows returns the rows of the tables and lists on the page in front, with cells separated by bars.
func (c *Client) Rows() (rows []string) {
	d := c.App.Screen().Dialog
	if d == nil {
		return nil
	}
	add := func(list [][]panel.Cell) {
		for _, row := range list {
			text := make([]string, len(row))
			for i, cell := range row {
				text[i] = cell.Text
			}
			rows = append(rows, strings.Join(text, "|"))
		}
	}
	for _, ch := range d.Charts {
		if ch.Table != nil {
			add(ch.Table.Rows)
		}
	}
	for _, f := range d.Fields {
		if f.Rows != nil {
			add(f.Rows.Rows)
		}
	}
	return rows
}
