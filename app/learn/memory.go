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

// File is where the results are kept after each exercise.
const File = "exercises.json"

// memory is what is known of somebody's exercises.
type memory struct {
	Rating rating.Rating    `json:"rating"`
	Curve  []int            `json:"curve,omitempty"` // the rating after each rated exercise
	Streak int              `json:"streak"`          // solved one after the other
	Best   int              `json:"best"`            // the longest of these
	Seen   map[string]*seen `json:"seen"`            // by the exercise's id
	Choice choice           `json:"choice"`
	// Lessons are how many steps of a course were done, by its id.
	Lessons map[string]int `json:"lessons,omitempty"`
}

// choice is which exercises were chosen last.
type choice struct {
	Variant string `json:"variant"` // empty is any
	Theme   string `json:"theme"`
}

// seen is what is known of an exercise that was tried.
type seen struct {
	Tried  int    `json:"tried"`
	Solved int    `json:"solved"`        // at the first attempt, without help
	Box    int    `json:"box,omitempty"` // of rests, while it is to be repeated
	Due    string `json:"due,omitempty"` // the day from which on it is to be repeated; empty is never
}

// rests are after how many days a failed exercise comes back: once it is failed, and each
// time it is then solved. Who solves it after the longest rest knows it.
var rests = []int{1, 3, 7, 21, 60}

// What a newcomer begins with, below what he begins with at a service, since half of the
// exercises are for those who have hardly played; and how sure a difficulty is that was
// guessed.
const (
	beginnerPoints = 1000
	guessDeviation = 100
)

func newMemory() *memory {
	return &memory{Rating: rating.Rating{Points: beginnerPoints, Deviation: rating.InitialDeviation,
		Volatility: rating.InitialVolatility}, Seen: map[string]*seen{}}
}

// readMemory reads what encode wrote.
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
		panic(err) // all of it is plain
	}
	return append(data, '\n')
}

// day returns the date of a moment, which can be compared.
func day(at time.Time) string { return at.Format(time.DateOnly) }

// most of the curve that is kept.
const mostCurve = 500

// count takes in the result of an exercise. Only the first attempt at it counts for the
// rating. One that was failed comes back after growing rests until it is known.
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

// rate takes a first attempt into the rating, as a game against the exercise.
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

// results returns what is known so far. A file that cannot be read is put aside.
func (r *Room) results() *memory {
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

// keep writes the results.
func (r *Room) keep() { r.shell.Keep(File, r.memory.encode()) }
