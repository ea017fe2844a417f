package scene

import (
	"math"
	"testing"
)

func TestALensSeesWhatItIsFocusedOnAlike(t *testing.T) {
	s, _ := newGame(t, nil)
	c := s.Camera()
	c.Resize(1600, 900)
	lens := Lens{Eye: Vec{X: 3, Y: 2, Z: 8}, At: Vec{Y: 0.3}, Angle: 30, Focus: Vec{X: 0.5, Y: 0.2, Z: 1}}
	c.Hold(lens)
	c.Orbit(1, 0)
	c.Insets(300, 0, 0, 0)
	if x, y := c.Project(lens.At); math.Abs(float64(x)) > 1e-4 || math.Abs(float64(y)) > 1e-4 {
		t.Errorf("what it looks at is seen at %v, %v", x, y)
	}
	if d := c.Eye().Sub(lens.Eye).Len(); d > 1e-3 {
		t.Errorf("it stands %v from its place", d)
	}
	sharpX, sharpY := c.Project(lens.Focus)
	far := Vec{Z: -6}
	farX, _ := c.Project(far)
	lens.Slip = [2]float32{0.2, 0.1}
	c.Hold(lens)
	if x, y := c.Project(lens.Focus); math.Abs(float64(x-sharpX)) > 1e-4 || math.Abs(float64(y-sharpY)) > 1e-4 {
		t.Errorf("what is sharp moved from %v, %v to %v, %v", sharpX, sharpY, x, y)
	}
	if x, _ := c.Project(far); math.Abs(float64(x-farX)) < 1e-3 {
		t.Errorf("what lies far behind is as sharp")
	}
}
