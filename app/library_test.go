package app_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/app"
	room "tafl3d/app/library"
	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/library"
	"tafl3d/library/ask"
	"tafl3d/panel"
)

// reads starts the program with a library in its folder.
func reads(t *testing.T, dir string) *person {
	t.Helper()
	return openWith(t, dir, nil, func(o *app.Options) { o.Library = shelf(t, dir) })
}

// shelf opens the library of a folder.
func shelf(t *testing.T, dir string) func() (room.Opened, error) {
	return func() (room.Opened, error) {
		l, err := library.Open(filepath.Join(dir, "library"))
		if err != nil {
			return room.Opened{}, err
		}
		t.Cleanup(func() { l.Close() })
		return room.Opened{Library: l, Aside: l.DamagedFile, ReadOnly: l.ReadOnly}, nil
	}
}

// rows returns the list of games as text: players, result and number of moves.
func (p *person) rows() (list []string) {
	for _, f := range p.dialog().Fields {
		if f.Rows != nil {
			for _, row := range f.Rows.Rows {
				list = append(list, row[1].Text+"/"+row[2].Text+"/"+row[4].Text+"/"+row[6].Text)
			}
		}
	}
	return list
}

func (p *person) untilRows(want ...string) {
	p.Helper()
	var got []string
	defer func() {
		if p.Failed() {
			p.Logf("the list was %q, want %q", got, want)
		}
	}()
	p.until("the list is right", func() bool {
		got = p.rows()
		return strings.Join(got, "|") == strings.Join(want, "|")
	})
}

// resigned plays a game of two moves against the computer and resigns.
func (p *person) resigned() {
	p.Helper()
	p.resignedAfter("d6", "f6")
}

func (p *person) resignedAfter(turn ...string) {
	p.Helper()
	p.click(turn...)
	p.untilMoves(2)
	p.keys("r")
	p.Do(panel.Command{ID: "yes"})
	p.until("the game is over", func() bool { return p.sheet().Over })
}

// TestGamesComeIntoTheLibrary plays a game to its end: it is in the list once, also after a restart, and is
// opened as a study by keys alone.
func TestGamesComeIntoTheLibrary(t *testing.T) {
	dir := t.TempDir()
	p := reads(t, dir)
	if err := p.Board().Start(*against()); err != nil {
		t.Fatal(err)
	}
	p.resigned()
	p.until("the end is announced", func() bool { return p.dialogID() == "over" })
	p.keys("Esc", "Ctrl-l")
	p.untilRows("You/Level 3/Defenders/2")
	p.Close()

	p = reads(t, dir)
	p.keys("Ctrl-l")
	p.untilRows("You/Level 3/Defenders/2")
	p.keys("Enter")
	p.until("the page of the game", func() bool { return p.dialogID() == "library-game" })
	p.keys("Enter")
	p.until("the study", func() bool { return p.dialogID() == "" && p.sheet().Tree })
	if s := p.sheet().Seats; s[0].Name != "You" || s[1].Name != "The computer" {
		t.Errorf("who played: %s against %s", s[0].Name, s[1].Name)
	}
	p.Close()
}

// TestOwnNameInAStudy: the player's name appears in their games of the library and in shared copies, except
// as the mark of their side.
func TestOwnNameInAStudy(t *testing.T) {
	dir := t.TempDir()
	if err := shell.NewFiles(dir).Save("settings.json", []byte(`{"net":{"name":"Astrid"}}`)); err != nil {
		t.Fatal(err)
	}
	text := ""
	p := openWith(t, dir, nil, func(o *app.Options) {
		o.Library, o.Copy = shelf(t, dir), func(s string) { text = s }
	})
	if err := p.Board().Start(*against()); err != nil {
		t.Fatal(err)
	}
	p.resigned()
	p.until("the end is announced", func() bool { return p.dialogID() == "over" })
	p.keys("Esc", "Ctrl-l")
	p.untilRows("You/Level 3/Defenders/2")
	p.keys("Enter")
	p.until("the page of the game", func() bool { return p.dialogID() == "library-game" })
	p.keys("Enter")
	p.until("the study", func() bool { return p.dialogID() == "" && p.sheet().Tree })
	if s := p.sheet().Seats; s[0].Name != "Astrid" {
		t.Errorf("who played: %s", s[0].Name)
	}
	if p.keys("Ctrl-c"); !strings.Contains(text, `[Attackers "Astrid"]`) || strings.Contains(text, "[Own ") {
		t.Errorf("others get\n%s", text)
	}
	p.Paste(`[Own "defenders"]` + "\n" + studied)
	if s := p.sheet().Seats; s[1].Name != "Unnamed" {
		t.Errorf("in a pasted game %s played the defenders", s[1].Name)
	}
}

