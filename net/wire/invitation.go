package wire

import (
	"errors"
	"net"
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// Invitation identifies an invitation to a game: address of the service and code. Service is empty if only the code
// is known.
type Invitation struct{ Service, Code string }

// The part of a link between the address of the service and the code, and the maximum length of a code.
const (
	invitationPath = "/i/"
	maxCode        = 40
)

// Scheme is the prefix of links that the desktop program opens instead of a browser.
const Scheme = "tafl3d:"

// ErrNoInvitation says that a text is neither a link nor a code.
var ErrNoInvitation = errors.New("not a valid invitation link or code")

// Link returns the URL of the page of an invitation.
func (i Invitation) Link() string { return strings.TrimRight(i.Service, "/") + invitationPath + i.Code }

// ParseInvitation parses a link or a code. It accepts capitals, spaces and dashes in the code, and a link in
// brackets, without its scheme or with Scheme before it.
func ParseInvitation(text string) (i Invitation, err error) {
	text = strings.Trim(strings.TrimSpace(text), `<>"'`)
	if len(text) > len(Scheme) && strings.EqualFold(text[:len(Scheme)], Scheme) {
		text = strings.TrimLeft(text[len(Scheme):], "/")
	}
	at := strings.LastIndex(text, invitationPath)
	if at < 0 {
		i.Code, err = ParseCode(text)
		return i, err
	}
	address := WithScheme(text[:at])
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return i, ErrNoInvitation
	}
	code, _, _ := strings.Cut(text[at+len(invitationPath):], "?") // tracking parameters
	code, _, _ = strings.Cut(code, "#")
	i.Service = address
	i.Code, err = ParseCode(strings.TrimRight(code, "/.,"))
	return i, err
}

// WithScheme adds a missing scheme to the address of a service: http for this machine, else https.
func WithScheme(address string) string {
	address = strings.TrimSpace(address)
	if strings.Contains(address, "://") {
		return address
	}
	if u, err := url.Parse("http://" + address); err == nil && ThisMachine(u.Hostname()) {
		return u.String()
	}
	return "https://" + address
}

// UsualPort is the default port of a service.
const UsualPort = "7350"

// Addresses returns the addresses of a service that a text may mean, the likeliest first. The text may lack scheme
// and port, or be a link to a page of the service.
func Addresses(text string) (list []string) {
	text = strings.Trim(strings.TrimSpace(text), `<>"'`)
	if len(text) > len(Scheme) && strings.EqualFold(text[:len(Scheme)], Scheme) {
		text = strings.TrimLeft(text[len(Scheme):], "/")
	}
	first := WithScheme(text)
	u, err := url.Parse(first)
	if err != nil || u.Host == "" {
		return nil
	}
	add := func(u url.URL) {
		if a := strings.TrimRight(u.String(), "/"); !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	u.RawQuery, u.Fragment = "", ""
	add(*u)
	root := *u
	root.Path = ""
	add(root)
	if u.Port() == "" {
		root.Host = net.JoinHostPort(u.Hostname(), UsualPort)
		add(root)
	}
	if !strings.Contains(text, "://") && ThisMachine(u.Hostname()) {
		for _, a := range slices.Clone(list) {
			list = append(list, "https"+strings.TrimPrefix(a, "http"))
		}
	}
	return list
}

// ServiceLink reports whether a text may be a link to a service.
func ServiceLink(text string) bool {
	scheme, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text)), ":")
	return (scheme+":" == Scheme || scheme == "https" || scheme == "http") && len(Addresses(text)) > 0
}

// ParseCode parses a code, ignoring case, spaces and dashes.
func ParseCode(text string) (string, error) {
	code := strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '-' {
			return -1
		}
		return r
	}, text))
	odd := strings.ContainsFunc(code, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	if code == "" || len(code) > maxCode || odd {
		return "", ErrNoInvitation
	}
	return code, nil
}
