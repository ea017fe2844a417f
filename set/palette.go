package set

// colour is red, green and blue, each from 0 to 255.
type colour [3]int

// palette has the colours of a sheet. In lines everything is black on white.
type palette struct {
	lines                 bool
	page, field, dark     colour // of chequered boards: the light and the dark cells
	line, frame, frameInk colour
	strand                colour // of the interlace
	throne, gate, camp    colour
	text, faint           colour
}

var black, white = colour{}, colour{255, 255, 255}

// paletteOf returns the colours of an ink.
func paletteOf(i Ink) palette {
	if i == Lines {
		return palette{lines: true, page: white, field: white, dark: white, line: black, frame: white, frameInk: black,
			strand: white, throne: white, gate: white, camp: white, text: black, faint: colour{110, 110, 110}}
	}
	return palette{page: white, field: colour{240, 224, 190}, dark: colour{196, 160, 112}, line: colour{74, 48, 27},
		frame: colour{92, 58, 33}, frameInk: colour{50, 30, 16}, strand: colour{219, 184, 128},
		throne: colour{228, 196, 140}, gate: colour{213, 203, 160}, camp: colour{226, 178, 146},
		text: colour{43, 28, 16}, faint: colour{130, 112, 92}}
}

// body returns the colours of a piece: of its disc, of its emblem, and of the lines in the emblem.
func (c *palette) body(attacker, amber bool) (disc, figure, ink colour) {
	switch {
	case c.lines && attacker:
		return white, black, white
	case c.lines:
		return white, white, black
	case attacker:
		return colour{70, 43, 28}, colour{226, 178, 120}, colour{70, 43, 28}
	case amber:
		return colour{226, 164, 60}, colour{84, 46, 14}, colour{226, 164, 60}
	}
	return colour{247, 238, 214}, colour{112, 74, 40}, colour{247, 238, 214}
}
