// Package doctor says what is wrong with the place where a service runs or is to run: name,
// certificate, clock, disk, limits, brokers and database, each with what to do. It looks and
// changes nothing but one file that it makes in the data folder to time the disk, and removes.
package doctor

import (
	"crypto/x509"
	"fmt"
	"io"
	"strings"
	"time"

	"tafl3d/server/cluster"
)

// Options say where the service runs, as its own do.
type Options struct {
	Data        string
	Socket      string // of the operator, in Data
	Addr        string // host:port that it listens on
	Host        string // name that players reach it by
	BehindProxy bool
	NATS        string // addresses of brokers; empty is one inside
	Login       cluster.Login
	Shards      int
	Replicas    int
	Database    string // postgres://...; empty is a file in Data
	Standby     string // of it; empty is none
	TLS         bool
	// Chain reads the certificate that it shows, the leaf first, with where it is from. nil
	// without any.
	Chain func() (chain []*x509.Certificate, from string, err error)
	Roots *x509.CertPool // who may vouch for it; nil are those that the system trusts
}

// Grade is how a thing stands.
type Grade uint8

// The grades: fine, worth a look, and in the way of the service.
const (
	Fine Grade = iota
	Doubt
	Fault
)

func (g Grade) String() string { return [...]string{"ok", "LOOK", "FAULT"}[g] }

// Finding is how one thing stands, and what to do about it, empty where there is nothing.
type Finding struct {
	What  string
	Grade Grade
	Told  string
	Do    string
}

// checkTime is how long each part may take.
const checkTime = 15 * time.Second

// Tell writes what was found, and returns the worst of it.
func Tell(out io.Writer, all []Finding) (worst Grade) {
	for _, f := range all {
		fmt.Fprintf(out, "%-6s %-12s %s\n", f.Grade, f.What, f.Told)
		if f.Do != "" {
			fmt.Fprintf(out, "%20s-> %s\n", "", f.Do)
		}
		worst = max(worst, f.Grade)
	}
	return worst
}

// one is a finding alone.
func one(what string, g Grade, do, format string, args ...any) []Finding {
	return []Finding{{What: what, Grade: g, Told: strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " "),
		Do: do}}
}
