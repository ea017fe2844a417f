package study

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"tafl3d/app/board"
	"tafl3d/app/rulebook"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game/exercise"
	"tafl3d/game/record"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Disk gives access to files outside the folders of the program.
type Disk interface {
	// Open opens a file for reading. It is called on a background goroutine.
	Open(name string) (io.ReadCloser, error)
}

// Largest number of games to choose from, and the number of games after which progress is reported.
const (
	mostGames  = 1000
	toldEvery  = 50
	sniffBytes = 4 << 10
)

// errNoText is returned for binary files.
var errNoText = errors.New("it is no text, and games are")

// gathered is the result of reading files.
type gathered struct {
	games []*tree.Game
	files []string // file of each game
	more  bool     // there were more games than allowed
	bad   int      // number of unreadable games
	why   error    // error of the first unreadable game or file

	unsaid int                // records that do not name their variant and are played in several
	fit    []*variant.Variant // variants that allow all moves of the first of them, or of all if there are any
}

// ask notes a record without a variant whose moves these variants allow.
func (g *gathered) ask(fit []*variant.Variant) {
	g.unsaid++
	both := slices.DeleteFunc(slices.Clone(g.fit), func(v *variant.Variant) bool { return !slices.Contains(fit, v) })
	switch {
	case len(g.fit) == 0:
		g.fit = fit
	case len(both) > 0:
		g.fit = both
	}
}

// OpenFiles reads the games of files in the background. It opens a single game at once and lets the player
// choose among several.
func (r *Room) OpenFiles(names []string) {
	if len(names) == 0 || r.disk == nil {
		return
	}
	r.openFrom(r.disk, names, func(found gathered) {
		r.name(found)
		r.opened(names, found)
	})
}

// name names games without a name or players after their files.
func (r *Room) name(found gathered) {
	of := map[string]int{}
	for _, file := range found.files {
		of[file]++
	}
	nth := map[string]int{}
	for i, g := range found.games {
		file := found.files[i]
		nth[file]++
		if g.Tag(tree.TagName) != "" || r.players(g) != "" || g.Tag(exercise.TagTask) != "" {
			continue
		}
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		if of[file] > 1 {
			name = fmt.Sprintf("%s (%d)", name, nth[file])
		}
		g.SetTag(tree.TagName, name)
	}
}

// usual returns the variant for records that do not name theirs.
func (r *Room) usual() *variant.Variant {
	if r.board.Game() != nil {
		return r.board.Game().Variant
	}
	return r.client.Chosen()
}

// gatherAll reads the games of files in their order.
func gatherAll(ctx context.Context, disk Disk, names []string, opt record.Options, told func(int)) (all gathered) {
	for _, name := range names {
		err := all.read(ctx, disk, name, opt, told)
		if err != nil && all.why == nil {
			all.why = fault{name, err}
		}
	}
	return all
}

func (g *gathered) read(ctx context.Context, disk Disk, name string, opt record.Options, told func(int)) error {
	f, err := disk.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	start := make([]byte, sniffBytes)
	n, err := io.ReadFull(f, start)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if start = start[:n]; binary(start) {
		return errNoText
	}
	in := record.NewReader(io.MultiReader(bytes.NewReader(start), f), opt)
	for ctx.Err() == nil {
		one, err := in.Next()
		var bad *record.Error
		var unsaid *record.Unsaid
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &unsaid):
			g.ask(unsaid.Fit)
		case errors.As(err, &bad):
			if g.bad++; g.why == nil {
				g.why = fault{name, err}
			}
		case err != nil:
			return err
		case len(g.games) == mostGames:
			g.more = true
			return nil
		default:
			g.files = append(g.files, name)
			if g.games = append(g.games, one); len(g.games)%toldEvery == 0 {
				told(len(g.games))
			}
		}
	}
	return ctx.Err()
}

// binary reports whether a file that begins like this is not text. Text may be UTF-8, UTF-16 with a byte order mark, or
// Windows-1252, but has no control characters other than white space.
func binary(start []byte) bool {
	if bytes.HasPrefix(start, []byte("\xff\xfe")) || bytes.HasPrefix(start, []byte("\xfe\xff")) {
		return false
	}
	return bytes.ContainsFunc(start, func(r rune) bool { return r < ' ' && !unicode.IsSpace(r) })
}

