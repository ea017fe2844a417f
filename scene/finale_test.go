package scene

import (
	"testing"
	"time"

	"tafl3d/game"
)

// escape has the king of a game get away.
func escape(t *testing.T) *Scene {
	t.Helper()
	s, _ := newGame(t, map[string]game.Piece{"a1": 3, "d4": 1})
	s.Camera().Skip()
	s.Show(game.Ended{Outcome: game.Won(game.Defenders, game.KingEscaped)})
	return s
}

// nearest runs until nothing moves and returns how near the camera came.
func nearest(t *testing.T, s *Scene) (most float64) {
	t.Helper()
	for n := 0; s.Busy(); n++ {
		if n > 1000 {
			t.Fatal("the scene never ends")
		}
		s.Advance(time.Second / 60)
		most = max(most, s.camera.now.zoom)
	}
	return most
}

func TestTheCameraLooksAtAKingWhoGotAway(t *testing.T) {
	s := escape(t)
	before := s.camera.now
	if near := nearest(t, s); near < 1.3 {
		t.Errorf("it came %v times as near", near)
	}
	if s.camera.now != before {
		t.Error("it does not go back to where it was")
	}
}

func TestTheCameraLooksAtAKingWhoIsTaken(t *testing.T) {
	s, sq := newGame(t, map[string]game.Piece{"d4": 3, "d5": 1})
	s.Camera().Skip()
	s.Show(game.Captured{Piece: 3, At: sq("d4")})
	if near := nearest(t, s); near < 1.25 {
		t.Errorf("it came %v times as near", near)
	}
	s.Show(game.Captured{Piece: 1, At: sq("d5")})
	if near := nearest(t, s); near > 1 {
		t.Error("it looks at a common man, too")
	}
}

func TestAShortSceneIsSkipped(t *testing.T) {
	for what, act := range map[string]func(*Scene){
		"a key": func(s *Scene) { s.Camera().Return() },
		"orbit": func(s *Scene) { s.Camera().Orbit(0.3, 0) },
		"zoom":  func(s *Scene) { s.Camera().Zoom(1.01) },
		"flip":  func(s *Scene) { s.Camera().Flip() },
		"undo":  func(s *Scene) { s.Set(game.Setup{Pieces: make([]game.Piece, 49)}) },
	} {
		s := escape(t)
		for range 20 {
			s.Advance(time.Second / 60)
		}
		if s.camera.glance == nil {
			t.Fatal("the camera does not look")
		}
		act(s)
		s.Advance(time.Second / 60)
		if s.camera.glance != nil {
			t.Errorf("%s does not end the scene", what)
		}
	}
}

func TestReducedMotionHasNoScenes(t *testing.T) {
	s, _ := newGame(t, map[string]game.Piece{"a1": 3})
	s.Camera().Skip()
	s.Speed(0)
	s.Show(game.Ended{Outcome: game.Won(game.Defenders, game.KingEscaped)})
	if near := nearest(t, s); near > 1 {
		t.Errorf("the camera came %v times as near", near)
	}
	flat := escape(t)
	flat.Camera().SetFlat(true)
	flat.Camera().Skip()
	if near := nearest(t, flat); near > 1 {
		t.Errorf("the flat view came %v times as near", near)
	}
}

// A glance must be sharp: on a slow machine the camera must come to rest soon.
func TestTheCameraRestsOnWhatItLooksAt(t *testing.T) {
	s := escape(t)
	moving, still := 0, 0
	for n := 0; s.Busy() && n < 1000; n++ {
		s.Advance(10 * time.Millisecond)
		switch {
		case s.camera.Busy():
			moving++
		case s.camera.glance != nil:
			still++
		}
	}
	if still < 20 || moving > 330 {
		t.Errorf("it rests on the king for %d0 ms and moves for %d0 ms, want at least 200 and at most 3300",
			still, moving)
	}
}
