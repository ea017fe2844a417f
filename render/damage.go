package render

import (
	"math"

	"tafl3d/scene"
)

// area is a rectangle of the picture or of the shadow map, in pixels, y up. It is empty when x1 <= x0.
type area struct{ x0, y0, x1, y1 int }

func (a area) empty() bool { return a.x1 <= a.x0 || a.y1 <= a.y0 }

func (a area) size() int {
	if a.empty() {
		return 0
	}
	return (a.x1 - a.x0) * (a.y1 - a.y0)
}

func (a area) with(b area) area {
	switch {
	case a.empty():
		return b
	case b.empty():
		return a
	}
	return area{min(a.x0, b.x0), min(a.y0, b.y0), max(a.x1, b.x1), max(a.y1, b.y1)}
}

func (a area) within(b area) area {
	return area{max(a.x0, b.x0), max(a.y0, b.y0), min(a.x1, b.x1), min(a.y1, b.y1)}
}

func (a area) meets(b area) bool { return !a.within(b).empty() }

// merge adds b to areas. It joins areas that are close together, because each area costs a traversal of the
// scene.
func merge(areas []area, b area) []area {
	if b.empty() {
		return areas
	}
	for i := 0; i < len(areas); i++ {
		both := areas[i].with(b)
		if areas[i].meets(b) || both.size() <= (areas[i].size()+b.size())*5/4 {
			areas[i] = areas[len(areas)-1]
			return merge(areas[:len(areas)-1], both)
		}
	}
	return append(areas, b)
}

// bounds is an axis-aligned box in the world.
type bounds struct{ min, max scene.Vec }

func (b bounds) corners() [8]scene.Vec {
	var c [8]scene.Vec
	for i := range c {
		c[i] = b.min
		if i&1 != 0 {
			c[i].X = b.max.X
		}
		if i&2 != 0 {
			c[i].Y = b.max.Y
		}
		if i&4 != 0 {
			c[i].Z = b.max.Z
		}
	}
	return c
}

// swept returns the corners of b and of its shadow on the plane at height y.
func (b bounds) swept(l scene.Vec, y float32) []scene.Vec {
	points := make([]scene.Vec, 0, 16)
	for _, c := range b.corners() {
		points = append(points, c)
		if c.Y > y {
			points = append(points, c.Add(l.Scale((y-c.Y)/l.Y)))
		}
	}
	return points
}

// seen returns the area that the points cover in a picture of w by h pixels.
func seen(points []scene.Vec, w, h int, project func(scene.Vec) (x, y float32)) area {
	minX, minY := math.Inf(1), math.Inf(1)
	maxX, maxY := math.Inf(-1), math.Inf(-1)
	for _, p := range points {
		x, y := project(p)
		minX, maxX = min(minX, float64(x)), max(maxX, float64(x))
		minY, maxY = min(minY, float64(y)), max(maxY, float64(y))
	}
	const room = 3 // for soft edges
	a := area{pixel(minX, w) - room, pixel(minY, h) - room, pixel(maxX, w) + room + 1, pixel(maxY, h) + room + 1}
	return a.within(area{0, 0, w, h})
}

func pixel(v float64, n int) int { return int(math.Floor((min(max(v, -4), 4)*0.5 + 0.5) * float64(n))) }

// thing is an object that may change between pictures.
type thing struct {
	key   int
	state any  // comparable; a different value means a different appearance
	area  area // area of the picture that the object and its shadow cover
	dark  area // area of the shadow map that the object covers
	seen  bool // present in this picture
}

// damageTracker stores what the last picture showed.
type damageTracker struct {
	things map[int]*thing
	areas  []area // damaged in the picture
	dark   []area // damaged in the shadow map
}

// note records an object of the new picture.
func (l *damageTracker) note(key int, state any, picture, dark area) {
	if l.things == nil {
		l.things = map[int]*thing{}
	}
	old := l.things[key]
	if old == nil {
		old = &thing{key: key}
		l.things[key] = old
	}
	if old.state != state {
		l.areas = merge(merge(l.areas, old.area), picture)
		l.dark = merge(merge(l.dark, old.dark), dark)
	}
	old.state, old.area, old.dark, old.seen = state, picture, dark, true
}

// settle ends a picture: objects that were not noted are removed. It returns the areas to redraw.
func (l *damageTracker) settle() (picture, dark []area) {
	for key, t := range l.things {
		if !t.seen {
			l.areas = merge(l.areas, t.area)
			l.dark = merge(l.dark, t.dark)
			delete(l.things, key)
		}
		t.seen = false
	}
	picture, dark = l.areas, l.dark
	l.areas, l.dark = nil, nil
	return picture, dark
}
