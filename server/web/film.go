package web

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/tongue"
	"tafl3d/tournament/tables"
)

// Frame is a position of a game.
type Frame struct {
	Ply    int    `json:"ply"`
	Text   string `json:"text"`   // notation of the move that led here
	Pieces string `json:"pieces"` // a letter for each square, "." if empty

	Hand map[string]int `json:"hand,omitempty"` // pieces not yet on the board, by letter of their kind

	From int    `json:"from"` // squares of the last move, -1 for none
	To   int    `json:"to"`
	Turn string `json:"turn"` // side to move: attackers, defenders

	Left [game.Sides]int `json:"left"` // milliseconds on the clocks then
}

// Film is a game from its start to its present state, as pages show it.
type Film struct {
	Spec    wire.Spec        `json:"-"`
	Variant *variant.Variant `json:"-"`
	Tree    *tree.Game       `json:"-"` // with moves taken back
	Seq     uint64           `json:"seq"`
	Frames  []Frame          `json:"-"`
	Over    bool             `json:"over"`
	Left    [game.Sides]int  `json:"left"`              // milliseconds when the present turn began
	Running string           `json:"running,omitempty"` // side whose clock runs
	Since   int64            `json:"since,omitempty"`   // game time at which it was started, in milliseconds
	Stored  bool             `json:"stored"`            // archived; it no longer changes
	outcome game.Outcome
	aborted bool
	claims  match.Claims
	turn    game.Side

	entries  []wire.Entry
	tellings tellings
}

// tellings caches encoded answers of a film by key.
type tellings struct {
	mu   sync.Mutex
	made map[string][]byte
}

// told is a film as the script requests it: from a move on, with its status in the reader's language.
type told struct {
	*Film
	First  int     `json:"first"` // number of the first frame
	Frames []Frame `json:"frames"`
	Status string  `json:"status"`
}

// tell encodes the film from a frame on, or from its start if there is no such frame.
func (f *Film) tell(say *tongue.Speaker, first int) ([]byte, error) {
	if first < 0 || first > f.last() {
		first = 0
	}
	return f.tellings.once(say.ID()+strconv.Itoa(first), func() ([]byte, error) {
		return json.Marshal(told{f, first, f.Frames[first:], f.status(say)})
	})
}

// once returns the cached answer for a key, and makes it if it is missing.
func (t *tellings) once(key string, tell func() ([]byte, error)) ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if body := t.made[key]; body != nil {
		return body, nil
	}
	body, err := tell()
	if err == nil {
		if t.made == nil || len(t.made) >= mostTellings {
			t.made = map[string][]byte{}
		}
		t.made[key] = body
	}
	return body, err
}

// films caches the films of recently requested games.
type films struct {
	mu     sync.Mutex
	kept   map[string]kept
	making singleflight.Group // by game
}

type kept struct {
	film *Film
	at   time.Time
}

// mostFilms is how many films are cached. freshFilm is how long a film that may have changed is used for a request
// without a sequence number, newFilm for one that has newer entries.
const (
	mostFilms = 256
	freshFilm = 2 * time.Second
	newFilm   = 250 * time.Millisecond

	mostTellings = 100 // per film; then the cache is cleared
)

// makeTime is the time limit for reading a game.
const makeTime = 10 * time.Second

// film returns a game with the entries up to seq, or its latest cached state: the script repeats the request if it
// knows of more.
func (s *Site) film(ctx context.Context, id string, seq uint64) (*Film, error) {
	if f := s.films.get(id, seq); f != nil {
		return f, nil
	}
	made, err, _ := s.films.making.Do(id, func() (any, error) {
		if f := s.films.get(id, seq); f != nil { // made meanwhile
			return f, nil
		}
		return s.makeFilm(context.WithoutCancel(ctx), id) // others may wait for it, even if this request ends
	})
	f, _ := made.(*Film)
	return f, err
}

// makeFilm makes the film of the present state of a game.
func (s *Site) makeFilm(ctx context.Context, id string) (*Film, error) {
	ctx, cancel := context.WithTimeout(ctx, makeTime)
	defer cancel()
	old := s.films.old(id)
	if old == nil {
		old = &Film{} // empty
	}
	if !old.Over {
		if fresh := s.source.Since(ctx, id, old.Seq); len(fresh) > 0 && fresh[0].Seq == old.Seq+1 {
			f, err := filmFrom(append(slices.Clip(old.entries), fresh...))
			if err == nil && (old.Seq > 0 || !f.Over) { // otherwise look in the archive too
				s.films.put(id, f)
				return f, nil
			}
		}
	}
	entries, stored, err := s.source.Entries(ctx, id)
	if err != nil {
		return nil, err
	}
	f, err := filmFrom(entries)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", id, err)
	}
	f.Stored = stored
	s.films.put(id, f)
	return f, nil
}

// get returns the cached film of a game if it is recent enough for a request that knows of the entries up to seq; 0 is
// a request without a number.
func (k *films) get(id string, seq uint64) *Film {
	k.mu.Lock()
	defer k.mu.Unlock()
	e, ok := k.kept[id]
	if !ok {
		return nil
	}
	good := newFilm
	if seq == 0 {
		good = freshFilm
	}
	if e.film.Stored || seq != 0 && seq <= e.film.Seq || time.Since(e.at) < good {
		return e.film
	}
	return nil
}

