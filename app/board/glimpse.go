package board

import (
	"slices"

	"tafl3d/app/words"
	"tafl3d/game/rules"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// mostKept is how many lines are kept.
const mostKept = 4

// studied is a line of the analysis with the position in which it begins.
type studied struct {
	StudyLine
	at rules.Position
}

// lines are all lines: those found about the position that is shown, then those kept.
func (n *analysis) lines() []studied {
	var list []studied
	for _, l := range n.found.Lines {
		list = append(list, studied{l, n.at})
	}
	return append(list, n.kept...)
}

// number returns where a note's line stands among all lines: those kept count from MostLines
// on, so that they keep their numbers when others are found.
func (n *analysis) number(arg int) int {
	if arg >= MostLines {
		arg += len(n.found.Lines) - MostLines
	}
	return max(arg, 0)
}

// keptAt returns where a line is among those kept, below zero where it is not.
func (n *analysis) keptAt(l studied) int {
	return slices.IndexFunc(n.kept, func(k studied) bool { return k.at.Hash() == l.at.Hash() && slices.Equal(k.Steps, l.Steps) })
}

// keep keeps a line, or lets it go again. It reports whether there is room.
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

// keptNotes tell the lines that are kept.
func (n *analysis) keptNotes() (notes []panel.Note) {
	for i := range n.kept {
		k := &n.kept[i]
		do := panel.Command{ID: "line", Arg: MostLines + i}
		side := words.Side(k.at.Rules(), k.at.Turn())
		text := tongue.Textf("Kept, %s: %s", tongue.Name(side), textStudyLine(&k.StudyLine, texts(goesOn(k.at, k.Steps, studyTurns))))
		notes = append(notes, panel.Note{Text: text, Do: do, Glimpse: do})
	}
	return notes
}

// Glimpse says what the pointer is over: a line of the analysis is played out on the board for
// as long as it stays there. Any other command ends that.
func (b *Board) Glimpse(c panel.Command) {
	g := b.Game
	if g == nil {
		return
	}
	if g.Analysis.glimpsed {
		b.Touch()
		g.Analysis.glimpsed = false
		b.opt.View.Set(g.Shown.position.Setup())
	}
	list := g.Analysis.lines()
	i := g.Analysis.number(c.Arg)
	if c.ID != "line" || i >= len(list) || b.Depth() > 0 {
		return
	}
	l := list[i]
	g.Analysis.glimpsed = true
	b.Touch()
	b.Hand.LetGo()
	b.opt.View.Set(l.at.Setup())
	for _, turn := range goesOn(l.at, l.Steps, studyTurns) {
		for _, d := range turn.steps {
			b.show(d.Events())
		}
	}
}
