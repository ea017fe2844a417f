package argv

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestSplit(t *testing.T) {
	for command, want := range map[string][]string{
		"":                              nil,
		"  ":                            nil,
		"engine -x  2":                  {"engine", "-x", "2"},
		`"my engines/e.sh" -x`:          {"my engines/e.sh", "-x"},
		`'my engines/e.sh' -x`:          {"my engines/e.sh", "-x"},
		`"C:\Program Files\e.exe" -n 1`: {`C:\Program Files\e.exe`, "-n", "1"},
		`C:\engines\e.exe`:              {`C:\engines\e.exe`},
		`e --name="a b" ""`:             {"e", "--name=a b", ""},
		`/home/o'brien/e "it's" 'a "b'`: {"/home/o'brien/e", "it's", `a "b`},
	} {
		if got, err := Split(command); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v; want %q", command, got, err, want)
		}
	}
	for _, command := range []string{`"e`, `e 'x`, `e "a" "`} {
		if got, err := Split(command); !errors.Is(err, ErrQuote) {
			t.Errorf("%s: %q, %v", command, got, err)
		}
	}
}

// TestProgram finds a program whose path has blanks, quoted or not.
func TestProgram(t *testing.T) {
	file := filepath.Join(t.TempDir(), "my own engines", "e.sh")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	for command, want := range map[string][]string{
		file:                     {file},
		" " + file + ` -x "a b"`: {file, "-x", "a b"},
		`"` + file + `" -x`:      {file, "-x"},
		"nowhere/my e.sh -x":     {"nowhere/my", "e.sh", "-x"},
		"go version":             {"go", "version"},
	} {
		if got, err := Program(command); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v; want %q", command, got, err, want)
		}
	}
}
