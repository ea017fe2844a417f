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

// Frame is a game after some of its turns.
type Frame struct {
	Ply    int    `json:"ply"`
	Text   string `json:"text"`   // the turn that led here, in notation
	Pieces string `json:"pieces"` // a letter for each square, "." where nothing stands

	Hand map[string]int `json:"hand,omitempty"` // how many of a kind, by its letter, are not yet on the board

	From int    `json:"from"` // squares of the last turn, -1 for none
	To   int    `json:"to"`
	Turn string `json:"turn"` // who is to move: attackers, defenders

	Left [game.Sides]int `json:"left"` // milliseconds on the clocks then
}

// Film is a game from its beginning to where it stands, as pages show it.
type Film struct {
	Spec    wire.Spec        `json:"-"`
	Variant *variant.Variant `json:"-"`
	Tree    *tree.Game       `json:"-"` // with what was taken back
	Seq     uint64           `json:"seq"`
	Frames  []Frame          `json:"-"`
	Over    bool             `json:"over"`
	Left    [game.Sides]int  `json:"left"`              // milliseconds when the turn under way began
	Running string           `json:"running,omitempty"` // whose clock runs
	Since   int64            `json:"since,omitempty"`   // game time at which it was set going, in milliseconds
	Stored  bool             `json:"stored"`            // in the archive: it will never change
	outcome game.Outcome
	aborted bool
	claims  match.Claims
	turn    game.Side

	entries  []wire.Entry
	tellings tellings
}

// tellings are what was told of a film, made once for all who ask alike.
type tellings struct {
	mu   sync.Mutex
	made map[string][]byte
}

// told is a film as the script asks for it: from a turn on, with its status in words of the reader.
type told struct {
	*Film
	First  int     `json:"first"` // of the frames
	Frames []Frame `json:"frames"`
	Status string  `json:"status"`
}

// tell tells the film from a turn on; from its beginning if it has no such turn.
func (f *Film) tell(say *tongue.Speaker, first int) ([]byte, error) {
	if first < 0 || first > f.last() {
		first = 0
	}
	return f.tellings.once(say.ID()+strconv.Itoa(first), func() ([]byte, error) {
		return json.Marshal(told{f, first, f.Frames[first:], f.status(say)})
	})
}

// once returns what is told under a key, which is made if it has not been.
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

// films keeps the films of games that were asked for lately.
type films struct {
	mu     sync.Mutex
	kept   map[string]kept
	making singleflight.Group // by game
}

type kept struct {
	film *Film
	at   time.Time
}

// How many films are kept, and how long one that may have changed is good enough: for who
// does not know better, and for who says that there is more.
const (
	mostFilms = 256
	freshFilm = 2 * time.Second
	newFilm   = 250 * time.Millisecond

	mostTellings = 100 // of a film; then they begin anew
)

// makeTime is how long it may take to read a game.
const makeTime = 10 * time.Second

// film returns a game with the entries up to seq, or as it was found a moment ago: who
// has heard of more asks again.
func (s *Site) film(ctx context.Context, id string, seq uint64) (*Film, error) {
	if f := s.films.get(id, seq); f != nil {
		return f, nil
	}
	made, err, _ := s.films.making.Do(id, func() (any, error) {
		if f := s.films.get(id, seq); f != nil { // made since we looked
			return f, nil
		}
		return s.shoot(context.WithoutCancel(ctx), id) // others wait for it, too, when who asked has left
	})
	f, _ := made.(*Film)
	return f, err
}

// shoot makes the film of a game as it stands.
func (s *Site) shoot(ctx context.Context, id string) (*Film, error) {
	ctx, cancel := context.WithTimeout(ctx, makeTime)
	defer cancel()
	old := s.films.old(id)
	if old == nil {
		old = &Film{} // with nothing in it yet
	}
	if !old.Over {
		if fresh := s.source.Since(ctx, id, old.Seq); len(fresh) > 0 && fresh[0].Seq == old.Seq+1 {
			f, err := develop(append(slices.Clip(old.entries), fresh...))
			if err == nil && (old.Seq > 0 || !f.Over) { // else the archive may have it
				s.films.put(id, f)
				return f, nil
			}
		}
	}
	entries, stored, err := s.source.Entries(ctx, id)
	if err != nil {
		return nil, err
	}
	f, err := develop(entries)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", id, err)
	}
	f.Stored = stored
	s.films.put(id, f)
	return f, nil
}

// get returns the film of a game if it is good enough for who knows of the entries up to
// seq, or of none in particular.
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

// old returns the film of a game that is kept, however old; nil if there is none.
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

// develop folds entries into a film. What was taken back is not in it.
func develop(entries []wire.Entry) (*Film, error) {
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
		f.Frames[0].Left[side] = shownLeft(match.Left{Main: control.Main}, control)
	}
	for ply := 1; ply <= s.Record.Ply(); ply++ {
		t := s.Record.Turn(ply)
		for i := range t.Steps {
			pos.Play(t.Steps[i].Move(), &d)
		}
		fr := frameOf(pos.Setup(), ply, pos.Turn(), g.Variant())
		fr.Text = t.Text
		for side, l := range t.Left {
			fr.Left[side] = shownLeft(l, control)
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

// shownLeft is what a clock shows of what is left, in milliseconds: the main time, then
// the period that runs.
func shownLeft(l match.Left, c match.Control) int {
	if l.Main > 0 || c.Periods == 0 {
		return int(l.Main.Milliseconds())
	}
	return int(c.Period.Milliseconds())
}

// clock notes what the clocks show.
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

// status says in words how a game stands.
func (f *Film) status(say *tongue.Speaker) string {
	switch o := f.outcome; {
	case f.aborted:
		return say.Text("Broken off")
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
		return say.Text("The position is repeated")
	default:
		return say.Textf("%s to move, %s", tongue.Name(f.Spec.Seats[f.turn].Name),
			strings.ToLower(f.Variant.Rules.SideName(f.turn)))
	}
}

// words makes a code readable: "king-captured" is "king captured".
func words(code string) string { return strings.ReplaceAll(code, "-", " ") }

// last returns the number of turns played.
func (f *Film) last() int { return len(f.Frames) - 1 }

// title says who plays.
func (f *Film) title(say *tongue.Speaker) string {
	return say.Textf("%s against %s", tongue.Name(f.Spec.Seats[0].Name), tongue.Name(f.Spec.Seats[1].Name))
}

// about says what is played and how it stands.
func (f *Film) about(say *tongue.Speaker) string {
	clock, status := tongue.Name(tables.Clock(say, f.Spec.Clock)), tongue.Name(f.status(say))
	return say.Textf("%s, %s. %s after %d moves.", f.Variant.Name, clock, status, f.last())
}
