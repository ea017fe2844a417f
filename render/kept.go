package render

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"image"
	"slices"

	"tafl3d/render/carve"
)

// keptHead is what comes first in a kept thing: its model without lists of numbers
// and pictures, and how long those are that follow.
type keptHead struct {
	Model carve.Model
	Parts []keptPart
}

// keptPart is how much a part has of everything.
type keptPart struct {
	Floats  [4]int // the lists of floats of its mesh
	Indices int
	Maps    [maps]image.Point // sizes; zero: none
}

// floats are the lists of a mesh.
func floats(m *carve.Mesh) [4]*[]float32 {
	return [4]*[]float32{&m.Positions, &m.Normals, &m.UVs, &m.Tangents}
}

// encode returns the model with its packed pictures as bytes for the cache: the
// head, and behind it lists and pictures as they lie in memory.
func (t *carvedThing) encode() []byte {
	h := keptHead{Model: t.model}
	h.Model.Parts = slices.Clone(h.Model.Parts)
	var body []byte
	for i := range h.Model.Parts {
		p := &h.Model.Parts[i]
		var k keptPart
		for j, list := range floats(&p.Mesh) {
			k.Floats[j] = len(*list)
			body, _ = binary.Append(body, binary.LittleEndian, *list)
		}
		k.Indices = len(p.Mesh.Indices)
		body, _ = binary.Append(body, binary.LittleEndian, p.Mesh.Indices)
		if m := p.Material.Maps; m != nil {
			for j, pic := range [maps]*image.NRGBA{m.Albedo, m.Normal} {
				k.Maps[j] = pic.Rect.Size()
				body = append(body, pic.Pix...)
			}
		}
		p.Mesh, p.Material.Maps = carve.Mesh{}, nil
		h.Parts = append(h.Parts, k)
	}
	var head bytes.Buffer
	if err := gob.NewEncoder(&head).Encode(&h); err != nil {
		panic(err) // of types that gob cannot hold: the tests would say so
	}
	out := binary.LittleEndian.AppendUint32(nil, uint32(head.Len()))
	return slices.Concat(out, head.Bytes(), body)
}

// errNoThing says that bytes hold no carved thing.
var errNoThing = errors.New("no carved thing")

// decode takes a model out of what encode returned. The model's pictures share its
// memory.
func (t *carvedThing) decode(data []byte) error {
	b := rest{data}
	size := b.take(4)
	if size == nil {
		return errNoThing
	}
	var h keptHead
	if err := gob.NewDecoder(bytes.NewReader(b.take(int(binary.LittleEndian.Uint32(size))))).Decode(&h); err != nil {
		return fmt.Errorf("%w: %w", errNoThing, err)
	}
	if len(h.Parts) != len(h.Model.Parts) {
		return errNoThing
	}
	for i := range h.Parts {
		if !b.part(&h.Model.Parts[i], &h.Parts[i]) {
			return errNoThing
		}
	}
	if len(b.left) > 0 {
		return errNoThing
	}
	t.model = h.Model
	return nil
}

// rest is what of the bytes is yet to be read.
type rest struct{ left []byte }

// take returns the next n bytes, nil where there are no more.
func (r *rest) take(n int) []byte {
	if n < 0 || n > len(r.left) {
		return nil
	}
	b := r.left[:n:n]
	r.left = r.left[n:]
	return b
}

// part fills in lists and pictures of a part. It reports whether they were there.
func (r *rest) part(p *carve.Part, k *keptPart) bool {
	for j, list := range floats(&p.Mesh) {
		if !numbers(r, list, k.Floats[j]) {
			return false
		}
	}
	if !numbers(r, &p.Mesh.Indices, k.Indices) {
		return false
	}
	var pics [maps]*image.NRGBA
	for j, size := range k.Maps {
		if size == (image.Point{}) {
			return j == 0
		}
		pix := r.take(4 * size.X * size.Y)
		if size.X < 1 || size.Y < 1 || pix == nil {
			return false
		}
		pics[j] = &image.NRGBA{Pix: pix, Stride: 4 * size.X, Rect: image.Rectangle{Max: size}}
	}
	p.Material.Maps = &carve.Maps{Albedo: pics[0], Normal: pics[1]}
	return true
}

// numbers reads n numbers of four bytes each.
func numbers[T float32 | uint32](r *rest, into *[]T, n int) bool {
	b := r.take(4 * n)
	if n < 0 || b == nil {
		return false
	}
	*into = make([]T, n)
	_, err := binary.Decode(b, binary.LittleEndian, *into)
	return err == nil
}
