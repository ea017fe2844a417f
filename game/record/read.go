package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// Options say how records are read.
type Options struct {
	// Find returns a variant by its id; nil stands for the built-in ones.
	Find func(id string) (*variant.Variant, error)
	// Variant is that of records that do not say it; nil: they are refused with the
	// names of those that fit.
	Variant *variant.Variant
}

func (o *Options) find(id string) (*variant.Variant, error) {
	if o.Find != nil {
		return o.Find(id)
	}
	return variant.Get(id)
}

// ErrNoVariant is the error of a record that does not say its variant.
var ErrNoVariant = errors.New("the record does not say its variant")

// Unsaid is the error of a list of turns that does not say its variant: ErrNoVariant, with those whose rules allow it.
type Unsaid struct{ Fit []*variant.Variant }

// Error returns "the record does not say its variant; it could be ...", with five of them at most.
func (e *Unsaid) Error() string {
	var names []string
	for _, v := range e.Fit[:min(len(e.Fit), 5)] {
		names = append(names, v.ID)
	}
	return fmt.Sprintf("%v; it could be %s", ErrNoVariant, strings.Join(names, ", "))
}

// Unwrap returns ErrNoVariant.
func (e *Unsaid) Unwrap() error { return ErrNoVariant }

func (o *Options) unsaid() (*variant.Variant, error) {
	if o.Variant == nil {
		return nil, ErrNoVariant
	}
	return o.Variant, nil
}

// Error says what is wrong with a game, and where.
type Error struct {
	Line, Column int // in the stream, from 1; Column 0: the game that begins on the line
	Err          error
}

// Error returns "line 12, column 5: ...".
func (e *Error) Error() string {
	if e.Column == 0 {
		return fmt.Sprintf("line %d: %v", e.Line, e.Err)
	}
	return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
}

// Words returns the same, to be said in the reader's language.
func (e *Error) Words() (format string, args []any) {
	if e.Column == 0 {
		return "line %d: %s", []any{e.Line, e.Err}
	}
	return "line %d, column %d: %s", []any{e.Line, e.Column, e.Err}
}

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Err }

// maxGame is how many bytes a game may have.
const maxGame = 4 << 20

// Reader reads the games of a stream one after another. The format of each game is
// known by how it begins.
type Reader struct {
	in   *bufio.Reader
	opt  Options
	line int    // of what is read next, from 1
	kept string // a line that was read ahead
}

// NewReader returns a reader of in.
func NewReader(in io.Reader, opt Options) *Reader {
	return &Reader{in: bufio.NewReaderSize(in, 1<<16), opt: opt, line: 1}
}

// Read returns all games of a text, and the errors of the others joined.
func Read(text string, opt Options) (games []*tree.Game, err error) {
	r := NewReader(strings.NewReader(text), opt)
	for {
		g, e := r.Next()
		var bad *Error
		switch {
		case errors.Is(e, io.EOF):
			return games, err
		case errors.As(e, &bad):
			err = errors.Join(err, e)
		case e != nil:
			return games, errors.Join(err, e)
		default:
			games = append(games, g)
		}
	}
}

// Next returns the next game. The error is an *Error where that game cannot be
// read; Next then goes on behind it. io.EOF is the end, and any other error is of
// the stream.
func (r *Reader) Next() (*tree.Game, error) {
	text, line, format, err := r.game()
	if err != nil {
		return nil, err
	}
	g, err := format.read(text, line, &r.opt)
	if err == nil {
		return g, nil
	}
	var at *Error
	if !errors.As(err, &at) {
		err = &Error{Line: line, Err: err}
	}
	return nil, err
}

// format is a kind of record: how the line looks with which one begins, whether a
// line belongs to the game that is being read, and what reads it.
type format struct {
	name   string
	begins func(line string) bool
	read   func(text string, line int, opt *Options) (*tree.Game, error)
	lines  bool // a game may have several lines
}

// formats are all of them, the surest first.
var formats = []format{
	{"tafl3d", beginsOwn, readOwn, true},
	{"OpenTafl", beginsOpenTafl, readOpenTafl, true},
	{"JSON", beginsJSON, readJSON, true},
	{"list", func(string) bool { return true }, readList, false},
}

// beginsOwn reports whether a line is a tag of our format.
func beginsOwn(line string) bool {
	return strings.HasPrefix(line, "[") && capital(line[1:])
}

