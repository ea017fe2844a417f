package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// event is one line of "go test -json"; see "go doc test2json".
type event struct {
	Action, Package, Test, Output string
}

// name identifies a test or subtest, or a package if test is empty.
type name struct{ pkg, test string }

// verdict is the result of a test. Of several runs the greatest counts.
type verdict int

const (
	skipped verdict = iota + 1
	passed
	failed
)

// verdicts maps the actions that end a test to verdicts.
var verdicts = map[string]verdict{"skip": skipped, "pass": passed, "fail": failed}

// report collects the results of several runs.
type report struct {
	out    io.Writer
	debian bool // on Debian scripts/setup installs packages
	ended  map[name]verdict
	reason map[name]string // of the skips
	broken []string        // packages and commands that failed

	// crashed holds the packages with a panic, a timeout or a data race.
	crashed map[string]bool

	anySkip    bool     // all skips are allowed
	reruns     int      // how many failed tests may run once more
	unreliable []string // tests that failed and passed when they ran once more

	// Of the packages that are running: output not printed yet.
	text  map[name]*strings.Builder
	order map[string][]name // tests of a package in the order they started
}

func newReport(out io.Writer, debian bool) *report {
	return &report{
		out: out, debian: debian, ended: map[name]verdict{}, reason: map[name]string{}, crashed: map[string]bool{},
		text: map[name]*strings.Builder{}, order: map[string][]name{},
	}
}

// line processes one line of output. Lines that are not events are printed unchanged.
func (r *report) line(line []byte) {
	var e event
	if json.Unmarshal(line, &e) != nil || e.Action == "" {
		_, _ = r.out.Write(line)
		return
	}
	n := name{strings.TrimPrefix(e.Package, "tafl3d/"), e.Test}
	switch e.Action {
	case "build-output":
		_, _ = io.WriteString(r.out, e.Output)
	case "output":
		r.output(n, e.Output)
	case "pass", "fail", "skip":
		if e.Test == "" {
			r.endPackage(n, e.Action == "fail")
		} else {
			r.endTest(n, verdicts[e.Action])
		}
	}
}

// notice matches the progress lines of "go test -v".
var notice = regexp.MustCompile(`^=== (RUN|PAUSE|CONT|NAME) `)

// crash matches the output of a panic, which includes timeouts, and of a data race.
var crash = regexp.MustCompile(`^(panic: |fatal error: |WARNING: DATA RACE)`)

func (r *report) output(n name, text string) {
	if crash.MatchString(text) {
		r.crashed[n.pkg] = true
	}
	if notice.MatchString(text) {
		return
	}
	b := r.text[n]
	if b == nil {
		b = &strings.Builder{}
		r.text[n] = b
		r.order[n.pkg] = append(r.order[n.pkg], n)
	}
	b.WriteString(text)
}

func (r *report) endTest(n name, v verdict) {
	if v == skipped {
		r.reason[n] = reason(r.text[n])
	}
	r.ended[n] = max(r.ended[n], v)
	if v != failed {
		delete(r.text, n)
	}
}

// place matches the file and line that t.Log and t.Skip put before a message.
var place = regexp.MustCompile(`(?m)^\s*[\w./-]+\.go:\d+: `)

// reason returns the last message of a test before it was skipped.
func reason(text *strings.Builder) string {
	if text == nil {
		return ""
	}
	said, _, _ := strings.Cut(text.String(), "--- SKIP:")
	if at := place.FindAllStringIndex(said, -1); len(at) > 0 {
		said = said[at[len(at)-1][1]:]
	}
	return strings.Join(strings.Fields(said), " ")
}

// endPackage prints the output of a package: of a failed one the output of all tests that did not pass, of any other
// the last line.
func (r *report) endPackage(n name, failure bool) {
	if failure {
		r.broken = append(r.broken, n.pkg)
	}
	for _, test := range r.order[n.pkg] {
		if b := r.text[test]; b != nil && failure && test.test != "" {
			_, _ = io.WriteString(r.out, headFirst(b.String()))
		}
		if test != n {
			delete(r.text, test)
		}
	}
	if b := r.text[n]; b != nil {
		for line := range strings.Lines(b.String()) {
			if failure || strings.HasPrefix(line, "ok ") {
				_, _ = io.WriteString(r.out, line)
			}
		}
	}
	delete(r.text, n)
	delete(r.order, n.pkg)
}

// verdictLine matches the line that ends a failed test.
var verdictLine = regexp.MustCompile(`(?m)^\s*--- FAIL: .*\n`)

// headFirst moves the result of a test before its output, as "go test" does without -v.
func headFirst(text string) string {
	at := verdictLine.FindStringIndex(text)
	if at == nil {
		return text
	}
	return text[at[0]:at[1]] + text[:at[0]] + text[at[1]:]
}

// summary prints the numbers of tests and subtests by result, and each skip with its reason. It reports whether there
// are no failures.
func (r *report) summary() bool {
	count := map[verdict]int{}
	byReason := map[string][]string{}
	for n, v := range r.ended {
		count[v]++
		if v == skipped {
			byReason[r.reason[n]] = append(byReason[r.reason[n]], n.pkg+"."+n.test)
		}
	}
	refused := 0
	if len(byReason) > 0 {
		fmt.Fprintln(r.out, "\nskipped:")
	}
	for _, why := range slices.Sorted(maps.Keys(byReason)) {
		names := byReason[why]
		slices.Sort(names)
		mark := " "
		if !r.anySkip && !r.allowed(why) {
			mark = "!"
			refused += len(names)
		}
		fmt.Fprintf(r.out, "%s %s\n      %s\n", mark, cmp.Or(why, "no reason given"), strings.Join(names, ", "))
	}
	r.complain(refused)
	fmt.Fprintf(r.out, "\n%d passed, %d failed, %d skipped\n", count[passed], count[failed], count[skipped])
	return refused == 0 && count[failed] == 0 && count[passed] > 0 && len(r.broken) == 0
}

// complain prints unreliable tests and the failures that do not belong to a single test.
func (r *report) complain(refused int) {
	if len(r.unreliable) > 0 {
		fmt.Fprintf(r.out, "\nunreliable, failed and then passed alone (see their output above):\n      %s\n",
			strings.Join(r.unreliable, ", "))
	}
	if refused > 0 {
		fmt.Fprintf(r.out, "\nFAIL: %d skips marked ! are not allowed by internal/testsum/skips.go."+
			"\nInstall what they need: scripts/setup test\n", refused)
	}
	if len(r.broken) > 0 {
		fmt.Fprintf(r.out, "\nFAIL: %s\n", strings.Join(r.broken, "\nFAIL: "))
	}
}
