// Package selfplay plays games of the engine against itself and stores them in resumable files: the
// training data of the learned evaluation.
package selfplay

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"tafl3d/game"
)

// Recipe describes how the games of a file were made. It is the header of the file, which can only
// be resumed with the same recipe.
type Recipe struct {
	Variant  string   `json:"variant"`
	Engine   string   `json:"engine"` // "hand-made", or the hash of its net
	Seed     uint64   `json:"seed"`
	Nodes    [2]int64 `json:"nodes"`    // minimum and maximum positions per move; the number is fixed during a game
	Handicap int      `json:"handicap"` // the defenders' positions are halved up to this many times
	Low      int      `json:"low"`      // minimum score for the attackers of openings in which they are selective
	Max      int      `json:"max"`      // turns after which a game is a draw
}

// Game is a game. The same recipe and number give the same game.
type Game struct {
	Number  int
	Result  float64 // of the attackers: 0, 0.5 or 1
	Opening int     // number of leading steps without a search
	Steps   []Step
}

// Step is a step of a game, with the score of the position before it.
type Step struct {
	Move  game.Move
	Score int  // for the side to move, in hundredths of a man
	Keep  bool // the position before is quiet and undecided: use it for training
}

// A file is a magic line, the recipe as a line of JSON, and the games. Each game is its length and
// the CRC-32C of the rest, four bytes each; then the number, twice the result, the number of
// opening steps and that of all steps as varints; and six bytes per step: from (for a drop, the
// kind of piece) and to, plus one, with the operation in the top six bits of the former and Keep in
// the top bit of the latter, and the score. Numbers are little endian.
const magic = "tafl games 1\n"

const (
	squareBits = 10
	squareMask = 1<<squareBits - 1
	keepBit    = 1 << 15
	stepBytes  = 6
	mostBytes  = 1 << 20 // maximum size of a game
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ErrFormat is wrapped by errors about files in another format.
var ErrFormat = errors.New("not a file of games")

// encode appends g in the file format.
func (g *Game) encode(to []byte) []byte {
	at := len(to)
	to = append(to, make([]byte, 8)...)
	for _, n := range []int{g.Number, int(2 * g.Result), g.Opening, len(g.Steps)} {
		to = binary.AppendUvarint(to, uint64(n))
	}
	for _, s := range g.Steps {
		from, goal := uint16(s.Move.From+1), uint16(s.Move.To+1)
		if s.Move.Op == game.Drop {
			from = uint16(s.Move.Kind)
		}
		from |= uint16(s.Move.Op) << squareBits
		if s.Keep {
			goal |= keepBit
		}
		to = binary.LittleEndian.AppendUint16(to, from)
		to = binary.LittleEndian.AppendUint16(to, goal)
		to = binary.LittleEndian.AppendUint16(to, uint16(int16(s.Score)))
	}
	body := to[at+8:]
	binary.LittleEndian.PutUint32(to[at:], uint32(len(body)))
	binary.LittleEndian.PutUint32(to[at+4:], crc32.Checksum(body, castagnoli))
	return to
}

// decode parses the output of encode without length and checksum.
func (g *Game) decode(body []byte) error {
	var head [4]int
	for i := range head {
		v, n := binary.Uvarint(body)
		if n <= 0 {
			return fmt.Errorf("%w: a game is cut short", ErrFormat)
		}
		head[i], body = int(v), body[n:]
	}
	if head[1] > 2 || head[3]*stepBytes != len(body) || head[2] > head[3] {
		return fmt.Errorf("%w: a game of %d bytes cannot have %d steps", ErrFormat, len(body), head[3])
	}
	g.Number, g.Result, g.Opening, g.Steps = head[0], float64(head[1])/2, head[2], g.Steps[:0]
	for ; len(body) > 0; body = body[stepBytes:] {
		from, to := binary.LittleEndian.Uint16(body), binary.LittleEndian.Uint16(body[2:])
		m := game.Move{Op: game.Op(from >> squareBits), From: game.Square(from&squareMask) - 1,
			To: game.Square(to&squareMask) - 1}
		if m.Op == game.Drop {
			m.Kind, m.From = game.Piece(from&squareMask), game.NoSquare
		}
		g.Steps = append(g.Steps, Step{m, int(int16(binary.LittleEndian.Uint16(body[4:]))), to&keepBit != 0})
	}
	return nil
}

// Reader reads a file of games.
type Reader struct {
	Recipe
	in   *bufio.Reader
	at   int64 // bytes read in complete games
	body []byte
}

// NewReader reads the header of a file.
func NewReader(in io.Reader) (*Reader, error) {
	r := &Reader{in: bufio.NewReaderSize(in, 1<<16)}
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(r.in, head); err != nil || string(head) != magic {
		return nil, fmt.Errorf("%w: it does not begin with %q", ErrFormat, magic)
	}
	line, err := r.in.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("%w: its recipe is cut short", ErrFormat)
	}
	if err := json.Unmarshal(line, &r.Recipe); err != nil {
		return nil, fmt.Errorf("%w: its recipe: %w", ErrFormat, err)
	}
	r.at = int64(len(head) + len(line))
	return r, nil
}

// Next reads the next game into g and overwrites its steps. It returns io.EOF at the end, and an
// error that wraps ErrFormat if the rest is corrupt.
func (r *Reader) Next(g *Game) error {
	var head [8]byte
	if _, err := io.ReadFull(r.in, head[:]); err != nil {
		if errors.Is(err, io.EOF) {
			return io.EOF
		}
		return fmt.Errorf("%w: the last game is cut short", ErrFormat)
	}
	size := binary.LittleEndian.Uint32(head[:])
	if size > mostBytes {
		return fmt.Errorf("%w: a game of %d bytes", ErrFormat, size)
	}
	if int(size) > cap(r.body) {
		r.body = make([]byte, size)
	}
	r.body = r.body[:size]
	if _, err := io.ReadFull(r.in, r.body); err != nil {
		return fmt.Errorf("%w: the last game is cut short", ErrFormat)
	}
	if crc32.Checksum(r.body, castagnoli) != binary.LittleEndian.Uint32(head[4:]) {
		return fmt.Errorf("%w: the checksum of a game is wrong", ErrFormat)
	}
	r.at += int64(len(head)) + int64(size)
	return g.decode(r.body)
}

// Open creates the file name for games by r, or opens a file of the same recipe to resume it; it
// cuts off an incomplete game at the end. It returns the number of games in the file.
func Open(name string, r Recipe) (f *os.File, games int, err error) {
	f, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, 0, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	if info, err := f.Stat(); err != nil {
		return nil, 0, err
	} else if info.Size() == 0 {
		line, err := json.Marshal(r)
		if err == nil {
			_, err = f.Write(append([]byte(magic), append(line, '\n')...))
		}
		return f, 0, err
	}
	in, err := NewReader(f)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", name, err)
	}
	if in.Recipe != r {
		return nil, 0, fmt.Errorf("%s was made by another recipe: %+v, not %+v", name, in.Recipe, r)
	}
	var g Game
	for in.Next(&g) == nil {
		games++
	}
	if err := f.Truncate(in.at); err != nil {
		return nil, 0, err
	}
	_, err = f.Seek(in.at, io.SeekStart)
	return f, games, err
}
