package words

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	"tafl3d/internal/errno"
	"tafl3d/tongue"
)

// Messages for errors of libraries and of the system.
const (
	becauseDamaged   = "the file is damaged"
	becauseNoNumber  = "it contains an invalid number"
	becauseNotThere  = "not found"
	becauseForbidden = "no permission to read or write there"
	becauseFull      = "the disk is full"
	becauseReadOnly  = "cannot write there"
	becauseSilent    = "no answer"
	becauseNoName    = "address not found"
	becauseNoTrust   = "the certificate is not trusted"
	becauseCut       = "the connection was lost"
	becauseNoProgram = "program not found"
	becauseCancelled = "it was cancelled"
)

// Plain returns an error without the texts of libraries and of the system, which are replaced by our own.
func Plain(err error) string {
	if err == nil {
		return ""
	}
	text := err.Error()
	for _, in := range inner(err) {
		text = strings.ReplaceAll(text, in.Error(), said(in))
	}
	return dialect.ReplaceAllString(text, "${1}"+tongue.Text(becauseDamaged))
}

// said translates an error as far as possible.
func said(err error) string {
	if w, is := err.(tongue.Worded); is {
		return tongue.Now().Worded(w, Plain)
	}
	return tongue.Text(cmp.Or(because(err), err.Error()))
}

// dialect matches the texts of libraries that have no error values.
var dialect = regexp.MustCompile(
	`(?m)(^|\s)(?:json|xml|strconv\.\w+):\s.*$|invalid\scharacter\s.*$|unexpected\send\sof\sJSON\sinput`)

// inner returns an error and all errors that it wraps, the outermost first.
func inner(err error) []error {
	list := []error{err}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if in := e.Unwrap(); in != nil {
			list = append(list, inner(in)...)
		}
	case interface{ Unwrap() []error }:
		for _, in := range e.Unwrap() {
			list = append(list, inner(in)...)
		}
	}
	return list
}

// because returns the message for an error of a library; empty for our own errors.
func because(err error) string {
	switch e := err.(type) {
	case *json.SyntaxError, *json.UnmarshalTypeError:
		return becauseDamaged
	case *strconv.NumError:
		return becauseNoNumber
	case *fs.PathError, *os.LinkError, *os.SyscallError, syscall.Errno:
		return ofSystem(err)
	case *exec.Error:
		return becauseNoProgram
	case *net.DNSError:
		return becauseNoName
	case *tls.CertificateVerificationError, x509.UnknownAuthorityError, x509.HostnameError,
		x509.CertificateInvalidError:
		return becauseNoTrust
	case *url.Error:
		return ofNetwork(e.Err)
	case *net.OpError:
		return ofNetwork(e)
	}
	switch err {
	case io.EOF, io.ErrUnexpectedEOF, net.ErrClosed:
		return becauseCut
	case context.DeadlineExceeded:
		return becauseSilent
	case context.Canceled:
		return becauseCancelled
	}
	if _, is := err.(interface{ Position() (row, column int) }); is { // of a TOML file
		return becauseDamaged
	}
	return ""
}

// ofSystem returns the message for a file error of the system.
func ofSystem(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return becauseNotThere
	case errno.Is(err, syscall.ENOSPC):
		return becauseFull
	case errors.Is(err, fs.ErrPermission):
		return becauseForbidden
	case errno.Is(err, syscall.ECONNREFUSED):
		return becauseSilent
	}
	return becauseReadOnly
}

// ofNetwork returns the message for a failed connection.
func ofNetwork(err error) string {
	var name *net.DNSError
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &name):
		return becauseNoName
	case errors.As(err, &authority), errors.As(err, &host), errors.As(err, &invalid):
		return becauseNoTrust
	case errors.Is(err, io.EOF), errors.Is(err, net.ErrClosed), errno.Is(err, syscall.ECONNRESET):
		return becauseCut
	}
	return becauseSilent
}
