package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"

	"tafl3d/app/catalogue"
	"tafl3d/app/folders"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	"tafl3d/internal/flags"
	homeset "tafl3d/set"
	"tafl3d/tongue"
)

// setOrder is what the command line asks a set to be.
type setOrder struct {
	variant, folder, data string
	paper, ink, language  string
	options               homeset.Options
	chosen                *variant.Variant
}

var setCommand = &command.Command{
	Name: "set", Summary: "write a set to print: board, pieces and rules, on paper and in 3D",
	Args: "-variant ID -o FOLDER [flags]",
	Help: "Writes a printable set of a variant into a new folder: board, pieces and rules on paper, and\n" +
		"board and pieces for a 3D printer. Needs no display. docs/sets.md explains how to assemble it.",
	Prepare: func(fs *flag.FlagSet) func(*command.Env) error {
		var o setOrder
		fs.StringVar(&o.variant, "variant", "", "`variant`: an ID, also of your own, or a .toml file; required")
		fs.StringVar(&o.folder, "o", "", "`folder` to write, new or empty; required")
		fs.Float64Var(&o.options.Size, "size", 0, "`mm` from the middle of a square to the next, 15 to 120; without "+
			"it what suits the board")
		fs.StringVar(&o.paper, "paper", "a4", "`paper`: a4 or letter")
		fs.Float64Var(&o.options.Bed, "bed", homeset.DefaultBed, "`mm` that a 3D printer prints in width and depth, "+
			"100 to 1000")
		fs.StringVar(&o.ink, "ink", string(homeset.Colour), "`ink`: colour, or lines to save ink")
		fs.StringVar(&o.language, "lang", "", "`language`: en, da, de, is, nb or sv; default from the system")
		fs.StringVar(&o.data, "data", "", "`folder` of your variants, if you start tafl3d with -data")
		return func(e *command.Env) error {
			if err := o.read(command.Given(fs)); err != nil {
				return err
			}
			return homeset.Make(e.Ctx, o.chosen, o.options, o.folder, progress(e))
		}
	},
}

// read checks what was asked and looks the variant up.
func (o *setOrder) read(given map[string]bool) (err error) {
	switch {
	case o.variant == "":
		return command.Usagef("give the variant with -variant ID (see: tafl variants)")
	case o.folder == "":
		return command.Usagef("give the folder with -o FOLDER")
	}
	if s := o.options.Size; given["size"] && !(s >= homeset.MinSize && s <= homeset.MaxSize) {
		return command.Usagef("-size %g: from %d to %d", s, homeset.MinSize, homeset.MaxSize)
	}
	if b := o.options.Bed; given["bed"] && !(b >= homeset.MinBed && b <= homeset.MaxBed) {
		return command.Usagef("-bed %g: from %d to %d", b, homeset.MinBed, homeset.MaxBed)
	}
	if o.options.Paper, err = homeset.PaperNamed(o.paper); err != nil {
		return command.Usagef("-paper: %v", err)
	}
	if o.options.Ink, err = homeset.InkNamed(o.ink); err != nil {
		return command.Usagef("-ink: %v", err)
	}
	if o.language == "" {
		o.language = tongue.Match(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))
	}
	if !tongue.Has(o.language) {
		return command.Usagef("-lang %s: use en, da, de, is, nb or sv", o.language)
	}
	if err := tongue.Use(o.language); err != nil {
		return err
	}
	o.chosen, err = anyVariant(o.variant, folders.Open(o.data).Variants())
	return err
}

// anyVariant returns a variant of the catalogue, of the player's own, or of a file.
func anyVariant(name string, shelf catalogue.Shelf) (*variant.Variant, error) {
	if filepath.Ext(name) == catalogue.OwnExt {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		return variant.Parse(filepath.Base(name), text, variant.All()...)
	}
	all := catalogue.Catalogue{Shelf: shelf}
	faults := all.Read()
	v, err := all.Get(name)
	if err == nil {
		return v, nil
	}
	if faults != nil && strings.Contains(faults.Error(), name) {
		return nil, faults
	}
	var ids []string
	for _, v := range all.All() {
		ids = append(ids, v.ID)
	}
	if near := variant.Near(name, ids); len(near) == 0 {
		return nil, command.Usagef("there is no variant %q; tafl variants lists them", name)
	}
	return nil, command.Usagef("there is no variant %q; %s", name, flags.Choice("", name, ids))
}
