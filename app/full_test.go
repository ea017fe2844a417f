//go:build linux

package app_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/panel"
)

// smallDisk returns a folder on a separate disk of 8 MiB, and functions that fill and free it.
func smallDisk(t *testing.T) (dir string, fill, free func()) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("tafl3d", dir, "tmpfs", 0, "size=8m"); err != nil {
		t.Skipf("only who may mount a disk can fill one: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	ballast := filepath.Join(dir, "ballast")
	fill = func() {
		t.Helper()
		f, err := os.Create(ballast)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = f.Close() }()
		for _, block := range [][]byte{make([]byte, 1<<20), make([]byte, 1<<12), {0}} {
			for err = nil; err == nil; {
				_, err = f.Write(block)
			}
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
	}
	free = func() {
		t.Helper()
		if err := os.Remove(ballast); err != nil {
			t.Fatal(err)
		}
	}
	return dir, fill, free
}

// TestStudyOnAFullDisk: what was saved before the disk was full stays, a failed save is reported, and it is
// repeated once there is space.
func TestStudyOnAFullDisk(t *testing.T) {
	dir, fill, free := smallDisk(t)
	p := open(t, dir, nil)
	p.Paste(studied)
	p.keys("PageDown", "1")
	study := func() string {
		list, _ := filepath.Glob(filepath.Join(dir, "studies", "*.tafl"))
		if len(list) != 1 {
			return ""
		}
		text, err := os.ReadFile(list[0])
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	p.until("the study is saved", func() bool { return strings.Contains(study(), "d6-f6!") })
	saved := study()
	fill()
	p.keys("PageDown", "2")
	p.until("it is said",
		func() bool { p.frame(); return notSaved.MatchString(p.describe()) })
	if now := study(); now != saved {
		t.Errorf("what was saved has become\n%s", now)
	}
	p.until("no temporary file is left", func() bool { // saving is tried again, with a file each
		left, _ := filepath.Glob(filepath.Join(dir, "studies", "*.tmp"))
		return len(left) == 0
	})
	free()
	p.Close()
	if now := study(); !strings.Contains(now, "d5-f5?") {
		t.Errorf("saved at the end is\n%s", now)
	}
}

// TestGamesOnAFullDisk: a game saved before the disk was full stays in library and folder. A game that ends
// on the full disk is not reported as saved; it is saved once there is space, and is in the library after a
// restart.
func TestGamesOnAFullDisk(t *testing.T) {
	dir, fill, free := smallDisk(t)
	const row = "You/Level 3/Defenders/2"
	play := func(p *person, to string) { // the same turns on one day would be the same game
		t.Helper()
		if err := p.Board().Start(*against()); err != nil {
			t.Fatal(err)
		}
		p.resignedAfter("d6", to)
	}
	p := reads(t, dir)
	play(p, "f6")
	p.until("the end is announced", func() bool { return p.dialogID() == "over" })
	p.keys("Esc", "Ctrl-l")
	p.untilRows(row)
	p.keys("Esc")
	before := p.file(p.only("games/*.json"))
	fill()
	p.clock.forward(time.Hour)
	play(p, "e6")
	p.until("it is said",
		func() bool { p.frame(); return notSaved.MatchString(p.describe()) })
	if now := p.file(p.only("games/*.json")); now != before {
		t.Error("the game that was saved is another now")
	}
	free()
	p.Close()
	if files, _ := filepath.Glob(filepath.Join(dir, "games", "*.json")); len(files) != 2 {
		t.Errorf("kept are %q", files)
	}
	q := reads(t, dir)
	q.keys("Ctrl-l")
	q.untilRows(row, row)
}

// TestReadOnlyHome: without a writable folder the program works and reports that nothing is saved; games of
// an older version can be resumed.
func TestReadOnlyHome(t *testing.T) {
	for _, kept := range []string{"", "2026-11-24"} {
		dir, _, _ := smallDisk(t)
		if kept != "" {
			if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "kept", kept))); err != nil {
				t.Fatal(err)
			}
		}
		if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
			t.Fatal(err)
		}
		english(t)
		p := openWith(t, dir, nil, func(o *app.Options) { o.Library, o.Language = shelf(t, dir), "en" })
		if kept == "" {
			if err := p.Board().Start(*two()); err != nil {
				t.Fatal(err)
			}
			p.click("d1", "b1")
			p.untilMoves(1)
		} else {
			p.wants("resume")
			p.Do(panel.Command{ID: p.dialog().Buttons[0].ID})
			p.until("the game goes on", func() bool { return p.Screen().Dialog == nil && p.moves() == 3 })
			p.click("d5", "f5")
			p.untilMoves(4)
		}
		p.until("it is said", func() bool {
			p.frame()
			return strings.Contains(p.describe(), "-brandubh-gorrion.json: cannot write there")
		})
		p.Close()
	}
}

// notSaved matches the message about a file that does not fit on the disk.
var notSaved = regexp.MustCompile(`Could not save \S+: the disk is full`)
