// Package solid makes bodies for a 3D printer: closed meshes in millimetres that stand flat on z = 0, and their files.
// A body is made from any mesh by way of a lattice, so that what is printed is closed, thick enough and overhangs
// little, whatever the mesh was.
package solid

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// Point is a place in millimetres, z upwards.
type Point struct{ X, Y, Z float64 }

func (p Point) minus(q Point) Point { return Point{p.X - q.X, p.Y - q.Y, p.Z - q.Z} }

func cross(a, b Point) Point {
	return Point{a.Y*b.Z - a.Z*b.Y, a.Z*b.X - a.X*b.Z, a.X*b.Y - a.Y*b.X}
}

func dot(a, b Point) float64 { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }

// Mesh is a list of triangles, counter-clockwise seen from outside.
type Mesh struct {
	Points    []Point
	Triangles [][3]uint32
}

// corners returns the corners of a triangle.
func (m *Mesh) corners(t [3]uint32) (a, b, c Point) {
	return m.Points[t[0]], m.Points[t[1]], m.Points[t[2]]
}

// Volume returns the volume in cubic millimetres; it is below 0 if the triangles face inwards.
func (m *Mesh) Volume() (sum float64) {
	for _, t := range m.Triangles {
		a, b, c := m.corners(t)
		sum += dot(a, cross(b, c)) / 6
	}
	return sum
}

// Bounds returns the corners of the box around the mesh.
func (m *Mesh) Bounds() (low, high Point) {
	low, high = Point{math.Inf(1), math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for _, p := range m.Points {
		low = Point{min(low.X, p.X), min(low.Y, p.Y), min(low.Z, p.Z)}
		high = Point{max(high.X, p.X), max(high.Y, p.Y), max(high.Z, p.Z)}
	}
	return low, high
}

// Check returns an error unless the mesh is closed and faces outwards: every edge belongs to two triangles, which go
// along it in opposite directions.
func (m *Mesh) Check() error {
	if len(m.Triangles) == 0 {
		return fmt.Errorf("the mesh is empty")
	}
	edges := make(map[[2]uint32]int, 3*len(m.Triangles))
	for _, t := range m.Triangles {
		for k := range 3 {
			edges[[2]uint32{t[k], t[(k+1)%3]}]++
		}
	}
	for e, n := range edges {
		if n != 1 || edges[[2]uint32{e[1], e[0]}] != 1 || e[0] == e[1] {
			return fmt.Errorf("the edge from %v to %v belongs to %d triangles, its reverse to %d", m.Points[e[0]],
				m.Points[e[1]], n, edges[[2]uint32{e[1], e[0]}])
		}
	}
	if v := m.Volume(); !(v > 0) {
		return fmt.Errorf("the mesh has a volume of %g: it faces inwards", v)
	}
	return nil
}

// Steep returns which part of the surface above the ground overhangs by more than an angle in degrees from upright.
func (m *Mesh) Steep(degrees float64) float64 {
	var steep, all float64
	limit := -math.Sin(degrees * math.Pi / 180)
	for _, t := range m.Triangles {
		a, b, c := m.corners(t)
		n := cross(b.minus(a), c.minus(a))
		area := math.Sqrt(dot(n, n))
		if area == 0 || max(a.Z, b.Z, c.Z) == 0 {
			continue
		}
		all += area
		if n.Z/area < limit {
			steep += area
		}
	}
	if all == 0 {
		return 0
	}
	return steep / all
}

// WriteSTL writes the mesh as a binary STL file.
func (m *Mesh) WriteSTL(out io.Writer, name string) error {
	buf := bufio.NewWriter(out)
	var head [80]byte
	copy(head[:], name)
	buf.Write(head[:])
	if err := binary.Write(buf, binary.LittleEndian, uint32(len(m.Triangles))); err != nil {
		return err
	}
	var record [50]byte
	for _, t := range m.Triangles {
		a, b, c := m.corners(t)
		n := cross(b.minus(a), c.minus(a))
		if long := math.Sqrt(dot(n, n)); long > 0 {
			n = Point{n.X / long, n.Y / long, n.Z / long}
		}
		for i, p := range []Point{n, a, b, c} {
			for k, v := range []float64{p.X, p.Y, p.Z} {
				binary.LittleEndian.PutUint32(record[12*i+4*k:], math.Float32bits(float32(v)))
			}
		}
		buf.Write(record[:])
	}
	return buf.Flush()
}
