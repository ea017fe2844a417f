// Command testsum runs go test and reports how many tests passed, failed and were skipped, and why. A skip that is
// not in the list of allowed skips is a failure.
//
//	testsum go test -json ./... + scripts/with-postgres go test -json ./server/store
//
// Each command between the plus signs must print the output of "go test -json". The commands run one after another. A
// test that is skipped by one command and passes in another counts as passed.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: testsum COMMAND... [+ COMMAND...]")
		os.Exit(2)
	}
	_, err := exec.LookPath("apt-get")
	r := newReport(os.Stdout, err == nil)
	for _, command := range split(os.Args[1:]) {
		if err := run(r, command); err != nil {
			r.broken = append(r.broken, fmt.Sprintf("%v: %v", command, err))
		}
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
