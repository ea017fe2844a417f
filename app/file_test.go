package app_test

import (
	"errors"
	"io"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/app/study"
	"tafl3d/panel"
)

// disk maps names to files of the player. An empty text means a folder.
type disk map[string]string

func (d disk) Open(name string) (io.ReadCloser, error) {
	text, there := d[name]
	switch {
	case !there:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	case text == "":
		return nil, study.ErrFolder
	}
	return io.NopCloser(strings.NewReader(text)), nil
}

// withDisk starts the program with files of the player.
func withDisk(t *testing.T, d study.Disk) *person {
	t.Helper()
	return openWith(t, t.TempDir(), nil, func(o *app.Options) { o.Disk = d })
}

const otherGame = `
[Variant "brandubh-gorrion"]
[Attackers "Ragnhild"]
[Defenders "Odd"]
[Result "draw"]
[Event "Midsummer"]

1. d6-e6
`

// TestDropAFile drops a file with one game on the window, which opens it.
func TestDropAFile(t *testing.T) {
	p := withDisk(t, disk{"/home/x/one.tafl": studied})
	p.Shell().Dropped([]string{"/home/x/one.tafl"})
	p.until("the game is studied", func() bool { return p.Board().Game() != nil && p.sheet().Tree })
	p.lists("d6-f6 d5-f5/Too bold./>d5-e5/>d7-e7/d7-e7")
}

// TestStartWithAFile starts with a file on the command line.
func TestStartWithAFile(t *testing.T) {
	p := openWith(t, t.TempDir(), nil, func(o *app.Options) { o.Disk, o.File = disk{"one.tafl": studied}, "one.tafl" })
	p.until("the game is studied", func() bool { return p.Board().Game() != nil && p.sheet().Tree })
}

// TestChooseOfAFile opens a file of two games and a bad one: by keys with the search, and by mouse.
func TestChooseOfAFile(t *testing.T) {
	d := disk{"many.tafl": studied + otherGame + "\n[Variant \"brandubh-gorrion\"]\n\n1. d6-d5\n"}
	p := withDisk(t, d)
	p.Shell().Dropped([]string{"many.tafl"})
	p.until("the games are read", func() bool { return p.dialogID() == "files" })
	s := p.dialog()
	if lines := strings.Join(s.Lines, " "); !strings.Contains(lines, "2 games found") ||
		!strings.Contains(lines, "Not readable: 1. many.tafl, line") {
		t.Errorf("it says %q", lines)
	}
	cards := s.Fields[1].Cards
	if len(cards) != 2 || cards[1].Head != "Ragnhild – Odd" ||
		strings.Join(cards[1].Lines, "/") != "A draw, 1 move/Brandubh 7x7/Midsummer" {
		t.Fatalf("the cards are %+v", cards)
	}
	p.write("midsu")
	p.keys("Enter")
	p.lists("d6-e6/A draw: both sides agreed")
	p.Shell().Dropped([]string{"many.tafl"})
	p.until("the games are read", func() bool { return p.dialogID() == "files" })
	p.Do(panel.Command{ID: "open", Arg: 0})
	p.lists("d6-f6 d5-f5/Too bold./>d5-e5/>d7-e7/d7-e7")
}

