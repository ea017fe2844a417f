package render

import (
	"math"
	"testing"
)

// sights are how people see colours, as linear matrices (Machado and others 2009): all of
// them, without red, without green, without blue, and in grey.
var sights = map[string][9]float64{
	"usual":        {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"protanopia":   {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"deuteranopia": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	"tritanopia":   {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
	"grey":         {0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722},
}

// luminance returns how light a linear colour is to somebody.
func luminance(c [4]float32, sight [9]float64) float64 {
	seen := func(row int) float64 {
		return math.Max(0, float64(c[0])*sight[row]+float64(c[1])*sight[row+1]+float64(c[2])*sight[row+2])
	}
	return 0.2126*seen(0) + 0.7152*seen(3) + 0.0722*seen(6)
}

// TestWhatCanBeTakenIsSeen asserts that the ring around what may be taken off or moved stands
// out from its own black edge, and by that from any board, however one sees colours; and that
// it has a shape of its own.
func TestWhatCanBeTakenIsSeen(t *testing.T) {
	for name, sight := range sights {
		for _, tint := range [][4]float32{bright, starks[bright]} {
			core, edge := luminance(tint, sight), luminance([4]float32{0.07 * tint[0], 0.07 * tint[1], 0.07 * tint[2]}, sight)
			if contrast := (core + 0.05) / (edge + 0.05); contrast < 4.5 {
				t.Errorf("%s: %v stands out from its edge by %.1f to 1", name, tint, contrast)
			}
		}
	}
	if _, known := starks[bright]; !known {
		t.Error("it has no colour in high contrast")
	}
}
