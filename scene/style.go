package scene

import (
	"fmt"
	"slices"
	"strings"
)

// Style selects the design of a stage, its light and its quality. Each field is a name from the lists below;
// with an empty field the stage or the renderer chooses.
type Style struct {
	Board   string `json:"board,omitempty"`   // design of the board
	Men     string `json:"men,omitempty"`     // set of the pieces
	Room    string `json:"room,omitempty"`    // surroundings and light
	Quality string `json:"quality,omitempty"` // quality of rendering
	Plain   bool   `json:"plain,omitempty"`   // no coordinates on the frame
	Stark   bool   `json:"-"`                 // high-contrast marks; a setting of the user, not of the board
}

// Allowed names, in the order of the menus.
var (
	Boards = []string{"ballinderry", "tablut", "oak", "gokstad", "oslo", "trondheim", "bergen", "alea",
		"leather", "stone"}
	// Sets are the designs of pieces.
	Sets = []string{"bog-oak", "glass", "ivory", "turned", "discs"}
	// Rooms are the surroundings.
	Rooms = []string{"hall", "door", "studio"}
	// Qualities are the levels of quality; auto adapts to the time that a picture takes.
	Qualities = []string{"auto", "low", "medium", "high", "ultra"}
)

// Check returns an error for the first unknown name.
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

func (s *Scene) Dressed() Style { return s.style }
