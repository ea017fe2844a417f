package tongue

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/lesson"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
)

// sources finds in the program's source the texts that a player may read.
type sources struct {
	texts []string
	from  string            // the file that is read now
	where map[string]string // the first file of each text
	bare  bool              // IDs stand beside texts: only what is made like a text counts
}

// reads notes which file, relative to this folder, the next texts are from.
func (s *sources) reads(name string) { s.from = path.Join("tongue", filepath.ToSlash(name)) }

var anyVerb = regexp.MustCompile(`%[^a-z]*[a-z]`)

func (s *sources) add(text string) {
	words := strings.IndexFunc(anyVerb.ReplaceAllString(text, ""), unicode.IsLetter) >= 0
	if words && s.where[text] == "" && !slices.Contains(unsaid, text) && (!s.bare || inPlace.MatchString(text)) {
		s.where[text] = cmp.Or(s.from, "game/variant/data")
		s.texts = append(s.texts, text)
	}
}

// program returns every text of the program's own, in the order of the files.
func program(t *testing.T) []string {
	t.Helper()
	return programTexts(t).texts
}

// programTexts reads every text of the program's own.
func programTexts(t *testing.T) *sources {
	t.Helper()
	s := &sources{where: map[string]string{}}
	for _, pattern := range []string{
		"*.go", "../app/*.go", "../app/*/*.go", "../tournament/*/*.go", "../server/web/*.go",
		"../render/hud/*.go", "../picture/report/*.go", "../set/*.go", "../ai/review/sentences.go", "../game/*.go",
		"../game/match/*.go",
		"../game/ruleset/*.go", "../game/rules/internal/*/*.go", "../game/variant/*.go", "../game/link/*.go",
		"../game/exercise/*.go", "../net/wire/invitation.go", "../net/client/unreachable.go",
		"../tournament/tournament.go",
		"../tournament/save.go", "../game/record/*.go", "../game/notation/*.go", "../tournament/config.go",
		"../tournament/event.go", "../tournament/result.go", "../tournament/round.go",
		"../internal/unpack/*.go",
	} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(names), err)
		}
		for _, name := range names {
			if !strings.HasSuffix(name, "_test.go") {
				s.file(t, name)
			}
		}
	}
	s.templates(t, "../server/web/templates/*.html")
	s.refusals(t)
	s.from = "game/lesson/data"
	for _, c := range lesson.All() {
		for _, text := range c.Texts() {
			s.add(text)
		}
	}
	s.from = "game/ruleset"
	for _, v := range variant.All() {
		set := v.Rules.Ruleset()
		for _, g := range ruleset.TogglesFor(&set) {
			if !strings.HasPrefix(g.Group, "Pieces: ") {
				s.add(g.Group)
			}
			s.add(g.Doc)
			if !strings.HasPrefix(g.Form, "cross33") { // a list of names
				s.add(g.Form)
			}
		}
	}
	return s
}

// refusals reads what a service refuses, and a desktop on the local network. Whoever puts a refusal
// together by hand would pass this by, so nobody may.
func (s *sources) refusals(t *testing.T) {
	t.Helper()
	before := len(s.texts)
	for _, pattern := range []string{"../server/*.go", "../server/*/*.go", "../net/*/*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(names), err)
		}
		for _, name := range names {
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			s.reads(name)
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CallExpr:
					if strings.TrimPrefix(called(n), "wire.") == "Refuse" {
						s.format(t, name, n)
					}
				case *ast.CompositeLit:
					if x, is := n.Type.(*ast.SelectorExpr); is && (x.Sel.Name == "Error" || x.Sel.Name == "Refused") &&
						fmt.Sprint(x.X) == "wire" && holdsText(n) {
						t.Errorf("%s: a refusal is made without wire.Refuse", name)
					}
				}
				return true
			})
		}
	}
	if n := len(s.texts) - before; n < 50 {
		t.Fatalf("%d texts of refusals were found", n)
	}
}

// format takes the format of a refusal.
func (s *sources) format(t *testing.T, name string, c *ast.CallExpr) {
	t.Helper()
	text, is := literalText(c.Args[1])
	if !is {
		t.Errorf("%s: the text of a refusal is no literal, so its translations cannot be checked", name)
		return
	}
	s.add(text)
}