// TestNamedAfterItsFile: a game without a name and players is named after its file, with its number if there
// are several. A click on the name opens the page to edit it.
func TestNamedAfterItsFile(t *testing.T) {
	const bare = "[Variant \"brandubh-gorrion\"]\n\n1. d6-f6\n\n"
	p := withDisk(t, disk{"/home/x/Last Sunday.tafl": bare, "two.txt": bare + otherGame + "\n" + bare})
	p.Shell().Dropped([]string{"/home/x/Last Sunday.tafl"})
	p.until("the game is studied", func() bool { return p.Board().Game() != nil && p.sheet().Tree })
	if notes := p.sheet().Notes; len(notes) != 1 || notes[0].Text != "Last Sunday" {
		t.Fatalf("beside the board stands %+v", notes)
	}
	p.Do(p.sheet().Notes[0].Do)
	p.wants("tags")
	if f := p.dialog().Fields[0]; f.Text != "Last Sunday" {
		t.Errorf("it is called %q", f.Text)
	}
	p.keys("Esc")
	p.Shell().Dropped([]string{"two.txt"})
	p.until("the games are read", func() bool { return p.dialogID() == "files" })
	var heads []string
	for _, c := range p.dialog().Fields[1].Cards {
		heads = append(heads, c.Head)
	}
	if got := strings.Join(heads, "/"); got != "two (1)/Ragnhild – Odd/two (3)" {
		t.Errorf("the games are %s", got)
	}
	p.Do(panel.Command{ID: "open", Arg: 1})
	p.frame()
	if notes := p.sheet().Notes; len(notes) != 0 {
		t.Errorf("a game of people is called %+v", notes)
	}
}

// TestErrorOfAFileStays: the message about a bad file says what to do, and stays until the player acts after the time
// to read it.
func TestErrorOfAFileStays(t *testing.T) {
	p := withDisk(t, disk{"bad.tafl": "[Variant \"brandubh-gorrion\"]\n\n1. d6-d5\n", "game.png": "\x89PNG\x00"})
	for name, says := range map[string]string{"bad.tafl": "Correct the file there", "game.png": "Open a text file"} {
		p.Shell().Dropped([]string{name})
		p.until(name, func() bool { return strings.Contains(p.toast(), says) })
		p.keys("Down")
		if !strings.Contains(p.toast(), says) {
			t.Errorf("%s: gone after the first key", name)
		}
		p.clock.forward(time.Hour)
		if wake := p.Frame(p.clock.Now()); !wake.IsZero() && !wake.After(p.clock.Now()) {
			t.Errorf("%s: the next frame is due at once", name)
		}
		if !strings.Contains(p.toast(), says) {
			t.Errorf("%s: gone after a time", name)
		}
		p.keys("Down")
		if strings.Contains(p.toast(), says) {
			t.Errorf("%s: stays after it was read", name)
		}
	}
}

// TestBadFiles shows what is wrong with files without games, and loses nothing.
func TestBadFiles(t *testing.T) {
	d := disk{"game.png": "\x89PNG\r\n\x1a\n\x00\x00\x00", "folder": "", "blank.txt": "\n\n",
		"hello.txt": "hello there\n", "bad.tafl": "[Variant \"brandubh-gorrion\"]\n\n1. d6-d5\n"}
	p := withDisk(t, d)
	for name, says := range map[string]string{
		"gone.tafl": "file not found: gone.tafl", "game.png": "not text", "folder": "is a folder",
		"blank.txt": "no games found in blank.txt",
		"hello.txt": "hello.txt, line 1", "bad.tafl": "bad.tafl, line 3, column 4",
	} {
		p.Shell().Dropped([]string{name})
		p.until(name, func() bool {
			for _, toast := range p.Screen().Toasts {
				if strings.Contains(strings.ToLower(toast.Text), says) {
					return true
				}
			}
			return false
		})
	}
	p.wants("title")
	p.Paste(studied)
	p.keys("w")
	p.write("half a sentence")
	p.Shell().Dropped([]string{"bad.tafl"})
	p.says("Close this page, then")
	p.wants("comment")
}

// endless is a disk with an endless file of games that blocks after some games.
type endless struct {
	after int           // of its games, 0: never
	wait  chan struct{} // until this is closed
	mu    sync.Mutex
	shut  bool
}

type endlessFile struct {
	*endless
	games int
}

func (e *endless) Open(string) (io.ReadCloser, error) { return &endlessFile{endless: e}, nil }

func (f *endlessFile) Read(to []byte) (int, error) {
	if f.games++; f.after > 0 && f.games > f.after {
		<-f.wait
		return 0, errors.New("the disk was pulled out")
	}
	return copy(to, otherGame), nil
}

