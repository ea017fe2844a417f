package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// Options controls how records are read.
type Options struct {
	// Find returns a variant by its id; nil means the built-in variants.
	Find func(id string) (*variant.Variant, error)
	// Variant is used for records that do not name their variant. If it is nil, such records are refused with the
	// names of matching variants.
	Variant *variant.Variant
}

func (o *Options) find(id string) (*variant.Variant, error) {
	if o.Find != nil {
		return o.Find(id)
	}
	return variant.Get(id)
}

// ErrNoVariant is returned for a record that does not name its variant.
var ErrNoVariant = errors.New("the record does not name its variant")

// Unsaid is returned for a list of moves without a variant: ErrNoVariant with the variants that allow the moves.
type Unsaid struct{ Fit []*variant.Variant }

// Error returns "the record does not say its variant; it could be ...", with at most five names.
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

// errNoFit is returned by choose if no variant allows all moves of a record.
var errNoFit = fmt.Errorf("%w, and no game that is known has these moves", ErrNoVariant)

// choose returns the variant for records that do not name it, else the only one that fits. It returns Unsaid if
// several do.
func (o *Options) choose(fit func() []*variant.Variant) (*variant.Variant, error) {
	if o.Variant != nil {
		return o.Variant, nil
	}
	list := fit()
	switch len(list) {
	case 0:
		return nil, errNoFit
	case 1:
		return list[0], nil
	}
	slices.SortStableFunc(list, func(x, y *variant.Variant) int { return rank(x) - rank(y) })
	return nil, &Unsaid{list}
}

// usual lists the most common variants in circulation, the most common first.
var usual = []string{"copenhagen-11x11-tdiamond", "brandubh-gorrion", "linnaean-9x9-tcross-w", "tawlbwrdd-gorrion-bell",
	"fox-geese-13", "bagh-chal", "morris-9"}

func rank(v *variant.Variant) int {
	if i := slices.Index(usual, v.ID); i >= 0 {
		return i
	}
	return len(usual)
}

// Error is an error in a game, with its position.
type Error struct {
	Line, Column int // in the stream, from 1; Column 0 refers to the game that begins on the line
	Err          error
}

// Error returns "line 12, column 5: ...".
func (e *Error) Error() string {
	if e.Column == 0 {
		return fmt.Sprintf("line %d: %v", e.Line, e.Err)
	}
	return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
}

// Words returns the message as a format and its arguments, for translation.
func (e *Error) Words() (format string, args []any) {
	if e.Column == 0 {
		return "line %d: %s", []any{e.Line, e.Err}
	}
	return "line %d, column %d: %s", []any{e.Line, e.Column, e.Err}
}

// Unwrap returns the error without the position.
func (e *Error) Unwrap() error { return e.Err }

// maxGame is the maximum size of a game in bytes.
const maxGame = 4 << 20

// Reader reads the games of a stream one after another. It recognizes the format of each game by its first line.
type Reader struct {
	in        *bufio.Reader
	opt       Options
	line      int    // number of the next line, from 1
	lookahead string // a line that was read ahead
	encoding  string // the converted encoding, see Encoding
}

// NewReader returns a reader of the games in in.
func NewReader(in io.Reader, opt Options) *Reader {
	text, encoding := decoded(in)
	return &Reader{in: text, opt: opt, line: 1, encoding: encoding}
}

// Read returns all games in a text that can be read, and the joined errors of the others.
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

// Next returns the next game. If the game cannot be read, the error is an *Error, and the next call continues after
// that game. At the end the error is io.EOF; other errors come from the stream.
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

// format is a record format: how a record begins, which lines belong to it, and the function that parses it.
type format struct {
	name   string
	begins func(line string) bool
	read   func(text string, line int, opt *Options) (*tree.Game, error)
	starts func(line string) bool // whether a line begins another game; nil: same as begins
}

// another reports whether a line begins another game.
func (f *format) another(line string) bool {
	if f.starts != nil {
		return f.starts(line)
	}
	return f.begins(line)
}

// formats are all formats, the most reliably recognized first.
var formats []format

func init() {
	formats = []format{
		{name: "tafl3d", begins: beginsOwn, read: readOwn},
		{name: "OpenTafl", begins: beginsOpenTafl, read: readOpenTafl},
		{name: "JSON", begins: beginsJSON, read: readJSON},
		{name: "competition", begins: beginsCompetition, read: readCompetition, starts: startsCompetition},
		{name: "list", begins: func(string) bool { return true }, read: readList},
	}
}

// beginsOwn reports whether a line is a tag of the program's format.
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

// game returns the text of the next game and the number of its first line.
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
	if f.name == "list" {
		text, err = r.list(first)
	} else {
		text, err = r.rest(first, f)
	}
	return text, line, f, err
}

// rest reads the lines of a game after its first one. A game ends before the next one begins: before a tag that
// follows something other than tags, or at the end of an object.
func (r *Reader) rest(first string, f format) (string, error) {
	var b strings.Builder
	b.WriteString(first)
	body := false // a line other than a tag was read
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
		tag := f.name != "JSON" && f.another(line)
		again := named && strings.HasPrefix(line, "["+tagVariant+" ")
		inside := false
		if f.name == "OpenTafl" {
			tag, again, inside = head.next(line)
		}
		named = named || strings.HasPrefix(line, "["+tagVariant+" ")
		if body && tag || again {
			r.unread(line)
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

// body reports whether a line shows that the tags are over.
func (f *format) body(line string) bool {
	bare := strings.TrimSpace(line)
	if f.name == "OpenTafl" { // a tag may have many lines
		return bare != "" && bare[0] >= '0' && bare[0] <= '9'
	}
	return bare != "" && bare != "]" && bare[0] != '|'
}

// skip skips the rest of a game that is too long.
func (r *Reader) skip(f format) error {
	at := r.line - 1
	for {
		line, err := r.next()
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if err != nil || f.another(line) {
			if err == nil {
				r.unread(line)
			}
			return &Error{Line: at, Err: game.Faultf("the game is longer than %d bytes", maxGame)}
		}
	}
}

// braces returns the number of open JSON braces after a line.
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

// unread makes next return a line again.
func (r *Reader) unread(line string) {
	r.lookahead = line
	r.line--
}

// next returns the next line including its end. A line that is too long is cut shortly beyond the limit.
func (r *Reader) next() (string, error) {
	if r.lookahead != "" {
		line := r.lookahead
		r.lookahead = ""
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
		return r.utf8(b), nil
	}
}

// Propose returns those of the variants that allow all moves of a list, in their order. text is a line of moves as
// sites write them.
func Propose(text string, variants []*variant.Variant) (fit []*variant.Variant) {
	list := moves(text)
	for _, v := range variants {
		if g, err := playList(v, list, list, 1); err == nil && len(g.Root.Next()) > 0 {
			fit = append(fit, v)
		}
	}
	return fit
}
