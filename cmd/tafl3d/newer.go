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

// site is the address below which whoever gave the program out keeps version.txt, whose
// first line is the newest version; packaging sets it as it links. Empty is nowhere.
var site string

// newerTime is how long the site may take to answer.
const newerTime = 10 * time.Second

// newer returns the version of the site's where it is newer than ours, and else nothing. It
// is nil where there is no site to ask.
func newer() func(context.Context) (string, error) {
	if site == "" || release == "" {
		return nil
	}
	return func(ctx context.Context) (string, error) { return newerAt(ctx, site, release) }
}

// newerAt returns the version in the file of a site where it is newer than a release, as
// 1.2.0 is than 1.1.3 or than 1.2.0~20261124.
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
		return "", fmt.Errorf("%s holds no version", req.URL)
	}
	if semver.Compare(norm(there), norm(release)) <= 0 {
		return "", nil
	}
	return there, nil
}