// old returns the cached film of a game, however old; nil if there is none.
func (k *films) old(id string) *Film {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.kept[id].film
}

func (k *films) put(id string, f *Film) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for old := range k.kept {
		if len(k.kept) < mostFilms {
			break
		}
		delete(k.kept, old)
	}
	k.kept[id] = kept{f, time.Now()}
}

// filmFrom makes a film from entries. Moves taken back are not among its frames.
func filmFrom(entries []wire.Entry) (*Film, error) {
	g, err := ledger.Fold(entries)
	if err != nil {
		return nil, err
	}
	s := g.Peek()
	f := &Film{Spec: g.Spec(), Variant: g.Variant(), Tree: g.Tree(), Seq: g.Seq(), Over: g.Over(), outcome: g.Outcome(),
		aborted: g.Aborted(), claims: s.Claims, turn: g.Turn(), entries: entries}
	pos, d := s.Start, rules.Delta{}
	control := s.Clock.Control()
	f.Frames = []Frame{frameOf(pos.Setup(), 0, pos.Turn(), g.Variant())}
	for side := range f.Frames[0].Left {
		own := control.For(game.Side(side))
		f.Frames[0].Left[side] = shownLeft(match.Left{Main: own.Main}, own)
	}
	for ply := 1; ply <= s.Record.Ply(); ply++ {
		t := s.Record.Turn(ply)
		for i := range t.Steps {
			pos.Play(t.Steps[i].Move(), &d)
		}
		fr := frameOf(pos.Setup(), ply, pos.Turn(), g.Variant())
		fr.Text = t.Text
		for side, l := range t.Left {
			fr.Left[side] = shownLeft(l, control.For(game.Side(side)))
		}
		if n := len(t.Steps); n > 0 {
			first, last := t.Steps[0].Move(), t.Steps[n-1].Move()
			fr.From, fr.To = int(first.From), int(last.To)
			if first.Op == game.Drop {
				fr.From = -1
			}
		}
		f.Frames = append(f.Frames, fr)
	}
	f.clock(g)
	return f, nil
}

// shownLeft returns what a clock shows, in milliseconds: the main time, then the current period.
func shownLeft(l match.Left, c match.Control) int {
	if l.Main > 0 || c.Periods == 0 {
		return int(l.Main.Milliseconds())
	}
	return int(c.Period.Milliseconds())
}

// clock sets the times on the clocks.
func (f *Film) clock(g *ledger.Game) {
	if !g.Timed() {
		return
	}
	s := g.Peek()
	at := g.At().Time()
	for side := range f.Left {
		face := s.Clock.Face(game.Side(side), at)
		f.Left[side] = int((face.Main + face.Period).Milliseconds())
		if face.Running && !f.Over {
			f.Running = game.Side(side).String()
		}
	}
	f.Since = at.UnixMilli()
}

func frameOf(s game.Setup, ply int, turn game.Side, v *variant.Variant) Frame {
	letters := make([]byte, len(s.Pieces))
	for i, p := range s.Pieces {
		letters[i] = '.'
		if p != game.Empty {
			letters[i] = v.Rules.Kinds()[p].Letter
		}
	}
	f := Frame{Ply: ply, Pieces: string(letters), From: -1, To: -1, Turn: turn.String()}
	for i, n := range s.Hand {
		if n > 0 {
			if f.Hand == nil {
				f.Hand = map[string]int{}
			}
			f.Hand[string(v.Rules.Kinds()[i].Letter)] = n
		}
	}
	return f
}

// status describes the state of a game.
func (f *Film) status(say *tongue.Speaker) string {
	switch o := f.outcome; {
	case f.aborted:
		return say.Text("Aborted")
	case o.Draw:
		return say.Textf("Drawn: %s", words(o.Cause.String()))
	case o.Over():
		return say.Textf("%s won: %s", tongue.Name(f.Spec.Seats[o.Winner].Name), words(o.Cause.String()))
	case f.claims.Open:
		what := "blockade"
		if f.claims.Disputed {
			what = "repetition"
		}
		return say.Textf("%s claims", tongue.Name(f.Spec.Seats[f.claims.By].Name)) + ": " + say.Text(what)
	case f.claims.Disputed:
		return say.Text("Position repeated")
	default:
		return say.Textf("%s to move, %s", tongue.Name(f.Spec.Seats[f.turn].Name),
			strings.ToLower(f.Variant.Rules.SideName(f.turn)))
	}
}

// words replaces the hyphens of a code: "king-captured" is "king captured".
func words(code string) string { return strings.ReplaceAll(code, "-", " ") }

// last returns the number of moves played.
func (f *Film) last() int { return len(f.Frames) - 1 }

// title names the players.
func (f *Film) title(say *tongue.Speaker) string {
	return say.Textf("%s against %s", tongue.Name(f.Spec.Seats[0].Name), tongue.Name(f.Spec.Seats[1].Name))
}

// about describes the game and its state.
func (f *Film) about(say *tongue.Speaker) string {
	clock, status := tongue.Name(tables.Clock(say, f.Spec.Clock)), tongue.Name(f.status(say))
	return say.Textf("%s, %s. %s after %d moves.", f.Variant.Name, clock, status, f.last())
}
