package render

import (
	"fmt"
	"testing"

	"tafl3d/render/hud"
	"tafl3d/scene"
)

// The picture is reported as finished when the full board is shown, and not while a diagram or a draft
// replaces it; pending input or a change of the scene revokes this.
func TestStatusOfThePicture(t *testing.T) {
	inStudio(t, 320, 200, func(s *Studio) error {
		p := s.painter
		p.carver.drafts, p.pace.Slow = true, true
		var told []Status
		p.opt.Report = func(st Status) { told = append(told, st) }
		sc, b := position(t, 7)
		panels, err := hud.New()
		if err != nil {
			return err
		}
		l := &loop{window: s.window, painter: p, hud: panels, scene: sc, client: &clerk{}, redo: true}
		turn := func() error { // of the loop
			err := l.draw()
			l.report()
			return err
		}
		if err := paintsUntil(func() bool { return len(told) > 0 }, turn); err != nil {
			return fmt.Errorf("the finished picture: %w", err)
		}
		if !p.ready() || p.carving() || p.isDraft() {
			return fmt.Errorf("finished while ready %v, carving %v, draft %v", p.ready(), p.carving(), p.isDraft())
		}
		s.window.inputs, s.window.events = 3, []event{{kind: evKey}}
		l.report()
		s.window.events = nil
		l.report()
		m := scene.NoMarks()
		m.Selected = b.Cell(1, 1)
		sc.Mark(m)
		l.report()
		want := []Status{{true, 0}, {false, 0}, {true, 3}, {false, 3}}
		if fmt.Sprint(told) != fmt.Sprint(want) {
			return fmt.Errorf("told %v, want %v", told, want)
		}
		return nil
	})
}
