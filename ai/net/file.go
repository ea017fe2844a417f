//go:build !js || review

package net

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
)

// Read parses a net. The error wraps ErrFormat if data is not a complete net.
func Read(data []byte) (*Net, error) {
	rest, is := bytes.CutPrefix(data, []byte(magic))
	if !is {
		return nil, fmt.Errorf("%w: it does not begin with %q", ErrFormat, magic)
	}
	if len(rest) < sha256.Size {
		return nil, fmt.Errorf("%w: it is cut short", ErrFormat)
	}
	sum := sha256.Sum256(data[:len(data)-sha256.Size])
	if !bytes.Equal(sum[:], data[len(data)-sha256.Size:]) {
		return nil, fmt.Errorf("%w: its checksum is wrong, so it is cut short or damaged", ErrFormat)
	}
	head, body, _ := bytes.Cut(rest[:len(rest)-sha256.Size], []byte("\n"))
	n := &Net{Hash: hex.EncodeToString(sum[:8])}
	if err := json.Unmarshal(head, &n.Head); err != nil {
		return nil, fmt.Errorf("%w: its head: %w", ErrFormat, err)
	}
	if err := n.check(); err != nil {
		return nil, err
	}
	n.tied = n.blank()
	in := bytes.NewReader(body)
	for _, part := range n.tied.parts() {
		if err := binary.Read(in, binary.LittleEndian, part); err != nil {
			return nil, fmt.Errorf("%w: its weights are cut short", ErrFormat)
		}
	}
	if in.Len() > 0 || n.Scale < 1 {
		return nil, fmt.Errorf("%w: %d bytes too many, scale %d", ErrFormat, in.Len(), n.Scale)
	}
	return n, n.expand()
}

// Make returns a net of tied weights: rows by region, kind and square; biases; outputs by side to
// move and stage; and in last, for each output, its bias and its weight of the hand-written
// evaluation. The net gets the hash of its file.
func Make(h Head, rows, bias, out []int16, last []int32) (*Net, error) {
	n := &Net{Head: h, tied: tied{rows, bias, out, last}}
	var file bytes.Buffer
	if err := n.Write(&file); err != nil {
		return nil, err
	}
	return Read(file.Bytes())
}

// Write writes n in the format of Read.
func (n *Net) Write(to io.Writer) error {
	b := bytes.NewBufferString(magic)
	head, err := json.Marshal(n.Head)
	if err != nil {
		return err
	}
	b.Write(append(head, '\n'))
	for _, part := range n.tied.parts() {
		if err := binary.Write(b, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	sum := sha256.Sum256(b.Bytes())
	b.Write(sum[:])
	_, err = to.Write(b.Bytes())
	return err
}
