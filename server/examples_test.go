package server_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tafl3d/net/wire"
)

// asker is somebody in the examples of docs/protocol.md.
type asker struct {
	key   ed25519.PrivateKey
	token string
}

// learned is what the examples' words in capitals stand for.
type learned map[string]string

var (
	request = regexp.MustCompile(`^(\w+) (GET|POST|DELETE) (\S+)(?: (\{.*\}))? <- (\d+)(?: (.*))?$`)
	capital = regexp.MustCompile(`\b[A-Z]{2,}\b`)
)

// send fills in what has been told and sends an example's request.
func (a *asker) send(t *testing.T, url string, known learned, m []string) (status int, answer []byte) {
	t.Helper()
	fill := func(text string, quote bool) string {
		return capital.ReplaceAllStringFunc(text, func(w string) string {
			v, ok := known[w]
			if w == "PROOF" {
				proof, _ := json.Marshal(wire.Prove(a.key, "127.0.0.1", time.Now().Unix(), rand.Text()))
				return string(proof)
			}
			if !ok {
				t.Fatalf("%s: nothing has told %s", m[0], w)
			}
			if quote {
				return `"` + v + `"`
			}
			return v
		})
	}
	r, err := http.NewRequestWithContext(t.Context(), m[2], url+fill(m[3], false), strings.NewReader(fill(m[4], true)))
	if err != nil {
		t.Fatal(err)
	}
	if a.token != "" {
		r.Header.Set("Authorization", "Bearer "+a.token)
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer, err = io.ReadAll(got.Body)
	_ = got.Body.Close()
	if err != nil {
		t.Fatal(err)
	}
	return got.StatusCode, answer
}

// pattern reads an answer as the examples show it: words in capitals are strings that begin with
// a $, and ... is a key or an item "...".
func pattern(t *testing.T, text string) (v any) {
	t.Helper()
	text = regexp.MustCompile(`"\.\.\."`).ReplaceAllLiteralString(text, `"$ANY"`)
	text = regexp.MustCompile(`:([A-Z]{2,})`).ReplaceAllString(text, `:"$$$1"`)
	text = strings.ReplaceAll(strings.ReplaceAll(text, "...}", `"...":0}`), "...]", `"..."]`)
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// differs says where an answer is not as it is shown, and learns what it tells; empty is nowhere.
func (k learned) differs(want, got any, at string) string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return fmt.Sprintf("%s is %v", at, got)
		}
		for key, one := range w {
			if key == "..." {
				continue
			}
			if d := k.differs(one, g[key], at+"."+key); d != "" {
				return d
			}
		}
		if _, more := w["..."]; !more && len(g) > len(w) {
			return fmt.Sprintf("%s has more: %v", at, got)
		}
		return ""
	case []any:
		g, _ := got.([]any)
		more := len(w) > 0 && w[len(w)-1] == "..."
		if more {
			w = w[:len(w)-1]
		}
		if got == nil || len(g) < len(w) || !more && len(g) > len(w) {
			return fmt.Sprintf("%s is %v", at, got)
		}
		for i := range w {
			if d := k.differs(w[i], g[i], fmt.Sprintf("%s[%d]", at, i)); d != "" {
				return d
			}
		}
		return ""
	case string:
		return k.word(w, got, at)
	}
	if want != got {
		return fmt.Sprintf("%s is %v, not %v", at, got, want)
	}
	return ""
}

// word compares a text, or learns what it stands for.
func (k learned) word(want string, got any, at string) string {
	text, ok := got.(string)
	name, open := strings.CutPrefix(want, "$")
	switch {
	case !ok || text == "":
		return fmt.Sprintf("%s is %v", at, got)
	case name == "ANY":
		return ""
	case open && (k[name] == "" || name == "TOKEN"):
		k[name] = text
		return ""
	case open && k[name] != text, !open && want != text:
		return fmt.Sprintf("%s is %q, not %q", at, text, want)
	}
	return ""
}

