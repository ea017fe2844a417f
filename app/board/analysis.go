package board

import (
	"context"
	"errors"
	"slices"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/panel"
	"tafl3d/scene"
)

// Wanted is what the computer is to find out about a position.
type Wanted struct {
	Lines  int  `json:"lines"`            // how many ways to go on, from 1 to MostLines
	Depth  int  `json:"depth,omitempty"`  // in turns; 0 goes on for ever
	Arrows bool `json:"arrows"`           // draw how each line begins
	Cores  int  `json:"cores,omitempty"`  // at most; 0 takes all but one
	Memory int  `json:"memory,omitempty"` // in MiB; 0 takes the usual

	Engine  string  `json:"engine,omitempty"` // the name of the program that thinks; empty is this one
	Program Program `json:"-"`                // that program; a name that no program has leaves it empty
}

// MostLines is how many lines there may be.
const MostLines = 5

// Usual is what is wanted where nobody has chosen.
var Usual = Wanted{Lines: 3, Arrows: true}

// Depths are those to choose from; 0 goes on for ever. Cores and Memories are the other
// choices, of which 0 is the usual one.
var (
	Depths   = []int{0, 2, 4, 6, 8, 10, 12, 16, 20}
	Cores    = []int{0, 1, 2, 4, 8, 16}
	Memories = []int{0, 128, 512, 2048}
)

// Check reports what is wrong with w.
func (w Wanted) Check() error {
	if w.Lines < 1 || w.Lines > MostLines || !slices.Contains(Depths, w.Depth) {
		return errors.New("lines are from 1 to 5, the depth 0, 2, 4, 6, 8, 10, 12, 16 or 20")
	}
	if !slices.Contains(Cores, w.Cores) || !slices.Contains(Memories, w.Memory) {
		return errors.New("cores are 0, 1, 2, 4, 8 or 16, the memory 0, 128, 512 or 2048")
	}
	return nil
}

// Study is what an engine has found out about a position so far.
type Study struct {
	Depth int // turns
	Speed int // positions a second, 0 where that is not known
	Lines []StudyLine
}

// StudyLine is a way in which the game may go on.
type StudyLine struct {
	Chance float64 // that the side to move wins, from 0 to 1
	Ends   int     // in how many turns of both sides the game is won, or lost; 0 if that is not known
	Wins   bool    // with Ends: the side to move wins
	Steps  []game.Move
}

// studyTurns is how many turns of a line are listed.
const studyTurns = 4

// analysis is the study of the position that is shown.
type analysis struct {
	On     bool
	threat bool               // what the other side would do if it were its turn
	cancel context.CancelFunc // of the one under way
	of     uint64             // hash of the position that is shown
	want   Wanted
	at     rules.Position // that is studied
	found  Study
	fault  string // why nothing more is found

	kept     []studied // lines that stay while the position changes
	glimpsed bool      // a line is played out under the pointer
}

// Analyse begins to study what is shown, or stops.
func (b *Board) Analyse() {
	n := &b.Game.Analysis
	b.Touch()
	if n.On {
		n.stop()
		return
	}
	if !b.MayAnalyse() {
		b.Refuse(TextNoHelp)
		return
	}
	n.On = true
}

// Threat looks at what the other side would do if it were its turn, or no longer.
func (b *Board) Threat() {
	n := &b.Game.Analysis
	if !n.On {
		if b.Analyse(); !n.On {
			return
		}
	}
	was := n.threat
	n.stop()
	n.On, n.threat = true, !was
	b.Touch()
}

// MayAnalyse reports whether the computer may study the position.
func (b *Board) MayAnalyse() bool { return b.opt.Engines != nil && b.MayStudy() }

// MayStudy reports whether the game may be studied: nobody is to be helped in a game
// of an event or over the network.
func (b *Board) MayStudy() bool {
	g := b.Game
	return g.State.Outcome.Over() || g.Contest == nil && g.Remote == nil
}

// stop ends the study.
func (n *analysis) stop() {
	if n.cancel != nil {
		n.cancel()
	}
	*n = analysis{kept: n.kept, glimpsed: n.glimpsed}
}

