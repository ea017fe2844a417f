package library

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game/record"
	"tafl3d/game/variant"
	"tafl3d/library/ask"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// longestPath is the largest length of a path.
const longestPath = 1000

// mostFaults is the largest number of listed errors.
const mostFaults = 6

// fileOf converts input to a path: it expands ~, and accepts quotation marks and file URLs.
func fileOf(text string) string {
	text = strings.Trim(strings.TrimSpace(text), `"'`)
	if u, err := url.Parse(text); err == nil && u.Scheme == "file" {
		text = filepath.FromSlash(u.Path)
	}
	if home, err := os.UserHomeDir(); err == nil && (text == "~" || strings.HasPrefix(text, "~/")) {
		text = filepath.Join(home, text[1:])
	}
	return text
}

// whyNot describes why a file cannot be used.
func whyNot(path string, err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return tongue.Textf("File not found: %s", path)
	case errors.Is(err, fs.ErrPermission):
		return tongue.Textf("No access to the file %s", path)
	case errors.Is(err, fs.ErrExist):
		return tongue.Textf("The file %s already exists. Choose another name.", path)
	}
	return words.Error(err)
}

// importPage imports games from a file or a text.
type importPage struct {
	r                *Manager
	list             *listPage
	path, collection *shell.Entry
	rules            int                       // 1: the last selected variant for records that name none
	again            func(as *variant.Variant) // repeats the import
	likely           []string                  // ids of possible variants
	as               int                       // index of likely
	cancel           context.CancelFunc
	progress         ask.Progress
	size             int64
	done             *ask.Report
	whole            bool // the file was read to its end
	fault            string
}

// OpenImport opens the import page; list may be nil.
func (r *Manager) OpenImport(list *listPage) {
	r.shell.Open(&importPage{r: r, list: list, path: shell.NewEntry("", longestPath),
		collection: shell.NewEntry("", words.LongestName)})
}

func (p *importPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "library-import", Kind: panel.Question, Title: "Import games", Cancel: "close"}
	switch {
	case p.cancel != nil:
		d.Lines = []string{p.counted(), tongue.Textf("%d of %d MB read", p.progress.Bytes>>20, p.size>>20)}
		d.Buttons = []panel.Button{{ID: "stop", Label: "Stop", Icon: "cancel", Primary: true,
			Press: func() { p.cancel() }}}
		d.Cancel = "stop"
		return d
	case p.done != nil:
		d.Lines = []string{p.counted()}
		if p.done.Added+p.done.Duplicate == 0 && p.whole {
			d.Lines = []string{"The file contains no readable game."}
		}
		if p.fault != "" {
			d.Faults = []string{p.fault}
		}
		if len(p.likely) > 0 {
			return p.unsaid(d)
		}
		for _, f := range p.done.Faults[:min(len(p.done.Faults), mostFaults)] {
			d.Faults = append(d.Faults, textFault(f))
		}
		d.Buttons = []panel.Button{{ID: "close", Label: words.Done, Primary: true}}
		return d
	}
	d.Lines = []string{"Enter the path of the file, or press Ctrl+V to paste games from the clipboard."}
	if p.r.shell.Chooses() {
		d.Lines[0] = "Choose a file, or press Ctrl+V to paste games from the clipboard."
	}
	d.Kind = panel.Form
	d.Fields = []panel.Field{p.path.Field("path", "File", ""),
		p.collection.Field("collection", "Collection", "Name of the collection"),
		{ID: "rules", Label: words.Variant,
			Options: []string{"as stated in each game", p.r.board.Lib.Name(p.r.host.Chosen())},
			Chosen:  p.rules, Set: panel.Into(&p.rules), Note: "For games that do not state it"}}
	empty := p.path.String() == ""
	d.Buttons = []panel.Button{{ID: "import", Label: "Import", Primary: true, Press: p.open, Disabled: empty}}
	if p.r.shell.Chooses() {
		d.Buttons = append(d.Buttons, panel.Button{ID: "choose", Label: shell.TextChooseFile, Icon: "open",
			Press: p.choose, Primary: empty})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: words.Cancel})
	if p.fault != "" {
		d.Faults = []string{p.fault}
	}
	d.Fields[0].Typed = func() { p.fault = "" }
	d.Fields[1].Typed = d.Fields[0].Typed
	return d
}

