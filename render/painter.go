package render

import (
	"fmt"
	"image"
	"slices"
	"time"
	"unsafe"

	"github.com/g3n/engine/core"
	"github.com/g3n/engine/geometry"
	"github.com/g3n/engine/gls"
	"github.com/g3n/engine/renderer"

	"tafl3d/render/gl"
	"tafl3d/render/pace"
	"tafl3d/render/room"
	"tafl3d/scene"
)

// painter draws a scene into its own target. It redraws only the areas that changed since the last picture.
type painter struct {
	opt       Options
	gs        *gls.GLS
	r         *renderer.Renderer
	progs     []uint32
	carver    *carver
	resources *resources
	coming    *resources // uploading, to replace shelf; nil: none
	sky       *sky       // nil until the light of a room is baked
	light     keyLight
	step      int   // quality level, an index of grades
	grade     grade // the level with the overrides of the options
	shadow    *shadowMap
	full      *target // as large as the window
	draft     *target // smaller and faster, while the camera moves; nil: none
	target    *target // the current one of both
	w, h      int     // its size
	passes    []pass
	damage    damageTracker
	eye       eye
	blocks    uint32
	last      block
	whole     bool // redraw the whole picture
	dusk      bool // redraw the whole shadow map
	pace      pace.Pace
	fixed     bool // the quality level is final
	fresh     bool // nothing of the stage has been drawn yet
	drawn     uint64
	quad      *geometry.Geometry // for decals, in the plane y = 0
	panels    panels
	flash     *flash // light of an exposure of a photograph; nil otherwise
	layer     Layer  // the only layer of a cutout; 0: all
	watch     *watch // measures the passes; nil: off
}

// newPainter prepares the current OpenGL context for the requested quality.
func newPainter(opt Options, look scene.Style, c *carver) (p *painter, err error) {
	defer func() {
		if x := recover(); x != nil {
			p, err = nil, fmt.Errorf("%w (%v)", ErrNoOpenGL, x)
		}
	}()
	if err := gl.Init(); err != nil {
		return nil, fmt.Errorf("%w (%v)", ErrNoOpenGL, err)
	}
	p = &painter{opt: opt, carver: c, whole: true}
	if p.gs, err = gls.New(); err != nil {
		return nil, fmt.Errorf("%w (%v)", ErrNoOpenGL, err)
	}
	p.gs.SetCheckErrors(false)
	gl.GenBuffers(1, &p.blocks)
	gl.BindBufferBase(gl.UNIFORM_BUFFER, frameBinding, p.blocks)
	usual, soft := firstGrade(gl.GoStr(gl.GetString(gl.RENDERER)))
	p.fixed, p.pace.Slow = soft, soft
	step, auto := gradeOf(look.Quality)
	if auto {
		step = usual
	}
	p.step, p.grade = step, grades[step].with(p.opt)
	return p, p.open()
}

// open compiles only the program for panels, so that they appear before all other programs are compiled.
func (p *painter) open() error {
	p.r = renderer.NewRenderer(p.gs)
	all := slices.IndexFunc(sources, func(s source) bool { return s.name == progPanel })
	if err := sources[all].register(p.r); err != nil {
		return err
	}
	return p.panels.init(p, progPanel)
}

// canDraw reports whether the painter can draw more than panels.
func (p *painter) canDraw() bool { return p.shadow != nil }

// createResources creates all resources that depend on the quality level.
func (p *painter) createResources(step int) (err error) {
	p.releaseResources()
	p.step, p.grade = step, grades[step].with(p.opt)
	p.r = renderer.NewRenderer(p.gs)
	if p.progs, err = compile(p.r, &p.grade); err != nil {
		return err
	}
	if p.shadow, err = newShadowMap(p.grade.shadow); err != nil {
		return err
	}
	p.quad = quad(false)
	if err := prime(p.gs, p.r, p.quad, progCarved); err != nil {
		return err
	}
	for _, l := range passes {
		made, err := l.make(p)
		if err != nil {
			return fmt.Errorf("pass %s: %w", l.name, err)
		}
		p.passes = append(p.passes, made)
	}
	p.pace = pace.Pace{Budget: p.grade.budget, Slow: p.pace.Slow, Rich: p.grade.samples > 1}
	p.last, p.whole, p.dusk = block{}, true, true
	return p.panels.init(p, progCarved)
}

// releaseResources releases the resources of equip. The old models stay visible until the new size is ready.
func (p *painter) releaseResources() {
	for _, l := range p.passes {
		l.dispose()
	}
	p.panels.dispose()
	p.dropTargets()
	if p.shadow != nil {
		p.shadow.dispose()
	}
	if p.quad != nil {
		p.quad.Dispose()
	}
	p.passes, p.shadow, p.quad = nil, nil, nil
	for _, id := range p.progs {
		gl.DeleteProgram(id)
	}
	p.progs = nil
}

