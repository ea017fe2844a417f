package render

import "github.com/g3n/engine/core"

// pass draws a layer of the picture.
type pass interface {
	// draw redraws the layer in all damaged areas.
	draw(p *painter, f *frame) error
	// dispose releases the resources of the pass. The pass stays usable.
	dispose()
}

// passes lists the layers in drawing order: opaque layers from front to back, to avoid overdraw, then the
// decals on them. To add a pass, add a file and a line here.
var passes = []struct {
	name string
	make func(*painter) (pass, error)
}{
	{"shadows", newShadowPass},
	{"pieces", newPiecePass},
	{"board", newBoardPass},
	{"backdrop", newBackdropPass},
	{"contact", newContactPass},
	{"marks", newMarkPass},
	{"tokens", newTokenPass},
	{"resolve", newResolvePass},
}

// instances keeps the bodies of a pass in sync with the pieces of a frame.
type instances struct {
	root   *core.Node
	bodies map[int][]*body // by Actor.ID
	meshes map[int]*uploadedPiece
}

func newInstances() instances {
	return instances{root: core.NewNode(), bodies: map[int][]*body{}, meshes: map[int]*uploadedPiece{}}
}

// follow calls set for every piece and its bodies. fresh creates missing bodies.
func (t *instances) follow(men []standing, fresh func(*standing) []*body, set func(*standing, *body)) {
	seen := make(map[int]bool, len(men))
	for i := range men {
		m := &men[i]
		seen[m.ID] = true
		if t.meshes[m.ID] != m.model {
			t.drop(m.ID)
			t.meshes[m.ID] = m.model
			t.bodies[m.ID] = fresh(m)
			for _, b := range t.bodies[m.ID] {
				t.root.Add(b)
			}
		}
		for _, b := range t.bodies[m.ID] {
			set(m, b)
		}
	}
	for id := range t.bodies {
		if !seen[id] {
			t.drop(id)
		}
	}
}

func (t *instances) drop(id int) {
	for _, b := range t.bodies[id] {
		t.root.Remove(b)
	}
	delete(t.bodies, id)
	delete(t.meshes, id)
}

func (t *instances) clear() {
	for id := range t.bodies {
		t.drop(id)
	}
}

// stand moves a body to the position of its piece.
func stand(m *standing, b *body) {
	v := &m.vary
	b.place(m.at.X, m.at.Y, m.at.Z, v.TiltX+m.Tip, v.Turn, v.TiltZ)
}
