package vector

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var write = flag.Bool("write", false, "write the files instead of comparing them")

// TestGenerated: the vector code of ai/net is what Files returns.
func TestGenerated(t *testing.T) {
	code, stubs, err := Files()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{CodeFile: code, StubFile: stubs} {
		file := filepath.Join("..", "..", "ai", "net", name)
		if *write {
			if err := os.WriteFile(file, want, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what go generate in ai/net writes (%v)", name, err)
		}
	}
}
