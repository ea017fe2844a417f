// Package panel describes everything that a screen shows as plain data: panels, dialogs, charts and
// keys. The client fills it in and render/hud draws it. The package depends on neither, nor on
// rules or languages.
package panel

import (
	"time"

	"tafl3d/game"
)

// Screen holds all panels and texts at a moment. The controller owns it; readers must not keep it
// beyond the frame.
type Screen struct {
	Version uint64  // increases when any field below changes
	Game    *Sheet  // current game, nil before the first
	Dialog  *Dialog // open dialog, nil if none; it receives all clicks
	Banner  *Banner // notice about another game, above everything else; nil if none
	Toasts  []Toast // temporary messages, oldest first
	Bar     []Button
	Sizes   Sizes
	Folds   Folds
}

// Folds counts the requests to fold or unfold the panels next to the board. Without a request they
// fold automatically if the window is narrow.
type Folds struct{ Moves, Seats int }

// Sheet is the current game as the panels show it.
type Sheet struct {
	Variant  string // "Brandubh 7x7"
	Seats    [game.Sides]Seat
	Near     game.Side // side at the near edge of the board, whose seat is below
	First    game.Side // side that moves first; its moves come first in each row
	Rows     []Row     // moves so far, one row per pair
	Current  int       // number of the shown move; 0 is the start position
	Tree     bool      // rows are a tree: their numbers, and Current, identify its nodes
	Status   string    // "Your turn", "Level 4 is thinking", "Attackers win: the king is captured"
	Warning  string    // "The king threatens to escape", empty if none
	Notes    []Note    // network game: state of the connection and of the opponent; study: findings
	Paused   bool
	Thinking bool
	Value    *Value // evaluation of the position, nil if there is none
	Over     bool
	Review   bool // an earlier position is shown
}

// Value is an evaluation for the bar next to the board.
type Value struct {
	Attackers float64            // winning chance of the attackers, from 0 to 1
	Text      [game.Sides]string // winning chance of each side: "44 %"
	Tip       string
}

// Note is a status line.
type Note struct {
	Text    string
	Tone    Tone
	Tip     string
	Do      Command // command of a click; none without an ID
	Glimpse Command // command while the pointer is over it; none without an ID
}

// Seat is the panel of a side.
type Seat struct {
	Side   game.Side
	Name   string // "You", "Computer"
	Detail string // "level 4", "human"
	Clock  Clock
	Active bool        // it is the turn of this side
	Army   string      // name of the side: "Attackers", "Geese"
	Kind   game.Kind   // kind of piece that represents the side: the most frequent
	Men    int         // men on the board, without the king
	Left   string      // the same as text: "12 men left", "13 geese"
	Taken  []game.Kind // captured by this side, in order
	Hand   []Held      // not yet placed on the board
}

// Held is the number of pieces of a kind in hand. Choosing it sends Command{ID: "hold", Arg:
// int(Piece)}.
type Held struct {
	Piece game.Piece
	Kind  game.Kind
	Count int
	On    bool // the next piece to place is of this kind
}

// Clock is the display of a clock.
type Clock struct {
	On      bool   // the game has a clock
	Figures string // main display: "4:59", "0:09.3", "2 d"
	Words   string // further text: "byo-yomi (2)", or "23:59:58" next to the days
	Low     bool
	Running bool
}

// Row is a numbered pair of moves in notation. The second text is empty until the move is played.
type Row struct {
	Number int
	Ply    [2]int // the ply after each move, 0 for none
	Text   [2]string
	Depth  int    // nesting level of variations; 0 is the main line
	Said   string // instead of moves: comment on the move before
}

