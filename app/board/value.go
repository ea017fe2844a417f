package board

import (
	"fmt"

	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// textValueTip is the tooltip of the evaluation bar.
const textValueTip = "Winning chance between people"

// textEngineTip also says what would be expected if two equal engines played on.
const textEngineTip = "Winning chance between people. Attackers between two equal engines: about %s."

// value returns the evaluation of the shown position: from the analysis, or from the review of a study; nil
// if there is none.
func (an *Analyser) value() *panel.Value {
	chance, score, known := an.studiedChance()
	if !known {
		return nil
	}
	v := &panel.Value{Attackers: chance, Tip: an.valueTip(score)}
	for side := range v.Text {
		c := chance
		if game.Side(side) == game.Defenders {
			c = 1 - chance
		}
		v.Text[side] = textPercent(c)
	}
	return v
}

// valueTip returns the tooltip of the bar for the attackers' score.
func (an *Analyser) valueTip(score int) string {
	if f := an.board.opt.EngineChance; f != nil {
		if c, known := f(an.board.game.Variant.ID, score); known {
			return tongue.Textf(textEngineTip, textPercent(c))
		}
	}
	return textValueTip
}

// studiedChance returns the attackers' winning chance and score in the position that is shown.
func (an *Analyser) studiedChance() (chance float64, score int, known bool) {
	g := an.board.game
	n := &g.Analysis
	if n.On && !n.threat && len(n.found.Lines) > 0 && n.at.Hash() == g.Shown.position.Hash() {
		l := &n.found.Lines[0]
		if n.at.Turn() == game.Defenders {
			return 1 - l.Chance, -l.Score, true
		}
		return l.Chance, l.Score, true
	}
	if g.Studied == nil || an.board.opt.Chance == nil {
		return 0, 0, false
	}
	if score, known = g.Studied.Score(); !known {
		return 0, 0, false
	}
	return an.board.opt.Chance(g.Variant.ID, score), score, true
}

// textPercent formats a chance. It shows 0 or 100 % only for certain results.
func textPercent(chance float64) string {
	switch n := percent(chance); {
	case n == 0 && chance > 0:
		return "<1 %"
	case n == 100 && chance < 1:
		return ">99 %"
	default:
		return fmt.Sprintf("%d %%", n)
	}
}
