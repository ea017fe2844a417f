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

// Errors of an external engine.
var (
	ErrStart   = errors.New("the engine cannot be started")
	ErrEnded   = errors.New("the engine has ended by itself")
	ErrSilent  = errors.New("the engine does not answer")
	ErrGarbage = errors.New("the engine's answer is not understood")
	ErrIllegal = errors.New("the engine's move is not legal")

	// ErrResigned means that the engine resigned; it did not fail.
	ErrResigned = errors.New("the engine resigns")
)

const (
	backlog       = 4096             // buffered lines
	flood         = 50_000           // maximum number of lines before an answer
	grace         = 2 * time.Second  // after the time limit
	handshakeTime = 10 * time.Second // time for the handshake
	quitTime      = time.Second      // time to end after the request
	longestIn     = 1 << 16          // maximum length of a line
)

// process is a program that communicates in lines.
type process struct {
	cmd       *exec.Cmd
	in        io.WriteCloser
	out       io.Closer
	lines     chan string   // output lines; closed at the end of output
	done      chan struct{} // closed when the process has ended
	abandoned chan struct{} // closed when the reader is gone
	last      string        // last line, for error messages
	fault     error         // reason of the end; read after done

	watched bool // the output is unlimited and must be read
}

// start starts a program. Its standard error is discarded.
func start(argv []string, dir string) (*process, error) {
	if len(argv) == 0 {
		return nil, fmt.Errorf("%w: no program is named", ErrStart)
	}
	p := &process{cmd: exec.Command(argv[0], argv[1:]...), lines: make(chan string, backlog),
		done: make(chan struct{}), abandoned: make(chan struct{})}
	p.cmd.Dir = dir
	setProcessGroup(p.cmd)
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

// listen passes lines on until the output ends. Then it kills the program and its children: without
// output it is useless.
func (p *process) listen(out io.Reader) {
	defer close(p.done)
	defer close(p.lines)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, longestIn)
	for lines.Scan() {
		select {
		case p.lines <- strings.TrimSpace(lines.Text()):
		case <-p.abandoned:
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

// send writes a line. The write times out after the grace period.
func (p *process) send(format string, args ...any) error {
	if d, ok := p.in.(interface{ SetWriteDeadline(time.Time) error }); ok {
		d.SetWriteDeadline(time.Now().Add(grace)) // pipes without deadlines block
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

// ended returns how the program ended.
func (p *process) ended() error {
	how := "it closed its output"
	select {
	case <-p.done:
		if how = "exit status 0"; p.fault != nil {
			how = p.fault.Error()
		}
	case <-time.After(quitTime):
	}
	if p.last != "" {
		how += fmt.Sprintf("; its last words were %q", clip(p.last))
	}
	return fmt.Errorf("%w: %s", ErrEnded, how)
}

// receive reads lines until take returns true or an error. It waits for at most d (for a watched
// program, d without output) and until ctx ends: then it calls hurry once and waits for the grace
// period.
func (p *process) receive(
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

// end asks the program to quit, kills it and its children if it does not, and waits.
func (p *process) end(goodbye string) {
	p.send("%s", goodbye)
	p.in.Close()
	close(p.abandoned)
	select {
	case <-p.done:
		return
	case <-time.After(quitTime):
		kill(p.cmd)
	}
	select {
	case <-p.done:
	case <-time.After(quitTime): // a child outside the group holds the pipe open
		p.out.Close()
		<-p.done
	}
}

// clip shortens quoted output.
func clip(text string) string {
	const most = 80
	if len(text) > most {
		return text[:most] + "..."
	}
	return text
}
