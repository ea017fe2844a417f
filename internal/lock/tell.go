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

// addressFile contains the address on which the owner of a folder listens, and a secret that only readers of the folder
// know. It remains when the folder is released.
const addressFile = ".lock-door"

// maxMessage is the maximum length of a message in bytes; patience is how long either process waits for the other.
const (
	maxMessage = 64 << 10
	timeout    = 10 * time.Second
)

// acknowledgement is the listener's acknowledgement.
const acknowledgement = "heard\n"

// Listen receives messages from other processes, single lines of text, until the folder is released. hear is called
// on separate goroutines. Listen uses a port of the loopback interface.
func (f *Folder) Listen(dir string, hear func(text string)) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	secret := rand.Text()
	if err := os.WriteFile(filepath.Join(dir, addressFile), []byte(l.Addr().String()+"\n"+secret+"\n"),
		0o600); err != nil {
		return errors.Join(err, l.Close())
	}
	d := &listener{listen: l, conns: map[net.Conn]bool{}}
	d.work.Go(func() { d.run(secret, hear) })
	f.listener = d
	return nil
}

// listener accepts messages from other processes until it is closed.
type listener struct {
	listen net.Listener
	work   sync.WaitGroup

	mu     sync.Mutex
	closed bool
	conns  map[net.Conn]bool // open connections
}

func (d *listener) run(secret string, hear func(text string)) {
	for {
		c, err := d.listen.Accept()
		if err != nil {
			return // the listener is closed
		}
		if d.add(c) {
			d.work.Go(func() {
				defer d.remove(c)
				answer(c, secret, hear)
			})
		}
	}
}

// add registers a connection, or closes it if the listener is closed.
func (d *listener) add(c net.Conn) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		_ = c.Close()
		return false
	}
	d.conns[c] = true
	return true
}

func (d *listener) remove(c net.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.conns, c)
}

// Close closes the listener and the connections and waits for their goroutines. hear must not call it.
func (d *listener) Close() error {
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

// answer receives one message if the sender has the secret.
func answer(c net.Conn, secret string, hear func(text string)) {
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(timeout))
	in := bufio.NewReader(io.LimitReader(c, maxMessage))
	word, err := in.ReadString('\n')
	if err != nil || subtle.ConstantTimeCompare([]byte(strings.TrimSpace(word)), []byte(secret)) != 1 {
		return
	}
	text, err := in.ReadString('\n')
	if err != nil {
		return
	}
	hear(strings.TrimSuffix(text, "\n"))
	_, _ = io.WriteString(c, acknowledgement)
}

// Tell sends a message to the process that has locked a folder, and returns when that process has handled it.
func Tell(dir, text string) error {
	contents, err := os.ReadFile(filepath.Join(dir, addressFile))
	if err != nil {
		return err
	}
	address, secret, ok := strings.Cut(strings.TrimSpace(string(contents)), "\n")
	if !ok || strings.Contains(text, "\n") || len(text)+len(secret)+2 > maxMessage {
		return errors.New("the message has a line break or is too long")
	}
	c, err := net.DialTimeout("tcp", address, timeout)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(timeout))
	if _, err := fmt.Fprintf(c, "%s\n%s\n", secret, text); err != nil {
		return err
	}
	if said, err := io.ReadAll(c); err != nil || string(said) != acknowledgement {
		return errors.New("the program does not answer")
	}
	return nil
}
