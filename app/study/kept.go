package study

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"tafl3d/app/words"
	"tafl3d/game/record"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// File stores the current study after each change. Folder has one file for each changed study.
const (
	File   = "study.tafl"
	Folder = "studies"
)

const studyExt = ".tafl"

// keep saves a changed study: as the current one and, once it was changed here, in a separate file.
func (r *Room) keep(s *tree.Study, name *string) {
	g := s.Game()
	if *name == "" && s.Version() > 0 {
		*name = r.fresh(g)
	}
	g.SetTag(tree.TagKept, *name)
	text := []byte(record.Text(g))
	r.shell.Keep(File, text)
	if *name != "" {
		r.shell.Keep(path.Join(Folder, *name+studyExt), text)
	}
}

// fresh returns a new file name for a study.
func (r *Room) fresh(g *tree.Game) string {
	base := r.client.Now().Format("2006-01-02-150405") + "-" + g.Variant
	name := base
	for n := 2; r.store != nil; n++ {
		if _, err := r.store.Load(path.Join(Folder, name+studyExt)); errors.Is(err, fs.ErrNotExist) {
			break
		}
		name = fmt.Sprint(base, "-", n)
	}
	return name
}

// own reports whether a name was made by fresh.
func own(name string) bool {
	return name != "" && name == path.Base(name) && !strings.HasPrefix(name, ".")
}

// resume opens a saved study.
func (r *Room) resume(g *tree.Game) {
	if !own(g.Tag(tree.TagKept)) {
		g.SetTag(tree.TagKept, "")
	}
	r.open(g)
}

// Kept returns the last study; nil if there is none.
func (r *Room) Kept() *tree.Game {
	if r.store == nil {
		return nil
	}
	data, err := r.store.Load(File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var games []*tree.Game
	if err == nil {
		games, err = record.Read(string(data), record.Options{Find: r.find})
	}
	if err != nil || len(games) == 0 {
		r.shell.PutAside(File, words.BadGame, err)
		return nil
	}
	return games[0]
}

// throw deletes the current study and closes it.
func (r *Room) throw() {
	if name := r.table.name; name != "" {
		r.shell.Drop(path.Join(Folder, name+studyExt))
	}
	r.shell.Drop(File)
	r.table = nil
	r.board.Leave()
	for r.shell.Depth() > 1 {
		r.shell.CloseTop()
	}
	r.shell.CloseTop() // the title screen opens
	r.shell.Say("Study deleted", panel.Plain)
}

// names returns the files of the studies, the most recently changed first.
func (r *Room) names() (list []string) {
	if r.store == nil {
		return nil
	}
	names, _ := r.store.Names(Folder) // an unreadable folder shows no studies
	for _, name := range names {
		if strings.HasSuffix(name, studyExt) {
			list = append(list, path.Join(Folder, name))
		}
	}
	return list
}

// OpenStudies lists the saved studies.
func (r *Room) OpenStudies() {
	r.openFrom(stored{r.store}, r.names(), func(found gathered) {
		if len(found.games) == 0 {
			r.shell.Refuse(first(found.why))
			return
		}
		p := newChooser(r, found)
		p.title = "Your studies"
		p.about[0] = tongue.Textf("Studies: %d. Type to search; press Enter to open one.", len(found.games))
		p.open = r.resume
		r.shell.Open(p)
	})
}

// stored is a Disk for files of the program.
type stored struct{ store }

// Open implements Disk.
func (s stored) Open(name string) (io.ReadCloser, error) {
	data, err := s.Load(name)
	return io.NopCloser(bytes.NewReader(data)), err
}

// openFrom reads the games of files in the background.
func (r *Room) openFrom(disk Disk, names []string, then func(gathered)) {
	r.readAs(nil, disk, names, func(found gathered) {
		if found.unsaid == 0 {
			then(found)
			return
		}
		r.askVariant(found.fit, func(v *variant.Variant) { r.readAs(v, disk, names, then) })
	})
}

// readAs is openFrom for a variant of the records that do not name theirs, which may be nil.
func (r *Room) readAs(v *variant.Variant, disk Disk, names []string, then func(gathered)) {
	ctx, cancel := context.WithCancel(r.shell.Ctx())
	p := &readingFiles{r: r, cancel: cancel, names: names, then: then}
	opt := record.Options{Find: r.find, Variant: v}
	r.shell.Go(func() {
		defer cancel()
		found := gatherAll(ctx, disk, names, opt, func(n int) { r.shell.Report(ctx, func() { p.told(ctx, n) }) })
		if ctx.Err() == nil {
			r.shell.Report(ctx, func() { p.finish(found) })
		}
	})
}
