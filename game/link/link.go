// Package link writes texts of ours as links that open in another's program: games and
// positions, rules, and courses. docs/format.md tells the form. What the text says is the
// business of whoever reads it.
package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"io"
	"slices"
	"strings"
)

// Kind says what a link carries.
type Kind string

// The kinds.
const (
	Game   Kind = "game"   // games in our format; a position is a game without turns
	Rules  Kind = "rules"  // the file of a variant
	Lesson Kind = "lesson" // the file of a course
)

var kinds = []Kind{Game, Rules, Lesson}

// scheme stands before every link, and longest is how long one may be, in bytes: systems hand
// them over as a word of a command. most is how long its text may be.
const (
	scheme  = "tafl3d:"
	longest = 16 << 10
	most    = 1 << 20
)

// Faults of links.
var (
	ErrLong    = errors.New("this is too long for a link: send it as a file")
	ErrDamaged = errors.New("this link is damaged or was cut short: copy all of it")
	ErrNewer   = errors.New("this link is of a newer version of the program")
)

// Make returns the link that carries a text.
func Make(k Kind, text string) (string, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err = io.WriteString(w, text); err != nil {
		return "", err
	}
	if err = w.Close(); err != nil {
		return "", err
	}
	l := scheme + "//" + string(k) + "?" + base64.RawURLEncoding.EncodeToString(b.Bytes())
	if len(l) > longest || len(text) > most {
		return "", ErrLong
	}
	return l, nil
}

// Is reports whether a text is meant as such a link, sound or not. Links of services and of
// invitations, which have the same scheme, are none.
func Is(text string) bool {
	kind, _, ok := cut(text)
	return ok && kind != "" && strings.Trim(string(kind), "abcdefghijklmnopqrstuvwxyz") == ""
}

// Read returns what a link carries. Line breaks in it, as mail makes them, do not matter.
func Read(text string) (Kind, string, error) {
	kind, data, ok := cut(text)
	switch {
	case !ok:
		return "", "", ErrDamaged
	case !slices.Contains(kinds, kind):
		return "", "", ErrNewer
	case len(data) > longest:
		return "", "", ErrLong
	}
	packed, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(data, "="))
	if err != nil {
		return "", "", ErrDamaged
	}
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), most+1))
	switch {
	case len(plain) > most:
		return "", "", ErrLong
	case err != nil || len(plain) == 0:
		return "", "", ErrDamaged
	}
	return kind, string(plain), nil
}

// cut divides a link into what it carries and the data; false: it has another scheme, or no
// data.
func cut(text string) (Kind, string, bool) {
	text = strings.Join(strings.Fields(strings.Trim(strings.TrimSpace(text), `<>"'`)), "")
	if len(text) < len(scheme) || !strings.EqualFold(text[:len(scheme)], scheme) {
		return "", "", false
	}
	kind, data, ok := strings.Cut(strings.TrimLeft(text[len(scheme):], "/"), "?")
	return Kind(strings.ToLower(strings.TrimRight(kind, "/"))), data, ok
}
