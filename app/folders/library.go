package folders

import (
	"context"
	"path/filepath"
	"sync"

	room "tafl3d/app/library"
	"tafl3d/game/rules"
	"tafl3d/library"
	"tafl3d/library/ask"
)

// Bookcase opens the library in a folder on first use. It may be used from any goroutine; the
// caller must close it at the end.
type Bookcase struct {
	dir  string
	mu   sync.Mutex
	open *library.Library
}

// Library returns the library of games.
func (f Folders) Library() *Bookcase { return &Bookcase{dir: filepath.Join(f.Data, "library")} }

// Open returns the library and the state of a damaged file.
func (s *Bookcase) Open() (room.Opened, error) {
	l, err := library.Open(s.dir)
	if err != nil {
		return room.Opened{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = l
	return room.Opened{Library: l, Aside: l.DamagedFile, ReadOnly: l.ReadOnly}, nil
}

// Explore returns the moves played from a position in the library, none if it is not open.
func (s *Bookcase) Explore(ctx context.Context, variant string, p *rules.Position, collection string) (
	[]ask.Move, error,
) {
	s.mu.Lock()
	l := s.open
	s.mu.Unlock()
	if l == nil {
		return nil, nil
	}
	return l.Explore(ctx, variant, p, collection)
}

// Close closes the library if it is open.
func (s *Bookcase) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil {
		return nil
	}
	return s.open.Close()
}
