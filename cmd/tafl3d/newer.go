package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"golang.org/x/mod/semver"
)

// site is the URL of the publisher's folder with version.txt, whose first line is the newest
// version; packaging sets it with -ldflags. Empty disables the check.
var site string

// newerTime is the time limit of the request.
const newerTime = 10 * time.Second

// newer returns a function that returns the site's version if it is newer than this one, else an
// empty text. It is nil without a site.
func newer() func(context.Context) (string, error) {
	if site == "" || release == "" {
		return nil
	}
	return func(ctx context.Context) (string, error) { return newerAt(ctx, site, release) }
}

// newerAt returns the version in the site's file if it is newer than release: 1.2.0 is newer than
// 1.1.3 and than 1.2.0~20261124.
func newerAt(ctx context.Context, site, release string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, newerTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, site+"/version.txt", nil)
	if err != nil {
		return "", err
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s: %s", req.URL, answer.Status)
	}
	s := bufio.NewScanner(io.LimitReader(answer.Body, 100))
	s.Scan()
	there := strings.TrimSpace(s.Text())
	norm := func(version string) string { return "v" + strings.Replace(version, "~", "-", 1) }
	if semver.Canonical(norm(there)) != norm(there) {
		return "", fmt.Errorf("%s contains no version", req.URL)
	}
	if semver.Compare(norm(there), norm(release)) <= 0 {
		return "", nil
	}
	return there, nil
}