// beginsOpenTafl reports whether a line is a tag of an OpenTafl record, "[date:...".
func beginsOpenTafl(line string) bool {
	name, _, ok := strings.Cut(line, ":")
	_, known := otTags[strings.TrimPrefix(name, "[")]
	return ok && known && name[0] == '['
}

func beginsJSON(line string) bool { return strings.HasPrefix(line, "{") }

// game returns the text of the next game and the line on which it begins.
func (r *Reader) game() (text string, line int, f format, err error) {
	first, err := r.next()
	for err == nil && (strings.TrimSpace(first) == "" || strings.HasPrefix(first, "#")) {
		first, err = r.next()
	}
	if err != nil {
		return "", 0, f, err
	}
	line = r.line - 1
	first = strings.TrimPrefix(first, "\ufeff")
	for _, f = range formats {
		if f.begins(first) {
			break
		}
	}
	if !f.lines {
		return first, line, f, nil
	}
	text, err = r.rest(first, f)
	return text, line, f, err
}

// rest reads the lines of a game after its first one. A game ends where the next
// begins: at a tag behind something that is none, or at the end of an object.
func (r *Reader) rest(first string, f format) (string, error) {
	var b strings.Builder
	b.WriteString(first)
	body := false // there has been more than tags
	named := strings.HasPrefix(first, "["+tagVariant+" ")
	depth := braces(0, first)
	head := otHead{seen: map[string]bool{}}
	head.next(first)
	for {
		if f.name == "JSON" && depth <= 0 {
			return b.String(), nil
		}
		line, err := r.next()
		if errors.Is(err, io.EOF) {
			return b.String(), nil
		}
		if err != nil {
			return "", err
		}
		tag := f.name != "JSON" && f.begins(line)
		again := named && strings.HasPrefix(line, "["+tagVariant+" ")
		inside := false
		if f.name == "OpenTafl" {
			tag, again, inside = head.next(line)
		}
		named = named || strings.HasPrefix(line, "["+tagVariant+" ")
		if body && tag || again {
			r.kept = line
			r.line--
			return b.String(), nil
		}
		body = body || !tag && !inside && f.body(line)
		depth = braces(depth, line)
		if b.Len()+len(line) <= maxGame {
			b.WriteString(line)
		} else {
			return "", r.skip(f)
		}
	}
}

// body reports whether a line that is no tag tells that the tags are over.
func (f *format) body(line string) bool {
	bare := strings.TrimSpace(line)
	if f.name == "OpenTafl" { // a tag may have many lines
		return bare != "" && bare[0] >= '0' && bare[0] <= '9'
	}
	return bare != "" && bare != "]" && bare[0] != '|'
}

// skip reads a game that is too long to its end.
func (r *Reader) skip(f format) error {
	at := r.line - 1
	for {
		line, err := r.next()
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if err != nil || f.begins(line) {
			if err == nil {
				r.kept = line
				r.line--
			}
			return &Error{Line: at, Err: game.Faultf("the game is longer than %d bytes", maxGame)}
		}
	}
}

// braces counts how many braces of JSON are open after a line.
func braces(depth int, line string) int {
	inText := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case inText && c == '\\':
			i++
		case c == '"':
			inText = !inText
		case inText:
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
	}
	return depth
}

// next returns the next line with its end. Of a line that is too long no more is
// kept than shows that.
func (r *Reader) next() (string, error) {
	if r.kept != "" {
		line := r.kept
		r.kept = ""
		r.line++
		return line, nil
	}
	var b []byte
	for {
		part, err := r.in.ReadSlice('\n')
		if len(b) <= maxGame {
			b = append(b, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && !(errors.Is(err, io.EOF) && len(b) > 0) {
			return "", err
		}
		r.line++
		return string(b), nil
	}
}

// Propose returns those of the variants whose rules allow all turns of a list, in
// their order. The text is a line of moves as sites write them.
func Propose(text string, variants []*variant.Variant) (fit []*variant.Variant) {
	for _, v := range variants {
		p := v.Rules.Start()
		if turns, _, err := notation.ParseMoves(&p, moves(text)); err == nil && len(turns) > 0 {
			fit = append(fit, v)
		}
	}
	return fit
}

// played plays turns in a new game.
func played(v *variant.Variant, start rules.Position, text string) (*tree.Game, error) {
	turns, end, err := notation.ParseMoves(&start, text)
	if err != nil {
		return nil, err
	}
	g := tree.New(v.ID, start)
	c := g.Cursor()
	for _, turn := range turns {
		if _, err := c.Play(turn); err != nil {
			return nil, err
		}
	}
	return g, ends(g, c, end)
}