// literalText returns the text of a literal, or of literals that are joined with +.
func literalText(e ast.Expr) (text string, is bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, isLeft := literalText(e.X)
		right, isRight := literalText(e.Y)
		return left + right, isLeft && isRight && e.Op == token.ADD
	}
	return "", false
}

// holdsText reports whether a value is made with a literal text.
func holdsText(n ast.Node) (holds bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		l, is := n.(*ast.BasicLit)
		holds = holds || is && l.Kind == token.STRING
		return true
	})
	return holds
}

// inTemplate is a text that a template says.
var inTemplate = regexp.MustCompile(`\.?[sS]ay\.Text "([^"]*)"`)

// templates reads what templates say.
func (s *sources) templates(t *testing.T, pattern string) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: %d files, %v", pattern, len(names), err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		s.reads(name)
		for _, m := range inTemplate.FindAllStringSubmatch(string(data), -1) {
			s.add(m[1])
		}
	}
}

// file reads a file: all literals of the files and names that begin with
// "text", in app whatever is made like a text or stands in a field that is
// read, and elsewhere only those that are said through this package or are the
// words of a refusal.
func (s *sources) file(t *testing.T, name string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.reads(name)
	all := strings.HasPrefix(filepath.Base(name), "text")
	if strings.HasPrefix(name, "../app/") {
		s.bare = true
		for _, d := range f.Decls {
			if g, is := d.(*ast.GenDecl); !is || g.Tok != token.IMPORT {
				s.literals(d)
			}
		}
		s.bare = false
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				v, is := spec.(*ast.ValueSpec)
				if is && (strings.HasPrefix(strings.ToLower(v.Names[0].Name), "text") || all ||
					strings.HasPrefix(v.Names[0].Name, "Err") && !strings.HasPrefix(name, "../server")) &&
					v.Names[0].Name != "Or" {
					s.literals(v)
				}
			}
		case *ast.FuncDecl:
			if d.Body == nil {
				continue
			}
			if all || slices.Contains([]string{"Words", "lineWords", "regionName"}, d.Name.Name) {
				s.literals(d.Body)
			} else {
				ast.Inspect(d.Body, func(n ast.Node) bool {
					c, is := n.(*ast.CallExpr)
					switch {
					case !is:
					case translated(c):
						s.literals(c)
					case faulty[called(c)] > 0:
						s.literals(c.Args[faulty[called(c)]-1])
					}
					return true
				})
			}
		}
	}
}

// unsaid look like texts and are none: the program's name, and keys as a window calls them.
var unsaid = strings.Fields("tafl3d Left Right Up Down Enter Esc Tab PageUp PageDown")

// inPlace is how a text begins that is written where it is used: a sentence, a title or several
// words, which no ID is.
var inPlace = regexp.MustCompile(`^\p{Lu}\p{Ll}|\S \S`)

// toRead are the fields of panel in which even a word in small letters is read by a person.
var toRead = strings.Fields("Title Lines Head Text Label Note Options Tip Line Does Status Warning Detail")

// translated reports whether a call puts its words into a language.
func translated(c *ast.CallExpr) bool {
	f, is := c.Fun.(*ast.SelectorExpr)
	if !is || f.Sel.Name != "Text" && f.Sel.Name != "Textf" {
		return false
	}
	switch x := f.X.(type) {
	case *ast.Ident:
		return x.Name == "tongue" || x.Name == "say"
	case *ast.SelectorExpr:
		return x.Sel.Name == "Say"
	case *ast.CallExpr:
		return called(x) == "printerFor"
	}
	return false
}

// faulty are the functions that make a game.Fault, with the number of the argument that is
// its words.
var faulty = map[string]int{"game.Faultf": 1, "Faultf": 1, "game.Word": 1, "faults.Add": 1, "c.fault": 2, "r.errorf": 1,
	"l.errorf": 1, "refusal": 2, "bad": 2}

// called returns the name of a called function: "strings.Join", "list".
func called(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if x, is := f.X.(*ast.Ident); is {
			return x.Name + "." + f.Sel.Name
		}
		return f.Sel.Name
	}
	return ""
}

