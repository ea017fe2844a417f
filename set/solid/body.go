package solid

import "context"

// Cells is how many cells of the lattice go along the longest side of a body, unless less is asked for.
const Cells = 92

// Body makes a printable body of a mesh that stands on z = 0 and may have seams: closed, with walls of at least so
// many millimetres, and filled below overhangs that would need support. cells says how fine it is; 0 stands for Cells.
func Body(ctx context.Context, m *Mesh, wall float64, cells int) (*Mesh, error) {
	if cells == 0 {
		cells = Cells
	}
	low, high := m.Bounds()
	l := newLattice(low, high, max(high.X-low.X, high.Y-low.Y, high.Z)/float64(cells), wall)
	for _, step := range []func(){func() { l.cast(m) }, func() { l.thicken(wall) }, l.support, l.smooth, l.mend} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		step()
	}
	out := l.surface()
	return out, out.Check()
}
