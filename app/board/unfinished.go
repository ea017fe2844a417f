package board

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"tafl3d/app/words"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// The folders of the games at this board, each in a file of its own: those that are
// not over, and those that are. Beside a game by the player's own rules lies a file
// with these, under the same name.
const (
	UnfinishedFolder = "unfinished"
	FinishedFolder   = "games"

	gameExt  = ".json"
	rulesExt = ".toml"
	oldGame  = "game" // the only game that older versions kept, in no folder
)

// gameTime is how the name of a game's file begins: when the game began.
const gameTime = "2006-01-02-150405"

// gameFile returns the path of a file of games.
func gameFile(folder, name, ext string) string { return path.Join(folder, name+ext) }

// Kept is a game that was read back.
type Kept struct {
	Variant *variant.Variant
	Setup   Setup
	Match   *match.Match
	File    string // its name in the folder of unfinished games; empty elsewhere
	Name    string // that the player gave it, empty for none
}

// Began returns when the game began, as the name of its file says.
func (k *Kept) Began() (time.Time, bool) {
	t, err := time.ParseInLocation(gameTime, k.File[:min(len(gameTime), len(k.File))], time.Local)
	return t, err == nil
}

// Unfinished are the games that were left, but for the one at the table.
type Unfinished struct {
	b     *Board
	names []string         // of the files, the game that was left last first
	given []string         // to games of this run, whose files may still be on their way to the disk
	read  map[string]*Kept // those that were read
}

// Find looks for the games that were left. The one that an older version kept
// becomes one of them.
func (u *Unfinished) Find() {
	if u.b.opt.Store == nil {
		return
	}
	u.adopt()
	files, err := u.b.opt.Store.Names(UnfinishedFolder)
	if err != nil {
		u.b.shell.NotSaved(UnfinishedFolder, err)
	}
	for _, f := range files {
		if name, is := strings.CutSuffix(f, gameExt); is && !strings.Contains(name, ".damaged-") {
			u.names = append(u.names, name)
		}
	}
}

// adopt gives the game of an older version its place in the folders.
func (u *Unfinished) adopt() {
	store := u.b.opt.Store
	data, err := store.Load(oldGame + gameExt)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	var k *Kept
	if err == nil {
		k, err = u.b.ReadGame(data, u.b.playedBy(oldGame))
	}
	if err != nil {
		u.b.shell.PutAside(oldGame+gameExt, words.BadGame, err)
		return
	}
	folder, name := UnfinishedFolder, u.fresh(k.Variant)
	if k.Match.Outcome().Over() {
		folder = FinishedFolder
	}
	if k.Setup.Own != nil {
		err = store.Save(gameFile(folder, name, rulesExt), variant.Encode(k.Variant, nil))
	}
	if err = errors.Join(err, store.Save(gameFile(folder, name, gameExt), data)); err != nil {
		u.b.shell.NotSaved(name, err)
		return
	}
	if err := errors.Join(store.Remove(oldGame+gameExt), store.Remove(oldGame+rulesExt)); err != nil {
		u.b.shell.NotSaved(oldGame, err)
	}
}

// fresh returns a name for the file of a game that begins.
func (u *Unfinished) fresh(v *variant.Variant) string {
	base := u.b.opt.Clock.Now().Format(gameTime) + "-" + v.ID
	var taken []string
	for _, folder := range []string{UnfinishedFolder, FinishedFolder} {
		if u.b.opt.Store != nil {
			files, _ := u.b.opt.Store.Names(folder) // where nothing can be read nothing will be overwritten
			taken = append(taken, files...)
		}
	}
	name := base
	for n := 2; slices.Contains(u.names, name) || slices.Contains(u.given, name) ||
		slices.Contains(taken, name+gameExt); n++ {
		name = fmt.Sprint(base, "-", n)
	}
	u.given = append(u.given, name)
	return name
}

// Newest returns the game that was left last, nil if there is none.
func (u *Unfinished) Newest() *Kept {
	for len(u.names) > 0 {
		if k := u.get(u.names[0]); k != nil {
			return k
		}
	}
	return nil
}

// All returns every game that was left, the last one first.
func (u *Unfinished) All() (list []*Kept) {
	for _, name := range slices.Clone(u.names) {
		if k := u.get(name); k != nil {
			list = append(list, k)
		}
	}
	return list
}

// Count returns how many games were left. Files that prove damaged count until
// they are read.
func (u *Unfinished) Count() int { return len(u.names) }

