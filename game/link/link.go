// Package link encodes games, positions, rules and courses as links that open in another player's program.
// docs/format.md describes the form. The package does not interpret the text in a link.
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

// Kind is the kind of text in a link.
type Kind string

// The kinds.
const (
	Game   Kind = "game"   // games in the program's format; a position is a game without moves
	Rules  Kind = "rules"  // a variant file
	Lesson Kind = "lesson" // a course file
)

var kinds = []Kind{Game, Rules, Lesson}

// scheme begins every link. longest is the maximum length of a link in bytes, because systems pass links as
// command-line arguments. most is the maximum length of the text.
const (
	scheme  = "tafl3d:"
	longest = 16 << 10
	most    = 1 << 20
)

// Errors of links.
var (
	ErrLong    = errors.New("this is too long for a link: send it as a file")
	ErrDamaged = errors.New("this link is damaged or was cut short: copy all of it")
	ErrNewer   = errors.New("this link is from a newer version of the program")
)

// Make returns the link with a text.
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

// Is reports whether a text looks like such a link, valid or not. Links to services and invitations, which have the
// same scheme, do not.
func Is(text string) bool {
	kind, _, ok := cut(text)
	return ok && kind != "" && strings.Trim(string(kind), "abcdefghijklmnopqrstuvwxyz") == ""
}

// Read returns the kind and the text of a link. It ignores line breaks, which mail programs insert.
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

// cut splits a link into the kind and the data. It returns false for another scheme, or without data.
func cut(text string) (Kind, string, bool) {
	text = strings.Join(strings.Fields(strings.Trim(strings.TrimSpace(text), `<>"'`)), "")
	if len(text) < len(scheme) || !strings.EqualFold(text[:len(scheme)], scheme) {
		return "", "", false
	}
	kind, data, ok := strings.Cut(strings.TrimLeft(text[len(scheme):], "/"), "?")
	return Kind(strings.ToLower(strings.TrimRight(kind, "/"))), data, ok
}
