package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// runAll runs a command, and its failed tests once more if they are few.
func (r *report) runAll(command []string) {
	first := newReport(r.out, r.debian)
	err := run(first, command)
	if again := first.suspects(); err != nil && len(again) > 0 && r.take(again) {
		err = r.rerun(first, command, again)
	}
	for n, v := range first.ended {
		r.ended[n] = max(r.ended[n], v)
	}
	maps.Copy(r.reason, first.reason)
	r.broken = append(r.broken, first.broken...)
	if err != nil {
		r.broken = append(r.broken, fmt.Sprintf("%v: %v", command, err))
	}
}

// suspects returns the names of the failed tests, without subtests, by package. It returns nothing if a package failed
// for another reason than an assertion: a build error, a panic, a timeout, a data race.
func (r *report) suspects() map[string][]string {
	tests := map[string][]string{}
	for n, v := range r.ended {
		if top, _, _ := strings.Cut(n.test, "/"); v == failed && !slices.Contains(tests[n.pkg], top) {
			tests[n.pkg] = append(tests[n.pkg], top)
		}
	}
	for _, pkg := range r.broken {
		if len(tests[pkg]) == 0 || r.crashed[pkg] {
			return nil
		}
		slices.Sort(tests[pkg])
	}
	return tests
}

// take reports whether the tests may run once more, and counts them.
func (r *report) take(tests map[string][]string) bool {
	n := 0
	for _, names := range tests {
		n += len(names)
	}
	if n > r.reruns {
		return false
	}
	r.reruns -= n
	return true
}

// rerun runs the failed tests of each package alone. Tests that pass are no longer failures of first, but unreliable.
func (r *report) rerun(first *report, command []string, tests map[string][]string) error {
	var fault error
	for _, pkg := range slices.Sorted(maps.Keys(tests)) {
		fmt.Fprintf(r.out, "once more, alone: %s: %s\n", pkg, strings.Join(tests[pkg], ", "))
		second := newReport(r.out, r.debian)
		if err := run(second, alone(command, pkg, tests[pkg])); err != nil || !second.passes(pkg, tests[pkg]) {
			fault = cmp.Or(err, errors.New("a test failed twice"))
			continue
		}
		first.broken = slices.DeleteFunc(first.broken, func(p string) bool { return p == pkg })
		for n := range first.ended {
			if n.pkg == pkg && first.ended[n] == failed {
				first.ended[n] = passed
			}
		}
		for _, test := range tests[pkg] {
			r.unreliable = append(r.unreliable, pkg+"."+test)
		}
	}
	return fault
}

// passes reports whether all these tests of a package passed.
func (r *report) passes(pkg string, tests []string) bool {
	return !slices.ContainsFunc(tests, func(test string) bool { return r.ended[name{pkg, test}] != passed })
}

// alone returns the command with only these tests of one package. The packages of a command begin with "./".
func alone(command []string, pkg string, tests []string) []string {
	end := slices.IndexFunc(command, func(arg string) bool { return strings.HasPrefix(arg, "./") })
	if end < 0 {
		end = len(command)
	}
	return append(slices.Clone(command[:end]), "-count", "1", "-run", "^("+strings.Join(tests, "|")+")$", "tafl3d/"+pkg)
}