// Study keeps the study at the position that is shown.
func (b *Board) Study() {
	if b.Game == nil {
		return
	}
	n, p, want := &b.Game.Analysis, b.Game.Shown.position, b.host.Wishes().Analysis
	if !n.On || n.cancel != nil && n.of == p.Hash() && n.want == want {
		return
	}
	threat := n.threat
	n.stop()
	ctx, cancel := context.WithCancel(b.Ctx())
	n.On, n.threat, n.cancel, n.of, n.want, n.at = true, threat, cancel, p.Hash(), want, p
	b.Touch()
	s := table.Situation{Position: p, History: b.Game.pastOf(b.Game.Shown.Ply), Now: b.opt.Clock.Now()}
	if threat {
		if s.Position, s.History = passed(p); s.History == nil {
			return
		}
		n.at = s.Position
	}
	if len(s.Position.Legal(nil, s.History)) == 0 {
		return
	}
	id := b.Game.Variant.ID
	show := b.newest(ctx, func(found Study) { n.found = found })
	b.Go(func() {
		err := b.opt.Engines.Analyse(ctx, id, s, want, show)
		b.Report(ctx, func() {
			if ctx.Err() == nil && err != nil {
				n.fault = words.Error(err)
				b.Touch()
			}
		})
	})
}

// newest returns what hands studies to the main thread, from one goroutine. However many
// there are, one waits there at a time, and the newest is taken.
func (b *Board) newest(ctx context.Context, take func(Study)) func(Study) {
	box := make(chan Study, 1)
	return func(found Study) {
		select {
		case <-box:
			box <- found
			return
		default:
		}
		box <- found
		b.Report(ctx, func() {
			if found := <-box; ctx.Err() == nil {
				take(found)
				b.Touch()
			}
		})
	}
}

// passed returns a position in which it is the other side's turn. The history is nil
// where a turn is under way, which nobody can pass over.
func passed(p rules.Position) (rules.Position, *rules.History) {
	s := p.Setup()
	s.Turn, s.Huff = s.Turn.Other(), nil
	other, err := p.Rules().Position(s)
	if p.MidTurn() || err != nil {
		return p, nil
	}
	return other, rules.NewLine(other, nil).History()
}

// pastOf returns what happened before a ply, with it.
func (g *Game) pastOf(ply int) *rules.History {
	line := rules.NewLine(g.State.Start, nil)
	for i := 1; i <= ply; i++ {
		for _, d := range g.State.Record.Turn(i).Steps {
			line.Step(d.Move(), &d)
		}
	}
	return line.History()
}

// studyNotes show the study. Each line can be clicked, and so can their heading.
func (b *Board) studyNotes() (notes []panel.Note) {
	n := &b.Game.Analysis
	if !n.On {
		return n.keptNotes()
	}
	setup := panel.Command{ID: "analysis"}
	if n.fault != "" {
		notes = append(notes, panel.Note{Text: n.fault, Tip: textAnalysis, Do: setup, Tone: panel.Bad})
	}
	if len(n.found.Lines) == 0 && n.fault != "" {
		return append(notes, n.keptNotes()...)
	}
	if len(n.found.Lines) == 0 {
		text := "The computer studies the position."
		if n.threat && n.at.Turn() == b.Game.Shown.position.Turn() {
			text = "In the middle of a turn nobody else can move."
		}
		return append(n.keptNotes(), panel.Note{Text: text, Tip: textAnalysis, Do: setup})
	}
	notes = append(notes, panel.Note{Text: textFound(n), Tip: textAnalysis, Do: setup})
	for i := range n.found.Lines {
		l := &n.found.Lines[i]
		do := panel.Command{ID: "line", Arg: i}
		notes = append(notes, panel.Note{Text: textStudyLine(l, texts(goesOn(n.at, l.Steps, studyTurns))), Do: do, Glimpse: do})
	}
	return append(notes, n.keptNotes()...)
}

// arrows are how the lines begin, the best one last, so that it lies above the others.
func (n *analysis) arrows() (list []scene.Drawn) {
	if !n.On || !n.want.Arrows {
		return nil
	}
	for i, l := range slices.Backward(n.found.Lines) {
		colour := 3
		switch {
		case i > 0:
		case n.threat:
			colour = 1
		default:
			colour = 2
		}
		if len(l.Steps) > 0 && l.Steps[0].Op != game.Drop {
			list = append(list, scene.Drawn{Colour: colour, From: l.Steps[0].From, To: l.Steps[0].To})
		}
	}
	return list
}

