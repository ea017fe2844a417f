package render

import (
	"fmt"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"

	"tafl3d/scene"
)

// alive counts the objects that the driver holds for us.
func alive() (n [5]int) {
	for id := uint32(1); id < 4000; id++ {
		for k, is := range []func(uint32) bool{gl.IsTexture, gl.IsBuffer, gl.IsFramebuffer, gl.IsRenderbuffer, gl.IsProgram} {
			if is(id) {
				n[k]++
			}
		}
	}
	return n
}

// TestNothingIsLeftInTheDriver goes round through steps of quality, rooms, sets
// and boards of two sizes and counts what the driver holds after every round.
func TestNothingIsLeftInTheDriver(t *testing.T) {
	main(t, func() error {
		s, err := OpenStudio(small, 160, 100)
		if err != nil {
			return err
		}
		defer s.Close()
		var first [5]int
		for round := range 4 {
			for _, look := range []scene.Style{
				{Quality: "low"}, {Quality: "high", Room: "door", Men: "glass"}, {Quality: "medium", Board: "stone", Room: "studio"}, {Quality: "medium"},
			} {
				for _, size := range []int{7, 9} {
					sc, _ := position(t, size)
					sc.Dress(look)
					if _, err := s.Take(sc, nil); err != nil {
						return err
					}
				}
			}
			switch n := alive(); {
			case round == 1:
				first = n
			case round > 1 && n != first:
				return fmt.Errorf("round %d leaves %v textures, buffers, frame buffers, render buffers and programs, round 1 left %v", round, n, first)
			}
		}
		return nil
	})
}
