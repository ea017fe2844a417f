package shell

import (
	"slices"

	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/scene"
)

// Open puts a dialog in front, unless it is there already.
func (s *Shell) Open(p Page) {
	d := p.Show()
	if top := s.Front(); top != nil && top.Show().ID == d.ID {
		return
	}
	s.opt.Hooks.LetGo()
	o := opened{page: p}
	for i, b := range d.Buttons {
		if b.Primary && len(d.Fields) == 0 {
			o.focus = i
		}
	}
	for o.focus < len(d.Fields) && d.Fields[o.focus].Disabled {
		o.focus++
	}
	if d.Undecided {
		o.focus = OnBoard
	}
	s.pages = append(s.pages, o)
	s.Touch()
}

// Front returns the page in front, nil if no dialog is open.
func (s *Shell) Front() Page {
	if len(s.pages) == 0 {
		return nil
	}
	return s.pages[len(s.pages)-1].page
}

// Depth returns how many dialogs are open.
func (s *Shell) Depth() int { return len(s.pages) }

// Has reports whether a page for which is answers true is open.
func (s *Shell) Has(is func(Page) bool) bool {
	return slices.ContainsFunc(s.pages, func(o opened) bool { return is(o.page) })
}

// Remove takes away every page for which is answers true.
func (s *Shell) Remove(is func(Page) bool) {
	s.pages = slices.DeleteFunc(s.pages, func(o opened) bool { return is(o.page) })
}

// Clear closes all dialogs, and opens nothing in their place.
func (s *Shell) Clear() { s.pages = nil }

// Shut closes the dialog of an ID wherever it is.
func (s *Shell) Shut(id string) {
	for i, o := range s.pages {
		if o.page.Show().ID == id {
			s.pages = append(s.pages[:i:i], s.pages[i+1:]...)
			break
		}
	}
	s.Touch()
}

// CloseTop closes the dialog in front.
func (s *Shell) CloseTop() {
	_, edited := s.Beside()
	s.pages = s.pages[:len(s.pages)-1]
	s.opt.Hooks.Closed(edited)
	s.Touch()
}

// Dialog returns the dialog in front.
func (s *Shell) Dialog() *panel.Dialog {
	if len(s.pages) == 0 {
		return nil
	}
	o := &s.pages[len(s.pages)-1]
	d := o.page.Show()
	o.focus = min(o.focus, len(d.Fields)+len(d.Buttons)-1)
	d.Focus, d.Scroll = o.focus, o.scroll
	return &d
}

// Focus puts the keyboard on a field or button of the dialog in front, or
// OnBoard.
func (s *Shell) Focus(i int) { s.pages[len(s.pages)-1].focus = i }

// Focused returns where the keyboard is in the dialog in front.
func (s *Shell) Focused() int { return s.pages[len(s.pages)-1].focus }

// OnBoard is the focus of the keyboard when it is on the board beside a sheet.
const OnBoard = -1

// Beside is a sheet that stands beside the board and uses it.
type Beside interface {
	Page
	// Press says that the button went down over sq, NoSquare off the board.
	Press(sq game.Square)
	// Release says that it went up; dragged is true if the pointer had moved.
	Release(sq game.Square, on, dragged bool)
	// Drags reports whether a piece on sq can be dragged.
	Drags(sq game.Square) bool
	// Strike acts on the square of the cursor, or takes away there.
	Strike(sq game.Square, away bool)
	// Key handles a key of the sheet's own, wherever the keyboard is.
	Key(k panel.Key) bool
	// Mark points squares out.
	Mark(m *scene.Marks)
}

// Alongside is a page at the side of the board, at which one plays on meanwhile.
type Alongside interface {
	Page
	Alongside()
}

// InPlay reports whether the board is in play: no page is open, or one alongside.
func (s *Shell) InPlay() bool {
	if len(s.pages) == 0 {
		return true
	}
	_, is := s.Front().(Alongside)
	return is && len(s.pages) == 1
}

// OpenBeside opens a sheet with the keyboard on the board.
func (s *Shell) OpenBeside(p Beside) {
	s.Open(p)
	s.Focus(OnBoard)
}

// Beside returns the sheet beside the board that lies highest, nil if there is
// none, and whether it lies on top.
func (s *Shell) Beside() (p Beside, top bool) {
	for i, o := range slices.Backward(s.pages) {
		if b, ok := o.page.(Beside); ok {
			return b, i == len(s.pages)-1
		}
	}
	return nil, false
}
