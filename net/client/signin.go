package client

import (
	"context"
	"crypto/ed25519"
	"crypto/tls"
	"errors"
	"net"
	"net/url"
	"slices"
	"strings"
	"syscall"

	"tafl3d/internal/errno"
	"tafl3d/net/wire"
)

// First signs in at the first address that a text may stand for and at which a service answers. in signs in. If no
// service answers, the error is the most specific one.
func First(text string, key ed25519.PrivateKey, in func(*Service) (wire.Session, error)) (
	*Service, wire.Session, error,
) {
	list := wire.Addresses(text)
	if len(list) == 0 {
		return nil, wire.Session{}, ErrNoAddress
	}
	var worst error
	for _, address := range list {
		s, err := NewService(address, key, nil)
		var session wire.Session
		if err == nil {
			session, err = in(s)
		}
		if err == nil {
			return s, session, nil
		}
		err = Explain(err)
		if worst == nil || slices.Index(unreachable, err) > slices.Index(unreachable, worst) {
			worst = err
		}
		if !slices.Contains(unreachable, err) { // a tafl3d service answered
			return nil, wire.Session{}, err
		}
	}
	return nil, wire.Session{}, worst
}

// unreachable are the errors for a missing service, least specific first.
var unreachable = []error{ErrUnreachable, ErrNoName, ErrNoPort, ErrNoTLS, ErrForeign, ErrCertificate}

// Enter signs in, or creates an account named name if the device has none; with guest it has no name.
func (s *Service) Enter(ctx context.Context, name string, guest bool) (wire.Session, error) {
	session, err := s.SignIn(ctx)
	var no *wire.Error
	switch {
	case !errors.As(err, &no) || no.Code != wire.Forbidden:
		return session, err
	case guest:
		name = ""
	case name == "":
		return session, ErrStranger
	}
	return s.SignUp(ctx, name, "desktop")
}

// Explain returns the error that tells a player why no service answers, or err if one has answered.
func Explain(err error) error {
	if errors.Is(err, ErrForeign) {
		return ErrForeign
	}
	if errors.Is(err, ErrPlain) {
		return ErrNoTLS
	}
	if _, mute := errors.AsType[*url.Error](err); !mute || errors.Is(err, context.Canceled) {
		return err
	}
	if _, plain := errors.AsType[tls.RecordHeaderError](err); plain ||
		strings.Contains(err.Error(), "server gave HTTP response to HTTPS client") {
		return ErrNoTLS
	}
	if _, bad := errors.AsType[*tls.CertificateVerificationError](err); bad {
		return ErrCertificate
	}
	if no, is := errors.AsType[*net.DNSError](err); is && no.IsNotFound {
		return ErrNoName
	}
	if errno.Is(err, syscall.ECONNREFUSED) {
		return ErrNoPort
	}
	return ErrUnreachable
}

// Explained is a wire.Asker whose errors are explained.
type Explained struct{ wire.Asker }

// Do implements wire.Asker.
func (e Explained) Do(ctx context.Context, method, path string, in, out any) error {
	return Explain(e.Asker.Do(ctx, method, path, in, out))
}
