package game

import (
	"fmt"
	"slices"
)

// Fault is an error whose words and what stands in them are apart, so that it can be said in
// another language.
type Fault struct {
	format string
	args   []any
}

// Word is an argument of a Fault that is itself said in the reader's language. Other texts
// stay as they are.
type Word string

// Faultf returns a Fault. It wraps those of its arguments that are errors.
func Faultf(format string, args ...any) *Fault { return &Fault{format, args} }

// Error tells the fault in English.
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

// verbatim is a text that nobody translates.
type verbatim string

// Words returns the format and its arguments, of which those of type string are to be said in
// the reader's language.
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
