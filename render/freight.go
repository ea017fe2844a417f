package render

import (
	"image"
	"unsafe"

	"tafl3d/render/gl"
)

// freight is a picture that is on its way to the card, level by level and row by row,
// so that a large one holds up nothing that moves.
type freight struct {
	texture    uint32
	levels     []*image.NRGBA
	repeat     bool
	room       bool // there is room for it
	level, row int  // the next to go
}

// portion is how many bytes go to the card between two pictures.
const portion = 8 << 20

// load first makes room, and then brings rows of at most so many bytes to the card, at
// least one. It returns what that comes to in bytes.
func (f *freight) load(most int) (n int) {
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

// load brings at most so many bytes of the shelf's pictures to the card, at least a
// row. It reports whether all are there.
func (s *shelf) load(most int) bool {
	defer scratch()()
	for len(s.owed) > 0 && most > 0 {
		f := &s.owed[0]
		most -= f.load(most)
		if f.level == len(f.levels) {
			s.owed = s.owed[1:]
		}
	}
	return len(s.owed) == 0
}

// loadAll brings all of the shelf's pictures to the card.
func (s *shelf) loadAll() {
	for !s.load(portion) {
	}
}

// deliver goes on bringing to the card what was carved in another size for the stage
// that is shown, and shows it when all is there. Where a full picture takes long it waits
// for everything to rest.
func (p *painter) deliver(moving bool) {
	s := p.coming
	if s == nil || moving && p.pace.Drafts() {
		return
	}
	if s.key != p.carver.wanted || s.detail != p.grade.detail {
		p.sendBack()
		return
	}
	if s.load(portion) {
		p.coming = nil
		p.place(s)
	}
}

// sendBack lets go of what is on its way to the card.
func (p *painter) sendBack() {
	if p.coming != nil {
		p.coming.dispose()
		p.coming = nil
	}
}

// place puts a shelf in the place of the one before.
func (p *painter) place(s *shelf) {
	p.fresh = p.shelf == nil || p.shelf.key != s.key
	p.clear()
	p.shelf, p.whole, p.dusk = s, true, true
}

// brief reports whether what is shown will make room at once for what lies in the
// cache, so that a full picture of it does not pay.
func (p *painter) brief() bool { return p.ready() && p.shelf.brief && p.carving() }
