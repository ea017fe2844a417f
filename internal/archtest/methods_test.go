package archtest

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tafl3d/internal/longtest"
)

// manyMethods are the types that may have more, with the reason.
var manyMethods = map[string]string{
	"render.body": "g3n draws only what implements IGraphic; all but 3 of these methods belong to its Graphic",
}

// TestNoTypeHasTooManyMethods counts the methods of every type, those of embedded fields included.
func TestNoTypeHasTooManyMethods(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads types")
	}
	look(t)
	for _, fault := range tooMany(countMethods(t, "../.."), manyMethods) {
		t.Error(fault)
	}
}

// TestLongNoTypeOfTheLabHasTooManyMethods does the same in the lab's module.
func TestLongNoTypeOfTheLabHasTooManyMethods(t *testing.T) {
	longtest.Only(t, "compiles the lab")
	look(t)
	for _, fault := range tooMany(countMethods(t, "../../lab"), nil) {
		t.Error(fault)
	}
}

// tooMany returns what is wrong with the numbers of methods of types: some exceed the limit, or an exception is not
// needed.
func tooMany(counts map[string]int, exceptions map[string]string) (faults []string) {
	for name, n := range counts {
		if n > mostMethods && exceptions[name] == "" {
			faults = append(faults, fmt.Sprintf("%s has %d methods with those of embedded fields; at most %d: "+
				"hold fields instead of embedding them, or divide it by concern", name, n, mostMethods))
		}
	}
	for name := range exceptions {
		if counts[name] <= mostMethods {
			faults = append(faults, fmt.Sprintf("%s is an exception but has at most %d methods", name, mostMethods))
		}
	}
	return faults
}

// TestTooManyMethodsAreFound: the limit is noticed, and so is an exception that nothing needs.
func TestTooManyMethodsAreFound(t *testing.T) {
	counts := map[string]int{"p.large": mostMethods + 1, "p.largest": mostMethods, "p.known": mostMethods + 9}
	for _, c := range []struct {
		exceptions map[string]string
		faults     int
	}{
		{map[string]string{"p.known": "a reason"}, 1},
		{map[string]string{"p.known": "a reason", "p.large": "another"}, 0},
		{map[string]string{"p.known": "a reason", "p.large": "another", "p.largest": "a third"}, 1},
		{map[string]string{"p.known": "a reason", "p.large": "another", "p.gone": "a third"}, 1},
	} {
		if got := tooMany(counts, c.exceptions); len(got) != c.faults {
			t.Errorf("%v: %v, not %d faults", c.exceptions, got, c.faults)
		}
	}
}

// TestPromotedMethodsCount: methods of embedded fields count, those of a field that is held do not.
func TestPromotedMethodsCount(t *testing.T) {
	const src = `package p
type inner struct{}
func (inner) A() {}
func (*inner) B() {}
type embeds struct{ *inner }
func (embeds) C() {}
type holds struct{ in inner }
func (holds) C() {}
type view interface{ A(); B() }`
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{}).Check("p", set, []*ast.File{tree}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"p.inner": 2, "p.embeds": 3, "p.holds": 1, "p.view": 2}
	if got := methodsOf(pkg); !maps.Equal(got, want) {
		t.Errorf("methods are %v, not %v", got, want)
	}
}

// countMethods returns how many methods each type of the module in a folder has, by package and name.
func countMethods(t *testing.T, dir string) map[string]int {
	t.Helper()
	cmd := exec.Command("go", "list", "-pgo=off", "-export", "-deps",
		"-json=ImportPath,Dir,Export,GoFiles,CgoFiles,DepOnly", "./...")
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	type folder struct {
		ImportPath, Dir, Export string
		GoFiles, CgoFiles       []string
		DepOnly                 bool
	}
	var ours []folder
	export := map[string]string{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p folder
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if export[p.ImportPath] = p.Export; !p.DepOnly {
			ours = append(ours, p)
		}
	}
	set, counts := token.NewFileSet(), map[string]int{}
	open := func(path string) (io.ReadCloser, error) { return os.Open(export[path]) }
	conf := types.Config{Importer: importer.ForCompiler(set, "gc", open), IgnoreFuncBodies: true, FakeImportC: true}
	for _, p := range ours {
		var trees []*ast.File
		for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
			tree, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			trees = append(trees, tree)
		}
		pkg, err := conf.Check(p.ImportPath, set, trees, nil)
		if err != nil {
			t.Fatal(err)
		}
		maps.Copy(counts, methodsOf(pkg))
	}
	return counts
}

// methodsOf returns how many methods each type of a package has, those of embedded fields included.
func methodsOf(pkg *types.Package) map[string]int {
	counts := map[string]int{}
	for _, name := range pkg.Scope().Names() {
		o, is := pkg.Scope().Lookup(name).(*types.TypeName)
		if !is || o.IsAlias() {
			continue
		}
		t := o.Type()
		if !types.IsInterface(t) {
			t = types.NewPointer(t)
		}
		counts[strings.TrimPrefix(pkg.Path(), module)+"."+name] = types.NewMethodSet(t).Len()
	}
	return counts
}
