package render

import (
	"math"

	"tafl3d/game"
	"tafl3d/scene"
)

// Shapes of marks. The numbers are those of mark.frag.
const (
	shapeTarget = iota
	shapeLast
	shapeSelected
	shapeCursor
	shapeHover
	shapeHint
	shapeThreat
	shapeCause
	shapePrey
	shapeAim
	shapeTrail
	shapeWash
	shapeMover
	shapeCaptor
	shapePlace
	shapeArrow
	shapes // from here on: arrows, numbered individually
)

// markState is the appearance of a mark. It is comparable.
type markState struct {
	shape int
	at    scene.Vec
	turn  float32
	halfX float32 // half the width
	halfZ float32 // half the length
	tint  [4]float32
}

// mark is a mark on the board.
type mark struct {
	markState
	square game.Square
	arrow  int // index among the arrows from the same square
	area   area
}

func (m *mark) key() int { return -((m.shape+m.arrow)*1024 + int(m.square) + 2) }

// corners returns the outline of the mark in the world.
func (m *mark) corners() []scene.Vec {
	r := float32(math.Hypot(float64(m.halfX), float64(m.halfZ)))
	return bounds{m.at.Sub(scene.Vec{X: r, Z: r}), m.at.Add(scene.Vec{X: r, Z: r})}.ground()
}

// Colours of marks in linear RGBA: bronze, chalk, thread and light.
var (
	bronze = [4]float32{0.86, 0.40, 0.08, 1.00}
	dim    = [4]float32{0.62, 0.27, 0.05, 0.95}
	bright = [4]float32{1.00, 0.36, 0.02, 1.00}
	glow   = [4]float32{1.00, 0.62, 0.20, 0.50}
	pale   = [4]float32{1.00, 0.92, 0.74, 1.00}
	faint  = [4]float32{1.00, 0.90, 0.70, 0.55}
	chalk  = [4]float32{0.95, 0.96, 0.93, 0.92}
	thread = [4]float32{0.62, 0.030, 0.018, 0.95}
	worn   = [4]float32{0.20, 0.07, 0.02, 0.85}
)

// The same in high contrast: white, yellow and red. The shader adds a wide black outline.
var starks = map[[4]float32][4]float32{
	bronze: {1.00, 1.00, 1.00, stark},
	dim:    {1.00, 0.74, 0.00, stark},
	bright: {1.00, 0.95, 0.20, stark},
	glow:   {1.00, 0.95, 0.55, 0.75},
	pale:   {1.00, 1.00, 1.00, stark},
	faint:  {1.00, 1.00, 1.00, stark},
	chalk:  {1.00, 1.00, 1.00, stark},
	thread: {1.00, 0.03, 0.02, stark},
	worn:   {0.00, 0.00, 0.00, 0.75},

	drawn[0]: {0.10, 1.00, 0.15, stark},
	drawn[1]: {1.00, 0.03, 0.02, stark},
	drawn[2]: {0.20, 0.55, 1.00, stark},
	drawn[3]: {1.00, 0.95, 0.10, stark},
}

// drawn are the colours of arrows and circles drawn by the player, in the order of scene.Drawn.
var drawn = [...][4]float32{{0.06, 0.42, 0.09, 0.88}, {0.62, 0.05, 0.03, 0.88}, {0.04, 0.20, 0.62, 0.88},
	{0.86, 0.58, 0.05, 0.88}}

// stark is the strength at which mark.frag draws a wide outline.
const stark = 2

// onBoard is the height of the marks above the board, per shape, so that they overlap in a fixed order.
const onBoard = 0.004

// marksOf lists the marks of a scene.
func marksOf(sc *scene.Scene) []mark {
	var out []mark
	m, st := sc.Marked(), sc.On()
	if st.Board == nil {
		return nil
	}
	room, high := st.Room(), sc.Dressed().Stark
	toned := func(tint [4]float32) [4]float32 {
		if high {
			return starks[tint]
		}
		return tint
	}
	on := func(shape int, tint [4]float32, squares ...game.Square) {
		for _, sq := range squares {
			if sq == game.NoSquare || int(sq) >= st.Board.Squares() {
				continue
			}
			s := markState{shape: shape, at: st.Place(sq).Add(scene.Vec{Y: onBoard}), halfX: room, halfZ: room,
				tint: toned(tint)}
			out = append(out, mark{markState: s, square: sq})
		}
	}
	between := func(shape int, tint [4]float32, wide, short float32, way [2]game.Square) {
		if way[0] != game.NoSquare && way[1] != game.NoSquare && way[0] != way[1] {
			out = append(out, stroke(st, shape, toned(tint), wide, short, way))
		}
	}
	between(shapeTrail, worn, 0.10, 0.30, m.Last)
	for i, d := range m.Drawn {
		tint := drawn[min(max(d.Colour, 0), len(drawn)-1)]
		if d.From == d.To {
			on(shapeWash, tint, d.From)
			continue
		}
		n := len(out)
		between(shapeArrow, tint, 0.30, 0.10, [2]game.Square{d.From, d.To})
		if len(out) > n {
			out[n].arrow = i + 1
		}
	}
	on(shapeLast, dim, m.Last[0], m.Last[1])
	on(shapeSelected, glow, m.Selected)
	on(shapeMover, bright, m.Movers...)
	for _, sq := range m.Targets {
		shape, tint := targetShape(sc, sq), bronze
		if shape == shapePrey {
			tint = bright
		}
		on(shape, tint, sq)
	}
	on(shapeCaptor, bright, m.Captors...)
	on(shapePlace, faint, m.Places...)
	on(shapeThreat, thread, m.Threats...)
	on(shapeCause, thread, m.Causes...)
	between(shapeHint, chalk, 0.30, 0.18, m.Hint)
	on(shapeAim, chalk, m.Hint[1])
	on(shapeHover, faint, m.Hover)
	on(shapeCursor, pale, m.Cursor)
	return out
}

// targetShape returns the shape of a target: a wide ring around a piece, which would hide a small one.
func targetShape(sc *scene.Scene, sq game.Square) int {
	if sc.Stands(sq) {
		return shapePrey
	}
	return shapeTarget
}

// stroke returns a mark from one square to another that ends short of their centres.
func stroke(st *scene.Stage, shape int, tint [4]float32, wide, short float32, way [2]game.Square) mark {
	a, b := st.Place(way[0]), st.Place(way[1])
	d := b.Sub(a)
	s := markState{shape: shape, at: a.Mix(b, 0.5).Add(scene.Vec{Y: onBoard}), halfX: wide,
		halfZ: max(d.Len()/2-short, 0.2), tint: tint}
	s.turn = float32(math.Atan2(float64(d.X), float64(d.Z)))
	return mark{markState: s, square: way[0]}
}