// literals collects the texts of a node, but for keys of maps, what is compared
// and what is only worked with.
func (s *sources) literals(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if text, is := literalText(n); is {
				s.add(text)
			}
		case *ast.KeyValueExpr:
			bare := s.bare
			key, is := n.Key.(*ast.Ident)
			s.bare = bare && !(is && slices.Contains(toRead, key.Name))
			s.literals(n.Value)
			s.bare = bare
			return false
		case *ast.IndexExpr:
			s.literals(n.X)
			return false
		case *ast.CaseClause:
			for _, stmt := range n.Body {
				s.literals(stmt)
			}
			return false
		case *ast.BinaryExpr:
			if text, is := literalText(n); is {
				s.add(text)
				return false
			}
			return n.Op != token.EQL && n.Op != token.NEQ
		case *ast.CallExpr:
			name := called(n)
			worked := strings.HasPrefix(name, "strings.") && name != "strings.Join" ||
				strings.HasPrefix(name, "b.region")
			if worked || s.bare && (name == "fmt.Errorf" || name == "errors.New") {
				return false
			}
		}
		return true
	})
}

// names returns what games, their sides and their pieces are called.
func names() []string {
	s := &sources{where: map[string]string{}}
	for _, v := range variant.All() {
		s.add(v.Group)
		s.add(v.Certainty)
		for _, k := range v.Rules.Kinds()[1:] {
			s.add(k.Name)
			side := strings.ToLower(v.Rules.SideName(k.Side))
			s.add(side)
			s.add("%d " + side)
		}
	}
	return s.texts
}

// ends returns how a game of an event may have ended, as its record has it.
func ends() []string {
	s := &sources{where: map[string]string{}}
	for c := game.None + 1; c <= game.Adjudicated; c++ {
		s.add(strings.ReplaceAll(c.String(), "-", " "))
	}
	s.add("no show")
	s.add("withdrawn")
	return s.texts
}

// tales returns what is told of the games, of the old boards and of the
// computer's manners.
func tales() []string {
	s := &sources{where: map[string]string{}}
	for _, v := range variant.All() {
		s.add(v.Name)
		s.add(v.Summary)
		s.add(strings.Join(strings.Fields(v.Description), " "))
	}
	for _, b := range variant.Boards() {
		s.add(strings.Join(strings.Fields(b.Description), " "))
	}
	for _, p := range ai.Personalities() {
		s.add(p.Doc)
	}
	return s.texts
}

// articles returns names of pieces with their article. Only those need words
// whose article is not the usual one, or a part of the word.
func articles() []string {
	s := &sources{where: map[string]string{}}
	for _, v := range variant.All() {
		for _, k := range v.Rules.Kinds()[1:] {
			s.add("a " + k.Name)
			s.add("an " + k.Name)
			if k.Name == strings.ToLower(v.Rules.SideName(k.Side)) {
				s.add("the " + k.Name)
			}
		}
	}
	return s.texts
}

// TestNoRiddles asserts that texts are gone that nobody understood who was new to the program.
func TestNoRiddles(t *testing.T) {
	riddles := []string{"Lay it out", "It is the same", "It is another", "sits between you", "Take an invitation",
		"whoever waits", "Watchers see it", "Hard wins", "Brevity"}
	texts := program(t)
	for _, riddle := range riddles {
		if i := slices.IndexFunc(texts, func(text string) bool { return strings.Contains(text, riddle) }); i >= 0 {
			t.Errorf("%q says %q", texts[i], riddle)
		}
	}
}

// TestNothingIsLeftOver asserts that no file holds words for a text that nobody
// says.
func TestNothingIsLeftOver(t *testing.T) {
	texts := slices.Concat(program(t), names(), ends(), tales(), articles())
	for _, w := range append(others(t), english) {
		for _, text := range slices.Concat(slices.Collect(maps.Keys(w.texts)), slices.Collect(maps.Keys(w.forms))) {
			if !slices.Contains(texts, text) {
				t.Errorf("%s: nobody says %q", w.id, text)
			}
		}
	}
}
