package lock

import (
	"bufio"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// doorFile says where who has a folder listens, and a secret that only who may read the
// folder knows. It stays when the folder is free.
const doorFile = ".lock-door"

// mostTold is how long what is told may be, in bytes; patience is how long either end waits
// for the other.
const (
	mostTold = 64 << 10
	patience = 10 * time.Second
)

// heard is what the listener answers.
const heard = "heard\n"

// Listen lets other processes tell this one something, a text without line breaks, until the
// folder is given back. hear is called from goroutines of its own. It listens on this machine
// alone.
func (f *Folder) Listen(dir string, hear func(text string)) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	secret := rand.Text()
	if err := os.WriteFile(filepath.Join(dir, doorFile), []byte(l.Addr().String()+"\n"+secret+"\n"),
		0o600); err != nil {
		return errors.Join(err, l.Close())
	}
	d := &door{listen: l, conns: map[net.Conn]bool{}}
	d.work.Go(func() { d.run(secret, hear) })
	f.door = d
	return nil
}

// door listens for other processes until it is closed.
type door struct {
	listen net.Listener
	work   sync.WaitGroup

	mu     sync.Mutex
	closed bool
	conns  map[net.Conn]bool // that are heard
}

func (d *door) run(secret string, hear func(text string)) {
	for {
		c, err := d.listen.Accept()
		if err != nil {
			return // closed
		}
		if d.add(c) {
			d.work.Go(func() {
				defer d.remove(c)
				answer(c, secret, hear)
			})
		}
	}
}

// add notes a connection, or closes it if the door is closed.
func (d *door) add(c net.Conn) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		_ = c.Close()
		return false
	}
	d.conns[c] = true
	return true
}

func (d *door) remove(c net.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.conns, c)
}

// Close ends listening and the connections, and waits for them. hear must not wait for it.
func (d *door) Close() error {
	err := d.listen.Close()
	d.mu.Lock()
	d.closed = true
	for c := range d.conns {
		_ = c.Close()
	}
	d.mu.Unlock()
	d.work.Wait()
	return err
}

// answer hears one text, if whoever tells it knows the secret.
func answer(c net.Conn, secret string, hear func(text string)) {
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(patience))
	in := bufio.NewReader(io.LimitReader(c, mostTold))
	word, err := in.ReadString('\n')
	if err != nil || subtle.ConstantTimeCompare([]byte(strings.TrimSpace(word)), []byte(secret)) != 1 {
		return
	}
	text, err := in.ReadString('\n')
	if err != nil {
		return
	}
	hear(strings.TrimSuffix(text, "\n"))
	_, _ = io.WriteString(c, heard)
}

// Tell tells the process that has a folder something, and returns when that has heard it.
func Tell(dir, text string) error {
	door, err := os.ReadFile(filepath.Join(dir, doorFile))
	if err != nil {
		return err
	}
	address, secret, ok := strings.Cut(strings.TrimSpace(string(door)), "\n")
	if !ok || strings.Contains(text, "\n") || len(text)+len(secret)+2 > mostTold {
		return errors.New("it cannot be told that")
	}
	c, err := net.DialTimeout("tcp", address, patience)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(patience))
	if _, err := fmt.Fprintf(c, "%s\n%s\n", secret, text); err != nil {
		return err
	}
	if said, err := io.ReadAll(c); err != nil || string(said) != heard {
		return errors.New("it does not answer")
	}
	return nil
}
