package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a service in a child process.
type process struct {
	cmd *exec.Cmd
	url string
}

// startService starts a service behind a proxy, on a free port, and waits until it is ready.
func startService(ctx context.Context, program, dir string, errs io.Writer) (*process, error) {
	if program == "" {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		program = filepath.Join(filepath.Dir(self), "taflmatch"+filepath.Ext(self))
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = log.Close() }()
	p := &process{cmd: exec.Command(program, "serve", "-addr", addr, "-data", filepath.Join(dir, "data"), "-host",
		"127.0.0.1", "-behind-proxy"), url: "http://" + addr}
	p.cmd.Stderr = log
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	if err := p.ready(ctx); err != nil {
		text, _ := os.ReadFile(log.Name())
		fmt.Fprintf(errs, "%s", text)
		return nil, errors.Join(err, p.stop())
	}
	return p, nil
}

// ready waits until the service can write.
func (p *process) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		r, err := http.Get(p.url + "/readyz")
		if err == nil {
			_ = r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return errors.Join(errors.New("the service does not start"), err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// stop shuts the service down gracefully.
func (p *process) stop() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return p.cmd.Wait()
}

// spent holds the resources that a process used.
type spent struct {
	cpu  time.Duration
	most int64 // peak memory in bytes; 0 if the system does not report it
}

// usage reads the resources of the process. Unknown values are zero.
func (p *process) usage() spent {
	dir := "/proc/" + strconv.Itoa(p.cmd.Process.Pid)
	return spent{cpu: ticks(dir), most: peak(dir)}
}

// own returns the processor time of this process.
func own() time.Duration { return ticks("/proc/self") }

// ticks reads the processor time of a process, user and system.
func ticks(dir string) time.Duration {
	text, _ := os.ReadFile(dir + "/stat")
	_, rest, _ := strings.Cut(string(text), ") ")
	f := strings.Fields(rest)
	if len(f) < 13 {
		return 0
	}
	user, _ := strconv.ParseInt(f[11], 10, 64)
	system, _ := strconv.ParseInt(f[12], 10, 64)
	const perSecond = 100 // USER_HZ on Linux
	return time.Duration(user+system) * time.Second / perSecond
}

// peak reads the peak memory of a process.
func peak(dir string) int64 {
	text, _ := os.ReadFile(dir + "/status")
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	f := strings.Fields(rest)
	if len(f) == 0 {
		return 0
	}
	kib, _ := strconv.ParseInt(f[0], 10, 64)
	return kib << 10
}