// applyStyle applies the quality and the room that the scene requests. Call it first for each picture.
func (p *painter) applyStyle(look scene.Style) error {
	step, auto := gradeOf(look.Quality)
	if auto {
		step = p.step
		if !p.fixed && p.pace.Full() != 0 {
			step = better(p.step, p.pace.Full())
			p.fixed = step <= p.step // final after the first step down, or if none is needed
		}
	} else {
		p.fixed = false
	}
	if step != p.step || !p.canDraw() {
		if err := p.createResources(step); err != nil {
			return err
		}
	}
	p.applyLight(room.Named(look.Room))
	return nil
}

// applyLight applies the light of a room once it is baked.
func (p *painter) applyLight(r *room.Room) {
	if p.sky != nil && p.sky.Room == r {
		return
	}
	l := r.Ready()
	if l == nil {
		p.carver.bake(r)
		return
	}
	if p.sky != nil {
		p.sky.dispose()
	}
	p.sky, p.whole = newSky(l), true
}

// resize changes the size of the picture.
func (p *painter) resize(w, h int) error {
	if p.full != nil && p.full.w == w && p.full.h == h {
		return nil
	}
	p.dropTargets()
	var err error
	if p.full, err = makeTarget(w, h, p.grade.samples, p.opt.Photograph); err != nil {
		return err
	}
	p.drawInto(p.full)
	return nil
}

func (p *painter) drawInto(t *target) {
	if p.target != t {
		p.target, p.w, p.h, p.whole = t, t.w, t.h, true
	}
}

func (p *painter) dropTargets() {
	for _, t := range []*target{p.full, p.draft} {
		if t != nil {
			t.dispose()
		}
	}
	p.full, p.draft, p.target = nil, nil, nil
	p.pace.Reset()
}

// useDraft selects the full picture or, if that takes longer than the budget, a draft.
func (p *painter) useDraft(on bool) error {
	if !on || !p.pace.Drafts() {
		p.drawInto(p.full)
		return nil
	}
	w, h := p.pace.Size(p.full.w, p.full.h)
	if d := p.draft; d == nil || d.w != w || d.h != h {
		if d != nil {
			d.dispose()
		}
		var err error
		if p.draft, err = newTarget(w, h, 1); err != nil {
			return err
		}
	}
	p.drawInto(p.draft)
	return nil
}

// isDraft reports whether the picture is a draft.
func (p *painter) isDraft() bool { return p.target != p.full }

// measure records the time of a full picture.
func (p *painter) measure(start time.Time) {
	gl.Finish()
	if p.isDraft() {
		p.pace.TookDraft(time.Since(start))
		return
	}
	p.pace.TookFull(time.Since(start))
}

// prepareStage requests the models of the scene and accepts finished ones. It reports whether the stage can
// be drawn.
func (p *painter) prepareStage(sc *scene.Scene) (bool, error) {
	p.carver.want(wishFor(sc, p.grade.detail, p.opt.Seed))
	for {
		select {
		case c := <-p.carver.done:
			if err := p.accept(c); err != nil {
				return false, err
			}
			continue
		default:
		}
		return p.ready(), nil
	}
}

// ready reports whether the stage can be drawn, at least as a draft.
func (p *painter) ready() bool {
	if p.resources == nil || p.sky == nil || p.carver.wanted == "" {
		return false
	}
	of, now := &p.resources.of, &p.carver.asked
	// the other board is being made
	return p.resources.key == p.carver.wanted || of.scene == now.scene && of.staged == now.staged
}

// carving reports whether the full models are still being made.
func (p *painter) carving() bool {
	return p.carver.wanted != "" &&
		(!p.ready() || p.resources.key != p.carver.wanted || p.resources.detail != p.grade.detail)
}

// accept replaces the models. It does so at once or, if a draft of the same stage is visible, after an upload
// in portions (see deliver).
func (p *painter) accept(c *carved) error {
	if c.key != p.carver.wanted {
		return nil
	}
	s, err := uploadStage(p.gs, p.r, c, &p.light)
	if err != nil {
		return err
	}
	s.of = p.carver.asked
	p.cancelUpload()
	if p.carver.drafts && p.resources != nil && p.resources.key == c.key {
		p.coming = s
		return nil
	}
	s.loadAll()
	p.place(s)
	return nil
}

func (p *painter) clear() {
	for _, l := range p.passes {
		l.dispose()
	}
	if p.resources != nil {
		p.resources.dispose()
		p.resources = nil
	}
}

// stale reports whether the scene has changed since the last painting.
func (p *painter) stale(sc *scene.Scene) bool {
	return p.whole || p.drawn != sc.Version() || len(p.carver.done) > 0 || p.sky == nil ||
		wishFor(sc, p.grade.detail, p.opt.Seed) != p.carver.asked
}

