package carve

import "tafl3d/scene"

// lining is the style of the borders of squares or of the points.
type lining uint8

const (
	grooved   lining = iota // dark knife cuts
	inlaid                  // strips of pale wood between dark edges
	painted                 // brush lines
	pegged                  // a hole in every square, no lines
	scratched               // scratched with overshooting ends
	inked                   // pen lines through the centres of the squares
)

// border is the ornament of the frame.
type border uint8

const (
	knots    border = iota // interlace
	eyes4                  // rings with a dot
	teeth                  // triangles, painted and plain by turns
	stitches               // a seam with nails
	rules                  // pen lines
	fret                   // meander
	nails                  // plain rim with nails
)

// look is the design of a board.
type look struct {
	wood, frame species // of the field and of the frame
	joint       int     // squares between the joints of the planks
	paint       [pigments]rgb
	lining      lining
	border      border
	rise        float32 // height of the frame above the field
	handles     bool    // a carved head on each side
}

// designs maps names to designs. docs/art.md lists their models.
var designs = map[string]look{
	"ballinderry": {wood: yew, frame: yew, joint: whole, paint: lettered(paints(0x4a2a16, 0x6b2c1c), 0x3c2010),
		lining: pegged, border: knots, rise: 0.035, handles: true},
	"tablut": {wood: birch, frame: birchBark, joint: 3, paint: lettered(paints(0x5e2416, 0x93402a), 0x4a1d12),
		lining: painted, border: teeth, rise: 0.03},
	"oak": {wood: oak, frame: walnut, joint: 3, paint: paints(0x3f2a15, 0x99502e), lining: inlaid,
		border: knots, rise: 0.06},
	"gokstad": {wood: elm, frame: smoked, joint: 7, paint: paints(0x38241a, 0x8f4a2e), lining: grooved,
		border: eyes4, rise: 0.07},
	"oslo": {wood: pine, frame: tarred, joint: 4, paint: paints(0x47301a, 0x99502e), lining: grooved,
		border: nails, rise: 0.085},
	"trondheim": {wood: pine, frame: pine, joint: 4, paint: lettered(paints(0x3a2513, 0x8f4a2e), 0x33200f),
		lining: scratched, border: eyes4, rise: 0.02},
	"bergen": {wood: paleAsh, frame: tarred, joint: 4, paint: paints(0x2a1a10, 0x9a4b33), lining: scratched,
		border: fret, rise: 0.05},
	"alea": {wood: vellum, frame: vellum, joint: whole, paint: inks(), lining: inked, border: rules,
		rise: 0.012},
	"leather": {wood: leather, frame: saddle, joint: whole, paint: paints(0x3a2114, 0x8f3f2a), lining: grooved,
		border: stitches, rise: 0.015},
	"stone": {wood: sandstone, frame: slate, joint: whole, paint: paints(0x3d332a, 0x93472f), lining: scratched,
		border: fret, rise: 0.04},
}

// usual lists the designs by board size; other sizes use the next smaller one.
var usual = []struct {
	size int
	name string
}{{5, "ballinderry"}, {9, "tablut"}, {11, "oak"}, {13, "gokstad"}, {15, "oslo"}, {17, "alea"}}

// paints returns the pigments of a board from the colours of its grooves and of its painted squares.
func paints(groove, red uint32) [pigments]rgb {
	return [pigments]rgb{
		soot: hex(groove), filled: hex(0xd9c089), ground: hex(0x1c120b),
		ochre: hex(red), royal: hex(groove), gate: hex(groove), inlay: hex(0x9c6c2c),
		dark: hex(0x744425), pale: hex(0xc09656), bone: hex(0xd8cba6),
	}
}

// lettered sets a dark colour for the letters on a pale frame.
func lettered(p [pigments]rgb, ink uint32) [pigments]rgb {
	p[filled] = hex(ink)
	return p
}

// inks returns the pigments of manuscripts.
func inks() [pigments]rgb {
	p := paints(0x2a1d14, 0x9a2a1a)
	p[filled], p[royal], p[gate], p[inlay] = hex(0x3a2414), hex(0x8c2318), hex(0x1f4a7a), hex(0xb98a3a)
	p[ground] = hex(0x4a3020)
	return p
}

// forms maps types of boards that are no tafl grids to designs.
var forms = map[scene.Form]look{
	scene.Cells:   {wood: oak, frame: walnut, joint: 4, paint: paints(0x3f2a15, 0x99502e), rise: 0.06},
	scene.Checked: {wood: maple, frame: walnut, joint: 4, paint: paints(0x3c2c1c, 0x9a4b33), rise: 0.06},
	scene.Disc:    {wood: cherry, frame: smoked, joint: 3, paint: paints(0x32190d, 0x8a2f1c), rise: 0.06},
	scene.Fan:     {wood: teak, frame: walnut, joint: 3, paint: paints(0x2f1a0c, 0x8c3f24), rise: 0.06},
	scene.Lattice: {wood: leather, frame: birchDark, joint: whole, paint: paints(0x3a2114, 0x8f3f2a),
		border: teeth, rise: 0.03},
	scene.Mill: {wood: paleAsh, frame: smoked, joint: 4, paint: paints(0x2a1a10, 0x9a4b33),
		border: eyes4, rise: 0.06},
	scene.Crossed: {wood: sandstone, frame: slate, joint: whole, paint: paints(0x3d332a, 0x93472f),
		border: fret, rise: 0.05},
}

// whole is the joint distance of boards made from a single plank.
const whole = 99

// lookOf returns the design of a stage's board: from the options, otherwise by size or type.
func lookOf(st *scene.Stage, f scene.Form, o Options) look {
	if k, ok := designs[o.Board]; ok {
		if f != scene.Grid && k.lining == inked {
			k.lining = grooved
		}
		k.handles = k.handles && f != scene.Disc
		return k
	}
	if k, ok := forms[f]; ok {
		return k
	}
	best := designs[usual[0].name]
	for _, u := range usual {
		if st.Board.Size() >= u.size {
			best = designs[u.name]
		}
	}
	return best
}