// unsaid asks for the variant of records that name none.
func (p *importPage) unsaid(d panel.Dialog) panel.Dialog {
	var names []string
	for _, id := range p.likely {
		names = append(names, p.r.variantName(id))
	}
	fits := p.done.Fit[p.likely[p.as]]
	d.Lines = append(d.Lines,
		tongue.Text("Some games do not name their variant. Choose one whose rules allow their moves."))
	d.Kind = panel.Form
	d.Fields = []panel.Field{{ID: "as", Label: words.Variant, Options: names, Chosen: p.as, Set: panel.Into(&p.as),
		Note: tongue.Textf("allows %d of these games", fits)}}
	d.Buttons = []panel.Button{{ID: "again", Label: "Import", Primary: true, Press: p.repeat},
		{ID: "close", Label: words.Done}}
	return d
}

// textFault describes an error of a game with its place.
func textFault(f ask.Fault) string {
	if f.Column == 0 {
		return tongue.Textf("Line %d: %s", f.Line, f.Words)
	}
	return tongue.Textf("Line %d, column %d: %s", f.Line, f.Column, f.Words)
}

// counted returns the number of imported games as text.
func (p *importPage) counted() string {
	return tongue.Textf("Games imported: %d. Duplicates: %d. Invalid: %d.", p.progress.Added, p.progress.Duplicate,
		p.progress.Bad)
}

// choose lets the player choose the file in a dialog of the system.
func (p *importPage) choose() {
	want := shell.WantedFile{Title: "Import games", Path: fileOf(p.path.String())}
	p.r.shell.Choose(want, func(path string) {
		p.fault = p.path.Set(path)
	})
}

// repeat imports again with the chosen variant.
func (p *importPage) repeat() {
	v, err := p.r.board.Lib.Get(p.likely[p.as])
	if err != nil {
		p.r.shell.Refuse(words.Error(err))
		return
	}
	p.again(v)
}

// open imports the games of the file.
func (p *importPage) open() {
	path := fileOf(p.path.String())
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		p.fault = whyNot(path, errors.Join(err, noFile(info)))
		return
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	p.run(name, func() (io.ReadCloser, int64, error) {
		f, err := os.Open(path)
		if err != nil {
			return nil, 0, err
		}
		info, err := f.Stat()
		return f, info.Size(), err
	})
}

// noFile is returned for a folder.
func noFile(info fs.FileInfo) error {
	if info != nil && info.IsDir() {
		return fs.ErrNotExist
	}
	return nil
}

// Paste imports a multi-line text if the import page is on top. It reports whether it is.
func (r *Manager) Paste(text string) bool {
	p, is := r.shell.Front().(*importPage)
	if !is || p.cancel != nil || p.done != nil || !strings.Contains(strings.TrimSpace(text), "\n") &&
		!strings.Contains(text, "[") {
		return false
	}
	p.run("", func() (io.ReadCloser, int64, error) {
		return io.NopCloser(strings.NewReader(text)), int64(len(text)), nil
	})
	return true
}

// run imports games into the entered collection or, without one, into name.
func (p *importPage) run(name string, open func() (io.ReadCloser, int64, error)) {
	if own := strings.TrimSpace(p.collection.String()); own != "" {
		name = own
	}
	p.again = func(as *variant.Variant) { p.runAs(name, as, open) }
	if p.rules == 1 {
		p.again(p.r.host.Chosen())
	} else {
		p.again(nil)
	}
}

// runAs imports games; as is the variant of records that name none, or nil.
func (p *importPage) runAs(name string, as *variant.Variant, open func() (io.ReadCloser, int64, error)) {
	opt := record.Options{Find: p.r.board.Lib.Get, Variant: as}
	p.done, p.likely, p.as = nil, nil, 0
	ctx, cancel := context.WithCancel(p.r.shell.Ctx())
	p.cancel = cancel
	p.r.inBackground(p.r.shell.Ctx(), func(_ context.Context, l Library) (func(), error) {
		defer cancel()
		in, size, err := open()
		if err != nil {
			return func() { p.finish(ask.Report{}, err) }, nil
		}
		defer in.Close()
		p.r.shell.Later(func() { p.size = size })
		rep, err := l.Import(ctx, bufio.NewReaderSize(in, 1<<16), opt, name, func(now ask.Progress) {
			p.r.shell.Later(func() { p.progress = now; p.r.shell.Touch() })
		})
		return func() { p.finish(rep, err) }, nil
	})
}

// finish shows the result. A cancelled import keeps the games imported so far.
func (p *importPage) finish(rep ask.Report, err error) {
	p.cancel = nil
	p.progress, p.done, p.likely, p.whole = rep.Progress, &rep, rep.Likely(), err == nil
	if err != nil && !errors.Is(err, context.Canceled) {
		p.fault = textError(err)
		p.r.shell.Refuse(p.fault)
	}
	if p.list != nil {
		p.list.load()
	}
}

