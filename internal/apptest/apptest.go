// Package apptest drives the client in tests as a player does: through what pages show and do. It has no
// window; tests of the packages of app use it.
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

// Client is the client with a player in front of it. Everything belongs to the goroutine of the test.
type Client struct {
	T      testing.TB
	App    *app.App
	Dir    string // the folder of the player
	Clock  *Clock
	Copied string // what was put on the clipboard last
}

// Clock is the machine's clock and can be put forward.
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

// Forward puts the clock forward.
func (c *Clock) Forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add += d
}

// Open starts the client in a folder, with options that change sets. The test closes it.
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

// Frame lets a frame pass.
func (c *Client) Frame() { c.App.Frame(c.Clock.Now()) }

// Until lets frames pass until ok. The test fails if that never comes.
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

// Dialog is the page in front; a test that has none fails.
func (c *Client) Dialog() *panel.Dialog {
	c.T.Helper()
	d := c.App.Screen().Dialog
	if d == nil {
		c.T.Fatal("no page is open")
	}
	return d
}

// Page is the ID of the page in front, empty if there is none.
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

// Lines is what the page in front says above its fields, with its faults.
func (c *Client) Lines() string {
	d := c.App.Screen().Dialog
	if d == nil {
		return ""
	}
	return strings.Join(append(slices.Clone(d.Lines), d.Faults...), "\n")
}

// Messages are those that are shown beside the page.
func (c *Client) Messages() (all []string) {
	for _, t := range c.App.Screen().Toasts {
		all = append(all, t.Text)
	}
	return all
}

// Says returns a function that reports whether a message has some words, for Until.
func (c *Client) Says(words string) func() bool {
	return func() bool { return strings.Contains(strings.Join(c.Messages(), "\n"), words) }
}

// Do sends a command and lets a frame pass.
func (c *Client) Do(id string, arg int) {
	c.App.Do(panel.Command{ID: id, Arg: arg})
	c.Frame()
}

// Has reports whether the page in front has a button that can be pressed.
func (c *Client) Has(button string) bool {
	d, can := c.App.Screen().Dialog, func(b panel.Button) bool { return b.ID == button && !b.Disabled }
	return d != nil && slices.ContainsFunc(d.Buttons, can)
}

// Press waits for a page with a button that can be pressed, and presses it.
func (c *Client) Press(page, button string) {
	c.T.Helper()
	c.Until(page+" with the button "+button, func() bool { return c.Page() == page && c.Has(button) })
	c.Do(button, 0)
}

// Field returns a field of the page in front; without it the test fails.
func (c *Client) Field(id string) panel.Field {
	c.T.Helper()
	f, is := c.Find(id)
	if !is {
		c.T.Fatalf("the page %q has no field %q", c.Page(), id)
	}
	return f
}

// Find returns a field of the page in front and whether there is one.
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

// Chosen is the option that is chosen in a field.
func (c *Client) Chosen(id string) string {
	c.T.Helper()
	f := c.Field(id)
	return f.Options[f.Chosen]
}

// Choose chooses the first option of a field that has some words.
func (c *Client) Choose(id, words string) {
	c.T.Helper()
	f := c.Field(id)
	i := slices.IndexFunc(f.Options, func(o string) bool { return strings.Contains(o, words) })
	if i < 0 {
		c.T.Fatalf("the field %q has no option %q: %q", id, words, f.Options)
	}
	c.Do(id, i)
}

// Write puts text into a field instead of what is there.
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

// Key presses a key: "Enter", "Ctrl-l".
func (c *Client) Key(name string) {
	k := panel.Key{}
	k.Name, k.Ctrl = strings.TrimPrefix(name, "Ctrl-"), strings.HasPrefix(name, "Ctrl-")
	c.App.Key(k)
	c.Frame()
}

// Cards are those of a field, nil if the page in front has no such field.
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

// Rows are the rows of the tables and lists on the page in front, their cells with bars between.
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