// TestOwnSeatStaysNear: a player of the defenders has the seat below the board in the study of the game, too.
func TestOwnSeatStaysNear(t *testing.T) {
	setup := against()
	setup.Levels[game.Attackers], setup.Levels[game.Defenders] = setup.Levels[game.Defenders],
		setup.Levels[game.Attackers]
	p := open(t, t.TempDir(), setup)
	if near := p.sheet().Near; near != game.Defenders {
		t.Fatal("in the game the", near, "sit near")
	}
	p.untilMoves(1)
	p.resigns()
	p.until("the end is announced", func() bool { return p.dialogID() == "over" })
	p.keys("Esc", "o")
	p.until("the study", func() bool { return p.dialogID() == "" && p.sheet().Tree })
	if near := p.sheet().Near; near != game.Defenders {
		t.Error("in the study the", near, "sit near")
	}
}

// TestGamesOfTheFolder: games from before the library existed are imported at the first start, an unreadable
// file is renamed, and deleted games stay deleted.
func TestGamesOfTheFolder(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, against())
	p.resigned()
	p.Close()
	if err := shell.NewFiles(dir).Save("games/2020-01-01-000000-bad.json", []byte("{")); err != nil {
		t.Fatal(err)
	}
	p = reads(t, dir)
	p.until("the file is put aside", func() bool { return strings.Contains(p.toast(), "damaged-1") })
	p.Do(panel.Command{ID: "library"})
	p.untilRows("You/Level 3/Defenders/2")
	p.keys("Enter")
	p.until("the page of the game", func() bool { return p.dialogID() == "library-game" })
	p.Do(panel.Command{ID: "delete"})
	p.Do(panel.Command{ID: "yes"})
	p.untilRows()
	p.Close()
	p = reads(t, dir)
	p.Do(panel.Command{ID: "library"})
	p.until("the list is empty", func() bool { return strings.Contains(p.dialog().Lines[0], "automatically") })
}

// latecomer is a library whose Missing returns once goes is closed.
type latecomer struct {
	room.Library
	goes chan struct{}
}

func (l *latecomer) Missing(ctx context.Context, site string, ids []string) ([]string, error) {
	<-l.goes
	return l.Library.Missing(ctx, site, ids)
}

// TestGamesComeIntoAnOpenList: a game of the folder that is imported after the list was opened appears in the
// list.
func TestGamesComeIntoAnOpenList(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, against())
	p.resigned()
	p.Close()
	goes := make(chan struct{})
	p = openWith(t, dir, nil, func(o *app.Options) {
		o.Library = func() (room.Opened, error) {
			l, err := shelf(t, dir)()
			l.Library = &latecomer{l.Library, goes}
			return l, err
		}
	})
	p.keys("Ctrl-l")
	p.until("the list is empty", func() bool { return strings.Contains(p.dialog().Lines[0], "automatically") })
	close(goes)
	p.untilRows("You/Level 3/Defenders/2")
}

// many returns n games for an import.
func many(n int) string {
	var b strings.Builder
	for i := range n {
		result := []string{"attackers", "defenders", "draw"}[i%3]
		cause := []string{"king-captured", "king-escaped", "agreed"}[i%3]
		b.WriteString("[Variant \"brandubh-gorrion\"]\n[Attackers \"Astrid\"]\n[Defenders \"Odd " +
			string(rune('A'+i%26)) + "\"]\n[Date \"2026-11-" + string(rune('0'+i/10%3)) + string(rune('1'+i%9)) +
			"\"]\n[Round \"" + string(rune('a'+i/26)) + "\"]\n[ID \"" + strings.Repeat("i", i+1) + "\"]\n[Result \"" +
			result + "\"]\n[End \"" + cause + "\"]\n\n1. d6-f6 d5-f5\n\n")
	}
	return b.String()
}

