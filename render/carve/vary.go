package carve

// Vary holds the individual differences of a piece. Angles are in radians.
type Vary struct {
	Turn   float32    // about the vertical axis: quarter turns and a little
	TiltX  float32    // about x
	TiltZ  float32    // about z
	Tint   [3]float32 // multiplies the base colour
	Offset [2]float32 // from the middle of the square, x and z
}

// Variation returns the differences of the piece with a number.
func Variation(seed uint64) Vary {
	c := seeded("piece", seed)
	bright, warm := c.within(0.93, 1.07), c.within(-0.02, 0.02)
	const degree = pi / 180
	return Vary{
		Turn: pi/2*float32(c.bits()&3) + c.within(-0.3, 0.3), TiltX: c.within(-degree, degree),
		TiltZ:  c.within(-degree, degree),
		Tint:   [3]float32{bright * (1 + warm), bright, bright * (1 - warm)},
		Offset: [2]float32{c.within(-0.015, 0.015), c.within(-0.015, 0.015)},
	}
}
