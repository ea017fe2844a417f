package shell

import (
	"slices"
	"time"

	"tafl3d/panel"
)

// Notices.
const (
	toastTime = 4 * time.Second
	toastMost = 4
)

// notice is a visible notice.
type notice struct {
	panel.Toast
	stays bool      // until the player acts after the time to read it
	read  time.Time // when that time is over
}

// Say shows a notice; long ones stay longer.
func (s *Shell) Say(text string, tone panel.Tone) { s.show(text, tone, false) }

// Warn shows a notice about an error that the player must know. It stays until the player acts after the time to read
// it.
func (s *Shell) Warn(text string) { s.show(text, panel.Bad, true) }

// Refuse shows why an action is impossible.
func (s *Shell) Refuse(why string) {
	s.opt.Buzz()
	s.Say(why, panel.Bad)
}

// RefuseFile is Refuse for a notice that stays like that of Warn.
func (s *Shell) RefuseFile(why string) {
	s.opt.Buzz()
	s.Warn(why)
}

func (s *Shell) show(text string, tone panel.Tone, stays bool) {
	n := notice{panel.Toast{Text: text, Tone: tone}, stays, s.opt.Now().Add(toastTime +
		time.Duration(len(text))*30*time.Millisecond)}
	if !stays {
		n.Until = n.read
	}
	s.notices = slices.DeleteFunc(s.notices, func(old notice) bool { return old.Text == text })
	s.notices = append(s.notices, n)
	if len(s.notices) > toastMost {
		s.notices = s.notices[1:]
	}
	s.Touch()
}

// Toasts returns the visible notices. The caller owns the slice.
func (s *Shell) Toasts() []panel.Toast {
	var list []panel.Toast
	for i := range s.notices {
		list = append(list, s.notices[i].Toast)
	}
	return list
}

// Expire removes old notices.
func (s *Shell) Expire(now time.Time) {
	s.forget(func(n notice) bool { return !n.stays && !now.Before(n.read) })
}

// Acted removes notices that the player had time to read before they acted.
func (s *Shell) Acted() {
	now := s.opt.Now()
	s.forget(func(n notice) bool { return n.stays && !now.Before(n.read) })
}

func (s *Shell) forget(old func(notice) bool) {
	had := len(s.notices)
	s.notices = slices.DeleteFunc(s.notices, old)
	if len(s.notices) != had {
		s.Touch()
	}
}
