package board

import (
	"tafl3d/game"
	"tafl3d/scene"
)

// sketch is what the right button has drawn on a position outside a study. It is not kept: it goes
// with the position.
type sketch struct {
	of   *Game
	at   uint64 // hash of the position
	from game.Square
	pen  int
	list []scene.Drawn
}

// sketchColours are the colours that keys held with the right button choose.
const sketchColours = 4

// Stepping reports whether the game is looked through rather than played: a study, an earlier
// position, a game that is over, or one that is analysed. Left and right then step through the
// moves, and the right button draws.
func (b *Board) Stepping() bool {
	g := b.Game
	return g != nil && (g.Studied != nil || g.review || g.State.Outcome.Over() || g.Analysis.On)
}

// Sketch says that the right button went down or up over a square, in a colour from 0 on. It reports
// whether it draws.
func (h *Hand) Sketch(sq game.Square, on, down bool, colour int) bool {
	if !h.board.Stepping() || down && !on {
		return false
	}
	s := h.sketched()
	if down {
		s.from, s.pen = sq, min(max(colour, 0), sketchColours-1)
		return true
	}
	from := s.from
	s.from = game.NoSquare
	if from == game.NoSquare {
		return false
	}
	if on {
		s.draw(scene.Drawn{Colour: s.pen, From: from, To: sq})
	}
	return true
}

// draw adds an arrow or a coloured square. The same one again takes it away, and another colour takes
// its place.
func (s *sketch) draw(d scene.Drawn) {
	for i, old := range s.list {
		if old.From != d.From || old.To != d.To {
			continue
		}
		if s.list = append(s.list[:i:i], s.list[i+1:]...); old.Colour == d.Colour {
			return
		}
		break
	}
	s.list = append(s.list, d)
}

// sketched returns the sketch of the position that is shown, an empty one where that has changed.
func (h *Hand) sketched() *sketch {
	if at := h.board.Game.Shown.position.Hash(); h.sketch.of != h.board.Game || h.sketch.at != at {
		h.sketch = sketch{of: h.board.Game, at: at, from: game.NoSquare}
	}
	return &h.sketch
}

// wipe takes away what was drawn.
func (h *Hand) wipe() { h.sketch = sketch{from: game.NoSquare} }