// TestExamplesOfRequests sends the requests that docs/protocol.md shows, and gets the answers that
// it tells.
func TestExamplesOfRequests(t *testing.T) {
	text, err := os.ReadFile("../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "### Example requests\n")
	_, rest, _ = strings.Cut(rest, "```\n")
	block, _, _ := strings.Cut(rest, "```")
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	people, known, sent := map[string]*asker{}, learned{}, 0
	for line := range strings.Lines(strings.ReplaceAll(block, "\n    ", " ")) {
		m := request.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			t.Fatalf("not understood: %s", line)
		}
		a := people[m[1]]
		if a == nil {
			_, key, err := ed25519.GenerateKey(rand.Reader)
			if err != nil {
				t.Fatal(err)
			}
			a = &asker{key: key}
			people[m[1]] = a
		}
		status, answer := a.send(t, web.URL, known, m)
		sent++
		if fmt.Sprint(status) != m[5] {
			t.Fatalf("%s: %d %s", m[0], status, answer)
		}
		if m[6] == "" {
			continue
		}
		var got any
		if err := json.Unmarshal(answer, &got); err != nil {
			t.Fatalf("%s: %s: %v", m[0], answer, err)
		}
		if d := known.differs(pattern(t, m[6]), got, ""); d != "" {
			t.Errorf("%s:\n%s\n%s", m[0], d, bytes.TrimSpace(answer))
		}
		if o, ok := got.(map[string]any); ok && strings.Contains(m[4], "PROOF") && status == http.StatusOK {
			a.token, _ = o["token"].(string)
		}
	}
	if sent < 25 {
		t.Errorf("%d examples", sent)
	}
}

// TestExamplesOfFollowing says and asks what docs/protocol.md shows of the lobby and the queue as they
// are told on the socket, and hears what it shows.
func TestExamplesOfFollowing(t *testing.T) {
	text, err := os.ReadFile("../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "### Example subscriptions\n")
	_, rest, _ = strings.Cut(rest, "```\n")
	block, _, _ := strings.Cut(rest, "```")
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	known, sent := learned{}, 0
	people, lines := map[string]*asker{}, map[string]*websocket.Conn{}
	for _, name := range []string{"Astrid", "Dag"} {
		p := signUp(t, web.URL, name)
		people[strings.ToLower(name)] = &asker{token: p.session.Token}
		ws, _, err := websocket.Dial(t.Context(), p.Socket(), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = ws.CloseNow() }()
		lines[strings.ToLower(name)] = ws
		hello, err := wire.Encode(1, wire.Hello{Token: p.session.Token})
		if err == nil {
			err = ws.Write(t.Context(), websocket.MessageText, hello)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for line := range strings.Lines(strings.ReplaceAll(block, "\n    ", " ")) {
		line = strings.TrimSpace(line)
		who, what, _ := strings.Cut(line, " ")
		if frame, says := strings.CutPrefix(what, "sends "); says {
			if _, _, err := wire.Decode([]byte(frame)); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			if err := lines[who].Write(t.Context(), websocket.MessageText, []byte(frame)); err != nil {
				t.Fatal(err)
			}
		} else if frame, hears := strings.CutPrefix(what, "receives "); hears {
			known.hears(t, lines[who], frame)
		} else {
			m := request.FindStringSubmatch(line)
			if m == nil {
				t.Fatalf("not understood: %s", line)
			}
			status, answer := people[who].send(t, web.URL, known, m)
			var got any
			if fmt.Sprint(status) != m[5] || json.Unmarshal(answer, &got) != nil {
				t.Fatalf("%s: %d %s", line, status, answer)
			}
			if d := known.differs(pattern(t, m[6]), got, ""); d != "" {
				t.Errorf("%s:\n%s\n%s", line, d, answer)
			}
		}
		sent++
	}
	if sent < 10 {
		t.Errorf("%d examples", sent)
	}
}

// hears waits for a message that is as it is shown.
func (k learned) hears(t *testing.T, ws *websocket.Conn, frame string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	want := pattern(t, frame)
	for differs := "nothing came"; ; {
		_, data, err := ws.Read(ctx)
		if err != nil {
			t.Fatalf("%s: %s (%v)", frame, differs, err)
		}
		var got any
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		d := k.differs(want, got, "")
		if d == "" {
			return
		}
		if !strings.HasPrefix(d, ".type") {
			differs = d
		}
	}
}
