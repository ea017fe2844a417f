package client

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"tafl3d/net/wire"
	"tafl3d/tongue"
)

// Service sends requests to a service: accounts, lobby, archive. It is safe for concurrent use.
type Service struct {
	base *url.URL
	http *http.Client
	key  ed25519.PrivateKey
}

// maxAnswer is the maximum length of an answer in bytes.
const maxAnswer = 8 << 20

// NewService returns the service at an address such as "https://tafl.example", for the owner of a device key. The
// scheme may be left out. c may be nil. http without TLS is allowed for this machine only.
func NewService(address string, key ed25519.PrivateKey, c *http.Client) (*Service, error) {
	u, err := url.Parse(wire.WithScheme(address))
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("%.100q is not the address of a service: enter https://host", address)
	}
	if u.Scheme != "https" && !(u.Scheme == "http" && wire.ThisMachine(u.Hostname())) {
		return nil, fmt.Errorf("%.100q: %w", address, ErrPlain)
	}
	if c == nil {
		c = &http.Client{Timeout: 20 * time.Second}
	}
	return &Service{base: u, http: c, key: key}, nil
}

// ErrPlain says that the address of another machine has no TLS.
var ErrPlain = errors.New("unencrypted connections are allowed to this computer only: use https")

// Address returns the address of the service.
func (s *Service) Address() string { return s.base.String() }

// Key returns the private key of the device.
func (s *Service) Key() ed25519.PrivateKey { return s.key }

// PublicKey returns the public key of the device in the encoding of the protocol.
func (s *Service) PublicKey() string { return wire.Prove(s.key, "", 0, "").Key }

// Socket returns the URL of the WebSocket for Dial.
func (s *Service) Socket() string {
	u := *s.base
	u.Scheme = map[string]string{"https": "wss", "http": "ws"}[u.Scheme]
	return u.JoinPath(wire.GetSocket.Path).String()
}

func (s *Service) proof() wire.Proof {
	return wire.Prove(s.key, s.base.Hostname(), time.Now().Unix(), rand.Text())
}

// SignUp creates an account with a name, or a guest account if it is empty.
func (s *Service) SignUp(ctx context.Context, name, label string) (wire.Session, error) {
	q := wire.SignUp{Proof: s.proof(), Name: name, Guest: name == "", Label: label}
	return wire.PostAccounts.Ask(ctx, s.In(wire.Session{}), q)
}

// SignIn opens a session for the device.
func (s *Service) SignIn(ctx context.Context) (wire.Session, error) {
	return wire.PostSessions.Ask(ctx, s.In(wire.Session{}), wire.SignIn{Proof: s.proof()})
}

// Join adds the device to the account that issued a pairing or recovery code.
func (s *Service) Join(ctx context.Context, code string, recovery bool, label string) (wire.Session, error) {
	q := wire.Join{Proof: s.proof(), Code: code, Recovery: recovery, Label: label}
	return wire.PostDevices.Ask(ctx, s.In(wire.Session{}), q)
}

// Do sends a request with the token of a session, unless it is empty, and decodes the answer into out. A refusal is a
// *wire.Error.
func (s *Service) Do(ctx context.Context, method, path, token string, in, out any) error {
	return Request{HTTP: s.http, To: "the service", Token: token}.Send(ctx, method,
		s.base.JoinPath(path).String(), in, out)
}

// Request sends HTTP requests with the settings of a server.
type Request struct {
	HTTP  *http.Client
	To    string // name of the server in error texts
	Token string // for the header Authorization; may be empty
}

// Send sends in as JSON and decodes the answer into out, unless they are nil. A refusal is a *wire.Error.
func (q Request) Send(ctx context.Context, method, address string, in, out any) error {
	var data bytes.Buffer
	if in != nil {
		if err := json.NewEncoder(&data).Encode(in); err != nil {
			return err
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, address, &data)
	if err != nil {
		return err
	}
	r.Header.Set("Accept-Language", tongue.Current())
	if q.Token != "" {
		r.Header.Set("Authorization", "Bearer "+q.Token)
	}
	answer, err := q.HTTP.Do(r)
	if err != nil {
		return fmt.Errorf("%s cannot be reached: %w", q.To, err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	switch {
	case err != nil:
		return fmt.Errorf("the answer of %s was cut off: %w", q.To, err)
	case answer.StatusCode != http.StatusOK:
		return q.refusal(answer, text)
	case out == nil:
		return nil
	}
	if err := json.Unmarshal(text, out); err != nil {
		return fmt.Errorf("%w: %w", ErrForeign, err)
	}
	return nil
}

// refusal decodes a refusal. Other answers come from another program, or from a proxy whose service is down.
func (q Request) refusal(answer *http.Response, text []byte) error {
	var no wire.Refused
	if err := json.Unmarshal(text, &no); err != nil || no.Text == "" {
		if answer.StatusCode >= http.StatusInternalServerError {
			return fmt.Errorf("%s answers %s", q.To, answer.Status)
		}
		return fmt.Errorf("%w: HTTP status %s", ErrForeign, answer.Status)
	}
	seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After")) // 0 if missing
	return &wire.Error{Code: no.Code, Text: no.Text, After: time.Duration(max(seconds, 0)) * time.Second}
}