// played is a turn of a line.
type played struct {
	text  string
	steps []rules.Delta
}

// goesOn returns the first turns of a line, at most so many.
func goesOn(p rules.Position, line []game.Move, most int) (turns []played) {
	var steps []rules.Delta
	for _, m := range line {
		d, err := p.Try(m, nil)
		if err != nil {
			break // the past forbids it now
		}
		steps = append(steps, d)
		if p.MidTurn() {
			continue
		}
		turns, steps = append(turns, played{notate(p.Rules(), steps), steps}), nil
		if len(turns) == most {
			break
		}
	}
	return turns
}

// notate returns a turn in notation; that it was ended early is not written.
func notate(r *rules.Rules, steps []rules.Delta) string {
	return notation.Turn(r, slices.DeleteFunc(slices.Clone(steps), func(d rules.Delta) bool { return d.Move().Op == game.End }))
}

func texts(turns []played) (list []string) {
	for _, t := range turns {
		list = append(list, t.text)
	}
	return list
}

// TextNoHelp is why nothing is studied in a game against others.
const TextNoHelp = "There is no help in a game against others. Study it when it is over."

// OpenAnalysis opens the page on which one says what the computer is to find out.
func (b *Board) OpenAnalysis() {
	if !b.MayAnalyse() {
		b.Refuse(TextNoHelp)
		return
	}
	b.Open(analysisPage{b})
}

// analysisPage says what the computer is to find out.
type analysisPage struct{ b *Board }

func (p analysisPage) Show() panel.Dialog {
	w, n := p.b.host.Wishes().Analysis, &p.b.Game.Analysis
	turn := p.b.Game.Shown.position.Turn()
	r := p.b.Game.Variant.Rules
	d := panel.Dialog{ID: "analysis", Title: textAnalysis, Cancel: "close", Lines: textSpeed(&n.found), Fields: []panel.Field{
		{ID: "on", Label: textAnalysis, Options: words.OffOn, Chosen: words.Bit(n.On)},
		{ID: "lines", Label: "Lines", Options: []string{"1", "2", "3", "4", "5"}, Chosen: w.Lines - 1},
		{ID: "depth", Label: "Depth in turns", Options: textNumbers(Depths, "for ever", "%d"), Chosen: slices.Index(Depths, w.Depth)},
		{ID: "arrows", Label: "Arrows for the best moves", Options: words.OffOn, Chosen: words.Bit(w.Arrows)},
		{ID: "threat", Label: "As if it were the turn of", Chosen: words.Bit(n.threat),
			Options: []string{words.Side(r, turn), words.Side(r, turn.Other())}, Note: "The other side: what it threatens to do"},
		{ID: "cores", Label: "Cores", Options: textNumbers(Cores, "all but one", "%d"), Chosen: slices.Index(Cores, w.Cores)},
		{ID: "memory", Label: "Memory", Options: textNumbers(Memories, "as usual", "%d MiB"), Chosen: slices.Index(Memories, w.Memory)},
		p.engine(w),
	}, Buttons: []panel.Button{{ID: "programs", Label: TextPrograms}, {ID: "close", Label: words.Done, Icon: "yes", Primary: true}}}
	if n.fault != "" {
		d.Faults = []string{n.fault}
	}
	return d
}

// TextPrograms is what the page of other programs that play is called.
const TextPrograms = "Other engines"

// TextWatched tells what such programs are good for besides.
const TextWatched = "Programs that speak UCI can think in the analysis, in the place of ours."

// engine is the field that chooses who thinks.
func (p analysisPage) engine(w Wanted) panel.Field {
	names := p.watched()
	f := panel.Field{ID: "engine", Label: "Engine", Chosen: max(slices.Index(names, w.Engine), 0), Note: w.Program.Command}
	for _, name := range names {
		f.Options = append(f.Options, TextOpponent(name))
	}
	if len(names) == 1 {
		f.Note = TextWatched
	}
	return f
}

// watched are the names of those who can be watched as they think: this program, which has
// none, and others that speak UCI.
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
	w, n := p.b.host.Wishes().Analysis, &p.b.Game.Analysis
	switch c.ID {
	case "on":
		if n.On != (c.Arg == 1) {
			p.b.Analyse()
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
			p.b.Threat()
		}
	}
	p.b.host.Want(w)
	p.b.Touch()
}
