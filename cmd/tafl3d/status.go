package main

import (
	"fmt"
	"io"
	"os"

	"tafl3d/internal/command"
	"tafl3d/render"
)

// openReport opens the file to which the program appends the state of rendering; an empty name
// returns nil. The caller closes the file.
func openReport(name string) (*os.File, error) {
	if name == "" {
		return nil, nil
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, command.Usagef("-report %s: cannot write to this file: %v", name, err)
	}
	return f, nil
}

// reportTo writes a line for each status: "finished 12" when the picture is finished after 12
// released keys and buttons, "drawing 12" when rendering resumes. Write errors are ignored.
func reportTo(w io.Writer) func(render.Status) {
	return func(s render.Status) {
		word := "drawing"
		if s.Finished {
			word = "finished"
		}
		_, _ = fmt.Fprintf(w, "%s %d\n", word, s.Inputs)
	}
}
