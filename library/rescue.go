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

// rescued is a game read from a damaged file.
type rescued struct {
	same             int64
	collection, text string
}

// salvage copies the readable games of a damaged file into a new one and returns their number. What the database can
// no longer read is extracted directly from the pages.
func (l *Library) salvage(path string) (saved int, err error) {
	saved, whole, err := l.salvageRows(path)
	if err != nil || whole {
		return saved, err
	}
	f, err := os.Open(path)
	if err != nil {
		return saved, nil // not readable
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

// salvageRows copies what the database can read: the list of deleted games, and games from the first one forward and
// from the last one backward. whole is true if it has read everything.
func (l *Library) salvageRows(path string) (saved int, whole bool, err error) {
	db, err := sql.Open("sqlite", address(path)+"?mode=ro&_pragma=busy_timeout(10000)")
	if err != nil {
		return 0, false, nil // not readable
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

// rescueDeleted copies the list of deleted games as far as it is readable. Its error is one of the new file.
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

// rescue adds the intact games. Its error is one of the new file.
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
			r.same, r.columns[0] = old.same, old.same // keep equal nameless games distinct
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

// usualPage is the page size of this program's databases.
const usualPage = 4096

// pageSizes returns the possible page sizes of a file, the most likely first.
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

// rawGames extracts games from the leaf pages of a database, independent of other pages. It follows SQLite's file
// format (sqlite.org/fileformat2.html), sections 1.6 and 2.1.
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

// rawPages are the pages of a database file and its write-ahead log.
type rawPages struct {
	file  *os.File
	size  int
	newer map[uint32][]byte // newer versions of pages, from the log
}

// Sizes of the log's header and of a frame header, and the offset of the salts in both.
const (
	logHead, frameHead = 32, 24
	logSalt, frameSalt = 16, 8
)

// readLog reads the committed pages of a log.
func (d *rawPages) readLog(name string) {
	text, err := os.ReadFile(name)
	if err != nil || len(text) < logHead || int(binary.BigEndian.Uint32(text[8:])) != d.size {
		return
	}
	d.newer = map[uint32][]byte{}
	open := map[uint32][]byte{} // of the current transaction
	salt := text[logSalt : logSalt+8]
	for rest := text[logHead:]; len(rest) >= frameHead+d.size; rest = rest[frameHead+d.size:] {
		if !bytes.Equal(rest[frameSalt:frameSalt+8], salt) {
			return // an older generation of the log
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

// page returns the n-th page, counted from 1, or nil if there is none.
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

// leafTable is the type of a leaf page of a table.
const leafTable = 0x0d

// leaf returns the complete rows of a page; none if it is not a leaf page of a table.
func (d *rawPages) leaf(n uint32) (rows [][]byte) {
	p := d.page(n)
	at := 0
	if n == 1 {
		at = 100 // after the file header
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

// mostRow is the largest row size that is considered valid.
const mostRow = 64 << 20

// row returns the row at an offset of a page, including its overflow pages, or nil if it is damaged.
func (d *rawPages) row(p []byte, at int) []byte {
	if at >= len(p) {
		return nil
	}
	length, n := varint64(p[at:])
	_, m := varint64(p[min(at+n, len(p)):]) // the row id
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

// overflow appends the contents of overflow pages, from page n on, until the row is complete.
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

// here returns how many bytes of a row of this length are stored on its leaf page.
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

// Indexes of the columns of the games table that are needed.
const sameColumn, collectionColumn, textColumn = 1, 2, 18

// gameOf interprets a row as a row of the games table.
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

// sizeOf returns the size in bytes of a value of a serial type, -1 for an invalid type.
func sizeOf(kind uint64) int {
	switch {
	case kind >= 12 && kind < 2*mostRow:
		return int(kind-12) / 2
	case kind < 10:
		return []int{0, 1, 2, 3, 4, 6, 8, 8, 0, 0}[kind]
	}
	return -1
}

// integer decodes a signed big-endian number.
func integer(value []byte) (n int64) {
	for i, b := range value {
		if n = n<<8 | int64(b); i == 0 {
			n = int64(int8(b))
		}
	}
	return n
}

// varint64 reads an SQLite varint: seven bits per byte, the ninth byte whole. n is the number of bytes read, 0 if the
// data is too short.
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