func (f *endlessFile) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.shut = true
	return nil
}

// TestEndlessFile reads no more of a huge file than can be shown.
func TestEndlessFile(t *testing.T) {
	p := withDisk(t, &endless{})
	p.Shell().Dropped([]string{"huge.tafl"})
	p.until("the games are read", func() bool { return p.dialogID() == "files" })
	if s := p.dialog(); !strings.Contains(s.Lines[0], "More than 1000 games") ||
		!strings.Contains(s.Lines[1], "Showing 120 of 1000") || len(s.Fields[1].Cards) != 120 {
		t.Errorf("%q, %d cards", s.Lines, len(s.Fields[1].Cards))
	}
}

// TestCancelAFile cancels reading a slow file: nothing opens afterwards.
func TestCancelAFile(t *testing.T) {
	e := &endless{after: 120, wait: make(chan struct{})}
	p := withDisk(t, e)
	p.Shell().Dropped([]string{"slow.tafl"})
	p.until("it says how far it is", func() bool { return p.dialogID() == "files-reading" })
	if line := p.dialog().Lines[0]; !strings.Contains(line, "games so far") {
		t.Errorf("it says %q", line)
	}
	p.keys("Esc")
	p.wants("title")
	close(e.wait)
	p.until("the file is closed", func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		return e.shut
	})
	p.wants("title")
}

// TestWhichVariant: a list of moves without a variant that fits several asks the player, from a file and from
// the clipboard. A list that fits one opens at once, also in UTF-16 and Windows-1252.
func TestWhichVariant(t *testing.T) {
	const list = "1. d1-c1 d3-c3\n"
	p := withDisk(t, disk{"list.txt": list, "two.txt": list + "\n" + list})
	opens := func(open func()) []panel.Card {
		t.Helper()
		open()
		p.until("it asks", func() bool { return p.dialogID() == "which-variant" })
		return p.dialog().Fields[0].Cards
	}
	for _, open := range []func(){func() { p.Paste(list) }, func() { p.Shell().Dropped([]string{"list.txt"}) }} {
		cards := opens(open)
		if len(cards) < 2 || cards[0].Board == nil {
			t.Fatalf("it offers %+v", cards)
		}
		p.Do(panel.Command{ID: "open", Arg: 1})
		p.until("the game is studied in the chosen variant", func() bool {
			return p.Board().Game() != nil && p.sheet().Tree && p.Board().Game().Variant.Name == cards[1].Head
		})
		p.lists("d1-c1 d3-c3")
		if first := opens(open)[0].Head; first != cards[1].Head {
			t.Errorf("the variant at the board is not first, but %q", first)
		}
		p.Do(panel.Command{ID: "open", Arg: 2})
		p.until("another is studied", func() bool { return p.Board().Game().Variant.Name != cards[1].Head })
	}
	opens(func() { p.Shell().Dropped([]string{"two.txt"}) })
	p.Do(panel.Command{ID: "open", Arg: 0})
	p.until("the games are read", func() bool { return p.dialogID() == "files" })
}

// TestOldTexts: files in UTF-16 and Windows-1252 are text.
func TestOldTexts(t *testing.T) {
	game := "[Variant \"brandubh-gorrion\"]\n[Attackers \"\xd3lafur\"]\n\n1. d6-e6\n"
	wide := "\xff\xfe"
	for _, b := range []byte(game) {
		wide += string([]byte{b, 0})
	}
	for name, text := range map[string]string{"1252": game, "utf-16": wide} {
		p := withDisk(t, disk{name: text})
		p.Shell().Dropped([]string{name})
		p.until(name+" is read", func() bool { return p.Board().Game() != nil && p.sheet().Tree })
		if got := p.sheet().Seats[0].Name; got != "Ólafur" {
			t.Errorf("%s: %q", name, got)
		}
	}
}
