package render

import (
	"math"

	"tafl3d/render/carve"
	"tafl3d/scene"
)

// coarseCell is the cell size for simplified pieces in drafts, in squares: two or three pixels of a draft.
const coarseCell = 0.075

// corner identifies vertices that may be merged: same cell, same tile of the texture, and similar normal.
type corner struct {
	cell [3]int32
	tile int8 // of the texture, of two columns and three rows
	look int8 // the main axis of the normal, signed
}

// cluster accumulates vertices to be merged.
type cluster struct {
	sum [12]float32 // position, normal, texture coordinates, tangent
	n   float32
}

// coarse simplifies a mesh by vertex clustering: it merges the vertices within a cell. Vertices that shared a
// position still do, so that the mesh stays closed.
func coarse(m *carve.Mesh, cell float32) carve.Mesh {
	places, corners := map[[3]int32]*cluster{}, map[corner]*cluster{}
	keys := make([]corner, len(m.Positions)/3)
	for i := range keys {
		k := cornerOf(m, i, cell)
		keys[i] = k
		gatherIn(places, k.cell, m, i)
		gatherIn(corners, k, m, i)
	}
	var out carve.Mesh
	number := map[corner]uint32{}
	at := func(k corner) uint32 {
		if _, there := number[k]; !there {
			number[k] = uint32(len(number))
			emit(&out, places[k.cell], corners[k])
		}
		return number[k]
	}
	for i := 0; i+2 < len(m.Indices); i += 3 {
		a, b, c := keys[m.Indices[i]], keys[m.Indices[i+1]], keys[m.Indices[i+2]]
		if a.cell != b.cell && b.cell != c.cell && c.cell != a.cell {
			out.Indices = append(out.Indices, at(a), at(b), at(c))
		}
	}
	return out
}

func cornerOf(m *carve.Mesh, i int, cell float32) (k corner) {
	most := float32(0)
	for j := range 3 {
		k.cell[j] = int32(math.Floor(float64(m.Positions[3*i+j]/cell + 0.5)))
		if n := m.Normals[3*i+j]; max(n, -n) > most {
			most = max(n, -n)
			k.look = int8(j + 1)
			if n < 0 {
				k.look = -k.look
			}
		}
	}
	k.tile = int8(2 * math.Floor(float64(3*m.UVs[2*i+1])))
	if m.UVs[2*i] >= 0.5 {
		k.tile++
	}
	return k
}

func gatherIn[K comparable](into map[K]*cluster, key K, m *carve.Mesh, i int) {
	h := into[key]
	if h == nil {
		h = &cluster{}
		into[key] = h
	}
	h.n++
	k := 0
	for _, part := range [][]float32{m.Positions[3*i : 3*i+3], m.Normals[3*i : 3*i+3], m.UVs[2*i : 2*i+2],
		m.Tangents[4*i : 4*i+4]} {
		for _, v := range part {
			h.sum[k] += v
			k++
		}
	}
}

// emit appends the vertex of a corner at its shared position.
func emit(m *carve.Mesh, place, c *cluster) {
	for j := range 3 {
		m.Positions = append(m.Positions, place.sum[j]/place.n)
	}
	n, t := mean(c.sum[3:6]), mean(c.sum[8:11])
	m.Normals = append(m.Normals, n.X, n.Y, n.Z)
	m.UVs = append(m.UVs, c.sum[6]/c.n, c.sum[7]/c.n)
	hand := float32(1)
	if c.sum[11] < 0 {
		hand = -1
	}
	m.Tangents = append(m.Tangents, t.X, t.Y, t.Z, hand)
}

// mean returns the normalized direction of a sum; up if the sum is zero.
func mean(sum []float32) scene.Vec {
	v := scene.Vec{X: sum[0], Y: sum[1], Z: sum[2]}
	if long := v.Len(); long > 1e-4 {
		return v.Scale(1 / long)
	}
	return scene.Vec{Y: 1}
}
