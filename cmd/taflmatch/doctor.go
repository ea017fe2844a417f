package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"tafl3d/internal/command"
	"tafl3d/server"
	"tafl3d/server/doctor"
)

// errUnfit is the error of doctor if a fault stops the service.
var errUnfit = errors.New("the service cannot run like this: fix the faults above")

var doctorCommand = &command.Command{
	Name: "doctor", Summary: "check the installation and say how to fix it", Args: "[flags of serve]",
	Help: "Checks the installation of a service that has these flags of serve, and says how to fix what is wrong.",
	Prepare: func(set *flag.FlagSet) func(*command.Env) error {
		o := serveFlags(set)
		return func(e *command.Env) error {
			if err := o.read(set); err != nil {
				return err
			}
			return runDoctor(e.Ctx, *o, e.Out)
		}
	},
}

// runDoctor checks the installation of a service with options o.
func runDoctor(ctx context.Context, o options, out io.Writer) (err error) {
	d := doctor.Options{
		Data: o.Data, Socket: filepath.Join(o.Data, server.AdminSocket), Addr: o.addr, Host: o.Host,
		BehindProxy: o.BehindProxy, NATS: o.NATS, Login: o.Login, Shards: cmp.Or(o.Shards, server.SharedShards),
		Replicas: o.Replicas,
		Database: o.Database, Standby: o.Standby, TLS: o.certs.on(),
	}
	if o.certs.on() {
		d.Chain = func() ([]*x509.Certificate, string, error) { return o.certs.chain(o.Host, o.Data) }
	}
	if d.Roots, err = o.certs.roots(); err != nil {
		return fmt.Errorf("-acme-root: %w", err)
	}
	if doctor.Tell(out, d.Examine(ctx)) == doctor.Fault {
		return errUnfit
	}
	return nil
}

// roots returns the private authority, nil if there is none.
func (c *certificates) roots() (*x509.CertPool, error) {
	if c.root == "" {
		return nil, nil
	}
	text, err := os.ReadFile(c.root)
	roots := x509.NewCertPool()
	if err == nil && !roots.AppendCertsFromPEM(text) {
		err = fmt.Errorf("%s contains no certificate", c.root)
	}
	return roots, err
}

// chain reads the service's certificate chain and returns its origin.
func (c *certificates) chain(host, data string) (chain []*x509.Certificate, from string, err error) {
	if !c.auto {
		pair, err := tls.LoadX509KeyPair(c.cert, c.key)
		if err != nil {
			return nil, "", err // a missing file is a fault too
		}
		chain, err = parsed(pair.Certificate)
		return chain, c.cert, err
	}
	from = filepath.Join(data, "certificates")
	text, err := os.ReadFile(filepath.Join(from, host)) // the file name of autocert
	var raw [][]byte
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if block.Type == "CERTIFICATE" {
			raw = append(raw, block.Bytes)
		}
	}
	if err == nil {
		chain, err = parsed(raw)
	}
	return chain, from, err
}

// parsed parses certificates.
func parsed(raw [][]byte) (chain []*x509.Certificate, err error) {
	for _, der := range raw {
		c, err := x509.ParseCertificate(der)
		if err != nil {
			return nil, err
		}
		chain = append(chain, c)
	}
	return chain, nil
}
