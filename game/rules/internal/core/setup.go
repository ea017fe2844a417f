package core

import (
	"errors"
	"strings"

	"tafl3d/game"
)

// ErrSetup is wrapped by the error of every invalid placement.
var ErrSetup = errors.New("impossible position")

// SetupError lists all faults of a placement. It wraps ErrSetup.
type SetupError struct{ Faults []SetupFault }

// SetupFault is one fault of a placement with the squares concerned, which may be none.
type SetupFault struct {
	*game.Fault
	At []game.Square
}

// Error returns the faults, one per line.
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

// Faults collects the faults of a placement.
type Faults []*SetupFault

func (f *Faults) Add(format string, args ...any) *SetupFault {
	fault := &SetupFault{Fault: game.Faultf(format, args...)}
	*f = append(*f, fault)
	return fault
}

// On adds squares concerned.
func (f *SetupFault) On(squares ...game.Square) { f.At = append(f.At, squares...) }

// Err returns a SetupError, or nil if there are no faults.
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

// OnBoard returns the square s, or nothing if it is not on the board.
func (r *Rules) OnBoard(s game.Square) []game.Square {
	if s < 0 || int(s) >= r.Squares {
		return nil
	}
	return []game.Square{s}
}
