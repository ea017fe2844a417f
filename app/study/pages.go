package study

import (
	"strconv"
	"strings"

	"tafl3d/app/board"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// TextStudy is the label of buttons that open the studies.
const TextStudy = "Study"

// Enter opens the start page of studies.
func (r *Room) Enter() {
	r.shell.Open(&entrance{r: r, kept: r.Kept(), studies: len(r.names())})
}

// textOpenFile is the label of the button that opens a file of games.
const textOpenFile = "Open a file of games"

// entrance offers games to study.
type entrance struct {
	r    *Room
	kept *tree.Game
	// studies is the number of saved studies.
	studies int
}

func (p *entrance) Show() panel.Dialog {
	d := panel.Dialog{ID: "study", Kind: panel.List, Title: TextStudy, Cancel: "close",
		Lines: []string{"Go through a game, try variations, draw on the board and add comments."}}
	if p.kept != nil {
		d.Buttons = append(d.Buttons, panel.Button{ID: "kept", Label: tongue.Textf("Continue %s", title(p.r, p.kept)),
			Icon: "play", Primary: true, Press: func() { p.r.resume(p.kept) }})
	}
	if p.studies > 0 {
		d.Buttons = append(d.Buttons, panel.Button{ID: "all", Label: tongue.Textf("All your studies (%d)", p.studies),
			Icon: "open", Press: p.r.OpenStudies})
	}
	if g := p.r.board.Game(); g != nil && g.Studied == nil && g.State.Record.Len() > 0 {
		d.Buttons = append(d.Buttons, panel.Button{ID: "board", Label: "The game on the board", Icon: "review",
			Press: p.r.OfBoard})
	}
	d.Buttons = append(d.Buttons,
		panel.Button{ID: "new", Label: tongue.Textf("New study of %s", p.variant().Name), Icon: "new",
			Press: func() { p.r.Begin(p.variant()) }},
		panel.Button{ID: "paste", Label: "Paste a game", Icon: "save", Key: "Ctrl+V", Press: p.r.client.Paste})
	if p.r.shell.Chooses() {
		d.Buttons = append(d.Buttons, panel.Button{ID: "open", Label: textOpenFile, Icon: "open", Press: func() {
			p.r.shell.Choose(shell.WantedFile{Title: textOpenFile}, func(path string) {
				p.r.shell.Dropped([]string{path})
			})
		}})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: words.Cancel, Icon: "cancel"})
	return d
}

// variant returns the variant of a new study.
func (p *entrance) variant() *variant.Variant {
	if g := p.r.board.Game(); g != nil {
		return g.Variant
	}
	return p.r.client.Chosen()
}

// title returns a one-line title of a game.
func title(r *Room, g *tree.Game) string {
	name := g.Variant
	if v, err := r.variant(g); err == nil {
		name = v.Name
	}
	if own := g.Tag(tree.TagName); own != "" {
		return own
	}
	if who := r.players(g); who != "" {
		return who + ", " + name
	}
	return name
}

// InFront reports whether the start page is on top.
func (r *Room) InFront() bool {
	_, is := r.shell.Front().(*entrance)
	return is
}

// OpenHere studies the game at the board, or opens the menu of the current study.
func (r *Room) OpenHere() {
	if r.On() {
		r.shell.Open(menu{r})
		return
	}
	r.OfBoard()
}

// menu is the menu of a study.
type menu struct{ r *Room }

func (p menu) Show() panel.Dialog {
	b := func(id, label, icon, key string, do func()) panel.Button {
		return panel.Button{ID: id, Label: label, Icon: icon, Key: key, Press: func() {
			p.r.shell.CloseTop()
			do()
		}}
	}
	d := panel.Dialog{ID: "study-menu", Kind: panel.Menu, Title: TextStudy, Cancel: "close", Buttons: []panel.Button{
		b("comment", "Comment", "comment", "W", p.r.OpenComment),
		b("sign", "Annotate", "hint", "1-7", p.r.OpenSigns),
		b("review", "Review the game", "review", "", p.r.Review),
		b("learn", "Learn from mistakes", "hint", "", func() { p.r.client.Learn(p.r.Text()) }),
		b("teach", "Turn into a lesson", "study", "", func() { p.r.client.Teach(p.r.Text()) }),
		b("promote", "Move variation up", "undo", "", p.r.Promote),
		b("delete", "Delete from here", "close", "", p.r.Delete),
		b("fold", "Collapse or expand", "left", "", p.r.Fold),
		b("colour", "Change the drawing colour", "redo", "J", p.r.Drawing.NextColour),
		b("unmark", "Clear drawings", "cancel", "", p.r.Drawing.Unmark),
		b("tags", board.TextTags, "attacker", "", p.r.OpenTags),
		b("store", "Save to the library", "open", "", func() { p.r.client.Store(p.r.table.Game()) }),
		b("link", "Copy link", "open", "", func() { p.r.shell.Open(linkPage(p)) }),
		b("share", "Save and share", "save", "", p.r.client.Share),
		b("play", "Play on from here", "play", "", p.r.Play),
		{ID: "close", Label: words.Done, Icon: "yes"},
	}}
	d.Buttons[0].Primary, d.Buttons[2].Disabled = true, p.r.reviewer == nil
	return d
}

