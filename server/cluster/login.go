// Package cluster is how services, bots, workers and brokers prove to each other who they are. It opens no connection.
package cluster

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/nats-io/nats.go"
)

// Login is what one has to show to brokers, beside what stands in their addresses. All are files; empty is none.
type Login struct {
	Secret    string // that brokers of ours share, see NewSecret
	Creds     string // of an account of NATS, with its key
	NKey      string // a key of NATS (seed)
	CA        string // of who vouches for the brokers
	Cert, Key string // our own certificate and its key
}

// Flags lets a command take a login.
func (l *Login) Flags(set *flag.FlagSet) {
	set.StringVar(&l.Secret, "nats-secret", "", "`file` of the secret that the brokers have (-secret)")
	set.StringVar(&l.Creds, "nats-creds", "", "`file` with the .creds of an account of NATS")
	set.StringVar(&l.NKey, "nats-nkey", "", "`file` with an nkey (a seed, SU...)")
	set.StringVar(&l.CA, "nats-ca", "", "certificate `file` (PEM) of the authority that vouches for the brokers")
	set.StringVar(&l.Cert, "nats-cert", "", "certificate `file` (PEM) that is shown to the brokers")
	set.StringVar(&l.Key, "nats-key", "", "private key `file` (PEM) for -nats-cert")
}

// Check says what of it does not fit together, or cannot be read.
func (l Login) Check(addresses string) error {
	others := l.Creds != "" || l.NKey != "" || l.CA != "" || l.Cert != "" || l.Key != ""
	switch {
	case addresses == "" && l != Login{}:
		return errors.New("-nats-secret, -nats-creds, -nats-nkey, -nats-ca and -nats-cert need -nats")
	case l.Secret != "" && others:
		return errors.New("-nats-secret stands alone: it is password and certificate in one")
	case l.Creds != "" && l.NKey != "":
		return errors.New("give -nats-creds or -nats-nkey, not both")
	case (l.Cert == "") != (l.Key == ""):
		return errors.New("-nats-cert and -nats-key need each other")
	}
	_, err := l.Options()
	return err
}

// Options are those of a connection that shows it.
func (l Login) Options() (all []nats.Option, err error) {
	if l.Secret != "" {
		s, err := ReadSecret(l.Secret)
		if err != nil {
			return nil, err
		}
		c, err := s.TLS()
		return []nats.Option{nats.Secure(c), nats.UserInfo(User, s.Password())}, err
	}
	for _, file := range []string{l.Creds, l.NKey, l.CA, l.Cert, l.Key} { // NATS says only later that one is not there
		if _, err := os.Stat(file); file != "" && err != nil {
			return nil, fmt.Errorf("the brokers: %w", err)
		}
	}
	if l.Creds != "" {
		all = append(all, nats.UserCredentials(l.Creds))
	}
	if l.NKey != "" {
		key, err := nats.NkeyOptionFromSeed(l.NKey)
		if err != nil {
			return nil, fmt.Errorf("-nats-nkey %s: %w", l.NKey, err)
		}
		all = append(all, key)
	}
	if l.CA != "" {
		all = append(all, nats.RootCAs(l.CA))
	}
	if l.Cert != "" {
		all = append(all, nats.ClientCert(l.Cert, l.Key))
	}
	return all, nil
}
