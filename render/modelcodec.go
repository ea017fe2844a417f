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

// modelHeader is the header of a cached model: the model without lists of numbers and textures, and their sizes.
type modelHeader struct {
	Model carve.Model
	Parts []partSizes
}

// partSizes holds the sizes of a part.
type partSizes struct {
	Floats  [4]int // lengths of the float lists of its mesh
	Indices int
	Maps    [maps]image.Point // sizes; zero: none
}

// floats returns pointers to the float lists of a mesh.
func floats(m *carve.Mesh) [4]*[]float32 {
	return [4]*[]float32{&m.Positions, &m.Normals, &m.UVs, &m.Tangents}
}

// encode serializes the model with its packed textures: the header, followed by lists and textures as in
// memory.
func (t *carvedModel) encode() []byte {
	h := modelHeader{Model: t.model}
	h.Model.Parts = slices.Clone(h.Model.Parts)
	var body []byte
	for i := range h.Model.Parts {
		p := &h.Model.Parts[i]
		var k partSizes
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
		panic(err) // unsupported type: a programming error that tests find
	}
	out := binary.LittleEndian.AppendUint32(nil, uint32(head.Len()))
	return slices.Concat(out, head.Bytes(), body)
}

// errNoModel is returned for data that is no carved model.
var errNoModel = errors.New("not a carved model")

// decode reads the result of encode. The textures of the model share the memory of data.
func (t *carvedModel) decode(data []byte) error {
	b := rest{data}
	size := b.take(4)
	if size == nil {
		return errNoModel
	}
	var h modelHeader
	if err := gob.NewDecoder(bytes.NewReader(b.take(int(binary.LittleEndian.Uint32(size))))).Decode(&h); err != nil {
		return fmt.Errorf("%w: %w", errNoModel, err)
	}
	if len(h.Parts) != len(h.Model.Parts) {
		return errNoModel
	}
	for i := range h.Parts {
		if !b.part(&h.Model.Parts[i], &h.Parts[i]) {
			return errNoModel
		}
	}
	if len(b.left) > 0 {
		return errNoModel
	}
	t.model = h.Model
	return nil
}

// rest is the unread part of the data.
type rest struct{ left []byte }

// take returns the next n bytes, or nil if there are fewer.
func (r *rest) take(n int) []byte {
	if n < 0 || n > len(r.left) {
		return nil
	}
	b := r.left[:n:n]
	r.left = r.left[n:]
	return b
}

// part reads lists and textures of a part. It reports whether the data was long enough.
func (r *rest) part(p *carve.Part, k *partSizes) bool {
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

// numbers reads n numbers of four bytes.
func numbers[T float32 | uint32](r *rest, into *[]T, n int) bool {
	b := r.take(4 * n)
	if n < 0 || b == nil {
		return false
	}
	*into = make([]T, n)
	_, err := binary.Decode(b, binary.LittleEndian, *into)
	return err == nil
}
