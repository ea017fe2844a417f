package core

import (
	"errors"
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
	*game.Fault
	At []game.Square
}

// Error returns the faults, one a line.
func (e *SetupError) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.Error()
	}
	return ErrSetup.Error() + ": " + strings.Join(lines, "\n")
}

// Unwrap returns ErrSetup and the faults.
func (e *SetupError) Unwrap() []error {
	list := []error{ErrSetup}
	for _, f := range e.Faults {
		list = append(list, f.Fault)
	}
	return list
}

// Faults gathers what is wrong with a placement.
type Faults []*SetupFault

func (f *Faults) Add(format string, args ...any) *SetupFault {
	fault := &SetupFault{Fault: game.Faultf(format, args...)}
	*f = append(*f, fault)
	return fault
}

// On adds squares that show the fault.
func (f *SetupFault) On(squares ...game.Square) { f.At = append(f.At, squares...) }

// Err returns a SetupError, nil without faults.
func (f Faults) Err() error {
	if len(f) == 0 {
		return nil
	}
	e := &SetupError{}
	for _, one := range f {
		e.Faults = append(e.Faults, *one)
	}
	return e
}

// OnBoard returns the square s, nothing if the board does not have it.
func (r *Rules) OnBoard(s game.Square) []game.Square {
	if s < 0 || int(s) >= r.Squares {
		return nil
	}
	return []game.Square{s}
}
