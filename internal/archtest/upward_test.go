package archtest

import (
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// TestReferencesPointDown: the files of a folder can be read from the top down. Of the pairs of
// files of which one uses a name of the other, as few as possible point upward in the best order;
// with the rooms of a folder they are at most a tenth. The test's log has each folder's order and
// the pairs that point upward in it.
func TestReferencesPointDown(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads types")
	}
	look(t)
	for _, top := range []string{"app", "game/rules", "server"} {
		t.Run(top, func(t *testing.T) {
			var up, all int
			for _, f := range loadFiles(t, top) {
				order := f.best()
				up, all = up+f.upward(order), all+f.pairs()
				f.log(t, order)
			}
			t.Logf("%d of %d pairs of files point upward", up, all)
			if up*10 > all {
				t.Errorf(
					"%d of %d pairs of files point upward, more than a tenth: move what is used below what uses it", up,
					all)
			}
		})
	}
}

// files are those of one folder, and which uses a name of which.
type files struct {
	folder string
	names  []string
	uses   map[[2]int]string // from and to: a name that is used
}

func (f *files) pairs() int { return len(f.uses) }

// upward counts the pairs that point up in an order.
func (f *files) upward(order []int) (n int) {
	for p := range f.uses {
		if slices.Index(order, p[0]) > slices.Index(order, p[1]) {
			n++
		}
	}
	return n
}

// best returns an order with few pairs that point up: from many beginnings, one file after the
// other is put where it does best, as long as that helps.
func (f *files) best() (best []int) {
	rng := rand.New(rand.NewPCG(1, 2))
	least := len(f.uses) + 1
	for range 200 {
		order := rng.Perm(len(f.names))
		for f.improve(order) {
		}
		if n := f.upward(order); n < least {
			best, least = order, n
		}
	}
	return best
}

// improve moves files to where they do best, and reports whether any moved.
func (f *files) improve(order []int) (moved bool) {
	for from := range order {
		at, gain, sum := from, 0, 0
		for _, step := range []int{-1, 1} {
			sum = 0
			for to := from + step; to >= 0 && to < len(order); to += step {
				sum += step * (f.bit(order[from], order[to]) - f.bit(order[to], order[from]))
				if sum < gain {
					at, gain = to, sum
				}
			}
		}
		if at != from {
			v := order[from]
			order = slices.Insert(slices.Delete(order, from, from+1), at, v) // in place
			moved = true
		}
	}
	return moved
}

// bit is 1 where a file uses a name of another.
func (f *files) bit(a, b int) int {
	if _, is := f.uses[[2]int{a, b}]; is {
		return 1
	}
	return 0
}

func (f *files) log(t *testing.T, order []int) {
	var names []string
	for _, i := range order {
		names = append(names, f.names[i])
	}
	t.Logf("%s: %d of %d in the order %v", f.folder, f.upward(order), f.pairs(), names)
	for p, name := range f.uses {
		if slices.Index(order, p[0]) > slices.Index(order, p[1]) {
			t.Logf("\t%s uses %s of %s", f.names[p[0]], name, f.names[p[1]])
		}
	}
}

// loadFiles reads the folders at and below one with their types.
func loadFiles(t *testing.T, top string) (all []*files) {
	t.Helper()
	cmd := exec.Command("go", "list", "-pgo=off", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,DepOnly",
		module+top+"/...")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	type folder struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
		DepOnly                 bool
	}
	var ours []folder
	export := map[string]string{}
	for dec := json.NewDecoder(out); dec.More(); {
		var p folder
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if export[p.ImportPath] = p.Export; !p.DepOnly {
			ours = append(ours, p)
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	from := importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(export[path]) })
	for _, p := range ours {
		all = append(all, readFiles(t, set, from, p.ImportPath, p.Dir, p.GoFiles))
	}
	return all
}

// readFiles reads one folder.
func readFiles(t *testing.T, set *token.FileSet, from types.Importer, path, dir string, names []string) *files {
	t.Helper()
	f := &files{folder: path, names: names, uses: map[[2]int]string{}}
	var trees []*ast.File
	for _, name := range names {
		tree, err := parser.ParseFile(set, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, tree)
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: from}
	pkg, err := conf.Check(path, set, trees, &info)
	if err != nil {
		t.Fatal(err)
	}
	at := func(p token.Pos) int { return slices.Index(names, filepath.Base(set.Position(p).Filename)) }
	for id, o := range info.Uses {
		if o.Pkg() != pkg || !shared(pkg, o) {
			continue
		}
		if a, b := at(id.Pos()), at(o.Pos()); a != b {
			f.uses[[2]int{a, b}] = o.Name()
		}
	}
	return f
}

// shared reports whether a name is one of the whole folder: declared outside functions, a method
// or a field.
func shared(pkg *types.Package, o types.Object) bool {
	switch o := o.(type) {
	case *types.Var:
		return o.IsField() || o.Parent() == pkg.Scope()
	case *types.Func:
		return true
	}
	return o.Parent() == pkg.Scope()
}
