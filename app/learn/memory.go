package learn

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"tafl3d/game/exercise"
	"tafl3d/rating"
)

// File stores the results after each exercise.
const File = "exercises.json"

// memory holds the player's results.
type memory struct {
	Rating rating.Rating    `json:"rating"`
	Curve  []int            `json:"curve,omitempty"` // rating after each rated exercise
	Streak int              `json:"streak"`          // current number of consecutive solutions
	Best   int              `json:"best"`            // longest streak
	Seen   map[string]*seen `json:"seen"`            // by id of the exercise
	Choice choice           `json:"choice"`
	// Lessons are the completed steps by course id.
	Lessons map[string]int `json:"lessons,omitempty"`
}

// choice is the last selection of exercises.
type choice struct {
	Variant string `json:"variant"` // empty: any
	Theme   string `json:"theme"`
}

// seen is the result of a tried exercise.
type seen struct {
	Tried  int    `json:"tried"`
	Solved int    `json:"solved"`        // at the first attempt, without help
	Box    int    `json:"box,omitempty"` // index of rests while it is repeated
	Due    string `json:"due,omitempty"` // date of the next repetition; empty: none
}

// rests are the days until a failed exercise is repeated: after the failure, and after each solution. After
// the last one the exercise counts as learned.
var rests = []int{1, 3, 7, 21, 60}

// Initial rating, lower than at a service because half of the exercises are for beginners; and the deviation
// of estimated difficulties.
const (
	beginnerPoints = 1000
	guessDeviation = 100
)

func newMemory() *memory {
	return &memory{Rating: rating.Rating{Points: beginnerPoints, Deviation: rating.InitialDeviation,
		Volatility: rating.InitialVolatility}, Seen: map[string]*seen{}}
}

// readMemory reads the result of encode.
func readMemory(data []byte) (*memory, error) {
	m := newMemory()
	if err := json.Unmarshal(data, m); err != nil {
		return nil, err
	}
	for id, s := range m.Seen {
		if s == nil || s.Tried < 1 || s.Solved < 0 || s.Box < 0 || s.Box >= len(rests) {
			return nil, fmt.Errorf("%s: %s: no such result", File, id)
		}
	}
	if r := m.Rating; !(r.Deviation > 0 && r.Volatility > 0 && r.Points > -10_000 && r.Points < 10_000) {
		return nil, fmt.Errorf("%s: rating: no such rating", File)
	}
	return m, nil
}

func (m *memory) encode() []byte {
	data, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		panic(err) // cannot fail: plain types only
	}
	return append(data, '\n')
}

// day returns a date in a comparable format.
func day(at time.Time) string { return at.Format(time.DateOnly) }

// mostCurve is the length of the stored rating history.
const mostCurve = 500

// count records the result of an exercise. Only the first attempt changes the rating. A failed exercise is
// repeated at growing intervals until it is learned.
func (m *memory) count(x *exercise.Exercise, solved bool, now time.Time) {
	s := m.Seen[x.ID]
	if s == nil {
		s = &seen{}
		m.Seen[x.ID] = s
		m.rate(x, solved)
	}
	s.Tried++
	due := s.Due != "" && s.Due <= day(now)
	switch {
	case !solved:
		m.Streak, s.Box = 0, 0
		s.Due = day(now.AddDate(0, 0, rests[0]))
		return
	case due && s.Box+1 == len(rests):
		s.Box, s.Due = 0, ""
	case due:
		s.Box++
		s.Due = day(now.AddDate(0, 0, rests[s.Box]))
	}
	s.Solved++
	m.Streak++
	m.Best = max(m.Best, m.Streak)
}

// rate updates the rating as after a game against the exercise.
func (m *memory) rate(x *exercise.Exercise, solved bool) {
	score := 0.0
	if solved {
		score = 1
	}
	by := rating.Rating{Points: float64(x.Difficulty), Deviation: guessDeviation, Volatility: rating.InitialVolatility}
	m.Rating = rating.System{}.Update(m.Rating, []rating.Played{{Opponent: by, Score: score}})
	m.Curve = append(m.Curve, int(m.Rating.Points+0.5))
	m.Curve = m.Curve[max(0, len(m.Curve)-mostCurve):]
}

// results returns the results. It renames an unreadable file.
func (r *Trainer) results() *memory {
	if r.memory != nil {
		return r.memory
	}
	r.memory = newMemory()
	if r.store == nil {
		return r.memory
	}
	data, err := r.store.Load(File)
	if errors.Is(err, fs.ErrNotExist) {
		return r.memory
	}
	var m *memory
	if err == nil {
		m, err = readMemory(data)
	}
	if err != nil {
		r.shell.PutAside(File, "Cannot read your exercise results", err)
		return r.memory
	}
	r.memory = m
	return m
}

// keep saves the results.
func (r *Trainer) keep() { r.shell.Keep(File, r.memory.encode()) }
