package render

import (
	"image"
	"unsafe"

	"tafl3d/render/gl"
)

// textureUpload is a texture upload in progress, level by level and row by row, so that large textures do not stall
// animation.
type textureUpload struct {
	texture    uint32
	levels     []*image.NRGBA
	repeat     bool
	room       bool // memory is allocated
	level, row int  // the next to upload
}

// portion is the number of bytes to upload between two pictures.
const portion = 8 << 20

// load allocates memory and then uploads rows of at most most bytes, but at least one row. It returns the
// number of bytes.
func (f *textureUpload) load(most int) (n int) {
	gl.BindTexture(gl.TEXTURE_2D, f.texture)
	if !f.room {
		f.room = true
		reserve(f.levels, f.repeat)
		return len(f.levels[0].Pix)
	}
	for f.level < len(f.levels) {
		m := f.levels[f.level]
		left := m.Rect.Dy() - f.row
		rows := min(left, max((most-n)/m.Stride, 0))
		if rows == 0 && n > 0 {
			return n
		}
		rows = max(rows, 1)
		gl.TexSubImage2D(gl.TEXTURE_2D, int32(f.level), 0, int32(f.row), int32(m.Rect.Dx()), int32(rows), gl.RGBA,
			gl.UNSIGNED_BYTE, unsafe.Pointer(&m.Pix[f.row*m.Stride]))
		n += rows * m.Stride
		f.row += rows
		if rows == left {
			f.level, f.row = f.level+1, 0
		}
	}
	return n
}

// load uploads at most most bytes of the pending textures, but at least a row. It reports whether all uploads
// are complete.
func (s *resources) load(most int) bool {
	defer scratch()()
	for len(s.pending) > 0 && most > 0 {
		f := &s.pending[0]
		most -= f.load(most)
		if f.level == len(f.levels) {
			s.pending = s.pending[1:]
		}
	}
	return len(s.pending) == 0
}

// loadAll completes all uploads.
func (s *resources) loadAll() {
	for !s.load(portion) {
	}
}

// deliver continues to upload the models in another size for the current stage, and shows them when they are
// complete. If a full picture takes long, it waits until nothing moves.
func (p *painter) deliver(moving bool) {
	s := p.coming
	if s == nil || moving && p.pace.Drafts() {
		return
	}
	if s.key != p.carver.wanted || s.detail != p.grade.detail {
		p.cancelUpload()
		return
	}
	if s.load(portion) {
		p.coming = nil
		p.place(s)
	}
}

// cancelUpload cancels an upload.
func (p *painter) cancelUpload() {
	if p.coming != nil {
		p.coming.dispose()
		p.coming = nil
	}
}

// place replaces the current shelf.
func (p *painter) place(s *resources) {
	p.fresh = p.resources == nil || p.resources.key != s.key
	p.clear()
	p.resources, p.whole, p.dusk = s, true, true
}

// brief reports whether the current draft will be replaced at once by a cached full version, so that a full
// picture of it is not worthwhile.
func (p *painter) brief() bool { return p.ready() && p.resources.brief && p.carving() }
