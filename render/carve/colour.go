package carve

import "math"

type rgb struct{ r, g, b float32 }

// hex converts an sRGB number such as 0xb89b72.
func hex(n uint32) rgb {
	return rgb{linear(uint8(n >> 16)), linear(uint8(n >> 8)), linear(uint8(n))}
}

// mixed interpolates from a to b.
func mixed(a, b rgb, t float32) rgb {
	return rgb{lerp(a.r, b.r, t), lerp(a.g, b.g, t), lerp(a.b, b.b, t)}
}

// scaled multiplies the brightness by f.
func (c rgb) scaled(f float32) rgb { return rgb{c.r * f, c.g * f, c.b * f} }

// array returns the colour in the format of Material.
func (c rgb) array() [3]float32 { return [3]float32{c.r, c.g, c.b} }

// linear decodes an sRGB byte.
func linear(b uint8) float32 {
	v := float64(b) / 255
	if v <= 0.04045 {
		return float32(v / 12.92)
	}
	return float32(math.Pow((v+0.055)/1.055, 2.4))
}

// toneSteps is the size of the table of encode. The index is the square root of the value, for more precision
// in dark tones.
const toneSteps = 4096

var tones = func() (t [toneSteps + 1]uint8) {
	for i := range t {
		v := float64(i) / toneSteps
		v *= v
		s := 12.92 * v
		if v > 0.0031308 {
			s = 1.055*math.Pow(v, 1/2.4) - 0.055
		}
		t[i] = uint8(s*255 + 0.5)
	}
	return t
}()

// encode returns the sRGB byte of a linear value.
func encode(v float32) uint8 { return tones[int(sqrt(clamp(v))*toneSteps)] }

// put writes the colour as sRGB to the first three bytes of p.
func (c rgb) put(p []uint8) {
	_ = p[2]
	p[0], p[1], p[2] = encode(c.r), encode(c.g), encode(c.b)
}

// octet maps 0..1 to a byte.
func octet(v float32) uint8 { return uint8(clamp(v)*255 + 0.5) }
