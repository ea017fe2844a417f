package render

import (
	"errors"
	"testing"
)

// TestAWindowThatIsAwayDrawsNothing asks a loop to draw that has neither a client
// nor panels, which it would need.
func TestAWindowThatIsAwayDrawsNothing(t *testing.T) {
	inStudio(t, 160, 100, func(s *Studio) error {
		sc, _ := position(t, 7)
		l := &loop{window: s.window, painter: s.painter, scene: sc, redo: true}
		s.window.away = true
		if err := l.draw(); err != nil {
			return err
		}
		if !l.redo || s.painter.drawn != 0 {
			return errors.New("something was drawn")
		}
		return nil
	})
}
