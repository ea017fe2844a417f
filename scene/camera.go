package scene

import (
	"math"
	"time"
)

// The camera's limits. Angles are in radians.
const (
	fieldOfView = 32 * math.Pi / 180
	pitchUsual  = 55 * math.Pi / 180
	pitchLeast  = 40 * math.Pi / 180
	pitchMost   = 86 * math.Pi / 180
	zoomLeast   = 0.6
	zoomMost    = 3.2
	thinnest    = 0.01 // tangent of half the field of view below which the view counts as flat
	margin      = 0.97 // how much of the free area the set fills
	marginFlat  = 0.985
)

// pose is everything about the camera that eases towards a goal.
type pose struct {
	yaw, pitch float64
	zoom       float64
	panX, panZ float64
	flat       float64 // 0 is perspective, 1 orthographic from above
	inset      [4]float64
}

// Camera looks at the board. Whatever is asked of it, it eases there; only
// resizing takes effect at once.
type Camera struct {
	now, goal pose
	flipped   bool
	orbited   float64 // yaw that the player added to the seat's own
	pitch     float64 // pitch of the view in perspective
	flat      bool
	started   bool
	resized   bool // since the last insets
	w, h      int
	points    []Vec   // what must be seen
	trays     int     // where among the points those of the trays begin, which the flat view may leave out
	edge      float32 // of the board, across
	reach     float64
	bound     float64 // how far the middle of the view may be moved
	glance    *Vec    // what it looks at for a moment; nil: nothing
	slowly    bool    // on its way to a glance or back
	refused   bool    // somebody moved it himself instead
	lens      *Lens   // of a photograph; nil: none is taken
	version   uint64
	fit       fit
}

// fit is the camera that follows from a pose.
type fit struct {
	right, up, fwd [3]float64
	target         [3]float64
	dist           float64 // from the target, infinite in effect when flat
	tan            float64 // tangent of half the vertical field of view
	half           float64 // half the height of the view at the target
	ortho          bool
	shiftX, shiftY float64 // of the optical middle, in NDC
	view, proj     Mat
	near, far      float64
}

func newCamera() *Camera {
	c := &Camera{w: 1280, h: 720}
	c.Reset()
	c.now = c.goal
	return c
}

// frame makes the camera show a stage.
func (c *Camera) frame(st *Stage) {
	w, h := st.Reach()
	c.points = c.points[:0]
	for _, sx := range []float32{-1, 1} {
		for _, sz := range []float32{-1, 1} {
			x, z := sx*(w+Frame), sz*(h+Frame)
			c.points = append(c.points, Vec{x, 0, z}, Vec{x, -Thick, z}, Vec{sx * w, Tall, sz * (h - 0.2)})
		}
	}
	c.trays, c.edge = len(c.points), h+Frame
	if st.Hands[0]+st.Hands[1] > 0 {
		c.trays = 1 << 10 // who puts pieces on the board sees them
	}
	for i := range st.Kinds {
		side := st.Kinds[i].Side
		t := st.Tray(side.Other())
		if h := st.Hand(side); st.Hands[side] > 0 {
			t = Tray{t.MinX, min(t.MinZ, h.MinZ), t.MaxX, max(t.MaxZ, h.MaxZ)}
			c.points = append(c.points, Vec{h.MinX, Floor + Tall, h.MinZ}, Vec{h.MaxX, Floor + Tall, h.MinZ})
		}
		// over the men who lie there
		c.points = append(c.points, Vec{t.MinX, Floor + 2*Broad, t.MinZ}, Vec{t.MaxX, Floor + 2*Broad, t.MinZ},
			Vec{t.MinX, -Thick, t.MinZ}, Vec{t.MaxX, -Thick, t.MinZ}, Vec{t.MinX, -Thick, t.MaxZ},
			Vec{t.MaxX, -Thick, t.MaxZ})
	}
	c.reach = float64(max(w, h)+Frame) * 1.5
	c.bound = float64(max(w, h))
	c.changed()
}

// Resize says how large the picture is, in pixels.
func (c *Camera) Resize(w, h int) {
	if w > 0 && h > 0 && (w != c.w || h != c.h) {
		c.w, c.h, c.resized = w, h, true
		c.changed()
	}
}

