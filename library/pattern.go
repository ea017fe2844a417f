package library

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/game/record"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// A course is what stood on the board in a game, written such that many can be looked
// through in a moment: the pieces of the start by square, then for each turn the squares
// that changed, each as its number and one (a varint) and its piece, and a zero.

// course returns that of a game's main line; empty for one by rules of its own.
func course(g *tree.Game) []byte {
	if g.Own != "" {
		return []byte{}
	}
	c := g.Cursor()
	was := c.Line().Setup().Pieces
	b := make([]byte, 0, len(was)+256)
	for _, p := range was {
		b = append(b, byte(p))
	}
	for n := range g.Root.Line() {
		c.To(n)
		now := c.Line().Setup().Pieces
		for s, p := range now {
			if p != was[s] {
				b = append(binary.AppendUvarint(b, uint64(s+1)), byte(p))
			}
		}
		b, was = append(b, 0), now
	}
	return b
}

// pattern is what is looked for in courses, in each of its images.
type pattern struct {
	at     [][]wish // by square: what the images ask for there
	most   int      // squares that matter
	missed []int    // by image: squares that do not fit now
	start  []byte   // of the course before
	first  []int    // what was missed there
}

// wish is what an image asks of a square.
type wish struct {
	image int
	piece byte
}

func newPattern(p *places, want map[game.Square]game.Piece) *pattern {
	f := &pattern{most: len(want), at: make([][]wish, len(p.maps[0])), missed: make([]int, len(p.maps)), first: make([]int, len(p.maps))}
	for i, m := range p.maps {
		for s, piece := range want {
			f.at[m[s]] = append(f.at[m[s]], wish{i, byte(piece)})
		}
	}
	return f
}

// in reports whether the pattern stood on the board in a course. It uses board, which has
// the room for one.
func (f *pattern) in(course []byte, board []byte) bool {
	if len(course) < len(board) {
		return false
	}
	f.begin(course[:len(board)])
	copy(board, course)
	whole := f.fits()
	for at := len(board); !whole && at < len(course); {
		s, n := uint64(course[at]), 1
		if s >= 0x80 {
			s, n = binary.Uvarint(course[at:])
		}
		if n <= 0 {
			return false // it is damaged
		}
		if at += n; s == 0 { // the turn is over
			whole = f.fits()
			continue
		}
		if at >= len(course) || s > uint64(len(board)) {
			return false
		}
		was, now := board[s-1], course[at]
		for _, w := range f.at[s-1] {
			if w.piece == was {
				f.missed[w.image]++
			}
			if w.piece == now {
				f.missed[w.image]--
			}
		}
		board[s-1] = now
		at++
	}
	return whole
}

// begin counts what is missed at a start: mostly that of the course before.
func (f *pattern) begin(start []byte) {
	if !bytes.Equal(start, f.start) {
		f.start = append(f.start[:0], start...)
		for i := range f.first {
			f.first[i] = f.most
		}
		for s, p := range start {
			for _, w := range f.at[s] {
				if w.piece == p {
					f.first[w.image]--
				}
			}
		}
	}
	copy(f.missed, f.first)
}

// fits reports whether an image misses nothing.
func (f *pattern) fits() bool { return slices.Contains(f.missed, 0) }

// ParsePattern reads squares and what stands on them: "e5=K d4=t f6=.".
func ParsePattern(r *rules.Rules, text string) (map[game.Square]game.Piece, error) {
	want := map[game.Square]game.Piece{}
	for word := range strings.FieldsSeq(text) {
		name, letter, is := strings.Cut(word, "=")
		s, ok := r.Board().Named(name)
		if !is || !ok {
			return nil, fmt.Errorf("%q: it is a square and what stands there: e5=K, or e5=. where it is empty", word)
		}
		piece, ok := game.Empty, letter == "."
		for p, k := range r.Kinds() {
			if p > 0 && string(k.Letter) == letter {
				piece, ok = game.Piece(p), true
			}
		}
		if !ok {
			return nil, fmt.Errorf("%q: there is no piece %q in this game", word, letter)
		}
		want[s] = piece
	}
	if len(want) == 0 {
		return nil, fmt.Errorf("it names no square")
	}
	return want, nil
}

// drawn is what was looked for last: people turn pages.
type drawn struct {
	of   string // the variant, the pattern, and what the library had
	list string // of ids, as JSON
}

// withPattern returns the ids of a variant's games in which a pattern stood on the board,
// turned and mirrored ones too, as a list in JSON.
func (l *Library) withPattern(ctx context.Context, id, text string) (string, error) {
	v, err := variant.Get(id)
	if err != nil {
		return "", err
	}
	want, err := ParsePattern(v.Rules, text)
	if err != nil {
		return "", err
	}
	if err := l.writeCourses(ctx, id); err != nil {
		return "", err
	}
	var state string
	if err := l.db.QueryRowContext(ctx, "SELECT count(*) || ' ' || coalesce(max(game), 0) FROM courses WHERE variant = ?", id).Scan(&state); err != nil {
		return "", words(err)
	}
	state += "\n" + id + "\n" + text
	l.mu.Lock()
	last := l.drawn
	l.mu.Unlock()
	if last.of == state {
		return last.list, nil
	}
	ids, err := l.look(ctx, id, newPattern(l.placesOf(id, "", v.Rules), want), v.Rules.Board().Squares())
	if err != nil {
		return "", err
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return "", err
	}
	l.mu.Lock()
	l.drawn = drawn{state, string(list)}
	l.mu.Unlock()
	return string(list), nil
}

// look goes through the courses of a variant.
func (l *Library) look(ctx context.Context, id string, f *pattern, squares int) (ids []int64, err error) {
	rows, err := l.db.QueryContext(ctx, "SELECT game, course FROM courses WHERE variant = ?", id)
	if err != nil {
		return nil, words(err)
	}
	defer rows.Close()
	board := make([]byte, squares)
	ids = []int64{}
	for rows.Next() {
		var one int64
		var course sql.RawBytes
		if err := rows.Scan(&one, &course); err != nil {
			return nil, words(err)
		}
		if f.in(course, board) {
			ids = append(ids, one)
		}
	}
	return ids, words(rows.Err())
}

// writeCourses writes the courses of games that came in before there were any.
func (l *Library) writeCourses(ctx context.Context, id string) error {
	for {
		lacking, err := l.lacking(ctx, id)
		if err != nil || len(lacking) == 0 {
			return err
		}
		err = l.write(ctx, func(tx *sql.Tx) error {
			for one, text := range lacking {
				c := []byte{}
				if games, err := record.Read(text, record.Options{}); err == nil && len(games) == 1 {
					c = course(games[0])
				}
				if _, err := tx.Exec("INSERT OR IGNORE INTO courses VALUES (?,?,?)", id, one, c); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}

// lacking returns games of a variant without a course, not all at once.
func (l *Library) lacking(ctx context.Context, id string) (map[int64]string, error) {
	rows, err := l.db.QueryContext(ctx, `SELECT id, text FROM games WHERE variant = ?
		AND NOT EXISTS (SELECT 1 FROM courses WHERE courses.variant = games.variant AND courses.game = games.id) LIMIT ?`, id, batch)
	if err != nil {
		return nil, words(err)
	}
	defer rows.Close()
	list := map[int64]string{}
	for rows.Next() {
		var one int64
		var text string
		if err := rows.Scan(&one, &text); err != nil {
			return nil, words(err)
		}
		list[one] = text
	}
	return list, words(rows.Err())
}
