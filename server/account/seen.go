package account

import (
	"context"
	"maps"
	"time"
)

// seenLasts is how long a session is cached without asking the database, mostSeen how many sessions are.
const (
	seenLasts = time.Minute
	mostSeen  = 50000
)

// Seen returns the account of a session token, at most a minute out of date. It is only for requests that change
// nothing.
func (s *Accounts) Seen(ctx context.Context, token string) (Caller, error) {
	hash, now := Digest(token), s.Now()
	s.seen.mu.Lock()
	one, known := s.seen.all[hash]
	nr := s.seen.nr
	s.seen.mu.Unlock()
	if age := now.Sub(one.at); known && age >= 0 && age < seenLasts {
		return one.who, nil
	}
	who, err := s.Caller(ctx, token)
	if err != nil {
		return who, err
	}
	s.seen.mu.Lock()
	defer s.seen.mu.Unlock()
	if s.seen.all == nil || len(s.seen.all) >= mostSeen {
		s.seen.all = map[string]sight{}
	}
	if nr == s.seen.nr { // otherwise the session may have ended meanwhile
		s.seen.all[hash] = sight{who, now}
	}
	return who, nil
}

// Forget removes the sessions of an account from the cache.
func (s *Accounts) Forget(account string) {
	s.seen.mu.Lock()
	defer s.seen.mu.Unlock()
	s.seen.nr++
	maps.DeleteFunc(s.seen.all, func(_ string, one sight) bool { return one.who.ID == account })
}
