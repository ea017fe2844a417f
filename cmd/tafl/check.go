package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"tafl3d/game/record"
	"tafl3d/internal/command"
	"tafl3d/internal/unpack"
)

var checkCommand = &command.Command{
	Name:    "check",
	Summary: "replay games and report illegal moves",
	Args:    "[-variant ID] [-json] FILE...",
	Files:   true,
	Help: `Reads every game of the files, in any format that tafl import reads, and replays
it by the rules. For each game that breaks them it prints line, column and
reason, and each single setting of the rules that would make the whole game
legal. -variant is the variant of games that do not name one. FILE "-" is
standard input. The exit code is 1 if a game breaks the rules.

With -json, one line per game: {"file":"f","line":1,"variant":"ID","moves":27,
"error":"","settings":[{"key":"camp.hostileOccupied","value":"adk"}]}`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		id := f.String("variant", "", "variant of games that do not name one")
		asJSON := f.Bool("json", false, "print JSON")
		return func(e *command.Env) error { return checkFiles(e, *id, *asJSON) }
	},
}

// checked is the JSON result for a game.
type checked struct {
	File     string           `json:"file"`
	Line     int              `json:"line"`
	Variant  string           `json:"variant,omitempty"`
	Moves    int              `json:"moves"`
	Error    string           `json:"error"`
	Settings []settingOutcome `json:"settings,omitempty"`
}

type settingOutcome struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

func checkFiles(e *command.Env, id string, asJSON bool) (err error) {
	var opt record.Options
	if id != "" {
		if opt.Variant, err = command.Variant(id); err != nil {
			return err
		}
	}
	if len(e.Files) == 0 {
		return command.Usagef("check: name the files after the flags, or - for standard input")
	}
	bad := 0
	for _, name := range e.Files {
		n, err := checkFile(e, name, opt, asJSON)
		if err != nil {
			return fmt.Errorf("check: %w", err)
		}
		bad += n
	}
	if bad > 0 {
		return fmt.Errorf("check: %s the rules", command.Count(bad, "game breaks", "games break"))
	}
	return nil
}

// checkFile checks the games of a file and returns the number of faulty ones.
func checkFile(e *command.Env, name string, opt record.Options, asJSON bool) (bad int, err error) {
	in := e.In
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return 0, err
		}
		defer f.Close()
		in = f
	}
	text, err := unpack.Reader(in)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	r, good := record.NewReader(text, opt), 0
	for {
		f, err := r.Check()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return bad, err
		}
		if f.Err == nil {
			good++
		} else {
			bad++
		}
		if asJSON {
			err = e.Line(found(name, f))
		} else if f.Err != nil {
			err = explained(e.Out, name, f)
		}
		if err != nil {
			return bad, err
		}
	}
	if !asJSON {
		fmt.Fprintf(e.Out, "%s: %s legal, %d not%s\n", name, command.Count(good, "game", "games"), bad,
			converted(r))
	}
	return bad, nil
}

// converted describes the encoding of a file that is not UTF-8.
func converted(r *record.Reader) string {
	if r.Encoding() == "" {
		return ""
	}
	return " (read as " + r.Encoding() + ")"
}

func found(name string, f record.Finding) checked {
	c := checked{File: name, Line: f.Line, Variant: f.Variant}
	if f.Err != nil {
		c.Error = f.Err.Error()
	} else {
		for range f.Game.Root.Line() {
			c.Moves++
		}
	}
	for _, s := range f.Settings {
		c.Settings = append(c.Settings, settingOutcome(s))
	}
	return c
}

// explained prints what is wrong with a game, and possible explanations.
func explained(out io.Writer, name string, f record.Finding) error {
	of := ""
	if f.Variant != "" {
		of = " (" + f.Variant + ")"
	}
	text := fmt.Sprintf("%s: game on line %d%s: %v\n", name, f.Line, of, f.Err)
	var with []string
	for _, s := range f.Settings {
		with = append(with, s.Key+"="+s.Value)
	}
	if len(with) > 0 {
		text += "  the whole game is legal with " + strings.Join(with, ", or ") + "\n"
	}
	_, err := io.WriteString(out, text)
	return err
}