// mostComment is the largest length of a comment in letters.
const mostComment = 2000

// commentLines is how many lines of it are shown while it is written.
const commentLines = 6

// OpenComment opens the comment on the shown move.
func (r *Room) OpenComment() {
	shown := r.Retell(r.table.Node().Comment)
	r.shell.Open(&comment{r, r.table.Node(), shown, shell.NewText(shown, mostComment, commentLines)})
}

// comment edits a comment.
type comment struct {
	r     *Room
	node  *tree.Node
	shown string // the comment as it was shown
	text  *shell.Entry
}

func (p *comment) Show() panel.Dialog {
	about := tongue.Text("Starting position")
	if p.node.Parent() != nil {
		about = p.node.Text
	}
	return panel.Dialog{ID: "comment", Title: "Comment", Cancel: "close",
		Fields: []panel.Field{p.text.Field("text", about, "Shift+Enter starts a new line.")},
		Buttons: []panel.Button{{ID: "keep", Label: words.Done, Icon: "yes", Primary: true, Press: func() {
			if text := strings.TrimSpace(p.text.String()); text != p.shown {
				p.r.table.Comment(p.node, text)
			}
			p.r.shell.CloseTop()
			p.r.refresh()
		}},
			{ID: "close", Label: words.Cancel, Icon: "cancel"}}}
}

// OpenSigns opens the annotations.
func (r *Room) OpenSigns() {
	if r.turn() {
		r.shell.Open(signs{r})
	}
}

// signs offers the annotations.
type signs struct{ r *Room }

// textSigns are the meanings of annotations, in the order of tree.Signs.
var textSigns = [...]string{"Good move", "Mistake", "Brilliant move", "Blunder", "Interesting move",
	"Dubious move",
	"Only move", "Equal position", "Unclear position", "Attackers are better",
	"Attackers are winning", "Defenders are better", "Defenders are winning"}

func (p signs) Show() panel.Dialog {
	d := panel.Dialog{ID: "signs", Kind: panel.List, Title: "Annotate", Cancel: "close"}
	for i, s := range tree.Signs {
		on := false
		for _, o := range p.r.table.Node().Signs {
			on = on || o == s
		}
		d.Buttons = append(d.Buttons, panel.Button{ID: "sign-" + strconv.Itoa(i),
			Label: s.Glyph() + "   " + tongue.Text(textSigns[i]), On: on, Primary: on, Press: func() {
				p.r.shell.CloseTop()
				p.r.Sign(i)
			}})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: words.Done, Icon: "yes"})
	return d
}

// told lists the editable tags with their labels.
var told = []struct{ tag, label string }{
	{tree.TagName, words.Name}, {tree.TagAttackers, "Attackers"}, {tree.TagDefenders, "Defenders"},
	{tree.TagEvent, "Tournament"},
	{tree.TagSite, "Place"}, {tree.TagDate, "Date"},
}

// OpenTags opens the details of the game.
func (r *Room) OpenTags() {
	p := &tags{r: r, of: r.table}
	for _, t := range told {
		p.written = append(p.written, shell.NewEntry(r.table.Game().Tag(t.tag), 100))
	}
	r.shell.Open(p)
}

// tags edits the details of a game.
type tags struct {
	r       *Room
	of      *studyTable
	written []*shell.Entry
}

func (p *tags) Show() panel.Dialog {
	d := panel.Dialog{ID: "tags", Title: board.TextTags, Cancel: "close"}
	for i, t := range told {
		d.Fields = append(d.Fields, p.written[i].Field(t.tag, t.label, ""))
	}
	d.Buttons = []panel.Button{{ID: "keep", Label: words.Done, Icon: "yes", Primary: true, Press: p.keep},
		{ID: "throw", Label: "Delete the study", Icon: "no", Press: func() {
			p.r.shell.Ask("Delete this study?",
				"This deletes the study and all its variations. You cannot undo this.", "Delete the study", p.r.throw)
		}},
		{ID: "close", Label: words.Cancel, Icon: "cancel"}}
	return d
}

// keep stores the details.
func (p *tags) keep() {
	for i, t := range told {
		p.of.Tell(t.tag, strings.TrimSpace(p.written[i].String()))
	}
	p.r.shell.CloseTop()
	p.r.refresh()
}
