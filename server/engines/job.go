// Package engines has engines on other machines choose moves. Each choice is a job on a work queue of JetStream;
// workers take the jobs.
package engines

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
)

// version is that of jobs and answers. A worker refuses jobs of another version.
const version = 1

// Job asks for one move: the game so far and the limits of the search.
type Job struct {
	V       int           `json:"v"`
	ID      string        `json:"id"` // two parts with a dot between: the process that asks, and the number of the job
	Variant string        `json:"variant"`
	Rules   string        `json:"rules,omitempty"` // as in wire.Spec
	Start   string        `json:"start,omitempty"` // as in wire.Spec
	Played  []wire.Move   `json:"played"`          // steps since the start position
	Hash    string        `json:"hash"`            // of the position after these steps, in hex
	Level   int           `json:"level"`
	Seed    uint64        `json:"seed"`
	Time    time.Duration `json:"time"` // longest time to search, in nanoseconds
	Soft    time.Duration `json:"soft"` // as in ai.Limits, in nanoseconds
}

// Answer is the result of a job.
type Answer struct {
	Move    wire.Move `json:"move"`
	Refused string    `json:"refused,omitempty"` // why there is no move
}

// errJob is the error of a job that no worker can do.
var errJob = errors.New("bad job")

// read parses and checks a job. With an error it returns what it could read.
func read(data []byte) (j Job, err error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&j); err != nil {
		return j, fmt.Errorf("%w: %w", errJob, err)
	}
	switch {
	case j.V != version:
		return j, fmt.Errorf("%w: version %d, this program reads version %d", errJob, j.V, version)
	case !named(j.ID):
		return j, fmt.Errorf("%w: invalid id %.70q", errJob, j.ID)
	case j.Level < 1 || j.Level > ai.Levels:
		return j, fmt.Errorf("%w: unknown level %d", errJob, j.Level)
	case j.Time <= 0 || j.Time > mostWait || j.Soft < 0:
		return j, fmt.Errorf("%w: time limit %v, soft limit %v; at most %v", errJob, j.Time,
			j.Soft, mostWait)
	case len(j.Played) > wire.MaxEntries:
		return j, fmt.Errorf("%w: %d steps; at most %d", errJob, len(j.Played), wire.MaxEntries)
	}
	return j, nil
}

// named reports whether an id consists of exactly two tokens of a subject, so that it cannot address other subjects of
// the broker.
func named(id string) bool {
	who, number, ok := strings.Cut(id, ".")
	return ok && len(id) <= 64 && who != "" && number != "" && !strings.ContainsAny(number, ".") &&
		!strings.ContainsAny(id, "*> \t\r\n")
}

// position replays the game.
func (j *Job) position() (p rules.Position, h *rules.History, err error) {
	v, err := ledger.Variant(wire.Spec{Variant: j.Variant, Rules: j.Rules})
	if err != nil {
		return p, nil, fmt.Errorf("%w: %w", errJob, err)
	}
	p = v.Rules.Start()
	if j.Start != "" {
		if p, err = notation.ParsePosition(v.Rules, j.Start); err != nil {
			return p, nil, fmt.Errorf("%w: start position: %w", errJob, err)
		}
	}
	line := rules.NewLine(p, nil)
	if err := replay(line, j.Played); err != nil {
		return p, nil, fmt.Errorf("%w: %w", errJob, err)
	}
	if hash := hashOf(line.Position); hash != j.Hash {
		return p, nil, fmt.Errorf("%w: the steps lead to position %s, not %.20q", errJob, hash, j.Hash)
	}
	if !line.MidTurn() && line.Judge().Over() && len(j.Played) > 0 {
		return p, nil, fmt.Errorf("%w: the game is over", errJob)
	}
	return line.Position, line.History(), nil
}

// replay plays steps on a line.
func replay(line *rules.Line, steps []wire.Move) error {
	for i, w := range steps {
		m, err := ledger.Step(line.Rules(), w)
		if err == nil {
			_, err = line.Try(m)
		}
		if err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return nil
}

// stepsOf converts steps to the form of a job.
func stepsOf(r *rules.Rules, steps []game.Move) []wire.Move {
	list := make([]wire.Move, len(steps))
	for i, m := range steps {
		list[i] = ledger.Move(r, m)
	}
	return list
}

func hashOf(p rules.Position) string { return strconv.FormatUint(p.Hash(), 16) }

// Names on the brokers.
const (
	streamName   = "THOUGHTS"
	consumerName = "workers"
	jobs         = "think."   // followed by the level
	answers      = "thought." // followed by the id of the job
)

// Time limits of jobs.
const (
	mostWait  = 8 * time.Second // for an answer
	leastWait = 300 * time.Millisecond
	keep      = time.Minute // longest time of a job in the queue
	// takes is how long a worker may be silent before its job goes to another worker. beat is how often a worker
	// reports that it still works.
	takes = 2 * time.Second
	beat  = takes / 4
	tries = 3 // workers that a job may be given to
)

// queueOf returns the configuration of the stream of jobs. It is in memory: losing a job with its broker costs a few
// seconds.
func queueOf(replicas int) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name:        streamName,
		Description: "moves that engines are to choose",
		Subjects:    []string{jobs + "*"},
		Retention:   jetstream.WorkQueuePolicy,
		Storage:     jetstream.MemoryStorage,
		Replicas:    replicas,
		MaxAge:      keep,
		AllowMsgTTL: true,
	}
}

// shared is the consumer that all workers use.
var shared = jetstream.ConsumerConfig{
	Durable:    consumerName,
	AckPolicy:  jetstream.AckExplicitPolicy,
	AckWait:    takes,
	MaxDeliver: tries,
}
