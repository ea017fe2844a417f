// Package unpack reads game files that may be compressed.
package unpack

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"

	"tafl3d/game"
)

// packed maps names of archive formats that Reader does not support to their first bytes.
var packed = map[string]string{
	"PK\x03\x04": "zip", "BZh": "bzip2", "\xfd7zXZ\x00": "xz", "\x28\xb5\x2f\xfd": "zstd", "7z\xbc\xaf\x27\x1c": "7z",
	"Rar!\x1a\x07": "rar",
}

// Reader returns the decompressed text of a game file. It detects gzip by content and returns any other file
// unchanged. The result is buffered. For other archive formats the error names the format.
func Reader(in io.Reader) (io.Reader, error) {
	b := bufio.NewReaderSize(in, 1<<16)
	start, err := b.Peek(6)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	for magic, kind := range packed {
		if bytes.HasPrefix(start, []byte(magic)) {
			return nil, game.Faultf("it is compressed (%s): decompress it first", kind)
		}
	}
	if !bytes.HasPrefix(start, []byte{0x1f, 0x8b}) {
		return b, nil
	}
	g, err := gzip.NewReader(b)
	return &unpacker{g}, whole(err)
}

// unpacker reads gzip data.
type unpacker struct{ in *gzip.Reader }

// Read implements io.Reader.
func (u *unpacker) Read(p []byte) (int, error) {
	n, err := u.in.Read(p)
	return n, whole(err)
}

// whole rewords an error of gzip.
func whole(err error) error {
	for _, bad := range []error{io.ErrUnexpectedEOF, gzip.ErrHeader, gzip.ErrChecksum} {
		if errors.Is(err, bad) {
			return game.Faultf("the compressed file is damaged")
		}
	}
	return err
}
