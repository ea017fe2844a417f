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

// Folders of games, one file per game: unfinished and finished ones. Custom rules of a game are stored next
// to it in a file with the same base name.
const (
	UnfinishedFolder = "unfinished"
	FinishedFolder   = "games"

	gameExt  = ".json"
	rulesExt = ".toml"
	oldGame  = "game" // the single saved game of older versions, in no folder
)

// gameTime is the format of the start time at the beginning of a file name.
const gameTime = "2006-01-02-150405"

// gameFile returns the path of a game file.
func gameFile(folder, name, ext string) string { return path.Join(folder, name+ext) }

// Kept is a loaded game.
type Kept struct {
	Variant *variant.Variant
	Setup   Setup
	Match   *match.Match
	File    string // name in the folder of unfinished games; empty elsewhere
	Name    string // given by the player; empty: none
}

// Began returns the start time from the file name.
func (k *Kept) Began() (time.Time, bool) {
	t, err := time.ParseInLocation(gameTime, k.File[:min(len(gameTime), len(k.File))], time.Local)
	return t, err == nil
}

// Unfinished lists the unfinished games, except the one at the board.
type Unfinished struct {
	b     *Board
	names []string         // file names, the most recently left first
	given []string         // file names of this run, which may not be written yet
	read  map[string]*Kept // cache of loaded games
}

// Find lists the unfinished games and imports the game of older versions.
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

// adopt moves the game of an older version to the folder.
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

// fresh returns a new file name for a game.
func (u *Unfinished) fresh(v *variant.Variant) string {
	base := u.b.opt.Clock.Now().Format(gameTime) + "-" + v.ID
	var taken []string
	for _, folder := range []string{UnfinishedFolder, FinishedFolder} {
		if u.b.opt.Store != nil {
			files, _ := u.b.opt.Store.Names(folder) // an unreadable folder has no files to overwrite
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

// Newest returns the most recently left game; nil if there is none.
func (u *Unfinished) Newest() *Kept {
	for len(u.names) > 0 {
		if k := u.get(u.names[0]); k != nil {
			return k
		}
	}
	return nil
}

// All returns all unfinished games, the most recent first.
func (u *Unfinished) All() (list []*Kept) {
	for _, name := range slices.Clone(u.names) {
		if k := u.get(name); k != nil {
			list = append(list, k)
		}
	}
	return list
}

// Count returns the number of unfinished games, including damaged files until they are read.
func (u *Unfinished) Count() int { return len(u.names) }

// get loads a game. It reports and renames an unreadable file, and omits it like a game that cannot continue.
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

// put adds the game that leaves the board, unless all its moves were taken back.
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

// Take removes a game from the list. Its file stays.
func (u *Unfinished) Take(name string) {
	u.names = slices.DeleteFunc(u.names, func(n string) bool { return n == name })
	delete(u.read, name)
}

// Delete removes a game and its files.
func (u *Unfinished) Delete(k *Kept) {
	u.Take(k.File)
	u.b.shell.Drop(gameFile(UnfinishedFolder, k.File, gameExt))
	u.b.shell.Drop(gameFile(UnfinishedFolder, k.File, rulesExt))
}

// autosave saves the game: as unfinished, or as finished once it is over. A game without moves is not saved.
func (b *Board) autosave() {
	g := b.game
	if g.State.Record.Len() == 0 || g.Studied != nil || g.Setup.Branch {
		return
	}
	if g.State.Outcome.Over() {
		defer b.host.Finished(g) // after the file has its name
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

// playedBy returns a function that finds the variant of a saved game. Custom rules are read from the file
// next to the game, since they may have changed.
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

// ReadGame parses a saved game of a variant that find knows.
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
