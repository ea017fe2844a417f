package scene

import (
	"math"
	"time"
)

// Camera limits. Angles are in radians.
const (
	fieldOfView = 32 * math.Pi / 180
	pitchUsual  = 55 * math.Pi / 180
	pitchLeast  = 40 * math.Pi / 180
	pitchMost   = 86 * math.Pi / 180
	zoomLeast   = 0.6
	zoomMost    = 3.2
	thinnest    = 0.01 // tangent of half the field of view; below it the view counts as flat
	margin      = 0.97 // share of the free area that the set fills
	marginFlat  = 0.985
)

// pose holds the camera parameters that are animated towards a goal.
type pose struct {
	yaw, pitch float64
	zoom       float64
	panX, panZ float64
	flat       float64 // 0 is perspective, 1 is orthographic from above
	inset      [4]float64
}

// Camera looks at the board. Changes are animated, except for Resize, which takes effect at once.
type Camera struct {
	now, goal pose
	flipped   bool
	orbited   float64 // yaw that the player added to the yaw of the seat
	pitch     float64 // pitch of the perspective view
	flat      bool
	started   bool
	resized   bool // since the last call of Insets
	w, h      int
	points    []Vec   // points that must be visible
	trays     int     // index of the first tray point; the flat view may leave the trays out
	edge      float32 // width of the board
	reach     float64
	bound     float64 // limit for moving the centre of the view
	glance    *Vec    // temporary target; nil if there is none
	slowly    bool    // moving to a glance or back
	refused   bool    // the player moved the camera instead
	lens      *Lens   // lens of a photograph; nil for the usual camera
	version   uint64
	fit       fit
}

// fit holds the projection computed from a pose.
type fit struct {
	right, up, fwd [3]float64
	target         [3]float64
	dist           float64 // distance from the target; very large in the flat view
	tan            float64 // tangent of half the vertical field of view
	half           float64 // half the height of the view at the target
	ortho          bool
	shiftX, shiftY float64 // offset of the optical centre, in NDC
	view, proj     Mat
	near, far      float64
}

func newCamera() *Camera {
	c := &Camera{w: 1280, h: 720}
	c.Reset()
	c.now = c.goal
	return c
}

// frame fits the camera to a stage.
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
		c.trays = 1 << 10 // show the trays to a player who puts pieces on the board
	}
	for i := range st.Kinds {
		side := st.Kinds[i].Side
		t := st.Tray(side.Other())
		if h := st.Hand(side); st.Hands[side] > 0 {
			t = Tray{t.MinX, min(t.MinZ, h.MinZ), t.MaxX, max(t.MaxZ, h.MaxZ)}
			c.points = append(c.points, Vec{h.MinX, Floor + Tall, h.MinZ}, Vec{h.MaxX, Floor + Tall, h.MinZ})
		}
		// above the captured pieces in the tray
		c.points = append(c.points, Vec{t.MinX, Floor + 2*Broad, t.MinZ}, Vec{t.MaxX, Floor + 2*Broad, t.MinZ},
			Vec{t.MinX, -Thick, t.MinZ}, Vec{t.MaxX, -Thick, t.MinZ}, Vec{t.MinX, -Thick, t.MaxZ},
			Vec{t.MaxX, -Thick, t.MaxZ})
	}
	c.reach = float64(max(w, h)+Frame) * 1.5
	c.bound = float64(max(w, h))
	c.changed()
}

// Resize sets the size of the picture in pixels.
func (c *Camera) Resize(w, h int) {
	if w > 0 && h > 0 && (w != c.w || h != c.h) {
		c.w, c.h, c.resized = w, h, true
		c.changed()
	}
}

// Insets sets the width in pixels that panels cover at each side of the picture. The first call, and the
// first call after a Resize, take effect at once.
func (c *Camera) Insets(left, top, right, bottom int) {
	in := [4]float64{float64(left), float64(top), float64(right), float64(bottom)}
	atOnce := !c.started || c.resized
	c.goal.inset, c.resized = in, false
	if atOnce && in != c.now.inset {
		c.now.inset = in
		c.changed()
	}
}

// Orbit rotates the camera about the board by dx and tilts it by dy, in radians. It does nothing in the flat
// view.
func (c *Camera) Orbit(dx, dy float32) {
	if c.flat {
		return
	}
	c.Return()
	c.orbited += float64(dx)
	c.pitch = min(max(c.pitch+float64(dy), pitchLeast), pitchMost)
	c.aim()
}

// Zoom multiplies the magnification by f.
func (c *Camera) Zoom(f float32) {
	c.Return()
	c.goal.zoom = min(max(c.goal.zoom*float64(f), zoomLeast), zoomMost)
}

// ZoomAt zooms by f and keeps the point of the board under (x, y) in its place.
func (c *Camera) ZoomAt(f, x, y float32) {
	before := c.goal.zoom
	c.Zoom(f)
	at, ok := c.hit(x, y, 0)
	if k := 1 - before/c.goal.zoom; ok && k != 0 {
		c.moveTo(c.goal.panX+(float64(at.X)-c.now.panX)*k, c.goal.panZ+(float64(at.Z)-c.now.panZ)*k)
	}
}