// fault is an error about a file.
type fault struct {
	name string
	err  error
}

// Unwrap returns the error without the file.
func (f fault) Unwrap() error { return f.err }

// Error returns the file and a localized reason.
func (f fault) Error() string {
	name := tongue.Name(filepath.Base(f.name))
	var bad *record.Error
	switch {
	case errors.As(f.err, &bad):
		return fmt.Sprintf("%s, %v", name, first(f.err))
	case errors.Is(f.err, fs.ErrNotExist):
		return tongue.Textf("File not found: %s", name)
	case errors.Is(f.err, fs.ErrPermission):
		return tongue.Textf("No permission to read %s", name)
	case errors.Is(f.err, ErrFolder):
		return tongue.Textf("%s is a folder: choose a file in it", name)
	case errors.Is(f.err, errNoText):
		return tongue.Textf("%s is not a game file: it is not text", name)
	}
	return tongue.Textf("Cannot read %s: %s", name, words.Plain(f.err))
}

// textOtherFile says what can be opened.
const textOtherFile = "Open a text file with games, such as .tafl or .pgn."

// remedy says what to do about an error of a file, after a full stop; empty if the error says it.
func remedy(err error) string {
	var bad *record.Error
	switch {
	case errors.As(err, &bad):
		return ". " + tongue.Text("Correct the file there, then open it again.")
	case errors.Is(err, errNoText):
		return ". " + tongue.Text(textOtherFile)
	}
	return ""
}

// ErrFolder is returned by Disk.Open for folders.
var ErrFolder = errors.New("it is a folder")

// readingFiles shows the progress of reading large files.
type readingFiles struct {
	r      *Room
	cancel context.CancelFunc
	names  []string
	games  int
	shown  bool
	then   func(gathered)
}

// told reports the number of games read. The page opens if reading takes long.
func (p *readingFiles) told(ctx context.Context, games int) {
	if ctx.Err() != nil {
		return
	}
	if p.games = games; !p.shown {
		p.shown = true
		p.r.shell.Open(p)
	} else if p.r.shell.Front() != shell.Page(p) {
		p.cancel() // the page was closed
	}
	p.r.shell.Touch()
}

// finish shows the result.
func (p *readingFiles) finish(found gathered) {
	if p.shown {
		if p.r.shell.Front() != shell.Page(p) {
			return
		}
		p.r.shell.CloseTop()
	}
	p.then(found)
}

// opened shows the games of files.
func (r *Room) opened(names []string, found gathered) {
	why := ""
	if found.why != nil {
		why = found.why.Error()
	}
	switch {
	case len(found.games) == 0 && found.why == nil:
		r.shell.RefuseFile(tongue.Textf("No games found in %s", tongue.Name(filepath.Base(names[0]))) + ". " +
			tongue.Text(textOtherFile))
	case len(found.games) == 0:
		r.shell.RefuseFile(why + remedy(found.why))
	case exercises(found.games) && r.client.Task(texts(found.games)):
	case len(found.games) == 1:
		r.Open(found.games[0])
		if why != "" {
			r.shell.Warn(why)
		}
	default:
		r.shell.Open(newChooser(r, found))
	}
}

// exercises reports whether all games are exercises.
func exercises(games []*tree.Game) bool {
	return !slices.ContainsFunc(games, func(g *tree.Game) bool { return !exercise.Is(g) })
}

// texts returns the games as one text.
func texts(games []*tree.Game) string {
	var list []string
	for _, g := range games {
		list = append(list, record.Text(g))
	}
	return strings.Join(list, "\n")
}

func (p *readingFiles) Show() panel.Dialog {
	return panel.Dialog{ID: "files-reading", Kind: panel.Question, Title: TextStudy, Cancel: "close",
		Lines:   []string{tongue.Textf("Reading %s: %d games so far", tongue.Name(filepath.Base(p.names[0])), p.games)},
		Buttons: []panel.Button{{ID: "close", Label: words.Cancel, Icon: "cancel", Primary: true}}}
}

// chooserColumns is the number of cards per row, mostCards the largest number of cards, longestSearch the
// largest length of a search.
const (
	chooserColumns = 4
	mostCards      = 120
	longestSearch  = 40
)

