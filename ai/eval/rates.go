package eval

import "tafl3d/game"

// rates are the weights of the other families as whole hundredths of a man, as
// their evaluation looks them up.
type rates struct {
	value, chess, path []int
	replaces           int
	steps, stucks      []int // as a rule, of a hunted side, of its hunters, of armies that must capture
	approach           []int
	promotion          int
	threats            []int // as a rule, of armies that must capture
	exposed            int
	lead               int
	runner             []int
	area               int
	passed             int
	mill               millRates
}

func ratesOf(w *Set) rates {
	row := func(name string) (list []int) {
		for _, v := range w.Row(name) {
			list = append(list, int(round(v)))
		}
		return list
	}
	one := func(name string) int { return row(name)[0] }
	return rates{value: row("value"), chess: row("chess"), path: row("path"), replaces: one("replaces"),
		steps: row("step"), stucks: row("stuck"), approach: row("approach"), promotion: one("promotion"),
		threats: row("threat"), exposed: one("exposed"), lead: one("lead"), runner: row("runner"), area: one("area"),
		passed: one("passed"), mill: millRates{
			rows:  [4][]int{nil, row("mill.one"), row("mill.two"), row("mill.closed")},
			ready: row("mill.ready"), double: row("mill.double"), step: row("mill.step"), stuck: row("mill.stuck")}}
}

// freedom sets what steps are worth to a side and what it costs it to have
// none.
func (f *Field) freedom(side game.Side, role int) {
	f.step[side], f.stuck[side] = f.steps[role], f.stucks[role]
}
