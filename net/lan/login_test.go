package lan

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
)

// TestAskedAgain repeats the login of a guest as in a long session: the connection counts once, and four connections
// are allowed.
func TestAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := &Venue{conns: map[string]map[context.Context]bool{}}
		token := "Dag\n" + strings.Repeat("7", 64)
		var leave []context.CancelFunc
		for range maxGuestConns {
			own, cancel := context.WithCancel(t.Context())
			leave = append(leave, cancel)
			for range 20 {
				in, end := context.WithCancel(context.WithValue(own, connKey{}, own))
				if _, err := v.login(in, token); err != nil {
					t.Fatal(err)
				}
				end()
			}
		}
		if _, err := v.login(t.Context(), token); err == nil {
			t.Error("a fifth connection is let in")
		}
		p, err := guestOf(token)
		if err != nil || !v.Here(p.ID) {
			t.Error(err)
		}
		for _, cancel := range leave {
			cancel()
		}
		synctest.Wait()
		if v.Here(p.ID) {
			t.Error("who has gone is still here")
		}
	})
}