// Insets says how many pixels at each side of the picture are covered by
// panels. The first time, and after the picture was resized, they take effect
// at once.
func (c *Camera) Insets(left, top, right, bottom int) {
	in := [4]float64{float64(left), float64(top), float64(right), float64(bottom)}
	atOnce := !c.started || c.resized
	c.goal.inset, c.resized = in, false
	if atOnce && in != c.now.inset {
		c.now.inset = in
		c.changed()
	}
}

// Orbit turns the camera by dx about the board and tips it by dy, in radians.
// It does nothing in the flat view.
func (c *Camera) Orbit(dx, dy float32) {
	if c.flat {
		return
	}
	c.Return()
	c.orbited += float64(dx)
	c.pitch = min(max(c.pitch+float64(dy), pitchLeast), pitchMost)
	c.aim()
}

// Zoom brings the board f times as near.
func (c *Camera) Zoom(f float32) {
	c.Return()
	c.goal.zoom = min(max(c.goal.zoom*float64(f), zoomLeast), zoomMost)
}

// ZoomAt is Zoom with the point of the board under (x, y) staying there.
func (c *Camera) ZoomAt(f, x, y float32) {
	before := c.goal.zoom
	c.Zoom(f)
	at, ok := c.hit(x, y, 0)
	if k := 1 - before/c.goal.zoom; ok && k != 0 {
		c.moveTo(c.goal.panX+(float64(at.X)-c.now.panX)*k, c.goal.panZ+(float64(at.Z)-c.now.panZ)*k)
	}
}

// Pan drags the board along from one point of the picture to another.
func (c *Camera) Pan(x0, y0, x1, y1 float32) {
	a, ok1 := c.hit(x0, y0, 0)
	b, ok2 := c.hit(x1, y1, 0)
	if ok1 && ok2 {
		c.moveTo(c.goal.panX+float64(a.X-b.X), c.goal.panZ+float64(a.Z-b.Z))
	}
}

func (c *Camera) moveTo(x, z float64) {
	c.Return()
	c.goal.panX = min(max(x, -c.bound), c.bound)
	c.goal.panZ = min(max(z, -c.bound), c.bound)
}

// Reset takes back what orbiting, zooming and panning did.
func (c *Camera) Reset() {
	c.orbited = math.Remainder(c.orbited, 2*math.Pi)
	c.now.yaw = nearTurn(c.now.yaw, c.seat()+c.orbited)
	c.orbited, c.pitch = 0, pitchUsual
	c.goal.zoom, c.goal.panX, c.goal.panZ = 1, 0, 0
	c.aim()
}

// nearTurn returns yaw, whole turns added, nearest to goal.
func nearTurn(yaw, goal float64) float64 { return goal + math.Remainder(yaw-goal, 2*math.Pi) }

// Flip shows the board from the other player's seat.
func (c *Camera) Flip() {
	c.flipped = !c.flipped
	c.aim()
}

// Flipped reports whether the board is seen from the far seat.
func (c *Camera) Flipped() bool { return c.flipped }

// SetFlat chooses the flat view from above or the view in perspective.
func (c *Camera) SetFlat(on bool) {
	if c.flat != on {
		c.flat = on
		c.aim()
	}
}

// Flat reports whether the flat view is chosen.
func (c *Camera) Flat() bool { return c.flat }

// Flatness returns how far the view is on its way from perspective (0) to
// flat (1).
func (c *Camera) Flatness() float32 { return float32(c.now.flat) }

func (c *Camera) seat() float64 {
	if c.flipped {
		return math.Pi
	}
	return 0
}

func (c *Camera) aim() {
	c.Return()
	if c.flat {
		c.goal.yaw, c.goal.pitch, c.goal.flat = c.seat(), math.Pi/2, 1
		return
	}
	c.goal.yaw, c.goal.pitch, c.goal.flat = c.seat()+c.orbited, c.pitch, 0
}

// Skip brings the camera to its goal at once, for a first picture.
func (c *Camera) Skip() {
	c.Return()
	c.slowly = false
	if c.now != c.goal {
		c.now = c.goal
		c.changed()
	}
}

// Busy reports whether the camera still moves.
func (c *Camera) Busy() bool { return c.now != c.heading() }

// How the camera looks at something for a moment.
const (
	glanceNear  = 1.45 // times as near
	glanceShare = 0.55 // of the way from the middle of the board it goes there
)

// look has the camera ease to a place, until Return. The flat view shows all there
// is and stays.
func (c *Camera) look(at Vec) {
	if !c.flat && c.glance == nil {
		c.glance, c.slowly = &at, true
	}
}