// Dialog is a dialog in front of the board: a title over lines, running text, fields and buttons.
// Esc presses the button whose command is Cancel. The functions of a dialog are for the controller:
// readers only send the commands of what was clicked.
type Dialog struct {
	ID      string // identifies the dialog: the same ID is not opened twice
	Kind    Kind
	Title   string
	Lines   []string
	Parts   []Part    // running text, left-aligned
	Keys    []KeyLine // for the list of keys
	Palette []Swatch  // pieces and marks to place on the board
	Fields  []Field
	Charts  []Chart  // below the fields
	Faults  []string // errors, each a sentence
	Buttons []Button
	Aside   []Part   // picture and text about the selection, at the side
	Focus   int      // index into fields, then buttons, of the keyboard focus; -1: the board has it
	Scroll  int      // lines scrolled by the keyboard, positive is down
	Cancel  string   // command of Esc; empty for none
	Actions []Action // of charts and of the palette
	// Undecided means that nothing has the focus at first, so that a habitual Enter does nothing.
	Undecided bool
	Height    Height
	Width     Width // 0: that of the kind
}

// Kind is the kind of a dialog and determines its layout.
type Kind uint8

const (
	Form      Kind = iota // text, fields and charts over a row of buttons
	Title                 // start screen: without a box, in front of the board
	Menu                  // narrow column of buttons, two columns for many
	List                  // column of entries
	Over                  // end of a game, below the board
	Wide                  // whole window
	Beside                // at the right, while the board stays usable
	Question              // narrow: text over a row of buttons
	Article               // paragraphs or curves to read, over a row of buttons
	Reference             // a list of keys or signs
	Chooser               // fields next to a picture of the selection; keeps the largest height that it had
)

// Height says how the height of a dialog follows its content.
type Height uint8

const (
	Fitted     Height = iota // as high as the content
	Steady                   // fixed, so that the buttons below a list that grows do not move
	Tabbed                   // fixed, so that tabs and buttons do not move
	Successive               // beside the board: the buttons below successive texts do not move
)

// Width is the width of a dialog in units of the interface.
type Width uint16

const (
	SideChoices Width = 340 // beside the board, for choices that it previews
	SideTable   Width = 390 // beside the board, for a table
	ShortRow    Width = 560 // end of a game, for up to three buttons
	FormWidth   Width = 580
)

// Part is a piece of running text: optionally a heading, a picture and a paragraph, in that order.
type Part struct {
	Head  string
	Board *Diagram
	Text  string
}

// mostInColumn is the number of menu buttons that fit into a window of 1280x720, the smallest common size.
const mostInColumn = 13

// Columns returns the number of columns of the buttons of a menu or list. They are filled one after the other.
func (d *Dialog) Columns() int {
	if d.Kind == Menu && len(d.Buttons) > mostInColumn {
		return 2
	}
	return 1
}

// Rows returns the number of buttons in the first column.
func (d *Dialog) Rows() int { return (len(d.Buttons) + d.Columns() - 1) / d.Columns() }

// Before has f called before each function of the fields and buttons.
func (d *Dialog) Before(f func()) {
	first := func(then func(int)) func(int) {
		if then == nil {
			return nil
		}
		return func(n int) {
			f()
			then(n)
		}
	}
	for i := range d.Fields {
		d.Fields[i].Set, d.Fields[i].Open = first(d.Fields[i].Set), first(d.Fields[i].Open)
	}
	for i := range d.Buttons {
		if press := d.Buttons[i].Press; press != nil {
			d.Buttons[i].Press = func() {
				f()
				press()
			}
		}
	}
}

// Action is what commands with an ID do in a dialog, for commands that belong to no field or button.
type Action struct {
	ID  string
	Run func(arg int)
}

// At returns the command that runs the action with an argument.
func (a Action) At(arg int) Command { return Command{ID: a.ID, Arg: arg} }

// Brush is the ID of the command that chooses a swatch; its Arg is the index.
const Brush = "brush"

// Swatch is a piece or mark to place on the board. Choosing it sends Command{ID: Brush}.
type Swatch struct {
	Kind  game.Kind // the zero value removes, or marks the square
	Sign  string    // mark: "throne", "corner", "camp"
	Label string
	Key   string
	On    bool // it is selected
}

