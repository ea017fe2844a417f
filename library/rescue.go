package library

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"io"
	"iter"
	"os"

	"tafl3d/game/record"
)

// rescued is a game as it stood in a damaged file.
type rescued struct {
	same             int64
	collection, text string
}

// salvage brings what can be read of a damaged file into a new one, and returns how many games
// these are. What the database cannot read any more is taken from the pages one by one.
func (l *Library) salvage(path string) (saved int, err error) {
	saved, whole, err := l.salvageRows(path)
	if err != nil || whole {
		return saved, err
	}
	f, err := os.Open(path)
	if err != nil {
		return saved, nil // nothing can be read
	}
	defer f.Close()
	for _, size := range pageSizes(f) {
		n, err := l.rescue(rawGames(f, size))
		if saved += n; err != nil || n > 0 {
			return saved, err
		}
	}
	return saved, nil
}

// salvageRows takes over what the database itself can read: which games were deleted, and games
// from the first on as far as they go and from the last one back. whole: it has read all.
func (l *Library) salvageRows(path string) (saved int, whole bool, err error) {
	db, err := sql.Open("sqlite", address(path)+"?mode=ro&_pragma=busy_timeout(10000)")
	if err != nil {
		return 0, false, nil // nothing can be read
	}
	defer db.Close()
	if err := l.rescueDeleted(db); err != nil {
		return 0, false, err
	}
	for _, order := range []string{"ASC", "DESC"} {
		rows, err := db.Query("SELECT same, collection, text FROM games NOT INDEXED ORDER BY id " + order)
		if err != nil {
			continue
		}
		n, err := l.rescue(func(yield func(rescued) bool) {
			for rows.Next() {
				var g rescued
				if rows.Scan(&g.same, &g.collection, &g.text) == nil && !yield(g) {
					return
				}
			}
		})
		whole = rows.Err() == nil
		rows.Close()
		if saved += n; err != nil || whole {
			return saved, whole, err
		}
	}
	return saved, false, nil
}

// rescueDeleted takes over which games were deleted, as far as that can be read. The error is
// that of the new file.
func (l *Library) rescueDeleted(db *sql.DB) error {
	rows, err := db.Query("SELECT same FROM deleted")
	if err != nil {
		return nil
	}
	defer rows.Close()
	return l.write(context.Background(), func(tx *sql.Tx) error {
		for rows.Next() {
			var same int64
			if rows.Scan(&same) != nil {
				continue
			}
			if _, err := tx.Exec("INSERT OR IGNORE INTO deleted VALUES (?)", same); err != nil {
				return err
			}
		}
		return nil
	})
}

// rescue adds the games that are whole. The error is that of the new file.
func (l *Library) rescue(games iter.Seq[rescued]) (saved int, err error) {
	return saved, l.write(context.Background(), func(tx *sql.Tx) error {
		for old := range games {
			list, err := record.Read(old.text, record.Options{})
			if err != nil || len(list) != 1 {
				continue
			}
			r, err := l.row(list[0], old.collection)
			if err != nil {
				continue
			}
			r.same, r.columns[0] = old.same, old.same // nameless ones that are alike are several
			var gone int
			if err := tx.QueryRow("SELECT count(*) FROM deleted WHERE same = ?", r.same).Scan(&gone); err != nil {
				return err
			}
			if gone > 0 {
				continue
			}
			if _, fresh, err := insert(tx, r); err != nil {
				return err
			} else if fresh {
				saved++
			}
		}
		return nil
	})
}

// usualPage is the size of the pages that this program's databases have.
const usualPage = 4096

// pageSizes returns the sizes that the pages of a file may have, the likeliest first.
func pageSizes(f io.ReaderAt) []int {
	head := make([]byte, 18)
	if _, err := f.ReadAt(head, 0); err != nil || !bytes.HasPrefix(head, []byte("SQLite format 3\x00")) {
		return []int{usualPage}
	}
	size := int(binary.BigEndian.Uint16(head[16:]))
	if size < 512 || size&(size-1) != 0 || size == usualPage {
		return []int{usualPage}
	}
	return []int{size, usualPage}
}

// rawGames reads the games out of the leaf pages of a database, whatever became of the others. It
// follows SQLite's file format (sqlite.org/fileformat2.html), sections 1.6 and 2.1.
func rawGames(f *os.File, size int) iter.Seq[rescued] {
	return func(yield func(rescued) bool) {
		info, err := f.Stat()
		if err != nil {
			return
		}
		d := &rawPages{file: f, size: size}
		d.readLog(f.Name() + "-wal")
		last := uint32(info.Size() / int64(size))
		for n := range d.newer {
			last = max(last, n)
		}
		for n := uint32(1); n <= last; n++ {
			for _, cell := range d.leaf(n) {
				if g, ok := gameOf(cell); ok && !yield(g) {
					return
				}
			}
		}
	}
}

// rawPages are the pages of a database file with its log.
type rawPages struct {
	file  *os.File
	size  int
	newer map[uint32][]byte // pages that the log has newer
}

// The parts of a log: its head, that of each frame, and where in both the salts stand.
const (
	logHead, frameHead = 32, 24
	logSalt, frameSalt = 16, 8
)

