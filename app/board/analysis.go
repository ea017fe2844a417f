package board

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"tafl3d/app/rulebook"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/table"
	"tafl3d/panel"
	"tafl3d/scene"
	"tafl3d/tongue"
)

// studyTurns is the number of moves shown per line.
const studyTurns = 4

// Analyser analyses the position on the board.
type Analyser struct{ board *Board }

// analysis is the state of the analysis.
type analysis struct {
	On     bool
	threat bool               // analyse the threat: as if the other side were to move
	cancel context.CancelFunc // cancels the running analysis
	of     uint64             // hash of the shown position
	want   Wanted
	at     rules.Position // analysed position
	found  Study
	fault  string // reason why the analysis stopped

	kept     []studied // pinned lines, kept when the position changes
	glimpsed bool      // a line is previewed under the pointer
}

// Toggle starts or stops the analysis.
func (an *Analyser) Toggle() {
	n := &an.board.game.Analysis
	an.board.shell.Touch()
	if n.On {
		n.stop()
		return
	}
	if !an.May() {
		an.board.shell.Refuse(TextNoHelp)
		return
	}
	n.On = true
}

// Threat switches between the position and the threat of the other side.
func (an *Analyser) Threat() {
	n := &an.board.game.Analysis
	if !n.On {
		if an.Toggle(); !n.On {
			return
		}
	}
	was := n.threat
	n.stop()
	n.On, n.threat = true, !was
	an.board.shell.Touch()
}

// May reports whether analysis is possible and allowed.
func (an *Analyser) May() bool { return an.board.opt.Engines != nil && an.board.MayStudy() }

// MayStudy reports whether help is allowed: not in tournament games or network games.
func (b *Board) MayStudy() bool {
	g := b.game
	if b.Preparing() {
		return false
	}
	return g.State.Outcome.Over() || g.Contest == nil && g.Remote == nil
}

// Preparing reports whether the board shows moves that the player prepares for a game against others.
func (b *Board) Preparing() bool {
	return b.game != nil && b.game.Studied != nil && b.game.Studied.Draft()
}

// stop ends the analysis.
func (n *analysis) stop() {
	if n.cancel != nil {
		n.cancel()
	}
	*n = analysis{kept: n.kept, glimpsed: n.glimpsed}
}

// Follow restarts the analysis when the shown position changes.
func (an *Analyser) Follow() {
	if an.board.game == nil {
		return
	}
	n, p, want := &an.board.game.Analysis, an.board.game.Shown.position, an.board.host.Wishes().Analysis
	if !n.On || n.cancel != nil && n.of == p.Hash() && n.want == want {
		return
	}
	threat := n.threat
	n.stop()
	ctx, cancel := context.WithCancel(an.board.shell.Ctx())
	n.On, n.threat, n.cancel, n.of, n.want, n.at = true, threat, cancel, p.Hash(), want, p
	an.board.shell.Touch()
	s := table.Situation{Position: p, History: an.board.game.pastOf(an.board.game.Shown.Ply),
		Now: an.board.opt.Clock.Now()}
	if threat {
		if s.Position, s.History = passed(p); s.History == nil {
			return
		}
		n.at = s.Position
	}
	if len(s.Position.Legal(nil, s.History)) == 0 {
		return
	}
	id := an.board.game.Variant.ID
	show := an.newest(ctx, func(found Study) { n.found = found })
	an.board.shell.Go(func() {
		err := an.board.opt.Engines.Analyse(ctx, id, s, want, show)
		an.board.shell.Report(ctx, func() {
			if ctx.Err() == nil && err != nil {
				n.fault = words.Error(err)
				an.board.shell.Touch()
			}
		})
	})
}

// newest returns a function that delivers results to the main thread from one goroutine. Only the newest
// pending result is delivered.
func (an *Analyser) newest(ctx context.Context, take func(Study)) func(Study) {
	box := make(chan Study, 1)
	return func(found Study) {
		select {
		case <-box:
			box <- found
			return
		default:
		}
		box <- found
		an.board.shell.Report(ctx, func() {
			if found := <-box; ctx.Err() == nil {
				take(found)
				an.board.shell.Touch()
			}
		})
	}
}

// passed returns the position with the other side to move. The history is nil during an unfinished move,
// which cannot be passed.
func passed(p rules.Position) (rules.Position, *rules.History) {
	s := p.Setup()
	s.Turn, s.Huff = s.Turn.Other(), nil
	other, err := p.Rules().Position(s)
	if p.MidTurn() || err != nil {
		return p, nil
	}
	return other, rules.NewLine(other, nil).History()
}

// pastOf returns the history up to and including a ply.
func (g *Game) pastOf(ply int) *rules.History {
	line := rules.NewLine(g.State.Start, nil)
	for i := 1; i <= ply; i++ {
		for _, d := range g.State.Record.Turn(i).Steps {
			line.Step(d.Move(), &d)
		}
	}
	return line.History()
}

// notes returns the notes of the analysis. The lines and their heading can be clicked.
func (an *Analyser) notes() (notes []panel.Note) {
	n := &an.board.game.Analysis
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
		text := textStudying
		if n.threat && n.at.Turn() == an.board.game.Shown.position.Turn() {
			text = "You cannot switch sides in the middle of a move."
		}
		return append(n.keptNotes(), panel.Note{Text: text, Tip: textAnalysis, Do: setup})
	}
	notes = append(notes, panel.Note{Text: textFound(n), Tip: textAnalysis, Do: setup})
	for i := range n.found.Lines {
		l := &n.found.Lines[i]
		do := panel.Command{ID: "line", Arg: i}
		text := textStudyLine(l, texts(goesOn(n.at, l.Steps, studyTurns)))
		notes = append(notes, panel.Note{Text: text, Tip: textLineTip, Do: do, Glimpse: do})
	}
	return append(notes, n.keptNotes()...)
}

