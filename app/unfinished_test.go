package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/app/board"
	"tafl3d/app/catalogue"
	"tafl3d/game/variant"
)

// only returns the name of the only file that matches a pattern.
func (p *person) only(pattern string) string {
	p.Helper()
	list, err := filepath.Glob(filepath.Join(p.dir, pattern))
	if err != nil || len(list) != 1 {
		p.Fatalf("%s: %q, %v", pattern, list, err)
	}
	name, err := filepath.Rel(p.dir, list[0])
	if err != nil {
		p.Fatal(err)
	}
	return filepath.ToSlash(name)
}

// saved returns the text of the only unfinished game.
func (p *person) saved() string {
	p.Helper()
	return p.file(p.only("unfinished/*.json"))
}

// count returns the number of files that match a pattern.
func (p *person) count(pattern string) int {
	list, _ := filepath.Glob(filepath.Join(p.dir, pattern))
	return len(list)
}

// Every unfinished game stays and can be resumed or deleted; a finished one moves to the finished games.
func TestUnfinishedGamesStay(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, two())
	p.click("d1", "b1")
	p.untilMoves(1)
	for _, move := range []string{"c1", "e1"} { // two more games, each in the place of the one before
		p.keys("Ctrl-n")
		p.press("Start")
		p.press("Leave")
		p.until("a new game", func() bool { return p.moves() == 0 })
		p.click(map[string]string{"c1": "d1", "e1": "d1"}[move], move)
		p.until("its move", func() bool { return p.moves() > 0 })
	}
	p.Close()
	if n := p.count("unfinished/*.json"); n != 3 {
		t.Fatalf("%d games are kept, want 3", n)
	}

	p = open(t, dir, nil)
	p.wants("resume")
	p.press("Title page")
	p.press("Unfinished games (3)")
	p.wants("unfinished")
	cards := p.field("game").Cards
	if len(cards) != 3 || !strings.HasPrefix(cards[0].Head, "Brandubh") || len(cards[0].Lines) != 3 ||
		cards[2].Board == nil {
		t.Fatalf("%+v", cards)
	}
	p.keys("Right", "Right", "Enter") // the oldest
	p.wants("left")
	p.press("Continue")
	p.noDialog()
	if p.moves() != 1 || p.sheet().Rows[0].Text[0] != "d1-b1" {
		t.Errorf("%+v", p.sheet().Rows)
	}
	p.keys("r")
	p.press("Resign")
	p.until("the end", func() bool { return p.Screen().Dialog != nil && p.sheet().Over })
	p.press("Title page")
	p.press("Unfinished games (2)")
	p.does("open", 1)
	p.press("Delete")
	p.wants("confirm")
	p.press("Delete")
	p.wants("unfinished")
	p.keys("Esc")
	p.Close()
	if left, over := p.count("unfinished/*.json"), p.count("games/*.json"); left != 1 || over != 1 {
		t.Errorf("%d games are unfinished and %d were played, want one each", left, over)
	}
}

// The saved game of an older version is imported with its rules.
func TestOldGameIsTakenOver(t *testing.T) {
	dir := t.TempDir()
	own, err := variant.Parse("mine.toml", []byte("id = \"mine\"\nname = \"Mine\"\nextends = \"brandubh-gorrion\"\n"),
		variant.All()...)
	if err != nil {
		t.Fatal(err)
	}
	if err := catalogue.NewShelf(filepath.Join(dir, "variants")).Save("mine.toml",
		variant.Encode(own, nil)); err != nil {
		t.Fatal(err)
	}
	p := open(t, dir, &board.Setup{Variant: "mine"})
	p.click("d1", "b1")
	p.untilMoves(1)
	p.Close()
	for _, ext := range []string{".json", ".toml"} {
		if err := os.Rename(filepath.Join(dir, p.only("unfinished/*"+ext)),
			filepath.Join(dir, "game"+ext)); err != nil {
			t.Fatal(err)
		}
	}
	p = open(t, dir, nil)
	p.wants("resume")
	p.press("Continue")
	if p.moves() != 1 || p.sheet().Variant != "Mine" {
		t.Errorf("%+v", p.sheet())
	}
	p.Close()
	if p.count("game.*") != 0 || p.count("unfinished/*") != 2 {
		t.Errorf("%d old files are left, and %d are in the folder", p.count("game.*"), p.count("unfinished/*"))
	}
}
