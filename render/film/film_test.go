package film

import (
	"image/color"
	"testing"
)

// grey is an exposure of uniform brightness, with a spark in the lower left corner.
func grey(w, h int, light, spark float32) []float32 {
	pix := make([]float32, 4*w*h)
	for i := range pix {
		pix[i] = light
	}
	pix[0], pix[1], pix[2] = spark, spark, spark
	return pix
}

func TestExposuresAreAddedInLight(t *testing.T) {
	const w, h = 60, 40
	once, twice := New(w, h), New(w, h)
	once.Expose(grey(w, h, 0.2, 0.2))
	twice.Expose(grey(w, h, 0.1, 0.1))
	twice.Expose(grey(w, h, 0.3, 0.3))
	a, b := once.Develop(), twice.Develop()
	for i := range a.Pix {
		if d := int(a.Pix[i]) - int(b.Pix[i]); d < -1 || d > 1 {
			t.Fatalf("byte %d: %d of one exposure and %d of two", i, a.Pix[i], b.Pix[i])
		}
	}
	if mid, corner := a.RGBAAt(w/2, h/2), a.RGBAAt(w-1, 0); corner.R >= mid.R {
		t.Errorf("the corner, %v, is as bright as the middle, %v", corner, mid)
	}
}

func TestASparkGlows(t *testing.T) {
	const w, h = 180, 40
	f := New(w, h)
	f.Expose(grey(w, h, 0, 20))
	img := f.Develop()
	if at := img.RGBAAt(0, h-1); at.R < 200 {
		t.Errorf("the spark in the lower left is %v", at)
	}
	beside, far := img.RGBAAt(3, h-1), img.RGBAAt(w-1, 0)
	if beside.R <= far.R+4 || far == (color.RGBA{R: 255}) {
		t.Errorf("beside the spark it is %v, far away %v", beside, far)
	}
}
