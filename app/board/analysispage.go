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
	turn := p.b.game.Shown.position.Turn()
	r := p.b.game.Variant.Rules
	d := panel.Dialog{ID: "analysis", Title: textAnalysis, Cancel: "close", Lines: textSpeed(n), Fields: []panel.Field{
		{ID: "on", Label: textAnalysis, Options: words.OffOn, Chosen: words.Bit(n.On)},
		{ID: "lines", Label: "Lines", Options: []string{"1", "2", "3", "4", "5"}, Chosen: w.Lines - 1},
		{ID: "depth", Label: "Depth in moves", Options: textNumbers(Depths, "no limit", "%d"),
			Chosen: slices.Index(Depths, w.Depth)},
		{ID: "arrows", Label: "Arrows for the best moves", Options: words.OffOn, Chosen: words.Bit(w.Arrows)},
		{ID: "threat", Label: "Side to move", Chosen: words.Bit(n.threat),
			Options: []string{words.Side(r, turn), words.Side(r, turn.Other())},
			Note:    "Choose the other side to see its threats"},
		{ID: "cores", Label: "Cores", Options: textNumbers(Cores, "all but one", "%d"),
			Chosen: slices.Index(Cores, w.Cores)},
		{ID: "memory", Label: "Memory", Options: textNumbers(Memories, "default", "%d MiB"),
			Chosen: slices.Index(Memories, w.Memory)},
		p.engine(w),
	}, Buttons: []panel.Button{{ID: "programs", Label: TextPrograms},
		{ID: "close", Label: words.Done, Icon: "yes", Primary: true}}}
	if n.fault != "" {
		d.Faults = []string{n.fault}
	}
	return d
}

// textBuiltIn names the engine of this program.
const textBuiltIn = "built-in"

// engine returns the field for the engine.
func (p analysisPage) engine(w Wanted) panel.Field {
	names := p.watched()
	f := panel.Field{ID: "engine", Label: "Engine", Chosen: max(slices.Index(names, w.Engine), 0),
		Note: w.Program.Command}
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

func (p analysisPage) Do(c panel.Command) {
	w, n := p.b.host.Wishes().Analysis, &p.b.game.Analysis
	switch c.ID {
	case "on":
		if n.On != (c.Arg == 1) {
			p.b.Analyser.Toggle()
		}
	case "engine":
		w.Engine = shell.Pick(p.watched(), c.Arg)
	case "programs":
		p.b.host.OpenPrograms()
		return
	case "lines":
		w.Lines = min(max(c.Arg, 0), MostLines-1) + 1
	case "depth":
		w.Depth = Depths[min(max(c.Arg, 0), len(Depths)-1)]
	case "cores":
		w.Cores = Cores[min(max(c.Arg, 0), len(Cores)-1)]
	case "memory":
		w.Memory = Memories[min(max(c.Arg, 0), len(Memories)-1)]
	case "arrows":
		w.Arrows = c.Arg == 1
	case "threat":
		if n.threat != (c.Arg == 1) {
			p.b.Analyser.Threat()
		}
	}
	p.b.host.Want(w)
	p.b.shell.Touch()
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
