package learn

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"tafl3d/app/rulebook"
	"tafl3d/app/shell"
	"tafl3d/app/study"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/lesson"
	"tafl3d/game/link"
	"tafl3d/game/record"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// folder has the player's own courses.
const folder = "lessons/"

// courses returns all courses: those of the program, then those in the player's folder. It reports unreadable
// files.
func (r *Trainer) courses() []*lesson.Course {
	list := lesson.All()
	names := r.files()
	if len(names) == 0 {
		return list
	}
	list = slices.Clone(list)
	for _, name := range names {
		data, err := r.store.Load(folder + name)
		var c *lesson.Course
		if err == nil {
			c, err = lesson.Parse(data, r.board.Lib.Get)
		}
		if err != nil {
			r.shell.Say(name+": "+words.Error(err), panel.Bad)
			continue
		}
		list = append(list, c)
	}
	return list
}

// files returns the names of the player's own courses.
func (r *Trainer) files() []string {
	if r.store == nil {
		return nil
	}
	names, err := r.store.Names(strings.TrimSuffix(folder, "/"))
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(names, func(name string) bool { return !strings.HasSuffix(name, ".toml") })
}

// list shows the courses.
type list struct {
	r       *Trainer
	courses []*lesson.Course
	boards  []*panel.Diagram // diagrams of the cards, made when first shown
	at      int
}

// OpenLessons opens the list of courses.
func (r *Trainer) OpenLessons() {
	p := &list{r: r, courses: r.courses()}
	p.boards = make([]*panel.Diagram, len(p.courses))
	m := r.results()
	for i, c := range p.courses { // the first unfinished one
		if m.Lessons[c.ID] < len(c.Steps) {
			p.at = i
			break
		}
	}
	r.shell.Open(p)
}

func (p *list) Show() panel.Dialog {
	c := p.courses[p.at]
	done := p.done(c)
	begin := func() { p.r.teach(p.courses[p.at], p.done(p.courses[p.at])%len(p.courses[p.at].Steps)) }
	choose := func(n int) { p.at = min(max(n, 0), len(p.courses)-1) }
	f := panel.Field{ID: "course", Set: choose, Columns: courseColumns, Chosen: p.at, Pick: "open", Open: func(n int) {
		choose(n)
		begin()
	}}
	for i, c := range p.courses {
		f.Cards = append(f.Cards, p.card(i, c))
	}
	d := panel.Dialog{ID: "lessons", Kind: panel.Wide, Title: "Lessons", Cancel: "close", Lines: []string{c.About},
		Fields: []panel.Field{f}}
	label := "Begin"
	if done > 0 && done < len(c.Steps) {
		label = words.GoOn
	}
	d.Buttons = []panel.Button{{ID: "begin", Label: label, Icon: "play", Primary: true, Press: begin},
		{ID: "anew", Label: "Restart", Icon: "restart", Press: func() { p.r.teach(c, 0) }, Disabled: done == 0},
		{ID: "link", Label: "Copy link", Icon: "open", Press: func() { p.r.shell.CopyLink(link.Lesson, c.Text()) }},
		{ID: "close", Label: words.Done, Icon: "yes"}}
	return d
}

// courseColumns is the number of courses per row.
const courseColumns = 4

// done returns the number of completed steps of a course.
func (p *list) done(c *lesson.Course) int { return min(p.r.results().Lessons[c.ID], len(c.Steps)) }

// card returns the card of a course.
func (p *list) card(i int, c *lesson.Course) panel.Card {
	if p.boards[i] == nil {
		p.boards[i] = rulebook.Diagram(c.Rules, c.Steps[0].Line().Setup().Pieces)
	}
	card := panel.Card{Board: p.boards[i], Head: c.Name,
		Lines: []string{tongue.Textf("Steps done: %d of %d", p.done(c), len(c.Steps))}}
	if p.done(c) == len(c.Steps) {
		card.Sign = "yes"
	}
	return card
}

// Course opens a built-in course by id.
func (r *Trainer) Course(id string) {
	for _, c := range lesson.All() {
		if c.ID == id {
			r.teach(c, 0)
		}
	}
}

// keepCourse saves a pasted course and opens it.
func (r *Trainer) keepCourse(text string) {
	c, err := lesson.Parse([]byte(text), r.board.Lib.Get)
	if err != nil {
		r.shell.Refuse(tongue.Textf("Cannot use this course: %s", words.Plain(err)))
		return
	}
	if ours := slices.ContainsFunc(lesson.All(), func(o *lesson.Course) bool { return o.ID == c.ID }); !ours {
		r.shell.Keep(folder+c.ID+".toml", bytes.TrimSpace([]byte(text)))
		r.shell.Say("Course added to your lessons", panel.Good)
	}
	r.teach(c, 0)
}