// Return ends a short scene: the camera goes back to where it was. Whatever is
// asked of the camera ends it, too.
func (c *Camera) Return() { c.glance, c.refused = nil, true }

// heading returns the pose that the camera eases to, which is the goal of the player's
// own moves or, for a moment, that of a look at something.
func (c *Camera) heading() pose {
	g := c.goal
	if c.glance != nil {
		g.zoom = min(g.zoom*glanceNear, zoomMost)
		g.panX += (float64(c.glance.X) - g.panX) * glanceShare
		g.panZ += (float64(c.glance.Z) - g.panZ) * glanceShare
	}
	return g
}

// How quickly the camera follows, in seconds.
const (
	followQuick = 0.055
	followFlat  = 0.14
	followSlow  = 0.32 // to a short scene and back
)

func (c *Camera) advance(d time.Duration) {
	c.started = true
	g := c.heading()
	if c.now == g {
		c.slowly = c.slowly && c.glance != nil
		return
	}
	s := d.Seconds()
	quick, slow := 1-math.Exp(-s/followQuick), 1-math.Exp(-s/followFlat)
	if c.slowly {
		quick = 1 - math.Exp(-s/followSlow)
	}
	n := &c.now
	follow(&n.zoom, g.zoom, quick, 0.06*s, 1e-3)
	follow(&n.panX, g.panX, quick, 0.25*s, 2e-3)
	follow(&n.panZ, g.panZ, quick, 0.25*s, 2e-3)
	follow(&n.yaw, g.yaw, slow, 0.05*s, 5e-4)
	follow(&n.pitch, g.pitch, slow, 0.05*s, 5e-4)
	follow(&n.flat, g.flat, slow, 0.1*s, 2e-3)
	for i := range n.inset {
		follow(&n.inset[i], g.inset[i], slow, 20*s, 0.5)
	}
	c.changed()
}

// follow moves v a share of the way to goal, but no less than so much, so that it does
// not creep for long, and lands when it is close.
func follow(v *float64, goal, share, least, close float64) {
	far := math.Abs(goal - *v)
	if step := max(far*share, least); far-step >= close {
		*v += math.Copysign(step, goal-*v)
	} else {
		*v = goal
	}
}

func (c *Camera) changed() {
	c.version++
	c.solve()
}

// View returns the matrix from the world to the camera.
func (c *Camera) View() Mat { return c.fit.view }

// Proj returns the matrix from the camera to the picture.
func (c *Camera) Proj() Mat { return c.fit.proj }

// Eye returns where the camera stands.
func (c *Camera) Eye() Vec {
	f := &c.fit
	d := min(f.dist, 500)
	return vec(add(f.target, f.fwd, -d))
}

// Toward returns the direction in which the camera looks.
func (c *Camera) Toward() Vec { return vec(c.fit.fwd) }

// Ortho reports whether the picture has no perspective at this moment.
func (c *Camera) Ortho() bool { return c.fit.ortho }

// Project returns where a point of the world is seen, from -1 to 1, y up.
func (c *Camera) Project(v Vec) (x, y float32) {
	f := &c.fit
	px, py, pz := f.toCamera(v)
	kx, ky := f.scale(c.aspect(), pz)
	return float32(px*kx + f.shiftX), float32(py*ky + f.shiftY)
}

// scale returns what a length at depth z counts for in NDC.
func (f *fit) scale(aspect, z float64) (kx, ky float64) {
	half := f.half
	if !f.ortho {
		half = (f.dist + z) * f.tan
	}
	return 1 / (half * aspect), 1 / half
}

func (c *Camera) aspect() float64 { return float64(c.w) / float64(c.h) }

// toCamera returns v along the camera's axes, seen from the target.
func (f *fit) toCamera(v Vec) (x, y, z float64) {
	d := [3]float64{float64(v.X) - f.target[0], float64(v.Y) - f.target[1], float64(v.Z) - f.target[2]}
	return dot(d, f.right), dot(d, f.up), dot(d, f.fwd)
}

func dot(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func add(a, b [3]float64, k float64) [3]float64 {
	return [3]float64{a[0] + b[0]*k, a[1] + b[1]*k, a[2] + b[2]*k}
}

func vec(a [3]float64) Vec { return Vec{float32(a[0]), float32(a[1]), float32(a[2])} }
