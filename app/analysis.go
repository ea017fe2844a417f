package app

import (
	"context"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/panel"
)

// Study is what an engine has found out about a position so far.
type Study struct {
	Depth int // turns
	Lines []StudyLine
}

// StudyLine is a way in which the game may go on.
type StudyLine struct {
	Score int  // for the side to move, in hundredths of a man
	Ends  int  // in how many turns of both sides the game is won, or lost; 0 if that is not known
	Wins  bool // with Ends: the side to move wins
	Steps []game.Move
}

// studyLines is how many ways a study follows, and studyTurns how many turns of
// each are shown.
const (
	studyLines = 3
	studyTurns = 4
)

// analysis is the study of the position that is shown.
type analysis struct {
	on     bool
	cancel context.CancelFunc // of the one under way
	of     uint64             // the position's hash
	at     rules.Position
	found  Study
}

// analyse begins to study what is shown, or stops.
func (a *board) analyse() {
	n := &a.game.analysis
	a.Touch()
	if n.on {
		n.stop()
		return
	}
	if !a.mayAnalyse() {
		a.Refuse(textNoAnalysis)
		return
	}
	n.on = true
}

// mayAnalyse reports whether the position may be studied: nobody is to be
// helped in a game of an event or over the network.
func (a *board) mayAnalyse() bool {
	g := a.game
	return a.opt.Engines != nil && (g.state.Outcome.Over() || g.bout == nil && g.far == nil)
}

// stop ends the study.
func (n *analysis) stop() {
	if n.cancel != nil {
		n.cancel()
	}
	*n = analysis{}
}

// study keeps the study at the position that is shown.
func (a *board) study() {
	if a.game == nil {
		return
	}
	n, p := &a.game.analysis, a.game.shown.position
	if !n.on || n.cancel != nil && n.of == p.Hash() {
		return
	}
	if n.cancel != nil {
		n.cancel()
	}
	ctx, cancel := context.WithCancel(a.Ctx())
	*n = analysis{on: true, cancel: cancel, of: p.Hash(), at: p}
	a.Touch()
	s := table.Situation{Position: p, History: a.game.pastOf(a.game.shown.ply), Now: a.opt.Clock.Now()}
	if len(p.Legal(nil, s.History)) == 0 {
		return
	}
	a.Go(func() {
		a.opt.Engines.Analyse(ctx, s, studyLines, func(found Study) {
			a.Later(func() {
				if ctx.Err() == nil {
					n.found = found
					a.Touch()
				}
			})
		})
	})
}

// pastOf returns what happened before a ply, with it.
func (g *sitting) pastOf(ply int) *rules.History {
	line := rules.NewLine(g.state.Start, nil)
	for i := 1; i <= ply; i++ {
		for _, d := range g.state.Record.Turn(i).Steps {
			line.Step(d.Move(), &d)
		}
	}
	return line.History()
}

// studyNotes show the study.
func (a *board) studyNotes() (notes []panel.Note) {
	n := &a.game.analysis
	if !n.on {
		return nil
	}
	if len(n.found.Lines) == 0 {
		return []panel.Note{{Text: textLooking, Tone: panel.Plain}}
	}
	notes = append(notes, panel.Note{Text: textDepth(n.found.Depth), Tone: panel.Plain})
	for i := range n.found.Lines {
		l := &n.found.Lines[i]
		notes = append(notes, panel.Note{Text: textStudyLine(l, goesOn(n.at, l.Steps)), Tone: panel.Plain})
	}
	return notes
}

// goesOn returns the first turns of a line in notation.
func goesOn(p rules.Position, line []game.Move) (turns []string) {
	var steps []rules.Delta
	for _, m := range line {
		d, err := p.Try(m, nil)
		if err != nil {
			break // the past forbids it now
		}
		if m.Op != game.End {
			steps = append(steps, d)
		}
		if p.MidTurn() {
			continue
		}
		turns, steps = append(turns, notation.Turn(p.Rules(), steps)), nil
		if len(turns) == studyTurns {
			break
		}
	}
	return turns
}