// teach shows a course next to the board.
func (r *Trainer) teach(c *lesson.Course, at int) {
	v, err := r.board.Lib.Get(c.Variant)
	if err != nil {
		r.shell.Refuse(words.Error(err))
		return
	}
	p := &lessonPage{r: r, of: c, game: v}
	p.trial = trial{r: r, line: c.Steps[0].Line(), played: p.answer}
	r.begin(p)
	p.turn(at)
}

// lessonPage shows a course: the page gives a task, the player solves it on the board.
type lessonPage struct {
	trial
	r    *Trainer
	of   *lesson.Course
	game *variant.Variant
	at   int // current step; len(Steps) is the farewell
	said string
	done bool
}

// turn shows a step.
func (p *lessonPage) turn(at int) {
	p.at, p.done, p.said = min(max(at, 0), len(p.of.Steps)), false, ""
	if p.at == len(p.of.Steps) {
		p.still, p.selected = true, game.NoSquare
		p.r.shell.Focus(0)
		p.r.shell.Touch()
		return
	}
	p.still = false
	p.stand(p.game, p.lesson().Line())
	p.r.shell.Focus(shell.OnBoard)
}

func (p *lessonPage) lesson() *lesson.Step { return &p.of.Steps[p.at] }

// answer responds to a move.
func (p *lessonPage) answer(turn []game.Move) {
	a, _ := p.lesson().Answer(turn)
	if !a.Right {
		if proof := p.lesson().Proof; strings.HasPrefix(proof, "win") || strings.HasPrefix(proof, "hold") {
			p.refute(p)
		} else {
			p.back()
		}
		say := a.Say
		if say == "" {
			say = textNotAsked
		}
		p.r.shell.Refuse(say)
		return
	}
	p.done, p.still, p.said = true, true, a.Say
	p.selected = game.NoSquare
	p.show(p.lesson().Replied())
	p.r.board.Voice.Say(tongue.Text(p.said))
	m := p.r.results()
	if m.Lessons == nil {
		m.Lessons = map[string]int{}
	}
	if m.Lessons[p.of.ID] <= p.at {
		m.Lessons[p.of.ID] = p.at + 1
		p.r.keep()
	}
}

// reveal plays the correct move.
func (p *lessonPage) reveal() {
	if p.at == len(p.of.Steps) || p.done {
		return
	}
	p.back()
	turn := p.lesson().Solution().Turn
	p.show(turn)
	p.answer(turn)
}

func (p *lessonPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "lesson", Kind: panel.Beside, Height: panel.Successive, Cancel: "close",
		Lines: []string{p.game.Name}}
	leave := panel.Button{ID: "close", Label: "Leave", Icon: "close"}
	back := panel.Button{ID: "back", Label: "Back", Icon: "left", Press: func() { p.turn(p.at - 1) },
		Disabled: p.at == 0}
	if p.at == len(p.of.Steps) {
		d.Title, d.Parts = "End of the course", []panel.Part{{Text: p.of.After}}
		if c := p.r.nextCourse(p.of); c != nil {
			d.Parts = append(d.Parts, panel.Part{Head: c.Name, Text: c.About})
			d.Buttons = append(d.Buttons, panel.Button{ID: "course", Label: "Next course", Icon: "right",
				Press: func() { p.r.Course(p.of.Next) }})
		}
		d.Buttons = append(d.Buttons, panel.Button{ID: "play", Label: "Play a game", Icon: "play", Primary: true,
			Press: func() {
				p.r.shell.CloseTop()
				p.r.client.Play(p.of.Variant)
			}}, back, leave)
		return d
	}
	s := p.lesson()
	d.Title, d.Parts = s.Title, []panel.Part{{Head: textStep(p.at+1, len(p.of.Steps)), Text: s.Text}}
	next := panel.Button{ID: "next", Label: "Skip", Icon: "right", Press: func() { p.turn(p.at + 1) }}
	if p.done {
		d.Parts = append(d.Parts, panel.Part{Text: p.said})
		next.Label, next.Primary = "Next", true
	}
	d.Buttons = []panel.Button{next, back,
		{ID: "again", Label: "Repeat", Icon: "again", Press: func() { p.turn(p.at) }},
		{ID: "hint", Label: "Hint", Icon: "hint", Press: p.help, Disabled: p.done},
		{ID: "reveal", Label: "Show the solution", Icon: "review", Press: p.reveal, Disabled: p.done}}
	d.Buttons = append(append(d.Buttons, p.endButton()...), leave)
	p.wrongly(&d)
	return d
}

// help gives a hint.
func (p *lessonPage) help() {
	p.retry()
	if p.at < len(p.of.Steps) && !p.done {
		p.point(p.lesson().Solution().Turn)
	}
}

