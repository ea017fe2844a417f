//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tafl3d/net/wire"
)

// exported is what a scrape shows: the labels of each figure, with the values that were seen.
type exported map[string]map[string][]string

var (
	sample = regexp.MustCompile(`^(\w+)(?:\{(.*)\})? [-+0-9.eEInfNa]+$`)
	label  = regexp.MustCompile(`(\w+)(=~|!~|!=|=)"([^"]*)"`)
	word   = regexp.MustCompile(`[A-Za-z_]\w*`)
)

// scrape reads figures in the form of Prometheus.
func scrape(t *testing.T, text string) exported {
	t.Helper()
	seen := exported{"up": {}} // which Prometheus makes itself
	for line := range strings.Lines(text) {
		m := sample.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		if seen[m[1]] == nil {
			seen[m[1]] = map[string][]string{}
		}
		for _, l := range label.FindAllStringSubmatch(m[2], -1) {
			seen[m[1]][l[1]] = append(seen[m[1]][l[1]], l[3])
		}
	}
	return seen
}

// The words of the query language that the files use, and the labels that Prometheus adds.
var (
	functions = strings.Fields("sum max rate increase changes predict_linear histogram_quantile")
	joins     = strings.Fields("by and or")
	added     = strings.Fields("instance job")
)

// faulty says what is wrong with a query: a figure, label, value or function that is not there, a
// bracket that is not closed. It is empty where all is well.
func (seen exported) faulty(query string) (wrong []string) {
	if strings.Count(query, "(") != strings.Count(query, ")") ||
		strings.Count(query, "[") != strings.Count(query, "]") {
		wrong = append(wrong, "its brackets do not fit")
	}
	plain := regexp.MustCompile(`\{[^}]*\}|\[[^\]]*\]|\b\d[\d.e]*|by \([^)]*\)`).ReplaceAllString(query, " ")
	var of []string
	for _, w := range word.FindAllString(plain, -1) {
		switch {
		case slices.Contains(functions, w), slices.Contains(joins, w):
		case seen[w] == nil:
			wrong = append(wrong, w+" is not exported")
		default:
			of = append(of, w)
		}
	}
	if len(of) == 0 {
		return append(wrong, "it asks for nothing")
	}
	for _, by := range regexp.MustCompile(`by \(([^)]*)\)`).FindAllStringSubmatch(query, -1) {
		for _, name := range word.FindAllString(by[1], -1) {
			wrong = append(wrong, seen.unlabelled(of, name, "")...)
		}
	}
	for _, m := range regexp.MustCompile(`(\w+)\{([^}]*)\}`).FindAllStringSubmatch(query, -1) {
		for _, l := range label.FindAllStringSubmatch(m[2], -1) {
			wrong = append(wrong, seen.unlabelled([]string{m[1]}, l[1], l[3])...)
		}
	}
	return wrong
}

// unlabelled says which of the figures have no such label, or never that value.
func (seen exported) unlabelled(figures []string, name, value string) (wrong []string) {
	for _, f := range figures {
		if values := seen[f][name]; !slices.Contains(added, name) &&
			(values == nil || value != "" && !slices.Contains(values, value)) {
			wrong = append(wrong, f+" has no "+strings.TrimSpace(name+" "+value))
		}
	}
	return wrong
}

// TestAlerts reads each figure that the alert rules and the dashboard name from a running service.
func TestAlerts(t *testing.T) {
	share(t)
	figures := free(t)
	serving(t, filepath.Join(t.TempDir(), "data"), "-metrics", figures)
	answer, err := http.Get("http://" + figures + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(answer.Body)
	if err = errors.Join(err, answer.Body.Close()); err != nil {
		t.Fatal(err)
	}
	seen := scrape(t, string(text))
	if !slices.Contains(seen["tafl_act_seconds_count"]["result"], string(wire.Unavailable)) {
		t.Fatalf("the figures are not understood: %v", seen)
	}
	rules := example(t, "alerts.yaml")
	alerts := strings.Split(rules, "- alert: ")[1:]
	for _, a := range alerts {
		name, rest, _ := strings.Cut(a, "\n")
		m := regexp.MustCompile(`(?m)^ +expr: '(.*)'\n(?: +for: \d+[mh]\n)? +labels: \{severity: (?:page|look)\}\n ` +
			`+annotations:\n +summary: '[^']+'\n +do: '[^']+'\s*$`).FindStringSubmatch(rest)
		if m == nil {
			t.Errorf("%s is not understood:\n%s", name, rest)
			continue
		}
		if wrong := seen.faulty(m[1]); len(wrong) > 0 || !regexp.MustCompile(`[<>=]=? [\d.e]+`).MatchString(m[1]) {
			t.Errorf("%s: %s\n%v", name, m[1], wrong)
		}
	}
	panels := readDashboard(t)
	if len(alerts) < 10 || len(panels) < 10 {
		t.Errorf("%d alerts, %d queries", len(alerts), len(panels))
	}
	for _, q := range panels {
		if wrong := seen.faulty(q); len(wrong) > 0 {
			t.Errorf("%s: %v", q, wrong)
		}
	}
	for _, bad := range []string{"tafl_game > 1", `tafl_act_seconds_count{result="fine"} > 1`,
		"sum by (part) (tafl_rooms)", "rat(tafl_rooms[1m])", "sum(tafl_rooms", "1 > 0"} {
		if len(seen.faulty(bad)) == 0 {
			t.Errorf("nothing is wrong with %s", bad)
		}
	}
}

// readDashboard returns the queries of the dashboard.
func readDashboard(t *testing.T) (queries []string) {
	t.Helper()
	var d struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(example(t, "dashboard.json")), &d); err != nil {
		t.Fatal(err)
	}
	for _, p := range d.Panels {
		if p.Title == "" || len(p.Targets) == 0 {
			t.Errorf("a panel without title or query: %+v", p)
		}
		for _, q := range p.Targets {
			queries = append(queries, q.Expr)
		}
	}
	return queries
}
