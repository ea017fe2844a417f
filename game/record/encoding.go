package record

import (
	"bufio"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// decoded returns the text of in as UTF-8, and the name of the encoding if it was UTF-16, recognized by its byte
// order mark or by zero bytes in its first letters.
func decoded(in io.Reader) (*bufio.Reader, string) {
	b := bufio.NewReaderSize(in, 1<<16)
	start, _ := b.Peek(4)
	order := unicode.LittleEndian
	switch {
	case len(start) < 4:
		return b, ""
	case start[0] == 0xfe && start[1] == 0xff, start[0] == 0 && start[1] != 0 && start[2] == 0:
		order = unicode.BigEndian
	case start[0] == 0xff && start[1] == 0xfe, start[0] != 0 && start[1] == 0 && start[3] == 0:
	default:
		return b, ""
	}
	utf16 := unicode.UTF16(order, unicode.UseBOM)
	return bufio.NewReaderSize(utf16.NewDecoder().Reader(b), 1<<16), "UTF-16"
}

// utf8 returns a line as UTF-8. Other text is read as Windows-1252, which includes Latin-1.
func (r *Reader) utf8(line []byte) string {
	if utf8.Valid(line) {
		return string(line)
	}
	r.encoding = "Windows-1252"
	text, err := charmap.Windows1252.NewDecoder().Bytes(line)
	if err != nil { // cannot happen: every byte is valid
		return string([]rune(string(line)))
	}
	return string(text)
}

// Encoding returns "UTF-16" or "Windows-1252" if some of the text read so far was not UTF-8, else "".
func (r *Reader) Encoding() string { return r.encoding }
