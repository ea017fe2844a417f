package unpack

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"
)

// TestReader reads packed and plain files alike, and names archives of other kinds.
func TestUnpack(t *testing.T) {
	var two bytes.Buffer
	for _, part := range []string{"1. d6-f6\n", "2. d5-f5\n"} { // gzip files may be joined
		w := gzip.NewWriter(&two)
		if _, err := w.Write([]byte(part)); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct{ file, text, fault string }{
		"plain":     {"1. d6-f6\n", "1. d6-f6\n", ""},
		"empty":     {"", "", ""},
		"short":     {"P", "P", ""},
		"gzip":      {two.String(), "1. d6-f6\n2. d5-f5\n", ""},
		"zip":       {"PK\x03\x04rest", "", "it is compressed (zip): decompress it first"},
		"xz":        {"\xfd7zXZ\x00rest", "", "it is compressed (xz): decompress it first"},
		"truncated": {two.String()[:20], "", "the compressed file is damaged"},
	} {
		in, err := Reader(strings.NewReader(c.file))
		var text []byte
		if err == nil {
			text, err = io.ReadAll(in)
		}
		fault := ""
		if err != nil {
			fault = err.Error()
		}
		if fault != c.fault || fault == "" && string(text) != c.text {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}
