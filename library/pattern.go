package library

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"strings"
	"sync"

	"tafl3d/game"
	"tafl3d/game/record"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/library/ask"
)

// pattern is a pattern to search for in courses, in all its rotations and reflections.
type pattern struct {
	at     [][]requirement // by square: the requirements of all images
	most   int             // number of squares in the pattern
	missed []int           // by image: squares that do not match now
	whole  int             // number of images that match completely now
	usual  []byte          // the start position of the variant
	start  []byte          // the start position of the previous course
	first  []int           // missed at that start position
}

// requirement is the piece that an image requires on a square.
type requirement struct {
	image int
	piece byte
}

func newPattern(p *hasher, want map[game.Square]game.Piece) *pattern {
	f := &pattern{usual: p.start, most: len(want), at: make([][]requirement, len(p.maps[0])),
		missed: make([]int, len(p.maps)),
		first:  make([]int, len(p.maps))}
	for i, m := range p.maps {
		for s, piece := range want {
			f.at[m[s]] = append(f.at[m[s]], requirement{i, byte(piece)})
		}
	}
	return f
}

// in reports whether the pattern occurs in a course. It uses board, of the size of the board, as scratch space. A
// damaged course is read up to the damage.
func (f *pattern) in(course, board []byte) bool {
	start, turns, dense := begun(course, f.usual)
	if len(start) != len(board) {
		return false
	}
	f.begin(start)
	copy(board, start)
	for f.whole == 0 && len(turns) > 0 {
		var s, to uint64
		if s, turns = varint(turns); dense && s >= 2 {
			if to, turns = varint(turns); s-2 >= uint64(len(board)) || !f.put(board, to, board[s-2]) ||
				!f.put(board, s-2, byte(game.Empty)) {
				return false
			}
			continue
		}
		if dense {
			s, turns = varint(turns)
		}
		for ; s != 0; s, turns = varint(turns) {
			if len(turns) == 0 || !f.put(board, s-1, turns[0]) {
				return false
			}
			turns = turns[1:]
		}
	}
	return f.whole > 0
}

// put changes the piece of a square. It returns false if there is no such square.
func (f *pattern) put(board []byte, s uint64, now byte) bool {
	if s >= uint64(len(board)) {
		return false
	}
	was := board[s]
	board[s] = now
	for _, w := range f.at[s] {
		if w.piece == was {
			f.miss(w.image, 1)
		}
		if w.piece == now {
			f.miss(w.image, -1)
		}
	}
	return true
}

// miss changes the number of squares that do not match in an image.
func (f *pattern) miss(image, more int) {
	if f.missed[image] == 0 {
		f.whole--
	}
	if f.missed[image] += more; f.missed[image] == 0 {
		f.whole++
	}
}

// begin sets the counters to a start position. It caches those of the previous course, which usually has the same
// start.
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
	f.whole = 0
	for _, n := range f.first {
		if n == 0 {
			f.whole++
		}
	}
}

// ParsePattern parses squares with their pieces: "e5=K d4=t f6=.".
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
		return nil, fmt.Errorf("the pattern names no square")
	}
	return want, nil
}

// searchCache caches the result of the last search, because users page through it.
type searchCache struct {
	of   string // the variant, the pattern, and the state of the library
	list string // ids as JSON
}

// withPattern returns the ids of a variant's games in which a pattern occurred, also rotated or mirrored, as a JSON
// list.
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
	if err := l.db.QueryRowContext(ctx, `SELECT count(*) || ' ' || coalesce(max(game), 0) || ' ' ||
		(SELECT coalesce(sum(n), 0) || ' ' || coalesce(max(first), 0) FROM packs WHERE variant = ?1) FROM courses
			WHERE variant = ?1`, id).Scan(&state); err != nil {
		return "", toUserError(err)
	}
	state += "\n" + id + "\n" + text
	l.mu.Lock()
	last := l.drawn
	l.mu.Unlock()
	if last.of == state {
		return last.list, nil
	}
	ids, err := l.searchCourses(ctx, id, want, l.hasherOf(id, "", v.Rules))
	if err != nil {
		return "", err
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return "", err
	}
	l.mu.Lock()
	l.drawn = searchCache{state, string(list)}
	l.mu.Unlock()
	return string(list), nil
}

