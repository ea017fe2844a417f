// Package study implements studies: a game as a tree on the board, with variations, comments, annotations and
// marks. It saves the study after each change. Playing is left to package board, and analysis to the engines.
package study

import (
	"cmp"
	"errors"
	"strings"
	"sync"
	"time"

	"tafl3d/app/board"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/link"
	"tafl3d/game/notation"
	"tafl3d/game/record"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Client provides functions of the rest of the client.
type Client interface {
	Now() time.Time
	// Store adds the game to the library.
	Store(g *tree.Game)
	// Share opens the page for sharing the game.
	Share()
	// Player returns the player's name; empty if there is none.
	Player() string
	// Level returns the last selected level of the computer; 0 without a computer.
	Level() int
	// Learn opens the marked mistakes of a game, given as text, as exercises.
	Learn(text string)
	// Task opens exercises, given as text; it returns false if there are none.
	Task(text string) bool
	// Teach makes a course of a game, given as text.
	Teach(text string)
	// Chosen returns the last selected variant.
	Chosen() *variant.Variant
	// Paste opens the content of the clipboard.
	Paste()
}

// Room manages studies. Use it on the main thread.
type Room struct {
	shell    *shell.Shell
	board    *board.Board
	client   Client
	store    store
	reviewer Reviewer    // nil: none
	disk     Disk        // nil: none
	table    *studyTable // the current study; nil: none
	saved    int         // last saved version
	reviewed *reviewPage // result of the last review; nil: none
	branch   *branch     // game continued from a study; nil: none
	Drawing  *Drawing    // marks on the board
}

// Drawing draws arrows and marked squares on the position of a study.
type Drawing struct {
	room   *Room
	colour tree.Colour // selected drawing colour
	pen    tree.Colour // colour of the current stroke of the right button
	from   game.Square // square where the stroke began
}

// store saves files, as shell.Store does.
type store interface {
	Load(name string) ([]byte, error)
	Names(folder string) ([]string, error)
}

// New returns a room without a study.
func New(b *board.Board, s store, d Disk, e Reviewer, c Client) *Room {
	r := &Room{shell: b.Shell(), board: b, client: c, store: s, disk: d, reviewer: e}
	r.Drawing = &Drawing{room: r, from: game.NoSquare}
	return r
}

// textContinued is the comment on a variation that was played on.
const textContinued = "Continued against level %d"

var continued = sync.OnceValue(func() *tongue.Reteller { return tongue.NewReteller(textContinued) })

// Retell returns a comment in the player's language, if the program wrote it in any language.
func (r *Room) Retell(comment string) string {
	if r.reviewer != nil {
		comment = r.reviewer.Retell(comment)
	}
	return continued().Text(comment)
}

// On reports whether a study is on the board.
func (r *Room) On() bool {
	return r.board.Game() != nil && r.board.Game().Studied != nil && !r.board.Preparing()
}

// find returns a variant by id.
func (r *Room) find(id string) (*variant.Variant, error) { return r.board.Lib.Get(id) }

// variant returns the variant of a game.
func (r *Room) variant(g *tree.Game) (*variant.Variant, error) {
	return record.Variant(g, r.find)
}

// Open studies a game from another source.
func (r *Room) Open(g *tree.Game) {
	g.SetTag(tree.TagOwn, "") // played by another person
	r.OpenKept(g, 0)
}

// OpenKept studies a game of the library at the position after ply moves of its main line.
func (r *Room) OpenKept(g *tree.Game, ply int) {
	g.SetTag(tree.TagKept, "") // refers to another person's study
	r.open(g)
	if r.On() && r.table.Game() == g && ply > 0 {
		r.table.Browse(ply)
	}
}

// open puts a game on the board as a study.
func (r *Room) open(g *tree.Game) {
	v, err := r.variant(g)
	if err != nil {
		r.shell.Refuse(words.Error(err))
		return
	}
	r.sit(newStudyTable(g, v, r))
}

// sit puts a study on the board.
func (r *Room) sit(d *studyTable) {
	r.table, r.saved, r.branch = d, -1, nil
	r.board.Examine(d.variant, d, d.state())
	r.changed()
}

// changed saves the study if it has changed.
func (r *Room) changed() {
	r.shell.Touch()
	if d := r.table; d != nil && d.draft == nil && d.Version() != r.saved {
		r.saved = d.Version()
		r.keep(d.Study, &d.name)
	}
}

// refresh shows changes other than moves, and saves them.
func (r *Room) refresh() {
	r.table.tell(nil, nil)
}

// OfBoard studies the game at the board from the shown position.
func (r *Room) OfBoard() {
	g := r.board.Game()
	if r.Branching() {
		r.back()
		return
	}
	if !r.board.MayStudy() {
		r.shell.Refuse(board.TextNoHelp)
		return
	}
	shown := g.Shown.Ply
	t := r.plainTree(g)
	t.SetTag(tree.TagKept, "")
	r.open(t)
	r.table.Browse(shown)
}

// TreeOf returns a current or finished game at the board as a tree, for sharing, with the names of the
// players in the current language. The result is not saved.
func (r *Room) TreeOf(g *board.Game) *tree.Game {
	t := r.plainTree(g)
	for side, tag := range []string{tree.TagAttackers, tree.TagDefenders} {
		switch {
		case t.Tag(tag) != "":
		case t.Tag(tree.TagOwn) == game.Side(side).String():
			t.SetTag(tag, r.me())
		default:
			t.SetTag(tag, r.board.Sitter(game.Side(side)))
		}
	}
	t.SetTag(tree.TagOwn, "")
	return t
}

// plainTree returns a current or finished game at the board as a tree. Its tags are independent of the
// language: TagOwn marks the side of the player, and the computer has its level.
func (r *Room) plainTree(g *board.Game) *tree.Game {
	t := tree.Of(g.Header(), g.State)
	if g.Setup.Own != nil || r.board.Lib.Mine(g.Variant) {
		t.Own = string(variant.Encode(g.Variant, nil))
	}
	if alone, is := g.Setup.Alone(); is {
		t.SetTag(tree.TagOwn, alone.String())
		tag := []string{tree.TagAttackers, tree.TagDefenders}[alone]
		if t.Tag(tag) == "" {
			t.SetTag(tag, r.client.Player())
		}
	}
	for side, name := range g.Setup.Remote {
		if name != "" {
			t.SetTag([]string{tree.TagAttackers, tree.TagDefenders}[side], name)
		}
	}
	t.SetTag(tree.TagDate, r.client.Now().Format("2006-01-02"))
	return t
}

// me returns the public name of the player, otherwise "You".
func (r *Room) me() string { return cmp.Or(r.client.Player(), tongue.Text(words.You)) }

// who returns the player of a side, empty if unknown, and the level of a computer.
func (r *Room) who(g *tree.Game, side game.Side) (name, level string) {
	tag, of := tree.TagAttackers, tree.TagAttackersLevel
	if side == game.Defenders {
		tag, of = tree.TagDefenders, tree.TagDefendersLevel
	}
	if name = g.Tag(tag); name == "" && g.Tag(tree.TagOwn) == side.String() {
		name = r.me()
	}
	return name, textLevel(g.Tag(of))
}

// players returns the names of the players of a game, empty if unknown.
func (r *Room) players(g *tree.Game) string {
	var names [game.Sides]string
	for side := range names {
		name, level := r.who(g, game.Side(side))
		names[side] = cmp.Or(name, level)
	}
	return strings.Trim(strings.Join(names[:], " – "), " –")
}

// Tree returns a copy of the current study for sharing; nil if there is none.
func (r *Room) Tree() *tree.Game {
	if !r.On() {
		return nil
	}
	g := *r.table.Game()
	g.SetTag(tree.TagKept, "") // refers to a local file
	for side, tag := range []string{tree.TagAttackers, tree.TagDefenders} {
		if g.Tag(tag) == "" && g.Tag(tree.TagOwn) == game.Side(side).String() {
			g.SetTag(tag, r.client.Player())
		}
	}
	g.SetTag(tree.TagOwn, "")
	if g.Own == "" && r.board.Lib.Mine(r.table.variant) {
		g.Own = string(variant.Encode(r.table.variant, nil)) // others do not have this variant
	}
	return &g
}

// Node returns the shown node of the current study.
func (r *Room) Node() *tree.Node { return r.table.Node() }

// Read opens the game of a text, or lets the player choose if there are several. If the text does not name the variant
// and several allow its moves, the player is asked.
func (r *Room) Read(text string) {
	if g := r.position(r.usual(), text); g != nil {
		r.Open(g)
		return
	}
	r.readText(text, nil)
}

// readText reads a text of the variant v, which may be nil.
func (r *Room) readText(text string, v *variant.Variant) {
	games, err := record.Read(text, record.Options{Find: r.find, Variant: v})
	var unsaid *record.Unsaid
	switch {
	case errors.As(err, &unsaid):
		r.askVariant(unsaid.Fit, func(v *variant.Variant) { r.readText(text, v) })
	case len(games) == 0 && err == nil:
		r.shell.Refuse("No game found in this text")
	case len(games) == 0:
		r.shell.RefuseFile(tongue.Textf("Cannot read this game: %s", first(err)))
	case len(games) > 1:
		r.shell.Open(newChooser(r, gathered{games: games, why: err}))
	default:
		r.Open(games[0])
	}
}

// position returns a game that starts at a position in notation; nil if the text is no position.
func (r *Room) position(v *variant.Variant, text string) *tree.Game {
	text = strings.TrimSpace(text)
	if v == nil || strings.ContainsAny(text, "\n[{") {
		return nil
	}
	p, err := notation.ParsePosition(v.Rules, text)
	if err != nil {
		return nil
	}
	return tree.New(v.ID, p)
}

// first returns the first line of an error.
func first(err error) string {
	line, _, _ := strings.Cut(words.Plain(err), "\n")
	return line
}

// Begin opens an empty study of a variant.
func (r *Room) Begin(v *variant.Variant) { r.Open(tree.New(v.ID, v.Rules.Start())) }

// Text returns the current study in our format.
func (r *Room) Text() string { return record.Text(r.Tree()) }

// Here returns the current study and the shown position.
func (r *Room) Here() (*tree.Game, rules.Position, bool) {
	if !r.On() {
		return nil, rules.Position{}, false
	}
	return r.table.Game(), r.table.Line().Position, true
}

// CopyGame copies the game to the clipboard.
func (r *Room) CopyGame() { r.shell.ToClipboard(r.Text(), "Game copied") }

// linkPage shares the game or the shown position as a link.
type linkPage struct{ r *Room }

func (p linkPage) Show() panel.Dialog {
	return panel.Dialog{ID: "link", Kind: panel.List, Title: "Copy link", Cancel: "close", Buttons: []panel.Button{
		{ID: "game", Label: "To the whole game", Icon: "study", Primary: true, Press: func() { p.copy(p.r.Tree()) }},
		{ID: "position", Label: "To this position", Icon: "open", Press: func() {
			g := tree.New(p.r.Tree().Variant, p.r.table.Line().Position)
			g.Own = p.r.Tree().Own
			p.copy(g)
		}},
		{ID: "close", Label: words.Cancel, Icon: "cancel"},
	}}
}

// copy copies the link to a game.
func (p linkPage) copy(g *tree.Game) {
	p.r.shell.CloseTop()
	p.r.shell.CopyLink(link.Game, record.Text(g))
}

// Sign toggles the nth annotation of the shown move.
func (r *Room) Sign(n int) {
	if !r.turn() || n < 0 || n >= len(tree.Signs) {
		return
	}
	r.table.Study.Sign(r.table.Node(), tree.Signs[n])
	r.refresh()
}

// turn reports whether a move is shown; at the start position it shows an error.
func (r *Room) turn() bool {
	if r.table.Node().Parent() == nil {
		r.shell.Refuse("Go to a move first")
		return false
	}
	return true
}

// Promote moves the shown variation forward by one.
func (r *Room) Promote() {
	if !r.table.Promote(r.table.Node()) {
		r.shell.Refuse("This is already the main line")
		return
	}
	r.refresh()
}

// Delete deletes the shown move and all that follow.
func (r *Room) Delete() {
	if !r.turn() {
		return
	}
	r.table.Delete(r.table.Node())
	r.refresh()
	r.shell.Say("Deleted. You can undo this.", panel.Plain)
}

// Fold hides or shows the moves after the shown one.
func (r *Room) Fold() {
	r.table.Fold(r.table.Node())
	r.refresh()
}

// Sibling shows the next or previous variation.
func (r *Room) Sibling(by int) { r.table.sibling(by) }

var textColours = [...]string{"Drawing in green", "Drawing in red", "Drawing in blue", "Drawing in yellow"}
