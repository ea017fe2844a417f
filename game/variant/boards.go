package variant

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"tafl3d/game"
)

// Board is an excavated board with its marked squares. It has no rules; a variant of its size can be played on it.
type Board struct {
	ID          string // "trondheim-11x11"
	Name        string // "Trondheim 11x11"
	Description string // the find, and which parts of it are reconstructed or doubtful
	Certainty   string
	Sources     string
	Size        int
	Marks       []Mark // by rank, then file, from a1
}

// Mark is a marked square.
type Mark struct {
	At   game.Square // on a board of game.NewGrid with the same size
	Sign Sign
}

// Sign is the mark on a square, as the letter used in board files.
type Sign rune

// The values of Sign.
const (
	Cross    Sign = 'x' // visible on the find
	Centre   Sign = '#' // the mark of the centre
	Star     Sign = '*'
	Plus     Sign = '+' // made of double lines
	Supplied Sign = 'o' // not visible: reconstructed by symmetry
	Doubtful Sign = '?' // possibly marked
)

const signs = ".x#*+o?"

//go:embed data/boards/*.toml
var boardData embed.FS

var loadBoards = sync.OnceValues(func() ([]*Board, error) {
	dir, err := fs.Sub(boardData, "data/boards")
	if err != nil {
		return nil, err
	}
	return LoadBoards(dir)
})

// Boards returns the excavated boards, small ones first. The slice is shared.
func Boards() []*Board {
	all, err := loadBoards()
	if err != nil {
		panic(err) // the files are embedded and a test loads them
	}
	return all
}

// BoardsFor returns the boards of a size.
func BoardsFor(size int) (list []*Board) {
	for _, b := range Boards() {
		if b.Size == size {
			list = append(list, b)
		}
	}
	return list
}

// LoadBoards reads every .toml file of a folder as a board. It returns the valid boards even if others are faulty;
// the error lists every fault with file and line.
func LoadBoards(dir fs.FS) ([]*Board, error) {
	names, err := fs.Glob(dir, "*.toml")
	if err != nil {
		return nil, err
	}
	var all []*Board
	var errs []error
	file := map[string]string{}
	for _, name := range names {
		text, err := fs.ReadFile(dir, name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		b, err := parseBoard(name, text)
		if err == nil && file[b.ID] != "" {
			err = fmt.Errorf("%s:1: id: %w", name, taken(b.ID, file[b.ID]))
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		file[b.ID] = name
		all = append(all, b)
	}
	slices.SortStableFunc(all, func(x, y *Board) int {
		if x.Size != y.Size {
			return x.Size - y.Size
		}
		return strings.Compare(x.Name, y.Name)
	})
	return all, errors.Join(errs...)
}

// parseBoard parses a board file, as strictly as a variant.
func parseBoard(name string, text []byte) (*Board, error) {
	b := &Board{}
	err := scan(name, text, func(e entry) error {
		to := map[string]*string{
			"id": &b.ID, "name": &b.Name, "description": &b.Description,
			"certainty": &b.Certainty, "sources": &b.Sources, "board": new(string),
		}[e.key]
		if to == nil {
			return errors.New("unknown key; there are id, name, description, certainty, sources and board")
		}
		if err := takeText(e, to); err != nil || e.key != "board" {
			return err
		}
		rows, err := drawn(e, signs)
		if err != nil {
			return err
		}
		return b.mark(rows)
	})
	if err != nil {
		return nil, err
	}
	switch {
	case !idForm.MatchString(b.ID):
		err = fmt.Errorf("%s:1: id: %w", name, badID(b.ID))
	case b.Name == "":
		err = fmt.Errorf("%s:1: name: every board needs one; add name = \"...\"", name)
	case b.Size == 0:
		err = fmt.Errorf("%s:1: board: draw it with board = \"\"\"...\"\"\"", name)
	}
	return b, err
}

// mark reads the marks of a drawn board.
func (b *Board) mark(rows []string) error {
	grid, err := game.NewGrid(len(rows))
	if err != nil {
		return err
	}
	b.Size = len(rows)
	for s := range game.Square(grid.Squares()) {
		f, k := grid.FileRank(s)
		if sign := Sign(rows[b.Size-1-k][f]); sign != '.' {
			b.Marks = append(b.Marks, Mark{s, sign})
		}
	}
	return nil
}
