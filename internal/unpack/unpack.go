// Package unpack reads files of games that are packed.
package unpack

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"

	"tafl3d/game"
)

// packed are the first bytes of archives that Reader does not read, by name.
var packed = map[string]string{
	"PK\x03\x04": "zip", "BZh": "bzip2", "\xfd7zXZ\x00": "xz", "\x28\xb5\x2f\xfd": "zstd", "7z\xbc\xaf\x27\x1c": "7z",
	"Rar!\x1a\x07": "rar",
}

// Reader returns the text of a file of games: that of a file packed by gzip, whatever its name, and any other file as
// it is. It buffers. The error names archives of other kinds.
func Reader(in io.Reader) (io.Reader, error) {
	b := bufio.NewReaderSize(in, 1<<16)
	start, err := b.Peek(6)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	for magic, kind := range packed {
		if bytes.HasPrefix(start, []byte(magic)) {
			return nil, game.Faultf("it is packed (%s): unpack it first", kind)
		}
	}
	if !bytes.HasPrefix(start, []byte{0x1f, 0x8b}) {
		return b, nil
	}
	g, err := gzip.NewReader(b)
	return &unpacker{g}, whole(err)
}

// unpacker reads what gzip has packed.
type unpacker struct{ in *gzip.Reader }

// Read implements io.Reader.
func (u *unpacker) Read(p []byte) (int, error) {
	n, err := u.in.Read(p)
	return n, whole(err)
}

// whole says an error of gzip about the file in our words.
func whole(err error) error {
	for _, bad := range []error{io.ErrUnexpectedEOF, gzip.ErrHeader, gzip.ErrChecksum} {
		if errors.Is(err, bad) {
			return game.Faultf("the packed file is damaged")
		}
	}
	return err
}
