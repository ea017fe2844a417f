package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/g3n/engine/renderer"

	"tafl3d/assets"
	"tafl3d/render/gl"
)

// Names of shader programs.
const (
	progCarved = "carved" // lit, textured
	progPlain  = "plain"  // lit, of uniform material
	progMatte  = "matte"  // lit, textured, without gloss
	progGlass  = "glass"  // lit, textured, transparent
	progFloor  = "floor"
	progDepth  = "depth"
	progBlob   = "blob"
	progMark   = "mark"
	progToken  = "token"
	progPanel  = "panel"
	progSketch = "sketch"  // upward faces of board and table, for drafts
	progSpread = "stretch" // stretches a picture over the window
)

// source lists the files of a program.
type source struct {
	name, vert, frag string
	parts            []string // prepended to the fragment shader
	define           []string
}

// light lists the shader parts for lit surfaces.
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

// units maps samplers to texture units.
var units = map[string]int32{
	"albedoMap": 0, "surfaceMap": 1, "skyMap": skyUnit, "shadowMap": shadowUnit, "floorMap": floorUnit,
	"casterMap": casterUnit,
}

// Texture units that stay the same during a picture.
const (
	skyUnit    = 2
	shadowUnit = 3
	floorUnit  = 4
	casterUnit = 5
)

// frameBinding is the binding point of the uniform block Frame.
const frameBinding = 0

// draftSuffix is the suffix of the variant of a program for drafts.
const draftSuffix = " in haste"

// unfolded is the suffix of the variant of a program that draws a part into its own texture.
const unfolded = " unfolded"

// programs lists the programs of a grade: all of them, and a second variant of the lit ones that drafts use
// at the fastest level.
func programs(g *grade) (all []source) {
	for _, s := range sources {
		full := s
		full.define = slices.Concat(s.define, g.define)
		all = append(all, full)
		if s.lit() {
			s.name += draftSuffix
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

// lit reports whether the program draws carved surfaces.
func (s *source) lit() bool { return s.vert == "lit.vert" }

// compile builds all programs of a grade at once, to detect at startup when a driver rejects one. It returns
// their IDs.
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

// register adds the sources to the engine's shader manager.
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

// withoutPixels defines the built-ins of fragment shaders for use in a vertex shader.
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

// firstLines shortens the message of a driver to one line without source text.
func firstLines(msg string) string {
	lines := strings.Split(strings.TrimSpace(msg), "\n")
	if len(lines) > 2 {
		lines = lines[:2]
	}
	return strings.Join(lines, " ")
}

// use switches programs through the shader manager, which tracks the current program.
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
