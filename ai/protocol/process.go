package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Faults of an engine that is another program.
var (
	ErrStart   = errors.New("the engine cannot be started")
	ErrEnded   = errors.New("the engine has ended by itself")
	ErrSilent  = errors.New("the engine does not answer")
	ErrGarbage = errors.New("the engine's answer is not understood")
	ErrIllegal = errors.New("the engine's move is not legal")

	// ErrResigned is no fault: the engine has given the game up.
	ErrResigned = errors.New("the engine resigns")
)

const (
	backlog   = 4096             // lines that may wait to be read
	flood     = 50_000           // lines that an engine may say before it answers
	grace     = 2 * time.Second  // beyond the time it was given
	greeting  = 10 * time.Second // to say hello
	farewell  = time.Second      // to end when told to
	longestIn = 1 << 16          // of a line
)

// process is a program that speaks in lines.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   io.Closer
	lines chan string   // what it says; closed when it stops
	done  chan struct{} // closed when it has ended
	gone  chan struct{} // closed when nobody listens any more
	last  string        // what it said last, for complaints
	fault error         // why it stopped; read after done

	watched bool // it may talk for as long as it likes, and is to be heard
}

// start starts a program. What it complains of on standard error is dropped.
func start(argv []string, dir string) (*process, error) {
	if len(argv) == 0 {
		return nil, fmt.Errorf("%w: no program is named", ErrStart)
	}
	p := &process{cmd: exec.Command(argv[0], argv[1:]...), lines: make(chan string, backlog),
		done: make(chan struct{}), gone: make(chan struct{})}
	p.cmd.Dir = dir
	gather(p.cmd)
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrStart, err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrStart, err)
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrStart, err)
	}
	p.in, p.out = in, out
	go p.listen(out)
	return p, nil
}

// listen passes lines on until the program says no more. Then nothing of it is
// left: a program that has closed its output is of no use, and what it started
// goes with it.
func (p *process) listen(out io.Reader) {
	defer close(p.done)
	defer close(p.lines)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, longestIn)
	for lines.Scan() {
		select {
		case p.lines <- strings.TrimSpace(lines.Text()):
		case <-p.gone:
			kill(p.cmd)
		}
	}
	kill(p.cmd)
	if p.fault = p.cmd.Wait(); p.fault != nil && !p.cmd.ProcessState.Exited() {
		p.fault = fmt.Errorf("it closed its output or was stopped (%w)", p.fault)
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		p.fault = fmt.Errorf("it said a line of more than %d bytes", longestIn)
	}
}

// say writes a line. A program that does not read is given the grace.
func (p *process) say(format string, args ...any) error {
	if d, ok := p.in.(interface{ SetWriteDeadline(time.Time) error }); ok {
		d.SetWriteDeadline(time.Now().Add(grace)) // a pipe without deadlines waits
	}
	_, err := fmt.Fprintf(p.in, format+"\n", args...)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("%w: it has not read for %v what it is told", ErrSilent, grace)
	case err != nil:
		return p.ended()
	}
	return nil
}

// ended tells how the program ended.
func (p *process) ended() error {
	how := "it closed its output"
	select {
	case <-p.done:
		if how = "exit status 0"; p.fault != nil {
			how = p.fault.Error()
		}
	case <-time.After(farewell):
	}
	if p.last != "" {
		how += fmt.Sprintf("; its last words were %q", clip(p.last))
	}
	return fmt.Errorf("%w: %s", ErrEnded, how)
}

// hear reads lines until take says that it is satisfied or fails. It waits no
// longer than d, of silence where the program is watched, and no longer than ctx:
// then it calls hurry, once, and waits for the grace.
func (p *process) hear(
	ctx context.Context, d time.Duration, hurry func() error, take func(line string) (bool, error),
) error {
	late := time.NewTimer(d)
	defer late.Stop()
	cancelled := ctx.Done()
	for said := 0; said < flood; said++ {
		select {
		case line, ok := <-p.lines:
			if !ok {
				return p.ended()
			}
			if p.last = line; p.watched && cancelled != nil {
				said = 0
				late.Reset(d)
			}
			if done, err := take(line); done || err != nil {
				return err
			}
		case <-late.C:
			return fmt.Errorf("%w within %v", ErrSilent, d)
		case <-cancelled:
			cancelled = nil
			if err := hurry(); err != nil {
				return err
			}
			late.Reset(grace)
		}
	}
	return fmt.Errorf("%w: %d lines without an answer", ErrGarbage, flood)
}

// end asks the program to go, ends it and all that it started if it does not,
// and waits for that.
func (p *process) end(goodbye string) {
	p.say("%s", goodbye)
	p.in.Close()
	close(p.gone)
	select {
	case <-p.done:
		return
	case <-time.After(farewell):
		kill(p.cmd)
	}
	select {
	case <-p.done:
	case <-time.After(farewell): // somebody who left its group holds the pipe
		p.out.Close()
		<-p.done
	}
}

// clip shortens what is quoted in complaints.
func clip(text string) string {
	const most = 80
	if len(text) > most {
		return text[:most] + "..."
	}
	return text
}
