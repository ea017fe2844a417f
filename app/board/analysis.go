package board

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
	On     bool
	cancel context.CancelFunc // of the one under way
	of     uint64             // the position's hash
	at     rules.Position
	found  Study
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
		b.Refuse("In a game that counts nobody else looks on.")
		return
	}
	n.On = true
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
	*n = analysis{}
}

// Study keeps the study at the position that is shown.
func (b *Board) Study() {
	if b.Game == nil {
		return
	}
	n, p := &b.Game.Analysis, b.Game.Shown.position
	if !n.On || n.cancel != nil && n.of == p.Hash() {
		return
	}
	if n.cancel != nil {
		n.cancel()
	}
	ctx, cancel := context.WithCancel(b.Ctx())
	*n = analysis{On: true, cancel: cancel, of: p.Hash(), at: p}
	b.Touch()
	s := table.Situation{Position: p, History: b.Game.pastOf(b.Game.Shown.Ply), Now: b.opt.Clock.Now()}
	if len(p.Legal(nil, s.History)) == 0 {
		return
	}
	b.Go(func() {
		b.opt.Engines.Analyse(ctx, s, studyLines, func(found Study) {
			b.Later(func() {
				if ctx.Err() == nil {
					n.found = found
					b.Touch()
				}
			})
		})
	})
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

// studyNotes show the study.
func (b *Board) studyNotes() (notes []panel.Note) {
	n := &b.Game.Analysis
	if !n.On {
		return nil
	}
	if len(n.found.Lines) == 0 {
		return []panel.Note{{Text: "The computer studies the position.", Tone: panel.Plain}}
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