// TestImportByHand imports a file with a bad game by keys, searches, browses the pages and exports the
// result.
func TestImportByHand(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "the games.tafl")
	if err := os.WriteFile(file, []byte(many(30)+"[Variant \"brandubh-gorrion\"]\n\n1. d6-z9\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p := reads(t, dir)
	p.Do(panel.Command{ID: "library"})
	p.Do(panel.Command{ID: "import"})
	p.write(file + "x")
	p.keys("Enter")
	if f := p.dialog().Faults; len(f) != 1 || !strings.Contains(f[0], "File not found") {
		t.Errorf("%q", f)
	}
	p.keys("Backspace", "Enter")
	p.until("the import is done", func() bool {
		return p.dialog().Cancel == "close" &&
			strings.Contains(p.dialog().Lines[0], "imported: 30. Duplicates: 0. Invalid: 1")
	})
	if f := p.dialog().Faults; len(f) != 1 || !strings.Contains(f[0], "column") {
		t.Errorf("%q", f)
	}
	p.keys("Enter")
	p.until("the first page", func() bool {
		return len(p.rows()) == 12 && strings.Contains(p.dialog().Lines[0], "1 to 12 of 30")
	})
	p.keys("Tab", "Tab", "Tab", "Tab", "Tab")
	for p.dialog().Focus != 4 {
		p.keys("Tab")
	}
	p.keys("PageDown")
	p.until("the second page", func() bool { return strings.Contains(p.dialog().Lines[0], "13 to 24 of 30") })
	p.Do(panel.Command{ID: "older"})
	p.until("the third page", func() bool { return strings.Contains(p.dialog().Lines[0], "25 to 30 of 30") })
	p.write("odd c")
	p.untilRows("Astrid/Odd C/Defenders/2", "Astrid/Odd C/Draw/2")
	p.Do(panel.Command{ID: "export"})
	p.until("the page of exports", func() bool { return p.dialogID() == "library-export" })
	for range 200 {
		p.keys("Backspace")
	}
	to := filepath.Join(dir, "out.tafl")
	p.write(to)
	p.keys("Enter")
	p.until("the file is there", func() bool { return strings.Contains(p.toast(), "out.tafl: 2") })
	if b, err := os.ReadFile(to); err != nil || strings.Count(string(b), "[Variant ") != 2 {
		t.Errorf("%s %v", b, err)
	}
}

// TestImportOfUnsaidGames imports a list of moves without a variant: the possible variants are offered, and
// with one of them it is imported.
func TestImportOfUnsaidGames(t *testing.T) {
	p := reads(t, t.TempDir())
	p.Do(panel.Command{ID: "library"})
	p.Do(panel.Command{ID: "import"})
	p.Paste("d1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe2,1,0,Black\nd1-d3 e5-e2 f2-i2 d6-d9 a5-c5 e7-b7 a8-b8xb7,1,0,White\n")
	p.until("it is asked which game it is",
		func() bool { return len(p.dialog().Fields) == 1 && p.dialog().Fields[0].ID == "as" })
	as := p.field("as")
	i := slices.Index(as.Options, "Copenhagen Hnefatafl 11x11")
	if i < 0 || !strings.Contains(as.Note, "2") || slices.Contains(as.Options, "Brandubh 7x7") {
		t.Fatalf("%q, %q", as.Options, as.Note)
	}
	for p.field("as").Chosen != i {
		p.keys("Right")
	}
	p.keys("Enter")
	p.until("the games are there", func() bool {
		return len(p.dialog().Lines) == 1 &&
			strings.Contains(p.dialog().Lines[0], "imported: 2. Duplicates: 0. Invalid: 0")
	})
}

// explorer returns the content of the opening explorer as text.
func (p *person) explorer() string {
	var list []string
	for _, f := range p.dialog().Fields {
		if f.Rows != nil {
			for _, row := range f.Rows.Rows {
				list = append(list, row[0].Text+" "+row[1].Text+" "+row[2].Text+"/"+row[3].Text+"/"+row[4].Text)
			}
		}
	}
	return strings.Join(list, ", ")
}

// TestExplorer browses the explorer by Enter, with the mouse on the board, and back.
func TestExplorer(t *testing.T) {
	dir := t.TempDir()
	p := reads(t, dir)
	p.Do(panel.Command{ID: "library"})
	p.Do(panel.Command{ID: "import"})
	p.Paste(many(3) + "[Variant \"brandubh-gorrion\"]\n[Attackers \"Astrid\"]\n[Result \"attackers\"]\n[End " +
		"\"resigned\"]\n\n1. b4-b5 d5-f5\n")
	p.until("the import is done",
		func() bool { return len(p.dialog().Lines) == 1 && strings.Contains(p.dialog().Lines[0], "Invalid:") })
	p.keys("Enter", "Esc")
	p.Paste("[Variant \"brandubh-gorrion\"]\n\n1. a4-a5\n")
	p.keys("b")
	shows := func(want string) {
		t.Helper()
		got := ""
		defer func() {
			if t.Failed() {
				t.Logf("it listed %q", got)
			}
		}()
		p.until("the explorer shows "+want, func() bool { got = p.explorer(); return got == want })
	}
	shows("d6-f6 3 33/33/33, b4-b5 1 100/0/0")
	p.keys("Enter")
	shows("d5-f5 3 33/33/33")
	if s := p.sheet(); s.Current == 0 || !strings.Contains(p.list(), "[d6-f6]") {
		t.Errorf("the list is %s", p.list())
	}
	p.keys("PageUp")
	shows("d6-f6 3 33/33/33, b4-b5 1 100/0/0")
	p.click("b4", "b5")
	shows("d5-f5 1 100/0/0")
	p.click("d5", "e5")
	p.until("nothing is known", func() bool { return strings.HasPrefix(p.dialog().Lines[0], "No game") })
	p.Do(panel.Command{ID: "back"})
	shows("d5-f5 1 100/0/0")
	p.Do(panel.Command{ID: "games"})
	p.untilRows("Astrid/–/Attackers/2")
	p.keys("Esc")
	p.wants("explorer")
	p.keys("b") // as it opened
	p.noDialog()
	p.lists("a4-a5/>d6-f6/>[b4-b5] d5-e5")
}

// TestRecord shows the statistics of the player and of another one; each figure opens its games, by keys and
// by clicks.
func TestRecord(t *testing.T) {
	p := reads(t, t.TempDir())
	p.Do(panel.Command{ID: "library"})
	p.Do(panel.Command{ID: "import"})
	p.Paste(many(30) + "[Variant \"brandubh-gorrion\"]\n[DefendersLevel \"3\"]\n[Own \"attackers\"]\n[Date " +
		"\"2026-10-02\"]\n[Result \"attackers\"]\n[End \"king-captured\"]\n\n1. d6-f6 d5-f5 2. d7-d5\n")
	p.until("the import is done", func() bool {
		return len(p.dialog().Lines) == 1 && strings.Contains(p.dialog().Lines[0], "imported: 31")
	})
	p.keys("Enter")
	p.Do(panel.Command{ID: "record"})
	lines := func(want string) {
		t.Helper()
		got := ""
		defer func() {
			if t.Failed() {
				t.Logf("the record is %q", got)
			}
		}()
		p.until("the record is "+want, func() bool { got = p.explorer(); return got == want })
	}
	lines("Brandubh 7x7 1 1/0/0")
	p.keys("Right", "Right", "Right")
	lines("Level 3 1 1/0/0")
	p.keys("Tab", "Tab", "Enter")
	p.untilRows("You/Level 3/Attackers/3")
	p.keys("Esc")
	p.wants("library-record")
	p.Do(panel.Command{ID: "view", Arg: 7})
	p.until("the rating against the computer", func() bool {
		d := p.dialog()
		return len(d.Charts) == 1 && d.Charts[0].Head == "From 2026-10-02 to 2026-10-02" && len(d.Charts[0].Curve) == 1
	})
	for _, f := range p.dialog().Fields {
		if f.Rows != nil {
			if row := f.Rows.Rows[0]; row[0].Text != "Against the computer: Tafl" || row[1].Text != "1" ||
				row[4].Do.ID != "games" {
				t.Errorf("%+v", row)
			}
		}
	}
	p.Do(panel.Command{ID: "games"})
	p.untilRows("You/Level 3/Attackers/3")
	p.keys("Esc")
	p.Do(panel.Command{ID: "view", Arg: 8})
	lines("Brandubh 7x7, Attackers: d6-f6 d5-f5 d7-d5 1 1/0/0")
	p.Do(panel.Command{ID: "won"})
	p.untilRows("You/Level 3/Attackers/3")
	p.keys("Esc")
	p.Do(panel.Command{ID: "view", Arg: 3})
	p.writes("player", "astrid")
	lines("people 30 10/10/10")
	p.Do(panel.Command{ID: "view", Arg: 6})
	p.until("the defeats", func() bool {
		for _, f := range p.dialog().Fields {
			if f.Rows != nil {
				row := f.Rows.Rows[0]
				return len(f.Rows.Rows) == 1 && row[0].Text == "The king has escaped" && row[1].Bar[2] == 1 &&
					row[2].Text == "10"
			}
		}
		return false
	})
	p.Do(panel.Command{ID: "lost"})
	p.until("the games", func() bool { return strings.Contains(strings.Join(p.dialog().Lines, ""), "1 to 10 of 10") })
	p.keys("Esc")
	p.Do(panel.Command{ID: "view", Arg: 5})
	lines("2026-11 30 10/10/10")
}

// TestDamagedLibrary: an invalid library file is renamed and reported, and games are added to a new one.
func TestDamagedLibrary(t *testing.T) {
	dir := t.TempDir()
	if err := shell.NewFiles(dir).Save("library/library.sqlite",
		[]byte(strings.Repeat("This is no library. ", 500))); err != nil {
		t.Fatal(err)
	}
	p := reads(t, dir)
	p.until("it is told",
		func() bool { return strings.Contains(p.toast(), "The library was damaged and is kept as "+dir) })
	if err := p.Board().Start(*against()); err != nil {
		t.Fatal(err)
	}
	p.resigned()
	p.Do(panel.Command{ID: "title"})
	p.Do(panel.Command{ID: "library"})
	p.untilRows("You/Level 3/Defenders/2")
	if text := p.lines(); !strings.Contains(text, "The library was damaged and is kept as "+dir) {
		t.Errorf("the list says %q", text)
	}
}

// TestRescuedAreCounted: the report about a damaged library counts the games in the new one, including those
// from the folder.
func TestRescuedAreCounted(t *testing.T) {
	dir := t.TempDir()
	p := reads(t, dir)
	if err := p.Board().Start(*against()); err != nil {
		t.Fatal(err)
	}
	p.resigned()
	p.until("the end is announced", func() bool { return p.dialogID() == "over" })
	p.keys("Esc", "Ctrl-l")
	p.untilRows("You/Level 3/Defenders/2")
	p.Close()
	for _, end := range []string{"-wal", "-shm"} {
		_ = os.Remove(filepath.Join(dir, "library", "library.sqlite"+end))
	}
	junk := []byte(strings.Repeat("This is no library. ", 500))
	if err := shell.NewFiles(dir).Save("library/library.sqlite", junk); err != nil {
		t.Fatal(err)
	}
	p = reads(t, dir)
	p.until("it is told", func() bool { return strings.Contains(p.toast(), "Games in the new library: 1.") })
}

// TestReadOnlyLibrary: a read-only library is listed, and the list says so while it is open.
func TestReadOnlyLibrary(t *testing.T) {
	dir := t.TempDir()
	p := reads(t, dir)
	if err := p.Board().Start(*against()); err != nil {
		t.Fatal(err)
	}
	p.resigned()
	p.until("the end is announced", func() bool { return p.dialogID() == "over" })
	p.keys("Esc", "Ctrl-l")
	p.untilRows("You/Level 3/Defenders/2")
	p.Close()
	l, err := library.Open(filepath.Join(dir, "library"))
	if err == nil {
		err = l.Backup(filepath.Join(dir, "copy.sqlite"))
	}
	if err != nil || l.Close() != nil {
		t.Fatal(err)
	}
	at := filepath.Join(dir, "library", "library.sqlite")
	for _, end := range []string{"-wal", "-shm"} {
		_ = os.Remove(at + end)
	}
	if err := errors.Join(os.Rename(filepath.Join(dir, "copy.sqlite"), at), os.Mkdir(at+"-wal", 0o700)); err != nil {
		t.Fatal(err)
	}
	p = reads(t, dir)
	p.keys("Ctrl-l")
	p.untilRows("You/Level 3/Defenders/2")
	says := func() bool { return strings.Contains(p.lines(), "Cannot write to the library folder") }
	p.until("the list says so", says)
	p.clock.forward(time.Minute)
	if p.frame(); !says() {
		t.Errorf("later the list says %q", p.lines())
	}
	p.Do(panel.Command{ID: "import"})
	p.Paste("[Variant \"brandubh-gorrion\"]\n\n1. d1-c1\n")
	p.until("the import says so", func() bool { return len(p.dialog().Faults) > 0 })
	if d := p.dialog(); !strings.Contains(d.Faults[0], "Cannot write") ||
		strings.Contains(p.lines(), "no readable game") {
		t.Errorf("an import says %q, %q", p.lines(), d.Faults)
	}
}

// TestNoLibrary: if the library cannot be opened, the reason is shown and everything else works.
func TestNoLibrary(t *testing.T) {
	p := openWith(t, t.TempDir(), nil, func(o *app.Options) {
		o.Library = func() (room.Opened, error) { return room.Opened{}, fmt.Errorf("the library: %w", ask.ErrLocked) }
	})
	p.until("it is told", func() bool { return strings.Contains(p.toast(), "Cannot write to the library folder") })
	p.Do(panel.Command{ID: "library"})
	p.until("the list says so", func() bool {
		return strings.Contains(p.lines(), "Cannot write to the library folder")
	})
	if strings.Contains(p.lines(), "being read") {
		t.Error(p.lines())
	}
	p.wants("library")
	p.keys("Esc")
	if err := p.Board().Start(*against()); err != nil {
		t.Fatal(err)
	}
	p.resigned()
}

// TestStudyIsKept: a game of the library that was studied is saved in its place, and a new study goes to a
// collection.
func TestStudyIsKept(t *testing.T) {
	p := reads(t, t.TempDir())
	p.Do(panel.Command{ID: "library"})
	p.Do(panel.Command{ID: "import"})
	p.Paste(many(1))
	p.until("the import is done", func() bool { return len(p.dialog().Lines) == 1 })
	p.keys("Enter")
	p.untilRows("Astrid/Odd A/Attackers/2")
	kept := func() {
		t.Helper()
		p.keys("w")
		p.write("Well played.")
		p.keys("Enter", "o")
		p.wants("study-menu")
		p.Do(panel.Command{ID: "store"})
		p.until("it is kept", func() bool { return strings.Contains(p.toast(), "Study saved to the library") })
	}
	p.Do(panel.Command{ID: "game"})
	p.until("the page of the game", func() bool { return p.dialogID() == "library-game" })
	p.keys("Enter")
	kept()
	p.Do(panel.Command{ID: "title"})
	p.Paste("[Variant \"brandubh-gorrion\"]\n[Attackers \"Odd\"]\n\n1. a4-a5\n")
	kept()
	p.click("c4", "c5")
	p.keys("o")
	p.Do(panel.Command{ID: "store"})
	p.Do(panel.Command{ID: "title"})
	p.Do(panel.Command{ID: "library"})
	p.untilRows("Astrid/Odd A/Attackers/2", "Odd/–/–/1")
	p.Do(panel.Command{ID: "game"})
	p.until("the page of the game", func() bool { return p.dialogID() == "library-game" })
	p.keys("Enter")
	if list := p.list(); !strings.Contains(list, "Well played.") {
		t.Error(list)
	}
}

// TestPatternOnTheBoard colours squares of a study and finds the games with the same content of these
// squares.
func TestPatternOnTheBoard(t *testing.T) {
	p := reads(t, t.TempDir())
	p.Do(panel.Command{ID: "library"})
	p.Do(panel.Command{ID: "import"})
	p.Paste(many(2) + "[Variant \"brandubh-gorrion\"]\n[Attackers \"Odd\"]\n\n1. b4-b5 d5-f5\n")
	p.until("the import is done", func() bool { return len(p.dialog().Lines) == 1 })
	p.keys("Enter", "Esc")
	p.Paste("[Variant \"brandubh-gorrion\"]\n\n1. d6-f6\n")
	p.keys("End", "b")
	p.Do(panel.Command{ID: "squares"})
	p.says("First mark the squares")
	for _, s := range []string{"f6", "d6"} {
		p.Draw(p.square(s), true, true, 0)
		p.Draw(p.square(s), true, false, 0)
	}
	p.Do(panel.Command{ID: "squares"})
	p.untilRows("Astrid/Odd B/Defenders/2", "Astrid/Odd A/Attackers/2")
}
