package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/g3n/engine/renderer"

	"tafl3d/assets"
	"tafl3d/render/gl"
)

// The names of the programs.
const (
	progCarved = "carved" // lit, with maps
	progPlain  = "plain"  // lit, of one material
	progMatte  = "matte"  // lit, with maps, without gloss
	progGlass  = "glass"  // lit, with maps, seen through
	progFloor  = "floor"
	progDepth  = "depth"
	progBlob   = "blob"
	progMark   = "mark"
	progToken  = "token"
	progPanel  = "panel"
	progSketch = "sketch"  // what faces up of board and table, for drafts
	progSpread = "stretch" // a picture, over the window
)

// source says which files make a program.
type source struct {
	name, vert, frag string
	parts            []string // put before the fragment shader
	define           []string
}

// light are the parts of a program that draws lit surfaces.
var light = []string{"shadow.glsl", "sky.glsl"}

var sources = []source{
	{name: progCarved, vert: "lit.vert", frag: "lit.frag", parts: light, define: []string{"MAPS"}},
	{name: progMatte, vert: "lit.vert", frag: "lit.frag", parts: light, define: []string{"MAPS", "MATTE"}},
	{name: progGlass, vert: "lit.vert", frag: "lit.frag", parts: light, define: []string{"MAPS", "GLASS"}},
	{name: progPlain, vert: "lit.vert", frag: "lit.frag", parts: light},
	{name: progFloor, vert: "decal.vert", frag: "floor.frag", parts: []string{"sky.glsl"}},
	{name: progDepth, vert: "depth.vert", frag: "depth.frag"},
	{name: progBlob, vert: "decal.vert", frag: "blob.frag"},
	{name: progMark, vert: "decal.vert", frag: "mark.frag", parts: []string{"shadow.glsl"}},
	{name: progToken, vert: "token.vert", frag: "token.frag"},
	{name: progPanel, vert: "panel.vert", frag: "panel.frag"},
	{name: progSketch, vert: "sketch.vert", frag: "sketch.frag"},
	{name: progSpread, vert: "stretch.vert", frag: "stretch.frag"},
}

// units are the texture units of the samplers.
var units = map[string]int32{
	"albedoMap": 0, "surfaceMap": 1, "skyMap": skyUnit, "shadowMap": shadowUnit, "floorMap": floorUnit,
	"casterMap": casterUnit,
}

// The units whose textures stay the same for a whole picture.
const (
	skyUnit    = 2
	shadowUnit = 3
	floorUnit  = 4
	casterUnit = 5
)

// frameBinding is where the block Frame is bound.
const frameBinding = 0

// hasty is what the name of a program ends in that draws the same for a draft.
const hasty = " in haste"

// unfolded is what the name of a program ends in that draws a part into its own map.
const unfolded = " unfolded"

// programs lists what is compiled for a grade: every program, and those that draw
// lit surfaces once more for drafts, which are drawn as the quickest grade does.
func programs(g *grade) (all []source) {
	for _, s := range sources {
		full := s
		full.define = slices.Concat(s.define, g.define)
		all = append(all, full)
		if s.lit() {
			s.name += hasty
			s.define = slices.Concat(s.define, grades[0].define, []string{"DRAFT"})
			all = append(all, s)
		}
		if full.name == progCarved || full.name == progMatte {
			full.name += unfolded
			full.define = append(slices.Clip(full.define), "UNFOLDED")
			all = append(all, full)
		}
	}
	return all
}

// lit reports whether the program draws surfaces that are carved.
func (s *source) lit() bool { return s.vert == "lit.vert" }

// compile builds every program of a grade at once, so that a driver that refuses
// one is found at the start. It returns their numbers.
func compile(r *renderer.Renderer, g *grade) ([]uint32, error) {
	var all []uint32
	for _, s := range programs(g) {
		if err := s.register(r); err != nil {
			return all, err
		}
		if err := use(r, s.name); err != nil {
			return all, fmt.Errorf("the graphics driver refuses the program %q: %s", s.name, firstLines(err.Error()))
		}
		var id int32
		gl.GetIntegerv(gl.CURRENT_PROGRAM, &id)
		bindNames(uint32(id))
		all = append(all, uint32(id))
	}
	return all, nil
}

// register hands the sources to the engine's shader manager.
func (s source) register(r *renderer.Renderer) error {
	head := ""
	for _, d := range s.define {
		head += "#define " + d + "\n"
	}
	vert, err := load("common.glsl", s.vert)
	if err != nil {
		return err
	}
	frag, err := load(append(append([]string{"common.glsl"}, s.parts...), s.frag)...)
	if err != nil {
		return err
	}
	r.AddShader(s.name+".vert", head+withoutPixels(vert))
	r.AddShader(s.name+".frag", head+frag)
	r.AddProgram(s.name, s.name+".vert", s.name+".frag")
	return nil
}

// withoutPixels hides what only fragment shaders have from a vertex shader.
func withoutPixels(src string) string { return "#define gl_FragCoord vec4(0.0)\n" + src }

func load(names ...string) (string, error) {
	var b strings.Builder
	for _, n := range names {
		text, err := assets.Shaders.ReadFile("shaders/" + n)
		if err != nil {
			return "", err
		}
		b.Write(text)
		b.WriteByte('\n')
	}
	return b.String(), nil
}

// firstLines cuts a driver's message down to one line without the source.
func firstLines(msg string) string {
	lines := strings.Split(strings.TrimSpace(msg), "\n")
	if len(lines) > 2 {
		lines = lines[:2]
	}
	return strings.Join(lines, " ")
}

// use switches to a program through the shader manager, which must know.
func use(r *renderer.Renderer, name string) error {
	_, err := r.SetProgram(&renderer.ShaderSpecs{Name: name, ShaderUnique: true})
	return err
}

func bindNames(id uint32) {
	if i := gl.GetUniformBlockIndex(id, gl.Str("Frame\x00")); i != gl.INVALID_INDEX {
		gl.UniformBlockBinding(id, i, frameBinding)
	}
	for name, unit := range units {
		if at := gl.GetUniformLocation(id, gl.Str(name+"\x00")); at >= 0 {
			gl.Uniform1i(at, unit)
		}
	}
}