// arrows returns the first moves of the lines, the best last, so that it is on top.
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

// played is a move of a line.
type played struct {
	text  string
	steps []rules.Delta
}

// goesOn returns the first most moves of a line.
func goesOn(p rules.Position, line []game.Move, most int) (turns []played) {
	var steps []rules.Delta
	for _, m := range line {
		d, err := p.Try(m, nil)
		if err != nil {
			break // illegal because of the history
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

// notate returns a move in notation, without the mark of an early end.
func notate(r *rules.Rules, steps []rules.Delta) string {
	return notation.Turn(r, slices.DeleteFunc(slices.Clone(steps),
		func(d rules.Delta) bool { return d.Move().Op == game.End }))
}

func texts(turns []played) (list []string) {
	for _, t := range turns {
		list = append(list, t.text)
	}
	return list
}

// TextNoHelp explains why analysis is off.
const TextNoHelp = "No help in games against others. Study the game afterwards."

// mostKept is the largest number of pinned lines.
const mostKept = 4

// studied is a line with its start position.
type studied struct {
	StudyLine
	at rules.Position
}

// lines returns all lines: those of the shown position, then the pinned ones.
func (n *analysis) lines() []studied {
	var list []studied
	for _, l := range n.found.Lines {
		list = append(list, studied{l, n.at})
	}
	return append(list, n.kept...)
}

// number returns the index of a note's line among all lines. Pinned lines are numbered from MostLines, so
// that their numbers do not change.
func (n *analysis) number(arg int) int {
	if arg >= MostLines {
		arg += len(n.found.Lines) - MostLines
	}
	return max(arg, 0)
}

// keptAt returns the index of a pinned line, or a negative number.
func (n *analysis) keptAt(l studied) int {
	return slices.IndexFunc(n.kept,
		func(k studied) bool { return k.at.Hash() == l.at.Hash() && slices.Equal(k.Steps, l.Steps) })
}

// keep pins or unpins a line. It reports whether there was space.
func (n *analysis) keep(l studied) bool {
	if i := n.keptAt(l); i >= 0 {
		n.kept = slices.Delete(n.kept, i, i+1)
		return true
	}
	if len(n.kept) == mostKept {
		return false
	}
	n.kept = append(n.kept, l)
	return true
}

// keptNotes returns the notes of the pinned lines.
func (n *analysis) keptNotes() (notes []panel.Note) {
	for i := range n.kept {
		k := &n.kept[i]
		do := panel.Command{ID: "line", Arg: MostLines + i}
		side := words.Side(k.at.Rules(), k.at.Turn())
		text := tongue.Textf("Pinned, %s: %s", tongue.Name(side),
			textStudyLine(&k.StudyLine, texts(goesOn(k.at, k.Steps, studyTurns))))
		notes = append(notes, panel.Note{Text: text, Do: do, Glimpse: do})
	}
	return notes
}

// textFound returns the heading of the lines.
func textFound(n *analysis) string {
	side := rulebook.Army(n.at.Rules(), n.at.Turn())
	if n.threat {
		return tongue.Textf("If the %s were to move, %d moves ahead:", tongue.Name(side), n.found.Depth)
	}
	return tongue.Textf("Chances of the %s, %d moves ahead:", tongue.Name(side), n.found.Depth)
}

// textSpeed returns depth and speed, always in one line, so that the lines below do not move.
func textSpeed(n *analysis) []string {
	switch {
	case !n.On:
		return []string{tongue.Text(textAnalysis) + ": " + tongue.Text(words.OffOn[0])}
	case n.found.Speed == 0:
		return []string{textStudying}
	}
	return []string{tongue.Textf("%d moves ahead, %d thousand positions per second", n.found.Depth,
		(n.found.Speed+500)/1000)}
}

const textStudying = "Analysing the position."

// textWorth returns the evaluation of a line for the side to move.
func textWorth(l *StudyLine, side string) string {
	switch {
	case l.Ends > 0 && l.Wins:
		return tongue.Textf("%s: proven win in %d moves", tongue.Name(side), l.Ends)
	case l.Ends > 0:
		return tongue.Textf("%s: proven loss in %d moves", tongue.Name(side), l.Ends)
	}
	return tongue.Textf("%s: %s winning chance", tongue.Name(side), textPercent(l.Chance))
}

func percent(chance float64) int { return int(math.Round(100 * chance)) }

// textStudyLine formats a line: "63 %  +120  d1-d3 f4-c4", "wins in 5: ..". The score is in hundredths of a
// man.
func textStudyLine(l *StudyLine, turns []string) string {
	text := strings.Join(turns, " ")
	switch {
	case l.Ends > 0 && l.Wins:
		return tongue.Textf("wins in %d: %s", l.Ends, text)
	case l.Ends > 0:
		return tongue.Textf("loses in %d: %s", l.Ends, text)
	}
	return fmt.Sprintf("%s  %+d  %s", textPercent(l.Chance), l.Score, text)
}

// textLineTip is the tooltip of a line.
const textLineTip = "Winning chance between people; score in hundredths of a man"

// textAnalysis is the name of the analysis.
const textAnalysis = "Analysis"

// textLine returns the name of a line.
func textLine(number int) string { return tongue.Textf("Line %d", number) }
