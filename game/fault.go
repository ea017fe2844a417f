package game

import (
	"fmt"
	"slices"
)

// Fault is an error with a separate format and arguments, so that it can be translated.
type Fault struct {
	format string
	args   []any
}

// Word is an argument of a Fault that is translated, too. Other strings are not.
type Word string

// Faultf returns a Fault with the given format and arguments. It wraps the arguments that are errors.
func Faultf(format string, args ...any) *Fault { return &Fault{format, args} }

// Error returns the message in English.
func (f *Fault) Error() string { return fmt.Sprintf(f.format, f.args...) }

// Unwrap returns the errors among the arguments.
func (f *Fault) Unwrap() (list []error) {
	for _, a := range f.args {
		if err, is := a.(error); is {
			list = append(list, err)
		}
	}
	return list
}

// verbatim is an argument that is not translated.
type verbatim string

// Words returns the format and its arguments. Arguments of type string are to be translated.
func (f *Fault) Words() (format string, args []any) {
	args = slices.Clone(f.args)
	for i, a := range args {
		switch a := a.(type) {
		case Word:
			args[i] = string(a)
		case string:
			args[i] = verbatim(a)
		}
	}
	return f.format, args
}