// nextCourse returns the next course.
func (r *Trainer) nextCourse(of *lesson.Course) *lesson.Course {
	for _, c := range lesson.All() {
		if c.ID == of.Next {
			return c
		}
	}
	return nil
}

// Key implements shell.Beside: Enter continues after a completed step, H gives a hint.
func (p *lessonPage) Key(k panel.Key) bool {
	switch {
	case k == panel.Key{Name: "Enter"} && p.done && p.r.shell.Focused() == shell.OnBoard:
		p.turn(p.at + 1)
	case k == panel.Key{Name: "h"} && p.at < len(p.of.Steps):
		p.help()
	case k == panel.Key{Name: "e"} && p.mayEnd():
		p.trial.end()
	default:
		return false
	}
	return true
}

const textNotAsked = "That is not the right move. Try again."

func textStep(at, of int) string { return tongue.Textf("Step %d of %d", at, of) }

// Teach makes a course of a game with comments, given in our format, saves it with the player's own courses
// and copies it to the clipboard. It asks for the name of a game without one.
func (r *Trainer) Teach(text string) {
	games, err := record.Read(text, record.Options{Find: r.board.Lib.Get})
	if err != nil || len(games) == 0 {
		r.shell.Refuse(words.BadGame)
		return
	}
	g := games[0]
	if g.Own != "" {
		r.shell.Refuse("A lesson cannot use your own rules yet: other players do not have them.")
		return
	}
	if _, err := r.courseOf(g); err != nil || g.Tag(tree.TagName) != "" {
		r.addCourse(g)
		return
	}
	r.shell.Open(&courseName{r, g, shell.NewEntry("", mostCourseName)})
}

// mostCourseName is the longest name of a course that a player can enter, in letters.
const mostCourseName = 60

// courseOf makes a course of a game in the reader's language.
func (r *Trainer) courseOf(g *tree.Game) (*lesson.Course, error) {
	return lesson.Of(g, tongue.Text("Lesson"), tongue.Text("Right."), tongue.Text(textNotAsked))
}

// addCourse saves the course of a game and copies it to the clipboard.
func (r *Trainer) addCourse(g *tree.Game) {
	c, err := r.courseOf(g)
	if errors.Is(err, lesson.ErrNoTask) {
		r.shell.Refuse("To make a lesson, comment on a position to say what to find there, then play that move.")
		return
	}
	toml := c.Text()
	if _, err = lesson.Parse([]byte(toml), r.board.Lib.Get); err != nil {
		r.shell.Refuse(tongue.Textf("Cannot use this course: %s", words.Plain(err)))
		return
	}
	r.shell.Keep(folder+c.ID+".toml", []byte(toml))
	said := tongue.Textf("%s was added to your lessons.", tongue.Name(c.Name))
	if r.client.Copy(toml) {
		said = tongue.Textf("%s was added to your lessons and copied. Paste it to share it.",
			tongue.Name(c.Name))
	}
	r.shell.Say(said, panel.Good)
}

// courseName asks for the name of a course.
type courseName struct {
	r    *Trainer
	game *tree.Game
	name *shell.Entry
}

func (p *courseName) Show() panel.Dialog {
	d := panel.Dialog{ID: "course-name", Title: "Name of the lesson", Cancel: "close",
		Fields: []panel.Field{p.name.Field("name", words.Name, "")},
		Buttons: []panel.Button{
			{ID: "keep", Label: words.Done, Icon: "yes", Primary: true, Disabled: p.entered() == "", Press: func() {
				p.game.SetTag(tree.TagName, p.entered())
				p.r.shell.CloseTop()
				p.r.addCourse(p.game)
			}},
			{ID: "close", Label: words.Cancel, Icon: "cancel"},
		},
	}
	if p.entered() == "" {
		d.Faults = []string{words.NoName}
	}
	return d
}

// entered returns the name without blanks around it.
func (p *courseName) entered() string { return strings.TrimSpace(p.name.String()) }

// OpenCourse reads a possible course file in the background and passes its text to then.
func (r *Trainer) OpenCourse(disk study.Disk, name string, then func(text string)) {
	if disk == nil {
		return
	}
	r.shell.Go(func() {
		text, err := slurp(disk, name)
		r.shell.Later(func() {
			if err != nil {
				r.shell.RefuseFile(tongue.Textf("Cannot read %s: %s", tongue.Name(filepath.Base(name)),
					words.Plain(err)))
				return
			}
			then(text)
		})
	})
}

// slurp reads a possible course file.
func slurp(disk study.Disk, name string) (string, error) {
	f, err := disk.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, lesson.MostBytes+1))
	return string(text), err
}
