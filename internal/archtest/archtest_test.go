package archtest

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// look opens every folder of the modules, since what the go command reads does not count as
// read by the test: its old result would be given again for other files.
func look(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != "../.." {
			return fs.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// load lists the packages of the product and of the lab as the go command sees them.
func load(t *testing.T, env ...string) []Package {
	t.Helper()
	look(t)
	return append(list(t, "../..", env), list(t, "../../lab", env)...)
}

// list lists the packages of the module in a folder.
func list(t *testing.T, dir string, env []string) []Package {
	t.Helper()
	cmd := exec.Command("go", "list", "-pgo=off", "-e", "-json=ImportPath,Imports,TestImports,XTestImports", "./...")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var all []Package
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p struct {
			ImportPath                         string
			Imports, TestImports, XTestImports []string
		}
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all = append(all, Package{
			Name:        strings.TrimPrefix(p.ImportPath, module),
			Imports:     p.Imports,
			TestImports: append(p.TestImports, p.XTestImports...),
		})
	}
	return all
}

func TestImportsFollowTheArrows(t *testing.T) {
	for _, env := range [][]string{{"CGO_ENABLED=1"}, {"CGO_ENABLED=0"}, {"GOOS=windows", "CGO_ENABLED=0"}} {
		for _, fault := range Check(load(t, env...)) {
			t.Errorf("%v: %s", env, fault)
		}
	}
}

func TestTableHasNoGhosts(t *testing.T) {
	for _, name := range Unused(load(t)) {
		t.Errorf("the table knows %s, the tree does not", name)
	}
}

func TestGameStandsAlone(t *testing.T) {
	for name, allowed := range ours {
		if name != "game" && !strings.HasPrefix(name, "game/") {
			continue
		}
		for i := range strings.FieldsSeq(allowed) {
			if i != "game" && !strings.HasPrefix(i, "game/") {
				t.Errorf("the table lets %s import %s", name, i)
			}
		}
	}
}

func TestOnlyRenderKnowsTheEngine(t *testing.T) {
	if theirs["github.com/g3n/engine"] != "render" || theirs["github.com/go-gl"] != "render" {
		t.Error("the table lets more than render import the engine or OpenGL")
	}
}

// TestLaboratoryStandsApart: nothing that a player uses imports the laboratory.
func TestLaboratoryStandsApart(t *testing.T) {
	for name := range ours {
		if strings.HasPrefix(name, "lab/") {
			continue
		}
		for _, p := range Check([]Package{{Name: name, Imports: []string{module + "lab/suite"}}}) {
			if p == name+" imports lab/suite" {
				name = ""
			}
		}
		if name != "" {
			t.Errorf("the table lets %s import the laboratory", name)
		}
	}
}

// TestCheckReports shows that the check bites.
func TestCheckReports(t *testing.T) {
	const g3n = "github.com/g3n/engine/gls"
	tests := []struct {
		name string
		pkg  Package
		want []string
	}{
		{"down", Package{Name: "app", Imports: []string{"fmt", "tafl3d/game/table", "tafl3d/scene"}}, nil},
		{"up", Package{Name: "game/rules", Imports: []string{"tafl3d/app"}}, []string{"game/rules imports app"}},
		{"sideways", Package{Name: "ai", Imports: []string{"tafl3d/game/match"}}, []string{"ai imports game/match"}},
		{"controller knows no window", Package{Name: "app", Imports: []string{"tafl3d/render"}},
			[]string{"app imports render"}},
		{"engine in the scene", Package{Name: "scene", Imports: []string{g3n}}, []string{"scene imports " + g3n}},
		{"engine in a panel", Package{Name: "render/hud", Imports: []string{g3n}},
			[]string{"render/hud imports " + g3n}},
		{"engine in render", Package{Name: "render", Imports: []string{g3n, "tafl3d/render/hud"}}, nil},
		{"engine in a test", Package{Name: "app", TestImports: []string{g3n}}, []string{"app imports " + g3n}},
		{"test of ours", Package{Name: "game/rules", TestImports: []string{"tafl3d/game/gametest"}}, nil},
		{"stranger", Package{Name: "game", Imports: []string{"example.org/x"}}, []string{"game imports example.org/x"}},
		{"newcomer", Package{Name: "util"}, []string{"util is not in the table of internal/archtest"}},
		{"wiring", Package{Name: "cmd/tafl3d", Imports: []string{"tafl3d/ai/search", "tafl3d/game/variant",
			"tafl3d/render"}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Check([]Package{tt.pkg}); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
