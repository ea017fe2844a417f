package shell

import (
	"slices"

	"tafl3d/game"
	"tafl3d/panel"
	"tafl3d/scene"
)

// Open opens a dialog on top unless it is already there.
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

// Front returns the top page; nil if no dialog is open.
func (s *Shell) Front() Page {
	if len(s.pages) == 0 {
		return nil
	}
	return s.pages[len(s.pages)-1].page
}

// Depth returns the number of open dialogs.
func (s *Shell) Depth() int { return len(s.pages) }

// Has reports whether is returns true for an open page.
func (s *Shell) Has(is func(Page) bool) bool {
	return slices.ContainsFunc(s.pages, func(o opened) bool { return is(o.page) })
}

// Closer is a page that is told when it is closed, for example to end its work in the background.
type Closer interface {
	Page
	Closed()
}

// closed tells a page that it was closed.
func closed(p Page) {
	if c, is := p.(Closer); is {
		c.Closed()
	}
}

// Remove closes all pages for which is returns true.
func (s *Shell) Remove(is func(Page) bool) {
	s.pages = slices.DeleteFunc(s.pages, func(o opened) bool {
		if !is(o.page) {
			return false
		}
		closed(o.page)
		return true
	})
	s.endChoice()
}

// Clear closes all dialogs without opening another.
func (s *Shell) Clear() { s.Remove(func(Page) bool { return true }) }

// Shut closes the dialog with an ID at any position.
func (s *Shell) Shut(id string) {
	for i, o := range s.pages {
		if o.page.Show().ID == id {
			s.pages = append(s.pages[:i:i], s.pages[i+1:]...)
			closed(o.page)
			break
		}
	}
	s.endChoice()
	s.Touch()
}

// CloseTop closes the top dialog.
func (s *Shell) CloseTop() {
	_, edited := s.Beside()
	top := s.Front()
	s.pages = s.pages[:len(s.pages)-1]
	s.endChoice()
	closed(top)
	s.opt.Hooks.Closed(edited)
	s.Touch()
}

// Dialog returns the top dialog.
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

// Focus sets the focus to a field or button of the top dialog, or to OnBoard.
func (s *Shell) Focus(i int) { s.pages[len(s.pages)-1].focus = i }

// Focused returns the focus of the top dialog.
func (s *Shell) Focused() int { return s.pages[len(s.pages)-1].focus }

// OnBoard is the focus on the board while a side page is open.
const OnBoard = -1

// Beside is a page next to the board that uses the board.
type Beside interface {
	Page
	// Press reports a button press over sq; NoSquare off the board.
	Press(sq game.Square)
	// Release reports a release; dragged is true if the pointer moved.
	Release(sq game.Square, on, dragged bool)
	// Drags reports whether a piece on sq can be dragged.
	Drags(sq game.Square) bool
	// Strike acts on the cursor square; away deletes there.
	Strike(sq game.Square, away bool)
	// Key handles a key of the page for any focus.
	Key(k panel.Key) bool
	// Mark adds marks on the board.
	Mark(m *scene.Marks)
}

// Alongside is a page next to the board that does not interrupt the game.
type Alongside interface {
	Page
	Alongside()
}

// InPlay reports whether the board accepts moves: no page is open, or only one alongside.
func (s *Shell) InPlay() bool {
	if len(s.pages) == 0 {
		return true
	}
	_, is := s.Front().(Alongside)
	return is && len(s.pages) == 1
}

// OpenBeside opens a page with the focus on the board.
func (s *Shell) OpenBeside(p Beside) {
	s.Open(p)
	s.Focus(OnBoard)
}

// Beside returns the topmost page next to the board, or nil, and whether it is the top page.
func (s *Shell) Beside() (p Beside, top bool) {
	for i, o := range slices.Backward(s.pages) {
		if b, ok := o.page.(Beside); ok {
			return b, i == len(s.pages)-1
		}
	}
	return nil, false
}
