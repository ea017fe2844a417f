package board

import (
	"tafl3d/game"
	"tafl3d/scene"
)

// sketch holds the arrows and circles drawn on a position outside a study. They are not saved and vanish with
// the position.
type sketch struct {
	of   *Game
	at   uint64 // hash of the position
	from game.Square
	pen  int
	list []scene.Drawn
}

// sketchColours is the number of colours selected by modifier keys.
const sketchColours = 4

// Stepping reports whether the player browses rather than plays: a study, an earlier position, a finished
// game or an analysis. Then left and right step through the moves, and the right button draws.
func (b *Board) Stepping() bool {
	g := b.game
	return g != nil && (g.Studied != nil || g.review || g.State.Outcome.Over() || g.Analysis.On)
}

// Sketch handles a press or release of the right button over a square, with a colour from 0. It reports
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

// draw adds an arrow or a coloured square. The same one again removes it; another colour replaces it.
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

// sketched returns the sketch of the shown position, empty after a change.
func (h *Hand) sketched() *sketch {
	if at := h.board.game.Shown.position.Hash(); h.sketch.of != h.board.game || h.sketch.at != at {
		h.sketch = sketch{of: h.board.game, at: at, from: game.NoSquare}
	}
	return &h.sketch
}

// wipe clears the sketch.
func (h *Hand) wipe() { h.sketch = sketch{from: game.NoSquare} }