// readLog takes the pages that a log has committed.
func (d *rawPages) readLog(name string) {
	text, err := os.ReadFile(name)
	if err != nil || len(text) < logHead || int(binary.BigEndian.Uint32(text[8:])) != d.size {
		return
	}
	d.newer = map[uint32][]byte{}
	open := map[uint32][]byte{} // of the transaction that is read
	salt := text[logSalt : logSalt+8]
	for rest := text[logHead:]; len(rest) >= frameHead+d.size; rest = rest[frameHead+d.size:] {
		if !bytes.Equal(rest[frameSalt:frameSalt+8], salt) {
			return // left over from before
		}
		open[binary.BigEndian.Uint32(rest)] = rest[frameHead : frameHead+d.size]
		if binary.BigEndian.Uint32(rest[4:]) == 0 {
			continue
		}
		for n, page := range open {
			d.newer[n] = page
		}
		clear(open)
	}
}

// page returns the n-th page, counted from 1; nil if there is none.
func (d *rawPages) page(n uint32) []byte {
	if p := d.newer[n]; p != nil {
		return p
	}
	p := make([]byte, d.size)
	if _, err := d.file.ReadAt(p, int64(n-1)*int64(d.size)); n == 0 || err != nil {
		return nil
	}
	return p
}

// leafTable is the kind of a page that has rows of a table.
const leafTable = 0x0d

// leaf returns the rows of a page, each whole; none if it is no leaf of a table.
func (d *rawPages) leaf(n uint32) (rows [][]byte) {
	p := d.page(n)
	at := 0
	if n == 1 {
		at = 100 // behind the head of the file
	}
	if len(p) < at+8 || p[at] != leafTable {
		return nil
	}
	cells := int(binary.BigEndian.Uint16(p[at+3:]))
	for i := range cells {
		pointer := at + 8 + 2*i
		if pointer+2 > len(p) {
			break
		}
		if row := d.row(p, int(binary.BigEndian.Uint16(p[pointer:]))); row != nil {
			rows = append(rows, row)
		}
	}
	return rows
}

// mostRow is the greatest row that is believed.
const mostRow = 64 << 20

// row returns the row that begins at a place of a page, with what lies on others; nil if it is
// damaged.
func (d *rawPages) row(p []byte, at int) []byte {
	if at >= len(p) {
		return nil
	}
	length, n := varint64(p[at:])
	_, m := varint64(p[min(at+n, len(p)):]) // its number
	if n == 0 || m == 0 || length > mostRow {
		return nil
	}
	at += n + m
	here := d.here(int(length))
	if at+here > len(p) {
		return nil
	}
	row := bytes.Clone(p[at : at+here])
	if here == int(length) {
		return row
	}
	if at+here+4 > len(p) {
		return nil
	}
	return d.overflow(row, binary.BigEndian.Uint32(p[at+here:]), int(length))
}

// overflow appends what lies on other pages, from page n on, until the row has its length.
func (d *rawPages) overflow(row []byte, n uint32, length int) []byte {
	for len(row) < length {
		p := d.page(n)
		if p == nil {
			return nil
		}
		n = binary.BigEndian.Uint32(p)
		row = append(row, p[4:min(len(p), 4+length-len(row))]...)
	}
	return row
}

// here returns how much of a row of a length lies on its leaf.
func (d *rawPages) here(length int) int {
	most := d.size - 35
	if length <= most {
		return length
	}
	least := (d.size-12)*32/255 - 23
	if k := least + (length-least)%(d.size-4); k <= most {
		return k
	}
	return least
}

// The columns of the table of games that a rescue needs.
const sameColumn, collectionColumn, textColumn = 1, 2, 18

// gameOf reads a row as one of the table of games.
func gameOf(row []byte) (g rescued, ok bool) {
	head, n := varint64(row)
	if n == 0 || head > uint64(len(row)) || head < uint64(n) {
		return g, false
	}
	types, body := row[n:head], row[head:]
	for column := 0; len(types) > 0; column++ {
		kind, n := varint64(types)
		size := sizeOf(kind)
		if n == 0 || size > len(body) || size < 0 {
			return g, false
		}
		value := body[:size]
		types, body = types[n:], body[size:]
		switch text := kind >= 13 && kind%2 == 1; {
		case column == sameColumn && kind >= 1 && kind <= 6:
			g.same = integer(value)
		case column == sameColumn, (column == collectionColumn || column == textColumn) && !text:
			return g, false
		case column == collectionColumn:
			g.collection = string(value)
		case column == textColumn:
			g.text, ok = string(value), true
		}
	}
	return g, ok
}

// sizeOf returns how many bytes a value of a serial type has, -1 if there is no such type.
func sizeOf(kind uint64) int {
	switch {
	case kind >= 12 && kind < 2*mostRow:
		return int(kind-12) / 2
	case kind < 10:
		return []int{0, 1, 2, 3, 4, 6, 8, 8, 0, 0}[kind]
	}
	return -1
}

// integer reads a number with its sign, the highest byte first.
func integer(value []byte) (n int64) {
	for i, b := range value {
		if n = n<<8 | int64(b); i == 0 {
			n = int64(int8(b))
		}
	}
	return n
}

// varint64 reads a number of SQLite's: seven bits a byte, the ninth byte whole. n is how many bytes
// it took, 0 if they end too soon.
func varint64(b []byte) (v uint64, n int) {
	for i, c := range b[:min(len(b), 9)] {
		if i == 8 {
			return v<<8 | uint64(c), 9
		}
		if v = v<<7 | uint64(c&0x7f); c < 0x80 {
			return v, i + 1
		}
	}
	return 0, 0
}
