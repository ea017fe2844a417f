// Command testsum runs go test and reports how many tests passed, failed and were skipped, and why. A skip that is
// not in the list of allowed skips is a failure.
//
//	testsum go test -json ./... + scripts/with-postgres go test -json ./server/store
//
// Each command between the plus signs must print the output of "go test -json". The commands run one after another. A
// test that is skipped by one command and passes in another counts as passed.
//
// With -rerun N, up to N failed tests run once more, alone. A test that passes then is listed as unreliable and does
// not fail the run. Tests that panicked or have a data race do not run again. With -skips, all skips are allowed.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
)

func main() {
	rerun := flag.Int("rerun", 0, "run up to `N` failed tests once more")
	skips := flag.Bool("skips", false, "allow all skips")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: testsum [-rerun N] [-skips] COMMAND... [+ COMMAND...]")
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	_, err := exec.LookPath("apt-get")
	r := newReport(os.Stdout, err == nil)
	r.anySkip, r.reruns = *skips, *rerun
	for _, command := range split(flag.Args()) {
		r.runAll(command)
	}
	if !r.summary() {
		os.Exit(1)
	}
}

// split splits the arguments at each "+".
func split(words []string) (commands [][]string) {
	for {
		i := slices.Index(words, "+")
		if i < 0 {
			return append(commands, words)
		}
		commands, words = append(commands, words[:i]), words[i+1:]
	}
}

// run runs a command and processes its output.
func run(r *report, command []string) error {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	in := bufio.NewReader(out)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			r.line(line)
		}
		if err == io.EOF {
			return cmd.Wait()
		}
		if err != nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			return err
		}
	}
}
