package rules_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"testing"
)

// TestReasonsAreTold: every reason for which the families refuse a move has its name in this package, by which front
// ends and tests know it.
func TestReasonsAreTold(t *testing.T) {
	words, err := os.ReadFile("words.go")
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "internal/core/refusal.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || !spec.Names[0].IsExported() || spec.Names[0].Name == "ErrIllegal" {
			return true
		}
		found++
		if name := spec.Names[0].Name; !regexp.MustCompile(`\t` + name + `\s+= core\.` + name + `\b`).Match(words) {
			t.Errorf("words.go has no %s", name)
		}
		return true
	})
	if found < 20 {
		t.Errorf("only %d reasons", found)
	}
}