// chooser lets the player choose a game from files.
type chooser struct {
	r      *Room
	title  string
	about  []string // text above the games
	games  []*tree.Game
	cards  []panel.Card // of the games, made when first shown
	search *shell.Entry
	at     int
	open   func(*tree.Game)
}

func newChooser(r *Room, found gathered) *chooser {
	p := &chooser{r: r, title: "Choose a game", games: found.games, cards: make([]panel.Card, len(found.games)),
		search: shell.NewEntry("", longestSearch), open: r.Open}
	p.about = []string{tongue.Textf("%d games found. Type to search; press Enter to open one.", len(found.games))}
	if found.more {
		p.about[0] = tongue.Textf("More than %d games. These are the first. Type to search; press Enter to open one.",
			len(found.games))
	}
	if found.why != nil {
		p.about = append(p.about, tongue.Textf("Not readable: %d. %s", max(found.bad, 1),
			tongue.Name(first(found.why))))
	}
	return p
}

// card returns the card of a game.
func (p *chooser) card(i int) panel.Card {
	if c := &p.cards[i]; c.Board == nil {
		g := p.games[i]
		at := g.Cursor()
		at.To(g.Root.Last())
		c.Head = cmp.Or(g.Tag(tree.TagName), p.r.players(g))
		c.Board = rulebook.Diagram(g.Rules(), at.Line().Setup().Pieces)
		if c.Lines = []string{p.tell(g)}; c.Head == "" {
			c.Head = title(p.r, g)
		} else if v, err := p.r.variant(g); err == nil {
			c.Lines = append(c.Lines, v.Name)
		}
		if when := strings.TrimSpace(g.Tag(tree.TagEvent) + " " + g.Tag(tree.TagDate)); when != "" {
			c.Lines = append(c.Lines, when)
		}
	}
	return p.cards[i]
}

// tell returns length and result of a game.
func (p *chooser) tell(g *tree.Game) string {
	moves := words.Moves(g.Root.Last().Ply())
	v, err := p.r.variant(g)
	if !g.Outcome.Over() || err != nil {
		return moves
	}
	return board.TextOutcome(&board.Game{Variant: v}, g.Outcome) + ", " + moves
}

// found returns the indices of the games that contain every word of the search.
func (p *chooser) found() (list []int) {
	want := strings.Fields(strings.ToLower(p.search.String()))
	for i := range p.games {
		if len(want) > 0 && !p.has(i, want) {
			continue
		}
		list = append(list, i)
	}
	return list
}

func (p *chooser) has(i int, want []string) bool {
	c := p.card(i)
	text := strings.ToLower(c.Head + " " + strings.Join(c.Lines, " ") + " " + p.games[i].Variant)
	for _, word := range want {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

func (p *chooser) Show() panel.Dialog {
	list := p.found()
	p.at = max(min(p.at, len(list)-1), 0)
	search := p.search.Field("search", "Search", "")
	search.Search, search.Pick, search.Typed = true, "open", func() { p.at = 0 }
	open := func(n int) {
		if n < len(list) {
			p.at = n
			p.open(p.games[list[n]])
		}
	}
	search.Open = open
	d := panel.Dialog{ID: "files", Kind: panel.Wide, Title: p.title, Cancel: "close", Lines: p.about,
		Fields: []panel.Field{search}, Buttons: []panel.Button{{ID: "close", Label: words.Cancel}}}
	if len(list) == 0 {
		d.Lines = append(d.Lines[:len(d.Lines):len(d.Lines)], "No matching games.")
		return d
	}
	if len(list) > mostCards {
		d.Lines = append(d.Lines[:len(d.Lines):len(d.Lines)],
			tongue.Textf("Showing %d of %d. Type to find the others.", mostCards, len(list)))
		list = list[:mostCards]
		p.at = min(p.at, mostCards-1)
	}
	f := panel.Field{ID: "game", Set: panel.Into(&p.at), Pick: search.Pick, Open: open, Columns: chooserColumns,
		Chosen: p.at}
	for _, i := range list {
		f.Cards = append(f.Cards, p.card(i))
	}
	d.Fields = append(d.Fields, f)
	return d
}