// get reads a game. One that cannot be read is put aside and reported, and it is
// left out like one with nothing to go on with.
func (u *Unfinished) get(name string) *Kept {
	if k := u.read[name]; k != nil {
		return k
	}
	file := gameFile(UnfinishedFolder, name, gameExt)
	data, err := u.b.opt.Store.Load(file)
	var k *Kept
	if err == nil {
		k, err = u.b.ReadGame(data, u.b.playedBy(path.Join(UnfinishedFolder, name)))
	}
	switch {
	case err != nil:
		u.b.shell.PutAside(file, words.BadGame, err)
	case k.Match.Outcome().Over() || k.Match.Ply() == 0:
	default:
		k.File = name
		u.read[name] = k
		return k
	}
	u.Take(name)
	return nil
}

// put lays down the game that leaves the table, unless all of it was taken back.
func (u *Unfinished) put(g *Game) {
	if g.File == "" || g.State.Outcome.Over() {
		return
	}
	if g.State.Record.Ply() == 0 {
		u.Delete(&Kept{File: g.File})
		return
	}
	data, err := match.Encode(g.Header(), g.State)
	var m *match.Match
	if err == nil {
		_, m, err = match.Decode(data, func(string) (*rules.Rules, error) { return g.Variant.Rules, nil })
	}
	if err != nil {
		u.b.shell.NotSaved(g.File, err)
		return
	}
	u.Take(g.File)
	u.names = append([]string{g.File}, u.names...)
	u.read[g.File] = &Kept{Variant: g.Variant, Setup: g.Setup, Match: m, File: g.File, Name: g.Name}
}

// Take takes a game away from those that were left. Its file stays.
func (u *Unfinished) Take(name string) {
	u.names = slices.DeleteFunc(u.names, func(n string) bool { return n == name })
	delete(u.read, name)
}

// Delete takes a game away, and its files.
func (u *Unfinished) Delete(k *Kept) {
	u.Take(k.File)
	u.b.shell.Drop(gameFile(UnfinishedFolder, k.File, gameExt))
	u.b.shell.Drop(gameFile(UnfinishedFolder, k.File, rulesExt))
}

// autosave writes the game down: among the unfinished ones, and once it is over
// among those that were played. A game without a move is not worth it.
func (b *Board) autosave() {
	g := b.Game
	if g.State.Record.Len() == 0 || g.Studied != nil || g.Setup.Branch {
		return
	}
	if g.State.Outcome.Over() {
		defer b.host.Finished(g) // once it has its name
	}
	if g.Remote != nil {
		return
	}
	if g.Contest != nil {
		b.host.Keep(g)
		return
	}
	if g.File == "" {
		g.File = b.Unfinished.fresh(g.Variant)
	}
	data, err := match.Encode(g.Header(), g.State)
	if err != nil {
		b.shell.NotSaved(g.File, err)
		return
	}
	to, from := UnfinishedFolder, FinishedFolder
	if g.State.Outcome.Over() {
		to, from = from, to
	}
	if b.Lib.Mine(g.Variant) {
		b.shell.Keep(gameFile(to, g.File, rulesExt), variant.Encode(g.Variant, nil))
		b.shell.Drop(gameFile(from, g.File, rulesExt))
	}
	b.shell.Keep(gameFile(to, g.File, gameExt), data)
	b.shell.Drop(gameFile(from, g.File, gameExt))
}

// playedBy returns how the variant is found by which a saved game is played. Rules
// of the player's own were saved with the game, for they may have changed since.
func (b *Board) playedBy(game string) func(id string) (*variant.Variant, error) {
	return func(id string) (*variant.Variant, error) {
		file := game + rulesExt
		if text, err := b.opt.Store.Load(file); err == nil {
			own, err := variant.Parse(file, text, variant.All()...)
			if err == nil && own.ID == id {
				return own, nil
			}
			if err != nil {
				b.shell.PutAside(file, words.BadGame, err)
			}
		}
		return b.Lib.Get(id)
	}
}

// ReadGame reads a saved game of a variant that find knows.
func (b *Board) ReadGame(data []byte, find func(id string) (*variant.Variant, error)) (*Kept, error) {
	var v *variant.Variant
	h, m, err := match.Decode(data, func(id string) (r *rules.Rules, err error) {
		if v, err = find(id); err != nil {
			return nil, err
		}
		return v.Rules, nil
	})
	if err != nil {
		return nil, err
	}
	k := &Kept{Variant: v, Match: m, Name: h.Name, Setup: Setup{Variant: v.ID, Control: m.Control()}}
	if b.Lib.Mine(v) {
		k.Setup.Own = v
	}
	if s, usual := m.State().Start, v.Rules.Start(); s.Hash() != usual.Hash() {
		start := s.Setup()
		k.Setup.Start = &start
	}
	for side, s := range h.Seats {
		if s.Player == "computer" {
			k.Setup.Levels[side], k.Setup.Who[side] = min(max(s.Level, 1), words.Levels), s.Name
		}
	}
	return k, nil
}
