package render

import (
	"errors"
	"testing"

	"tafl3d/scene"
)

// TestAWindowThatIsAwayDrawsNothing asks a loop to draw that has neither a client
// nor panels, which it would need.
func TestAWindowThatIsAwayDrawsNothing(t *testing.T) {
	main(t, func() error {
		s, err := newStudio(small, scene.Style{}, 160, 100)
		if err != nil {
			return err
		}
		defer s.close()
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
