package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// Limits on the size of types and folders.
const (
	mostMethods = 60 // of a type, see also TestNoTypeHasTooManyMethods
	mostFiles   = 40 // of a folder, without tests
)

// TestNothingIsTooLarge counts the methods of every type and the files of every folder.
func TestNothingIsTooLarge(t *testing.T) {
	methods, files := count(t)
	for _, c := range []struct {
		what  string
		found map[string]int
		most  int
	}{{"methods", methods, mostMethods}, {"files", files, mostFiles}} {
		for name, n := range c.found {
			if n > c.most && manyMethods[name] == "" {
				t.Errorf("%s has %d %s; at most %d", name, n, c.what, c.most)
			}
		}
	}
}

// count returns how many methods each type has, by folder and name, and how many files each folder.
func count(t *testing.T) (methods, files map[string]int) {
	t.Helper()
	methods, files = map[string]int{}, map[string]int{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != "../..":
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		folder, err := filepath.Rel("../..", filepath.Dir(path))
		if err != nil {
			return err
		}
		folder = filepath.ToSlash(folder)
		files[folder]++
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range f.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv != nil {
				methods[folder+"."+receiver(f.Recv.List[0].Type)]++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return methods, files
}

// receiver returns the name of a method's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}
