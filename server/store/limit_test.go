package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"
)

// atOnce does something 30 times at once, and returns how often it succeeded. Each other error than want is a fault.
func atOnce(t *testing.T, want error, do func(i int) error) (done int) {
	t.Helper()
	var mu sync.Mutex
	var work sync.WaitGroup
	start := make(chan struct{})
	for i := range 30 {
		work.Go(func() {
			<-start
			err := do(i)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				done++
			case !errors.Is(err, want):
				t.Errorf("%d: %v", i, err)
			}
		})
	}
	close(start)
	work.Wait()
	return done
}

// TestLimitsHoldAtOnce asks for 30 of everything of which an account may have fewer, at once: as many are made as may
// be, and no more.
func TestLimitsHoldAtOnce(t *testing.T) {
	s, ctx := open(t), t.Context()
	for i := range 31 {
		person(t, s, fmt.Sprint("p", i))
	}
	soon := noon.Add(time.Hour)
	seek := func(i int, kind SeekKind, by, target string) Seek {
		return Seek{
			ID: fmt.Sprintf("%v %s %s %d", kind, by, target, i), Kind: kind, Account: by, Target: target,
			Opened: micros(noon), Ends: micros(soon),
		}
	}
	if err := s.Sessions.AddCodes(ctx, "p0", "key-p0", "recovery", codesNamed("c"), soon); err != nil {
		t.Fatal(err)
	}
	for _, limit := range []struct {
		what string
		most int
		do   func(i int) error
	}{
		{"seeks", 10, func(i int) error {
			return s.Seeks.Add(ctx, seek(i, OpenSeek, "p0", ""), SeekLimits{Own: 10})
		}},
		{"invitations", 10, func(i int) error {
			return s.Seeks.Add(ctx, seek(i, Invite, "p1", fmt.Sprint(i)), SeekLimits{Own: 10})
		}},
		{"challenges of one", 10, func(i int) error {
			return s.Seeks.Add(ctx, seek(i, Challenge, "p2", fmt.Sprint("p", i)), SeekLimits{Own: 10, ForTarget: 10})
		}},
		{"challenges for one", 5, func(i int) error {
			return s.Seeks.Add(ctx, seek(i, Challenge, fmt.Sprint("p", i+1), "p30"), SeekLimits{Own: 100, ForTarget: 5})
		}},
		{"games", 7, func(i int) error {
			l := Live{ID: fmt.Sprint("g", i), Spec: "{}", Attackers: "p3", Defenders: fmt.Sprint("x", i), Most: 7}
			return s.Live.Open(ctx, l)
		}},
		{"games of a maker", 7, func(i int) error {
			l := Live{ID: fmt.Sprint("h", i), Spec: "{}", Attackers: fmt.Sprint("y", i), Defenders: "p4", Most: 7}
			return s.Live.Open(ctx, l)
		}},
		{"bots", 10, func(i int) error {
			id := fmt.Sprint("bot", i)
			a := Account{ID: id, Name: id, Key: id, Kind: Bot, Owner: "p5"}
			return CreateBot(ctx, s, a, Device{Key: id, Account: id}, 10)
		}},
		{"devices", 4, func(i int) error {
			_, err := s.Sessions.UseCode(ctx, fmt.Sprint("c", i), "recovery",
				Device{Key: fmt.Sprint("device", i)}, 5, noon)
			return err
		}},
		{"reports", 20, func(i int) error {
			return s.Conduct.AddReport(ctx, Report{ID: fmt.Sprint(i), Account: "p6", Other: "p7", At: micros(noon)}, 20,
				noon)
		}},
		{"events", 5, func(i int) error {
			e := Event{ID: fmt.Sprint("e", i), Spec: "{}", Director: "p8", Phase: "open"}
			return s.Events.Add(ctx, e, EventLimits{Own: 5, All: 20, Phases: []string{"open", "running"}})
		}},
		{"events of all", 15, func(i int) error {
			e := Event{ID: fmt.Sprint("f", i), Spec: "{}", Director: fmt.Sprint("p", i), Phase: "running"}
			return s.Events.Add(ctx, e, EventLimits{Own: 5, All: 20, Phases: []string{"open", "running"}})
		}},
		{"vacations", 1, func(i int) error {
			return s.Vacations.Take(ctx, "p9", noon, func(all []Vacation) (Vacation, error) {
				if len(all) > 0 {
					return Vacation{}, ErrFull
				}
				return Vacation{Account: "p9", Begun: int64(i), Ends: micros(soon)}, nil
			})
		}},
	} {
		if done := atOnce(t, ErrFull, limit.do); done != limit.most {
			t.Errorf("%s: %d of 30, want %d", limit.what, done, limit.most)
		}
	}
}

// TestNewestStayAtOnce opens 30 sessions of a device, codes of an account and tickets of the queue at once: as many
// stay as there may be.
func TestNewestStayAtOnce(t *testing.T) {
	s, ctx := open(t), t.Context()
	person(t, s, "astrid")
	soon := noon.Add(time.Hour)
	for _, limit := range []struct {
		what  string
		most  int
		do    func(i int) error
		count string
	}{
		{"sessions", 8, func(i int) error {
			_, err := s.Sessions.Open(ctx, fmt.Sprint("s", i), "astrid", "key-astrid", soon, 8)
			return err
		}, `SELECT COUNT(*) FROM sessions`},
		{"codes", 30, func(i int) error {
			return s.Sessions.AddCodes(ctx, "astrid", "key-astrid", "recovery", codesNamed(fmt.Sprint(i, ".")), soon)
		}, `SELECT COUNT(*) FROM codes`},
		{"tickets", 1, func(i int) error {
			k := Seek{ID: fmt.Sprint(i), Kind: Queue, Account: "astrid", Opened: micros(noon), Ends: micros(soon)}
			return s.Seeks.Add(ctx, k, SeekLimits{})
		}, `SELECT COUNT(*) FROM seeks`},
	} {
		if done := atOnce(t, nil, limit.do); done != 30 {
			t.Errorf("%s: %d of 30 succeed", limit.what, done)
		}
		var n int
		if err := s.db.pool.QueryRowContext(context.Background(), limit.count).Scan(&n); err != nil || n != limit.most {
			t.Errorf("%s: %d stay, want %d, %v", limit.what, n, limit.most, err)
		}
	}
}

// codesNamed returns 30 hashes of codes.
func codesNamed(name string) (hashes []string) {
	for i := range 30 {
		hashes = append(hashes, fmt.Sprint(name, i))
	}
	return hashes
}
