package carve

// look is how the board of a size is made.
type look struct {
	wood, frame species // of the field and around it
	joint       int     // squares between the joints of the field's planks
	paint       [pigments]rgb
}

// looks are the boards by size; a size that is not listed takes the next
// smaller one.
var looks = []struct {
	size int
	look look
}{
	{5, look{yew, walnut, 3, paints(0x4a2a16, 0x6b2c1c)}},
	{9, look{birch, smoked, 3, paints(0x4b3522, 0x9c4a2c)}},
	{11, look{oak, walnut, 3, paints(0x3f2a15, 0x99502e)}},
	{13, look{elm, smoked, 3, paints(0x38241a, 0x8f4a2e)}},
	{15, look{pine, walnut, 4, paints(0x47301a, 0x99502e)}},
	{17, look{ash, smoked, 5, paints(0x3c2c1c, 0x9a4b33)}},
}

// paints mixes the pigments of a board from the colour in its grooves and that
// of its painted squares.
func paints(groove, red uint32) [pigments]rgb {
	return [pigments]rgb{
		soot: hex(groove), filled: hex(0xd9c089), ground: hex(0x1c120b),
		ochre: hex(red), royal: hex(groove), gate: hex(groove), inlay: hex(0xc79a52),
		dark: hex(0x744425), pale: hex(0xc09656),
	}
}

// forms are the boards that are no grids of tafl.
var forms = map[form]look{
	cells:   {oak, walnut, 4, paints(0x3f2a15, 0x99502e)},
	checked: {maple, walnut, 4, paints(0x3c2c1c, 0x9a4b33)},
	disc:    {cherry, smoked, 3, paints(0x32190d, 0x8a2f1c)},
	fan:     {teak, walnut, 3, paints(0x2f1a0c, 0x8c3f24)},
	lattice: {leather, birchDark, whole, paints(0x3a2114, 0x8f3f2a)},
	mill:    {paleAsh, smoked, 4, paints(0x2a1a10, 0x9a4b33)},
	crossed: {sandstone, slate, whole, paints(0x3d332a, 0x93472f)},
}

// whole is the joint of a board that is made of one piece.
const whole = 99

// lookOf returns how a board is made.
func lookOf(l *layout) look {
	if k, ok := forms[l.form]; ok {
		return k
	}
	best := looks[0].look
	for _, k := range looks {
		if l.stage.Board.Size() >= k.size {
			best = k.look
		}
	}
	return best
}
