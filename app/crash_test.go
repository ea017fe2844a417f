package app_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"tafl3d/app/study"
	"tafl3d/game/record"
	"tafl3d/internal/await"
	"tafl3d/panel"
)

// crashing is the environment variable with the folder of the process to be killed.
const crashing = "TAFL3D_TEST_CRASHING"

// TestStudyCrash kills a working program repeatedly: the remaining study is always readable and contains each
// change that was written.
func TestStudyCrash(t *testing.T) {
	if dir := os.Getenv(crashing); dir != "" {
		work(t, dir)
		return
	}
	if testing.Short() {
		t.Skip("starts programs; not in a short run")
	}
	dir := t.TempDir()
	last := 0
	for round := range 5 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestStudyCrash$")
		cmd.Env = append(os.Environ(), crashing+"="+dir)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		said := last
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if n, err := strconv.Atoi(lines.Text()); err == nil {
				if said = n; said >= last+20+7*round { // anywhere between two changes
					break
				}
			}
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if last = changes(t, dir); last < said {
			t.Fatalf("%d changes were written, %d are left", said, last)
		}
		if last == 0 {
			t.Fatal("nothing was written")
		}
	}
}

// changes returns the number of changes in the study of a folder.
func changes(t *testing.T, dir string) int {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, study.File))
	if err != nil {
		t.Fatal(err)
	}
	games, err := record.Read(string(data), record.Options{})
	if err != nil || len(games) != 1 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	n, _ := strconv.Atoi(games[0].Root.Comment)
	return n
}

// work changes a study endlessly and prints each change that has reached the disk.
func work(t *testing.T, dir string) {
	p := open(t, dir, nil)
	p.Do(panel.Command{ID: "study"})
	if p.has("kept") {
		p.Do(panel.Command{ID: "kept"})
	} else {
		p.Do(panel.Command{ID: "close"})
		p.Paste(studied)
	}
	n := 0
	if p.Board().Game().Studied != nil && p.list() != "" {
		p.frame()
		n, _ = strconv.Atoi(strings.Split(p.list(), "/")[0])
	}
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		n++
		p.keys("Home", "w")
		p.keys("Ctrl-a")
		p.write(fmt.Sprint(n))
		p.keys("Enter")
		await.Poll{Interval: 100 * time.Microsecond}.Until(t, "a change does not reach the disk",
			func() bool { return changes(t, dir) >= n || !p.frame() })
		fmt.Println(n)
	}
}
