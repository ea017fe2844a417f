package rules

import (
	"errors"
	"fmt"
	"strings"

	"tafl3d/game"
)

// ErrSetup is the error of every placement that is no position.
var ErrSetup = errors.New("impossible position")

// SetupError lists all that is wrong with a placement. It wraps ErrSetup.
type SetupError struct{ Faults []SetupFault }

// SetupFault is one thing that is wrong, in words, and the squares that show
// it, which may be none.
type SetupFault struct {
	Text string
	At   []game.Square
}

// Error returns the faults, one a line.
func (e *SetupError) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.Text
	}
	return ErrSetup.Error() + ": " + strings.Join(lines, "\n")
}

// Unwrap returns ErrSetup.
func (e *SetupError) Unwrap() error { return ErrSetup }

// faults gathers what is wrong with a placement.
type faults []*SetupFault

func (f *faults) add(format string, args ...any) *SetupFault {
	fault := &SetupFault{Text: fmt.Sprintf(format, args...)}
	*f = append(*f, fault)
	return fault
}

// at adds squares that show the fault.
func (f *SetupFault) at(squares ...game.Square) { f.At = append(f.At, squares...) }

// err returns a SetupError, nil without faults.
func (f faults) err() error {
	if len(f) == 0 {
		return nil
	}
	e := &SetupError{}
	for _, one := range f {
		e.Faults = append(e.Faults, *one)
	}
	return e
}

// onBoard returns the square s, nothing if the board does not have it.
func (r *Rules) onBoard(s game.Square) []game.Square {
	if s < 0 || int(s) >= r.squares {
		return nil
	}
	return []game.Square{s}
}
