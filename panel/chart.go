package panel

// Chart is a figure in a dialog under its heading: a table, a bracket, small boards or a curve.
type Chart struct {
	Head   string
	Table  *Table
	Ties   []Tie
	Boards []SmallBoard
	Curve  []float64 // values of a figure, oldest first
	Even   bool      // the curve shows percentages by turn, with 50 as the balance
	Faults []int     // highlighted points of the curve
	// command of a click on a point of an even curve: Command{ID: Pick, Arg: its index}; empty for
	// none
	Pick string
	Tips []string // tooltips of the points of such a curve
}

// Table is text in rows and columns.
type Table struct {
	Columns []Column
	Rows    [][]Cell // each has the length of Columns
	Marked  int      // highlighted row, -1 for none
	Square  bool     // a cross-table: coloured cells without gaps
}

// Rows is a section of a long table in which a row can be chosen. Row numbers count from the first
// row of the whole table.
type Rows struct {
	Table
	First int // number of the first row in the section
	Of    int // number of all rows
}

// Column is a column of a table.
type Column struct {
	Head  string
	Tip   string
	Width float64 // in units; 0 shares the remaining width
	Right bool    // right-aligned
	Mid   bool    // centered
	Do    Command // command of a click on the heading; none without an ID
}

// Shade is the colour of a cell. The text must convey the same meaning.
type Shade uint8

const (
	NoShade Shade = iota
	GoodShade
	EvenShade
	BadShade
	SelfShade // a player against themselves
	LiveShade // in progress
)

// Cell is a cell of a table.
type Cell struct {
	Text   string
	Tip    string
	Strong bool
	Shade  Shade
	Bar    []float64 // stacked bar, parts of the width: good, even and bad
	Do     Command   // command of a click; none without an ID
}

// Tie is a match of a bracket.
type Tie struct {
	Column int
	Row    float64 // vertical position in ties
	Label  string  // heading: "Final", empty for most
	Names  [2]string
	Points [2]string
	Won    int    // winner, 0 or 1; -1 if undecided
	From   [2]int // indexes of the ties whose winners meet here, -1 for none
	Shade  Shade
	Tip    string
	Do     Command
}

// SmallBoard is a game in progress as a picture.
type SmallBoard struct {
	Board   *Diagram
	Names   [2]string // attackers, defenders
	Line    string    // "Turn 12"
	Do      Command
	Defends bool // the defenders are to move
}