// exportPage exports the games of a list to a file.
type exportPage struct {
	r      *Manager
	query  ask.Query
	of     int
	path   *shell.Entry
	chosen string // in a dialog, which asked before an existing file was chosen
	format int
	cancel context.CancelFunc
	wrote  int
	fault  string
}

func (r *Manager) openExport(list *listPage) {
	at := "games.tafl"
	if home, err := os.UserHomeDir(); err == nil {
		at = filepath.Join(home, at)
	}
	r.shell.Open(&exportPage{r: r, query: list.query(), of: list.of, path: shell.NewEntry(at, longestPath)})
}

func (p *exportPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "library-export", Kind: panel.Question, Title: "Export games", Cancel: "close"}
	if p.cancel != nil {
		d.Cancel = "stop"
		d.Lines = []string{tongue.Textf("Games exported: %d of %d", p.wrote, p.of)}
		d.Buttons = []panel.Button{{ID: "stop", Label: "Stop", Icon: "cancel", Primary: true,
			Press: func() { p.cancel() }}}
		return d
	}
	d.Lines = []string{tongue.Textf("Games to export: %d", p.of)}
	d.Kind = panel.Form
	d.Fields = []panel.Field{p.path.Field("path", "File", ""),
		{ID: "format", Label: "File format", Options: []string{"tafl3d", "OpenTafl"}, Chosen: p.format,
			Set:  panel.Into(&p.format),
			Note: "The OpenTafl format supports only tafl games: others are left out"}}
	d.Buttons = []panel.Button{{ID: "export", Label: "Export", Primary: true,
		Press: func() { p.run(fileOf(p.path.String())) }}}
	if p.r.shell.Chooses() {
		d.Buttons = append(d.Buttons, panel.Button{ID: "choose", Label: shell.TextChooseFile, Icon: "open",
			Press: p.choose})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: words.Cancel})
	if p.fault != "" {
		d.Faults = []string{p.fault}
	}
	d.Fields[0].Typed = func() { p.fault = "" }
	return d
}

// choose lets the player choose the file in a dialog of the system.
func (p *exportPage) choose() {
	want := shell.WantedFile{Title: "Export games", Save: true, Path: fileOf(p.path.String())}
	p.r.shell.Choose(want, func(path string) {
		p.chosen, p.fault = path, p.path.Set(path)
	})
}

// run writes the file in the background.
func (p *exportPage) run(path string) {
	if _, err := os.Stat(path); err == nil && path != p.chosen {
		p.fault = whyNot(path, fs.ErrExist)
		return
	}
	ctx, cancel := context.WithCancel(p.r.shell.Ctx())
	p.cancel = cancel
	open := p.format == 1
	p.r.inBackground(p.r.shell.Ctx(), func(_ context.Context, l Library) (func(), error) {
		defer cancel()
		n, err := export(ctx, l, p.query, path, open,
			func(n int) { p.r.shell.Later(func() { p.wrote = n; p.r.shell.Touch() }) })
		return func() {
			p.cancel = nil
			switch {
			case errors.Is(err, context.Canceled):
			case err != nil:
				p.fault = whyNot(path, err)
			default:
				p.r.shell.Say(tongue.Textf("Games exported to %s: %d", path, n), panel.Good)
				p.r.shell.Shut("library-export")
			}
		}, nil
	})
}

// exportBatch is the number of games read at once.
const exportBatch = 200

// export writes the games of a query, the oldest first. The file is complete or absent.
func export(ctx context.Context, l Library, q ask.Query, path string, open bool, told func(int)) (n int, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return 0, err
	}
	defer os.Remove(f.Name()) // has no effect after the rename
	defer f.Close()
	out := bufio.NewWriter(f)
	q.Oldest, q.Limit = true, exportBatch
	for q.Offset = 0; ; q.Offset += exportBatch {
		list, err := l.Find(ctx, q)
		if err != nil {
			return n, err
		}
		for _, e := range list {
			g, err := l.Game(e.ID)
			if err != nil {
				return n, fmt.Errorf("%d: %w", e.ID, err)
			}
			text := record.Text(g)
			if open {
				if text, err = record.OpenTafl(g); err != nil {
					continue // the format cannot represent the game
				}
			}
			if _, err := out.WriteString(strings.TrimRight(text, "\n") + "\n\n"); err != nil {
				return n, err
			}
			n++
		}
		if told(n); len(list) < exportBatch {
			break
		}
	}
	if err := errors.Join(out.Flush(), f.Sync(), f.Close()); err != nil {
		return n, err
	}
	return n, os.Rename(f.Name(), path)
}
