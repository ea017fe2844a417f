package eval

import "tafl3d/game"

// rates holds the weights of rulesets with lines in whole hundredths of a man, arranged for lookup.
type rates struct {
	value, chess, path []int
	replaces           int
	steps, stucks      []int // in general; of a hunted side; of its hunters; of armies with compulsory captures
	approach           []int
	promotion          int
	threats            []int // in general; of armies with compulsory captures
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

// setMobility sets the value of free steps for a side and the cost of having none.
func (f *LineGeometry) setMobility(side game.Side, role int) {
	f.step[side], f.stuck[side] = f.steps[role], f.stucks[role]
}
