// Package cluster authenticates services, bots, workers and brokers to each other. It opens no connection.
package cluster

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/nats-io/nats.go"
)

// Login is what a client presents to brokers, apart from what their addresses contain. All fields are paths of files;
// empty is none.
type Login struct {
	Secret    string // shared by the brokers, see NewSecret
	Creds     string // credentials of a NATS account, with its key
	NKey      string // a NATS key (seed)
	CA        string // authority that signed the brokers' certificates
	Cert, Key string // our own certificate and its key
}

// Flags adds the flags of a login to a command.
func (l *Login) Flags(set *flag.FlagSet) {
	set.StringVar(&l.Secret, "nats-secret", "", "`file` of the secret that the brokers have (-secret)")
	set.StringVar(&l.Creds, "nats-creds", "", "`file` with the .creds of an account of NATS")
	set.StringVar(&l.NKey, "nats-nkey", "", "`file` with an nkey (a seed, SU...)")
	set.StringVar(&l.CA, "nats-ca", "",
		"certificate `file` (PEM) of the authority that signed the brokers' certificates")
	set.StringVar(&l.Cert, "nats-cert", "", "certificate `file` (PEM) to present to the brokers")
	set.StringVar(&l.Key, "nats-key", "", "private key `file` (PEM) for -nats-cert")
}

// Check returns an error if fields contradict each other or a file cannot be read.
func (l Login) Check(addresses string) error {
	others := l.Creds != "" || l.NKey != "" || l.CA != "" || l.Cert != "" || l.Key != ""
	switch {
	case addresses == "" && l != Login{}:
		return errors.New("-nats-secret, -nats-creds, -nats-nkey, -nats-ca and -nats-cert need -nats")
	case l.Secret != "" && others:
		return errors.New("use -nats-secret alone: it replaces the other login options")
	case l.Creds != "" && l.NKey != "":
		return errors.New("give -nats-creds or -nats-nkey, not both")
	case (l.Cert == "") != (l.Key == ""):
		return errors.New("give -nats-cert and -nats-key together")
	}
	_, err := l.Options()
	return err
}

// Options returns the options for a connection that uses this login.
func (l Login) Options() (all []nats.Option, err error) {
	if l.Secret != "" {
		s, err := ReadSecret(l.Secret)
		if err != nil {
			return nil, err
		}
		c, err := s.TLS()
		return []nats.Option{nats.Secure(c), nats.UserInfo(User, s.Password())}, err
	}
	for _, file := range []string{l.Creds, l.NKey, l.CA, l.Cert, l.Key} { // NATS reports a missing file only later
		if _, err := os.Stat(file); file != "" && err != nil {
			return nil, fmt.Errorf("login for the brokers: %w", err)
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
