package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"
)

// name checks the DNS record of the service's host name.
func (o Options) name(ctx context.Context) []Finding {
	const what = "name"
	if ip := net.ParseIP(o.Host); ip != nil && ip.IsLoopback() || o.Host == "localhost" {
		return one(what, Doubt, "give -host the name that players type: they sign it, and may not change it later",
			"%s: only this machine reaches it", o.Host)
	}
	found, err := net.DefaultResolver.LookupHost(ctx, o.Host)
	if err != nil {
		return one(what, Fault, "make an A or AAAA record of that name, or correct -host",
			"cannot look up %s: %v", o.Host, err)
	}
	list := strings.Join(found, ", ")
	if o.BehindProxy || slices.ContainsFunc(found, ownAddress) {
		return one(what, Fine, "", "%s is %s", o.Host, list)
	}
	return one(what, Doubt, "right behind a router or a balancer that passes connections on; else correct the record",
		"%s is %s, which is no address of this machine", o.Host, list)
}

// ownAddress reports whether an address is this machine's.
func ownAddress(text string) bool {
	all, err := net.InterfaceAddrs()
	return err == nil && slices.ContainsFunc(all, func(a net.Addr) bool {
		n, ok := a.(*net.IPNet)
		return ok && n.IP.Equal(net.ParseIP(text))
	})
}

// port checks whether the service can listen, or runs already.
func (o Options) port(ctx context.Context) []Finding {
	const what = "port"
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", o.Addr)
	switch {
	case err == nil:
		_ = l.Close()
		return one(what, Fine, "", "%s is free: no service runs here", o.Addr)
	case errors.Is(err, fs.ErrPermission):
		return one(what, Fault,
			"run it by docs/examples/taflmatch.service, which may (CAP_NET_BIND_SERVICE), or take a port from 1024 on",
			"%s may not be opened by this user", o.Addr)
	}
	status, text, asked := o.ready(ctx)
	switch {
	case asked != nil:
		return one(what, Fault, "end what has the port, or give another in -addr",
			"%v; no service answers there: %v", err, asked)
	case status != http.StatusOK:
		return one(what, Fault, "its log says why", "a service runs on %s and is not ready: %s", o.Addr, text)
	case !o.here():
		return one(what, Fault, "end it, or give another port in -addr", "a service runs on %s, but none has -data %s",
			o.Addr, o.Data)
	case text != "ready":
		return one(what, Doubt, "its log says more; see docs/operation.md, Damage", "a service runs on %s: %s",
			o.Addr, text)
	}
	return one(what, Fine, "", "a service runs on %s and is ready", o.Addr)
}

// here reports whether a service uses the data folder: its operator's socket exists.
func (o Options) here() bool {
	_, err := os.Stat(o.Socket)
	return err == nil
}

// ready requests the state of the service on the port. It does not check its certificate.
func (o Options) ready(ctx context.Context) (status int, text string, err error) {
	scheme := "http"
	if o.TLS {
		scheme = "https"
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+o.Addr+"/readyz", nil)
	if err != nil {
		return 0, "", err
	}
	c := &http.Client{Timeout: 5 * time.Second,
		Transport: &http.Transport{TLSClientConfig: &tls.Config{ServerName: o.Host, InsecureSkipVerify: true}}}
	answer, err := c.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(answer.Body, 1<<10))
	text = strings.TrimSpace(string(body))
	if err == nil && text != "ready" && text != "not ready" && !strings.HasPrefix(text, "degraded") {
		err = errors.New("another program answers")
	}
	return answer.StatusCode, text, err
}

// soon is how long before its end a certificate should have been renewed.
const soon = 14 * 24 * time.Hour

// certificate checks the service's certificate.
func (o Options) certificate(context.Context) []Finding {
	const what = "certificate"
	if o.Chain == nil {
		do := ""
		if o.BehindProxy {
			do = "the proxy before it must have one for " + o.Host
		}
		return one(what, Fine, do, "none: it speaks plain text")
	}
	chain, from, err := o.Chain()
	if errors.Is(err, fs.ErrNotExist) && from != "" {
		return one(what, Doubt, "the authority must reach this machine at ports 80 and 443 by the name "+o.Host,
			"%s: none yet, it is requested at the first connection", from)
	}
	if err != nil || len(chain) == 0 {
		return one(what, Fault, "-cert and -key name a pair (PEM) that this user can read", "%v", err)
	}
	return one(what, o.grade(chain), o.remedy(chain, from), "%s: for %s, by %s, until %s", from,
		strings.Join(append(slices.Clone(chain[0].DNSNames), addresses(chain[0])...), ", "), chain[0].Issuer,
		chain[0].NotAfter.Format(time.DateOnly))
}

func addresses(c *x509.Certificate) (all []string) {
	for _, ip := range c.IPAddresses {
		all = append(all, ip.String())
	}
	return all
}

// grade returns the grade of a certificate.
func (o Options) grade(chain []*x509.Certificate) Grade {
	now := time.Now()
	switch {
	case chain[0].VerifyHostname(o.Host) != nil, now.After(chain[0].NotAfter), now.Before(chain[0].NotBefore):
		return Fault
	case now.Add(soon).After(chain[0].NotAfter), o.vouched(chain) != nil:
		return Doubt
	}
	return Fine
}

// remedy returns what to do about a certificate.
func (o Options) remedy(chain []*x509.Certificate, from string) string {
	now := time.Now()
	switch {
	case chain[0].VerifyHostname(o.Host) != nil:
		return "it is not for " + o.Host + ": get one for that name, or correct -host"
	case now.After(chain[0].NotAfter):
		return "it has expired: renew it; the service reads the files again automatically"
	case now.Before(chain[0].NotBefore):
		return "it begins later: is the clock right?"
	case now.Add(soon).After(chain[0].NotAfter):
		return "it ends soon and was not renewed: see the log for what the authority says"
	case o.vouched(chain) != nil:
		return "this machine does not trust its issuer: put the authority's intermediate certificates behind " +
			"it in the file; of an authority of your own, players must trust it, and bots take -ca"
	}
	return ""
}

// vouched verifies the chain up to a trusted authority.
func (o Options) vouched(chain []*x509.Certificate) error {
	between := x509.NewCertPool()
	for _, c := range chain[1:] {
		between.AddCert(c)
	}
	_, err := chain[0].Verify(x509.VerifyOptions{DNSName: o.Host, Intermediates: between, Roots: o.Roots})
	return err
}