// Pan moves the board so that the point under (x0, y0) follows the pointer to (x1, y1).
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

// Reset undoes orbiting, zooming and panning.
func (c *Camera) Reset() {
	c.orbited = math.Remainder(c.orbited, 2*math.Pi)
	c.now.yaw = nearTurn(c.now.yaw, c.seat()+c.orbited)
	c.orbited, c.pitch = 0, pitchUsual
	c.goal.zoom, c.goal.panX, c.goal.panZ = 1, 0, 0
	c.aim()
}

// nearTurn returns the angle equal to yaw, modulo a full turn, that is nearest to goal.
func nearTurn(yaw, goal float64) float64 { return goal + math.Remainder(yaw-goal, 2*math.Pi) }

// Flip shows the board from the opposite seat.
func (c *Camera) Flip() {
	c.flipped = !c.flipped
	c.aim()
}

// Flipped reports whether the board is seen from the opposite seat.
func (c *Camera) Flipped() bool { return c.flipped }

// SetFlat selects the flat view from above or the perspective view.
func (c *Camera) SetFlat(on bool) {
	if c.flat != on {
		c.flat = on
		c.aim()
	}
}

// Flat reports whether the flat view is selected.
func (c *Camera) Flat() bool { return c.flat }

// Flatness returns the progress of the change from perspective (0) to flat (1).
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

// Skip moves the camera to its goal at once, for a first picture.
func (c *Camera) Skip() {
	c.Return()
	c.slowly = false
	if c.now != c.goal {
		c.now = c.goal
		c.changed()
	}
}

// Busy reports whether the camera is still moving.
func (c *Camera) Busy() bool { return c.now != c.heading() }

// Parameters of a glance.
const (
	glanceNear  = 1.45 // magnification
	glanceShare = 0.55 // share of the way from the centre of the board
)

// look turns the camera to a place until Return. It does not move the flat view, which shows the whole board.
func (c *Camera) look(at Vec) {
	if !c.flat && c.glance == nil {
		c.glance, c.slowly = &at, true
	}
}

// Return ends a glance: the camera moves back. Every player action on the camera ends it, too.
func (c *Camera) Return() { c.glance, c.refused = nil, true }

// heading returns the goal of the animation: the pose that the player chose or, during a glance, the pose of
// the glance.
func (c *Camera) heading() pose {
	g := c.goal
	if c.glance != nil {
		g.zoom = min(g.zoom*glanceNear, zoomMost)
		g.panX += (float64(c.glance.X) - g.panX) * glanceShare
		g.panZ += (float64(c.glance.Z) - g.panZ) * glanceShare
	}
	return g
}

// Time constants of the animation, in seconds.
const (
	followQuick = 0.055
	followFlat  = 0.14
	followSlow  = 0.32 // to a glance and back
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

// follow moves v towards goal by a share of the distance, at least by least, and sets it to goal once it is
// closer than close.
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

// View returns the view matrix (world to camera).
func (c *Camera) View() Mat { return c.fit.view }

// Proj returns the projection matrix (camera to picture).
func (c *Camera) Proj() Mat { return c.fit.proj }

// Eye returns the position of the camera.
func (c *Camera) Eye() Vec {
	f := &c.fit
	d := min(f.dist, 500)
	return vec(add(f.target, f.fwd, -d))
}

// Toward returns the viewing direction.
func (c *Camera) Toward() Vec { return vec(c.fit.fwd) }

// Ortho reports whether the current projection is orthographic.
func (c *Camera) Ortho() bool { return c.fit.ortho }

// Project returns the position of a point of the world in the picture, from -1 to 1, y up.
func (c *Camera) Project(v Vec) (x, y float32) {
	f := &c.fit
	px, py, pz := f.toCamera(v)
	kx, ky := f.scale(c.aspect(), pz)
	return float32(px*kx + f.shiftX), float32(py*ky + f.shiftY)
}

// scale returns the factors from lengths at depth z to NDC.
func (f *fit) scale(aspect, z float64) (kx, ky float64) {
	half := f.half
	if !f.ortho {
		half = (f.dist + z) * f.tan
	}
	return 1 / (half * aspect), 1 / half
}

func (c *Camera) aspect() float64 { return float64(c.w) / float64(c.h) }

// toCamera returns v in camera axes relative to the target.
func (f *fit) toCamera(v Vec) (x, y, z float64) {
	d := [3]float64{float64(v.X) - f.target[0], float64(v.Y) - f.target[1], float64(v.Z) - f.target[2]}
	return dot(d, f.right), dot(d, f.up), dot(d, f.fwd)
}

func dot(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func add(a, b [3]float64, k float64) [3]float64 {
	return [3]float64{a[0] + b[0]*k, a[1] + b[1]*k, a[2] + b[2]*k}
}

func vec(a [3]float64) Vec { return Vec{float32(a[0]), float32(a[1]), float32(a[2])} }
