package archtest

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// most is how many columns a line of code has at most; a tab counts as four.
const most = 120

// TestColumns holds every line of Go at 120 columns. Lines of data in a raw text (boards, JSON, scripts) and texts
// without a blank (paths of drawings, positions) may be longer.
func TestColumns(t *testing.T) {
	n := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err == nil && d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != "../..":
			return fs.SkipDir
		case err != nil || d.IsDir() || filepath.Ext(path) != ".go":
			return err
		}
		src, err := os.ReadFile(path)
		for _, line := range longLines(src) {
			t.Errorf("%s:%d is longer than %d columns", path, line, most)
		}
		n++
		return err
	})
	if err != nil || n < 500 {
		t.Fatalf("%d files were read, %v", n, err)
	}
}

// longLines returns the numbers of the lines of a source that are too long.
func longLines(src []byte) (long []int) {
	data := dataLines(src)
	for i, line := range strings.Split(string(src), "\n") {
		if utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")) > most && !data[i+1] {
			long = append(long, i+1)
		}
	}
	return long
}

// dataLines returns the lines that hold a part of a raw text, or a text that cannot be divided at a blank.
func dataLines(src []byte) map[int]bool {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, 0)
	data := map[int]bool{}
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return data
		}
		if tok != token.STRING || text[0] != '`' && (len(text) < most-40 || strings.Contains(text, " ")) {
			continue
		}
		first := file.Line(pos)
		for line := first; line <= first+strings.Count(text, "\n"); line++ {
			data[line] = true
		}
	}
}

func TestLongLines(t *testing.T) {
	long := strings.Repeat("x", most)
	src := "package p\n\nvar a = b(" + long + ")\n\nvar c = `" + long + "\n" + long + "`\n\n// " + long + "\n"
	if got := longLines([]byte(src)); len(got) != 2 || got[0] != 3 || got[1] != 8 {
		t.Errorf("lines %v are too long, want 3 and 8", got)
	}
}
