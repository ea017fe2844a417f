package scene

import (
	"fmt"
	"slices"
	"strings"
)

// Style is how a stage is made, lit and drawn. Every field is a name of the
// lists below; an empty one leaves the choice to the stage or to the renderer.
type Style struct {
	Board   string `json:"board,omitempty"`   // design of the board
	Men     string `json:"men,omitempty"`     // set of the pieces
	Room    string `json:"room,omitempty"`    // where the table stands
	Quality string `json:"quality,omitempty"` // how finely it is drawn
	Plain   bool   `json:"plain,omitempty"`   // no coordinates on the frame
	Stark   bool   `json:"-"`                 // marks in high contrast; the reader's wish, not the board's
}

// The names that a style may hold, in the order in which they are offered.
var (
	// Boards are the designs of boards.
	Boards = []string{"ballinderry", "tablut", "oak", "gokstad", "oslo", "trondheim", "bergen", "alea",
		"leather", "stone"}
	// Sets are the sets of pieces.
	Sets = []string{"bog-oak", "glass", "ivory", "turned", "discs"}
	// Rooms are the places where a table may stand.
	Rooms = []string{"hall", "door", "studio"}
	// Qualities are the steps of quality; auto chooses among the others by the
	// time that a picture takes.
	Qualities = []string{"auto", "low", "medium", "high", "ultra"}
)

// Check reports the first name of the style that is in no list.
func (s Style) Check() error {
	for _, f := range []struct {
		what, name string
		list       []string
	}{{"board", s.Board, Boards}, {"set of pieces", s.Men, Sets}, {"room", s.Room, Rooms},
		{"quality", s.Quality, Qualities}} {
		if f.name != "" && !slices.Contains(f.list, f.name) {
			return fmt.Errorf("no %s is called %q; there are %s", f.what, f.name, strings.Join(f.list, ", "))
		}
	}
	return nil
}

// Dress changes the style. Pieces and marks stay.
func (s *Scene) Dress(style Style) {
	if s.style != style {
		s.style = style
		s.version++
	}
}

// Dressed returns the style.
func (s *Scene) Dressed() Style { return s.style }
