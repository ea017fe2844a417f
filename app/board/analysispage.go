package board

import (
	"cmp"
	"fmt"
	"slices"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/panel"
)

// OpenPage opens the settings of the analysis.
func (an *Analyser) OpenPage() {
	if !an.May() {
		an.board.shell.Refuse(TextNoHelp)
		return
	}
	an.board.shell.Open(analysisPage{an.board})
}

// analysisPage shows the settings of the analysis.
type analysisPage struct{ b *Board }

func (p analysisPage) Show() panel.Dialog {
	w, n := p.b.host.Wishes().Analysis, &p.b.game.Analysis
	want := func() { p.b.host.Want(w) }
	turn := p.b.game.Shown.position.Turn()
	r := p.b.game.Variant.Rules
	d := panel.Dialog{ID: "analysis", Title: textAnalysis, Cancel: "close", Lines: textSpeed(n), Fields: []panel.Field{
		{ID: "on", Label: textAnalysis, Options: words.OffOn, Chosen: words.Bit(n.On), Set: func(on int) {
			if n.On != (on == 1) {
				p.b.Analyser.Toggle()
			}
		}},
		{ID: "lines", Label: "Lines", Options: []string{"1", "2", "3", "4", "5"}, Chosen: w.Lines - 1,
			Set: func(i int) {
				w.Lines = i + 1
				want()
			}},
		{ID: "depth", Label: "Depth in moves", Options: textNumbers(Depths, "no limit", "%d"),
			Chosen: slices.Index(Depths, w.Depth), Set: of(Depths, &w.Depth, want)},
		shell.Switch("arrows", "Arrows for the best moves", "", &w.Arrows, want),
		{ID: "threat", Label: "Side to move", Chosen: words.Bit(n.threat),
			Options: []string{words.Side(r, turn), words.Side(r, turn.Other())},
			Note:    "Choose the other side to see its threats", Set: func(i int) {
				if n.threat != (i == 1) {
					p.b.Analyser.Threat()
				}
			}},
		{ID: "cores", Label: "Cores", Options: textNumbers(Cores, "all but one", "%d"),
			Chosen: slices.Index(Cores, w.Cores), Set: of(Cores, &w.Cores, want)},
		{ID: "memory", Label: "Memory", Options: textNumbers(Memories, "default", "%d MiB"),
			Chosen: slices.Index(Memories, w.Memory), Set: of(Memories, &w.Memory, want)},
		p.engine(&w, want),
	}, Buttons: []panel.Button{{ID: "programs", Label: TextPrograms, Press: p.b.host.OpenPrograms},
		{ID: "close", Label: words.Done, Icon: "yes", Primary: true}}}
	if n.fault != "" {
		d.Faults = []string{n.fault}
	}
	return d
}

// textBuiltIn names the engine of this program.
const textBuiltIn = "built-in"

// of returns the setter of a field for an element of a list.
func of[T any](list []T, v *T, then func()) func(int) {
	return func(i int) {
		*v = list[i]
		then()
	}
}

// engine returns the field for the engine.
func (p analysisPage) engine(w *Wanted, then func()) panel.Field {
	names := p.watched()
	f := panel.Field{ID: "engine", Label: "Engine", Chosen: max(slices.Index(names, w.Engine), 0),
		Note: w.Program.Command, Set: of(names, &w.Engine, then)}
	for _, name := range names {
		f.Options = append(f.Options, cmp.Or(name, textBuiltIn))
	}
	if len(names) == 1 {
		f.Note = TextWatched
	}
	return f
}

// watched lists the engines for analysis: an empty name for the built-in one, and external UCI engines.
func (p analysisPage) watched() []string {
	names := []string{""}
	for _, o := range p.b.host.Wishes().Programs {
		if !o.OpenTafl {
			names = append(names, o.Name)
		}
	}
	return names
}

// TextPrograms is the title of the page of external engines.
const TextPrograms = "Other engines"

// TextWatched explains the second use of external engines.
const TextWatched = "UCI engines can run the analysis instead of this program."

// textNumbers formats numbers as options; the first is replaced by word.
func textNumbers(of []int, word, format string) []string {
	list := []string{word}
	for _, n := range of[1:] {
		list = append(list, fmt.Sprintf(format, n))
	}
	return list
}
