// Package doctor checks the place where a service runs or is to run: name, certificate, clock, disk, limits, brokers
// and database, and says how to fix problems. It changes nothing, except that it makes and removes a file in the data
// folder to measure the disk.
package doctor

import (
	"crypto/x509"
	"fmt"
	"io"
	"strings"
	"time"

	"tafl3d/server/cluster"
)

// Options says where the service runs, like the service's own options.
type Options struct {
	Data        string
	Socket      string // of the operator, in Data
	Addr        string // host:port that it listens on
	Host        string // host name of the service
	BehindProxy bool
	NATS        string // addresses of brokers; empty: one in the service's process
	Login       cluster.Login
	Shards      int
	Replicas    int
	Database    string // postgres://...; empty is a file in Data
	Standby     string // of the database; empty is none
	TLS         bool
	// Chain reads the service's certificate chain, the leaf first, and its origin. nil without a certificate.
	Chain func() (chain []*x509.Certificate, from string, err error)
	Roots *x509.CertPool // trusted authorities; nil are those of the system
}

// Grade is the result of a check.
type Grade uint8

// The grades: fine, worth a look, and a fault that stops the service.
const (
	Fine Grade = iota
	Doubt
	Fault
)

func (g Grade) String() string { return [...]string{"ok", "LOOK", "FAULT"}[g] }

// Finding is the result of a check. Do says what to do, empty if nothing.
type Finding struct {
	What  string
	Grade Grade
	Told  string
	Do    string
}

// checkTime is the time limit of each check.
const checkTime = 15 * time.Second

// Tell writes the findings and returns the worst grade.
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

// one returns a single finding.
func one(what string, g Grade, do, format string, args ...any) []Finding {
	return []Finding{{What: what, Grade: g, Told: strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " "),
		Do: do}}
}