// paint updates the target from the scene.
func (p *painter) paint(sc *scene.Scene) error {
	start := time.Now()
	p.drawn = sc.Version()
	ready, err := p.prepareStage(sc)
	if err != nil {
		return err
	}
	if !ready {
		p.whole = true
		return nil
	}
	if err := p.firstDraft(); err != nil {
		return err
	}
	if l := p.flash.over(keyFor(sc.On(), p.sky.Room)); l != p.light {
		p.light, p.dusk, p.whole = l, true, true
	}
	f := &frame{scene: sc, resources: p.resources, flat: sc.Camera().Flatness()}
	p.setFrame(f)
	p.gather(f)
	whole := p.whole
	if whole {
		all := area{0, 0, p.w, p.h}
		f.areas = []area{all}
		p.whole = false
	}
	if p.dusk {
		f.dark = []area{{0, 0, p.shadow.size, p.shadow.size}}
		p.dusk = false
	}
	if p.isDraft() {
		if err := p.sketchNext(); err != nil {
			return err
		}
	}
	f.resources.useDraft(p.isDraft())
	p.shadow.bind(p)
	p.sky.bind(p)
	p.wipe(f.areas)
	for i, l := range p.passes {
		if p.layer.skips(passes[i].name) {
			continue
		}
		stop := p.watch.start(i)
		if err := l.draw(p, f); err != nil {
			return fmt.Errorf("pass %s: %w", passes[i].name, err)
		}
		stop()
	}
	p.uncut()
	p.fresh = false
	if whole {
		p.measure(start)
	}
	return nil
}

// firstDraft draws the first picture of a stage as a draft if a full picture takes long.
func (p *painter) firstDraft() error {
	if !p.fresh || !p.carver.drafts {
		return nil
	}
	return p.useDraft(true)
}

// wipe clears areas of the picture before drawing.
func (p *painter) wipe(areas []area) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, p.target.draw)
	p.gs.DepthMask(true)
	opaque := float32(1)
	if p.layer != 0 {
		opaque = 0
	}
	p.gs.ClearColor(0, 0, 0, opaque)
	for _, a := range areas {
		p.scissor(a, p.w, p.h)
		p.gs.Clear(gls.COLOR_BUFFER_BIT | gls.DEPTH_BUFFER_BIT)
	}
}

// setFrame uploads the constants of a frame. It marks everything as damaged if the camera has moved.
func (p *painter) setFrame(f *frame) {
	b := p.block(f)
	if b == p.last {
		return
	}
	p.last, p.whole = b, true
	cam := f.scene.Camera()
	p.eye = eye{cam.View(), cam.Proj()}
	gl.BindBuffer(gl.UNIFORM_BUFFER, p.blocks)
	gl.BufferData(gl.UNIFORM_BUFFER, int(unsafe.Sizeof(b)), unsafe.Pointer(&b), gl.DYNAMIC_DRAW)
}

// scissor restricts drawing to an area of a buffer of w by h pixels.
func (p *painter) scissor(a area, w, h int) {
	p.gs.Viewport(0, 0, int32(w), int32(h))
	p.gs.Enable(gls.SCISSOR_TEST)
	p.gs.Scissor(int32(a.x0), int32(a.y0), uint32(a.x1-a.x0), uint32(a.y1-a.y0))
}

func (p *painter) uncut() { p.gs.Disable(gls.SCISSOR_TEST) }

// each draws everything under root that overlaps an area, once per area.
func (p *painter) each(areas []area, root *core.Node) error {
	for _, a := range areas {
		p.scissor(a, p.w, p.h)
		show(root, a)
		if err := p.r.Render(root, &p.eye); err != nil {
			return err
		}
	}
	return nil
}

// read returns the bound read frame buffer as a picture.
func (p *painter) read(frameBuffer uint32) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, p.w, p.h))
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, frameBuffer)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
	gl.ReadPixels(0, 0, int32(p.w), int32(p.h), gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&img.Pix[0]))
	row := make([]uint8, img.Stride)
	for y := 0; y < p.h/2; y++ {
		a, b := img.Pix[y*img.Stride:(y+1)*img.Stride], img.Pix[(p.h-1-y)*img.Stride:(p.h-y)*img.Stride]
		copy(row, a)
		copy(a, b)
		copy(b, row)
	}
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255
	}
	return img
}

func (p *painter) dispose() {
	p.carver.close()
	p.releaseResources()
	p.cancelUpload()
	p.clear()
	if p.sky != nil {
		p.sky.dispose()
	}
	gl.DeleteBuffers(1, &p.blocks)
}

// finished reports whether the painted picture is a full one and up to date.
func (p *painter) finished(sc *scene.Scene) bool {
	switch {
	case !p.canDraw(), p.drawn != sc.Version(), p.coming != nil, len(p.carver.done) > 0:
		return false
	case wishFor(sc, p.grade.detail, p.opt.Seed) != p.carver.asked:
		return false
	case p.carver.wanted == "": // no board: only panels
		return true
	}
	return p.ready() && !p.carving() && !p.whole && !p.isDraft()
}