// KeyLine is a line of the list of keys.
type KeyLine struct{ Keys, Does string }

// Field is a choice in a dialog, shown with arrows on both sides of the chosen value. Choosing
// sends Command{ID: field.ID, Arg: index}. A text field has no options: Command{ID: field.ID, Arg:
// n} puts the caret before character n.
type Field struct {
	ID       string
	Label    string
	Set      func(chosen int) // takes the index of an option, card or row; of an option within the list unless Number
	Entry    any              // state of a text field, owned by the controller
	Typed    func()           // a text field has changed; nil: nothing happens
	Sentence bool             // the label is a sentence and may take several lines
	Write    bool
	Text     string // content of a text field
	Lines    int    // visible lines of a text field; up to 1: a single line, without line breaks
	Tabs     bool   // the options are shown side by side
	Caret    int    // characters before the caret
	From     int    // characters before the other end of the selection; equal to Caret for none
	Options  []string
	Cards    []Card // instead of options; Pick opens one: Command{ID: field.Pick, Arg: index}
	Columns  int    // columns of cards
	Rows     *Rows  // instead of options; Chosen and the Arg of Pick are row numbers
	Beside   bool   // in a row with the previous field
	Search   bool   // receives typed text wherever the focus is in the dialog
	Chosen   int
	Number   bool           // accepts digits: the options are numbers from Least on
	Least    int            // used only with Number
	Pick     string         // command of an alternative way to choose, on the board; empty for none
	Open     func(n int)    // what Pick does; n is the index of a card or row
	Start    func(card int) // what the start icons of cards do
	Starts   bool           // Enter presses the primary button; Space sends Pick
	Note     string         // explanation of the chosen option, empty for none
	Changed  bool           // the value has changed
	Disabled bool
}

// Into returns the setter of a field that stores the chosen index in v and then calls the functions.
func Into[T ~int | ~uint8](v *T, then ...func()) func(int) {
	return func(n int) {
		*v = T(n)
		for _, f := range then {
			f()
		}
	}
}

// IntoBool is Into for a field with the options no and yes.
func IntoBool(v *bool, then ...func()) func(int) {
	return func(n int) {
		*v = n == 1
		for _, f := range then {
			f()
		}
	}
}

// Card is an option with a picture.
type Card struct {
	Board *Diagram
	Head  string
	Lines []string
	Sign  string // name of an icon in the corner, empty for none
	Start string // command of its start icon: Command{ID: card.Start, Arg: index}; empty for none
}

// Button sends Command{ID: button.ID} when it is pressed.
type Button struct {
	ID       string // "new", "undo", "redo", "hint", "draw", "resign", "flat", "flip", "pause", "menu", "help", ...
	Label    string
	Press    func() // what the button does
	Short    string // label where space is limited; empty: Label
	Icon     string // name of a stroke icon, often the ID
	Key      string // "Ctrl+Z", shown in tooltips and on the help sheet
	Why      string // reason why it is disabled, shown in its tooltip
	Primary  bool
	Disabled bool
	On       bool // a toggle that is on
	Focus    bool // in the toolbar: has the focus
}

// Command is a request of a panel.
type Command struct {
	ID  string
	Arg int
}

// Tone is the colour of a message.
type Tone uint8

const (
	Plain Tone = iota
	Good
	Bad
)

// Toast is a temporary message.
type Toast struct {
	Text  string
	Tone  Tone
	Until time.Time // zero: until the player acts
}

// Banner is a notice about another game. Its button is usable over a dialog, too.
type Banner struct {
	Text   string
	Clock  Clock // clock of that game
	Tone   Tone
	Button Button
}

// Sizes holds the display settings of the panels.
type Sizes struct {
	Text     float32 // factor for text and its containers, 0 is 1; panels then leave less room for the board
	Scale    float32 // factor for everything, 0 is 1
	Contrast bool    // high contrast
}