// searchCourses searches the courses of a variant on all cores.
func (l *Library) searchCourses(
	ctx context.Context, id string, want map[game.Square]game.Piece, p *hasher,
) ([]int64, error) {
	var mu sync.Mutex
	ids := []int64{}
	err := l.eachPack(ctx, id, func(blob []byte) {
		f, board := newPattern(p, want), make([]byte, len(p.maps[0]))
		var found []int64
		for one, course := range packed(blob) {
			if f.in(course, board) {
				found = append(found, one)
			}
		}
		mu.Lock()
		ids = append(ids, found...)
		mu.Unlock()
	})
	return ids, err
}

// eachPack calls f with the courses of a variant: those not yet packed as one pack, and the stored packs, on as many
// goroutines as there are cores. Courses that are packed meanwhile may be passed twice.
func (l *Library) eachPack(ctx context.Context, id string, f func(blob []byte)) error {
	_, _, loose, err := l.unpackedCourses(ctx, id, -1)
	if err != nil {
		return err
	}
	f(loose)
	rows, err := l.db.QueryContext(ctx, "SELECT first FROM packs WHERE variant = ?", id)
	if err != nil {
		return toUserError(err)
	}
	firsts, err := scan[int64](rows)
	if err != nil {
		return err
	}
	cores := runtime.GOMAXPROCS(0)
	errs := make([]error, cores)
	var work sync.WaitGroup
	for n := range cores {
		work.Go(func() {
			for i := n; i < len(firsts) && errs[n] == nil; i += cores {
				var blob []byte
				errs[n] = l.db.QueryRowContext(ctx, "SELECT games FROM packs WHERE variant = ? AND first = ?", id,
					firsts[i]).Scan(&blob)
				f(blob)
			}
		})
	}
	work.Wait()
	return toUserError(errors.Join(errs...))
}

// unpackedCourses returns the courses of a variant that are not packed, at most most (-1: all), as a pack. n is their
// number, ends the ids of the first and the last game.
func (l *Library) unpackedCourses(
	ctx context.Context, id string, most int,
) (n int, ends [2]int64, blob []byte, err error) {
	rows, err := l.db.QueryContext(ctx, "SELECT game, course FROM courses WHERE variant = ? ORDER BY game LIMIT ?", id,
		most)
	if err != nil {
		return 0, ends, nil, toUserError(err)
	}
	defer rows.Close()
	for ; rows.Next(); n++ {
		var course sql.RawBytes
		if err := rows.Scan(&ends[1], &course); err != nil {
			return 0, ends, nil, toUserError(err)
		}
		if n == 0 {
			ends[0] = ends[1]
		}
		blob = appendPacked(blob, ends[1], course)
	}
	return n, ends, blob, toUserError(rows.Err())
}

// A pack holds courses one after the other: the id of the game and the length of the course as varints, then the
// course. Reading packs is much faster than reading single courses.
func appendPacked(blob []byte, id int64, course []byte) []byte {
	return append(binary.AppendUvarint(binary.AppendUvarint(blob, uint64(id)), uint64(len(course))), course...)
}

// packed iterates over a pack. A damaged pack ends early.
func packed(blob []byte) iter.Seq2[int64, []byte] {
	return func(yield func(int64, []byte) bool) {
		for len(blob) > 0 {
			id, a := binary.Uvarint(blob)
			size, b := binary.Uvarint(blob[max(a, 0):])
			if a <= 0 || b <= 0 || size > uint64(len(blob)-a-b) {
				return
			}
			end := a + b + int(size)
			if !yield(int64(id), blob[a+b:end]) {
				return
			}
			blob = blob[end:]
		}
	}
}

// packSize is the number of games in a pack. As soon as so many courses are loose, they are packed.
const packSize = 500

// pack packs the loose courses of each variant with at least packSize of them.
func (l *Library) pack(ctx context.Context) error {
	variants, _, err := l.Kinds(ctx)
	for i := 0; i < len(variants) && err == nil; {
		var more bool
		if more, err = l.packOnce(ctx, variants[i]); !more {
			i++
		}
	}
	return err
}

