package shell

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"tafl3d/panel"
)

// TestWork: the page of work shows its progress and closes at the end; Then gets the result, but no error of work that
// the player stopped.
func TestWork(t *testing.T) {
	errFull := errors.New("no room")
	for _, c := range []struct {
		name string
		stop bool
		err  error
		told bool
	}{{"done", false, nil, true}, {"failed", false, errFull, true}, {"stopped", true, errFull, false}} {
		s, woken := bare(t, nil)
		s.opt.Hooks = Hooks{LetGo: func() {}, Closed: func(bool) {}}
		goOn, told := make(chan struct{}), false
		s.Work(Work{ID: "work", Lines: func(done, of int) []string { return []string{fmt.Sprint(done, "/", of)} },
			Do: func(ctx context.Context, progress Progress) error {
				progress(1, 2)
				select {
				case <-goOn:
				case <-ctx.Done():
				}
				return c.err
			},
			Then: func(err error) {
				if told = true; !errors.Is(err, c.err) {
					t.Errorf("%s: %v", c.name, err)
				}
			}})
		for s.Dialog().Lines[0] != "1/2" {
			<-woken
			s.TakeNews()
		}
		if c.stop {
			s.Command(panel.Command{ID: "stop"})
		} else {
			close(goOn)
		}
		for s.Dialog() != nil {
			<-woken
			s.TakeNews()
		}
		if told != c.told {
			t.Errorf("%s: told %v", c.name, told)
		}
		s.Close()
	}
}
