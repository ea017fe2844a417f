// Package host serves games to players and spectators: a room for each game, connections over WebSockets, and a
// journal in which every accepted act is written before it is acknowledged. The service and a desktop that hosts a
// game on the local network run the same code with different journals.
package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"tafl3d/net/wire"
)

// Journal stores the entries of games. It is safe for concurrent use, also by several services that share one.
type Journal interface {
	// Append writes e as the successor of entry e.Seq-1 of its game. If it returns nil, e is durable. ErrConflict
	// means that another entry has that number; after any other error e may or may not have been written.
	Append(ctx context.Context, game string, e wire.Entry) error
	// Read returns the entries of a game from number from on. The error is ErrNoGame if the game has no entries.
	Read(ctx context.Context, game string, from uint64) ([]wire.Entry, error)
	// Follow calls f for every entry that other services append to a game from now on, in order; some may be missing.
	// Entries that were appended here may come too, and a zero entry when the caller should check for missed ones. f
	// must not block.
	Follow(game string, f func(wire.Entry)) (stop func(), err error)
}

// Queue is a Journal that limits how many acts are written at once.
type Queue interface {
	// Enter waits briefly for a slot. The caller calls leave when the act has been written. An error says that it
	// cannot be written now.
	Enter(ctx context.Context, game string) (leave func(), err error)
}

// Errors of journals.
var (
	ErrConflict = errors.New("an entry with this number exists already")
	ErrNoGame   = errors.New("game not found")
)

// ErrDamaged is the error for a game whose stored entries are damaged.
var ErrDamaged = wire.Refuse(wire.Missing, "this game was damaged on the service's disk and has stopped; what is "+
	"left is kept, and the operator has been notified")

// Memory is a journal in memory, for a desktop that hosts a game. Its zero value is empty.
type Memory struct {
	mu        sync.Mutex
	games     map[string][]wire.Entry
	followers map[string][]*func(wire.Entry)
}

// Append implements Journal.
func (m *Memory) Append(ctx context.Context, game string, e wire.Entry) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.games == nil {
		m.games = map[string][]wire.Entry{}
	}
	if e.Seq != uint64(len(m.games[game]))+1 {
		return fmt.Errorf("entry %d of %s: %w", e.Seq, game, ErrConflict)
	}
	m.games[game] = append(m.games[game], e)
	for _, f := range m.followers[game] {
		(*f)(e)
	}
	return nil
}

// Read implements Journal.
func (m *Memory) Read(_ context.Context, game string, from uint64) ([]wire.Entry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.games[game]
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: %w", game, ErrNoGame)
	}
	return slices.Clone(all[min(max(int(from), 1)-1, len(all)):]), nil
}

// Follow implements Journal.
func (m *Memory) Follow(game string, f func(wire.Entry)) (stop func(), err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.followers == nil {
		m.followers = map[string][]*func(wire.Entry){}
	}
	m.followers[game] = append(m.followers[game], &f)
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.followers[game] = slices.DeleteFunc(m.followers[game], func(g *func(wire.Entry)) bool { return g == &f })
	}, nil
}