// packOnce makes one pack of courses of a variant, and reports whether there were enough.
func (l *Library) packOnce(ctx context.Context, id string) (bool, error) {
	n, ends, blob, err := l.unpackedCourses(ctx, id, packSize)
	if err != nil || n < packSize {
		return false, err
	}
	return true, l.write(ctx, func(tx *sql.Tx) error {
		gone, err := tx.Exec("DELETE FROM courses WHERE variant = ? AND game BETWEEN ? AND ?", id, ends[0], ends[1])
		if err != nil {
			return err
		}
		if m, err := gone.RowsAffected(); err != nil || m != int64(n) {
			return errors.Join(err, ask.ErrBusy) // another process packed or changed them
		}
		_, err = tx.Exec("INSERT OR FAIL INTO packs VALUES (?,?,?,?)", id, ends[0], n, blob)
		return err
	})
}

// dropCourse deletes the course of a game.
func dropCourse(tx *sql.Tx, id string, one int64) error {
	gone, err := tx.Exec("DELETE FROM courses WHERE variant = ? AND game = ?", id, one)
	if err != nil {
		return err
	}
	if n, err := gone.RowsAffected(); err != nil || n > 0 {
		return err
	}
	first, rest, n, err := without(tx, id, one)
	if err != nil || n < 0 {
		return err
	}
	_, err = tx.Exec("UPDATE packs SET n = ?, games = ? WHERE variant = ? AND first = ?", n, rest, id, first)
	return err
}

// without returns the pack that contains a game, with that game removed: the first game the pack had, the new data,
// and the number of games left; -1 if no pack contains it.
func without(tx *sql.Tx, id string, one int64) (first int64, rest []byte, n int, err error) {
	rows, err := tx.Query("SELECT first, games FROM packs WHERE variant = ? AND first <= ? ORDER BY first DESC", id,
		one)
	if err != nil {
		return 0, nil, -1, err
	}
	defer rows.Close()
	for rows.Next() {
		var blob []byte
		if err := rows.Scan(&first, &blob); err != nil {
			return 0, nil, -1, err
		}
		rest, n = nil, 0
		found := false
		for other, course := range packed(blob) {
			if other == one {
				found = true
				continue
			}
			rest, n = appendPacked(rest, other, course), n+1
		}
		if found {
			if rest == nil {
				rest = []byte{}
			}
			return first, rest, n, nil
		}
	}
	return 0, nil, -1, rows.Err()
}

// writeCourses writes the courses of games that were stored before courses existed.
func (l *Library) writeCourses(ctx context.Context, id string) error {
	var has, all int
	if err := l.db.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM courses
		WHERE variant = ?1) + (SELECT coalesce(sum(n), 0) FROM packs WHERE variant = ?1),
		(SELECT count(*) FROM games WHERE variant = ?1)`, id).Scan(&has, &all); err != nil || has == all {
		return toUserError(err)
	}
	known := map[int64]bool{}
	var mu sync.Mutex
	if err := l.eachPack(ctx, id, func(blob []byte) {
		mu.Lock()
		defer mu.Unlock()
		for one := range packed(blob) {
			known[one] = true
		}
	}); err != nil {
		return err
	}
	for after := int64(0); ; {
		texts, last, err := l.texts(ctx, id, after)
		if err != nil || len(texts) == 0 {
			return err
		}
		after = last
		err = l.write(ctx, func(tx *sql.Tx) error {
			for one, text := range texts {
				if known[one] {
					continue
				}
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

// texts returns some games of a variant after a given one, and the last id of them.
func (l *Library) texts(ctx context.Context, id string, after int64) (list map[int64]string, last int64, err error) {
	rows, err := l.db.QueryContext(ctx, "SELECT id, text FROM games WHERE variant = ? AND id > ? ORDER BY id LIMIT ?",
		id, after, batch)
	if err != nil {
		return nil, 0, toUserError(err)
	}
	defer rows.Close()
	list = map[int64]string{}
	for rows.Next() {
		var text string
		if err := rows.Scan(&last, &text); err != nil {
			return nil, 0, toUserError(err)
		}
		list[last] = text
	}
	return list, last, toUserError(rows.Err())
}
