package tournament

// Spot is the position at which a match of a bracket is drawn.
type Spot struct {
	Column int     // from 0
	Row    float64 // of the upper edge, in match heights including the space between matches
}

// brackets is the distance between the first and the second bracket of a double elimination, in rows.
const brackets = 0.5

// Layout places the matches that are played, keyed by node number. The first column lists its matches from top to
// bottom; a later match is centred between those its players come from. The second bracket of a double elimination is
// below the first. Layout also returns the number of columns and rows used.
func Layout(list []Match) (spots map[int]Spot, columns int, rows float64) {
	l := layout{spots: map[int]Spot{}, bottom: map[int]float64{}}
	for _, m := range list {
		if m.Needed && m.Stage != Losers {
			l.place(m, 0)
		}
	}
	top := l.rows + brackets
	l.bottom = map[int]float64{}
	for _, m := range list {
		if m.Needed && m.Stage == Losers {
			l.place(m, top)
		}
	}
	return l.spots, l.columns, l.rows
}

// layout is the state while a bracket is being placed.
type layout struct {
	spots   map[int]Spot
	bottom  map[int]float64 // first free row by column
	columns int
	rows    float64
}

// place finds the position of a match, not above top and not over another match of its column.
func (l *layout) place(m Match, top float64) {
	sum, n := 0.0, 0
	for _, from := range m.From {
		if s, ok := l.spots[from]; ok && from > 0 && s.Row >= top {
			sum += s.Row
			n++
		}
	}
	row := top
	if n > 0 {
		row = max(sum/float64(n), top)
	}
	column := m.Round - 1
	row = max(row, l.bottom[column])
	l.bottom[column] = row + 1
	l.spots[m.Node] = Spot{column, row}
	l.columns, l.rows = max(l.columns, column+1), max(l.rows, row+1)
}
