package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"tafl3d/internal/await"
)

// firefox is a Firefox, driven by WebDriver BiDi. The tests share one; each has a tab and a store of its own in it.
// Only the tab in front has the focus, so these tests do not run in parallel with each other.
type firefox struct {
	process *exec.Cmd
	profile string
	line    *websocket.Conn
	mu      sync.Mutex
	last    int
	answers map[int]chan answer
	errors  map[string][]string // of the scripts of pages, by tab
}

// answer is the answer to a command.
type answer struct {
	result json.RawMessage
	err    error
}

// sharedFirefox starts the Firefox of the tests.
var sharedFirefox = sync.OnceValues(startFirefox)

// closeFirefox ends it.
var closeFirefox = func() {}

// firefoxPath returns the program; an error says that there is none here.
func firefoxPath() (string, error) {
	for _, name := range []string{"firefox-esr", "firefox"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Firefox on this machine (Debian: firefox-esr): the pages are not tried in it")
}

// firefoxSettings let it start fast, use one process for pages, and want little motion.
const firefoxSettings = `user_pref("ui.prefersReducedMotion", 1);
user_pref("dom.ipc.processCount", 1);
user_pref("dom.ipc.processPrelaunch.enabled", false);
user_pref("fission.autostart", false);
user_pref("toolkit.cosmeticAnimations.enabled", false);
`

func startFirefox() (*firefox, error) {
	path, err := firefoxPath()
	if err != nil {
		return nil, err
	}
	f := &firefox{answers: map[int]chan answer{}, errors: map[string][]string{}}
	if f.profile, err = os.MkdirTemp("", "firefox"); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(f.profile, "user.js"), []byte(firefoxSettings), 0o600); err != nil {
		return nil, err
	}
	f.process = exec.Command(path, "--headless", "--no-remote", "--profile", f.profile, "--remote-debugging-port", "0",
		"--width", "1280", "--height", "900", "about:blank")
	f.process.Env = append(os.Environ(), "HOME="+f.profile, "MOZ_CRASHREPORTER_DISABLE=1")
	out, err := f.process.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := f.process.Start(); err != nil {
		return nil, err
	}
	closeFirefox = f.close
	address := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if _, at, ok := strings.Cut(lines.Text(), "BiDi listening on "); ok {
				address <- at
			}
		}
	}()
	select {
	case at := <-address:
		return f, f.connect(at)
	case <-time.After(2 * time.Minute):
		return nil, errors.New("Firefox does not say where it listens")
	}
}

// connect begins a session.
func (f *firefox) connect(address string) (err error) {
	if f.line, _, err = websocket.Dial(context.Background(), address+"/session", nil); err != nil {
		return err
	}
	f.line.SetReadLimit(64 << 20)
	go f.listen()
	if _, err := f.call("session.new", map[string]any{"capabilities": map[string]any{}}); err != nil {
		return err
	}
	_, err = f.call("session.subscribe", map[string]any{"events": []string{"log.entryAdded"}})
	return err
}

// listen reads answers and the errors of pages until the line ends.
func (f *firefox) listen() {
	for {
		var m struct {
			ID                    int
			Type, Message, Method string
			Result                json.RawMessage
			Params                struct {
				Level, Text, Type string
				Source            struct{ Context string }
			}
		}
		err := wsjson.Read(context.Background(), f.line, &m)
		f.mu.Lock()
		switch to := f.answers[m.ID]; {
		case err != nil:
			for _, to := range f.answers {
				to <- answer{err: err}
			}
			f.answers = map[int]chan answer{}
		case m.Method == "log.entryAdded" && m.Params.Level == "error" && m.Params.Type == "javascript":
			f.errors[m.Params.Source.Context] = append(f.errors[m.Params.Source.Context], m.Params.Text)
		case to != nil && m.Type == "error":
			to <- answer{err: errors.New(m.Message)}
		case to != nil:
			to <- answer{result: m.Result}
		}
		delete(f.answers, m.ID)
		f.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// call sends a command and returns its result.
func (f *firefox) call(method string, params any) (json.RawMessage, error) {
	to := make(chan answer, 1)
	f.mu.Lock()
	f.last++
	id := f.last
	f.answers[id] = to
	f.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := wsjson.Write(ctx, f.line, map[string]any{"id": id, "method": method, "params": params}); err != nil {
		return nil, err
	}
	select {
	case a := <-to:
		return a.result, a.err
	case <-ctx.Done():
		return nil, fmt.Errorf("%s: no answer", method)
	}
}

func (f *firefox) close() {
	if f.line != nil {
		_, _ = f.call("browser.close", map[string]any{}) // it is killed anyway
	}
	_ = f.process.Process.Kill()
	_ = f.process.Wait()
	_ = os.RemoveAll(f.profile)
}

// tab is a tab of a test.
type tab struct {
	*firefox
	t       testing.TB
	context string
}

// newTab opens a tab with a store of its own, in front. Errors of its pages fail the test.
func newTab(t testing.TB) *tab {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	if _, err := firefoxPath(); err != nil {
		t.Skip(err)
	}
	f, err := sharedFirefox()
	if err != nil {
		t.Fatal(err)
	}
	b := &tab{firefox: f, t: t}
	var user struct{ UserContext string }
	b.must("browser.createUserContext", map[string]any{}, &user)
	var made struct{ Context string }
	b.must("browsingContext.create", map[string]any{"type": "tab", "userContext": user.UserContext}, &made)
	b.context = made.Context
	t.Cleanup(func() {
		_, _ = f.call("browser.removeUserContext", map[string]any{"userContext": user.UserContext})
		f.mu.Lock()
		defer f.mu.Unlock()
		for _, text := range f.errors[b.context] {
			if !strings.Contains(text, "ws://") { // a line that ends when the page is left
				t.Errorf("the page's script failed: %s", text)
			}
		}
	})
	b.must("browsingContext.activate", map[string]any{"context": b.context}, nil)
	return b
}

// must sends a command and decodes its result.
func (b *tab) must(method string, params, out any) {
	b.t.Helper()
	result, err := b.call(method, params)
	if err == nil && out != nil {
		err = json.Unmarshal(result, out)
	}
	if err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
}

func (b *tab) open(url string) {
	b.t.Helper()
	b.must("browsingContext.navigate", map[string]any{"context": b.context, "url": url, "wait": "complete"}, nil)
}

// eval computes an expression in the page. The error says that it is left meanwhile.
func (b *tab) eval(expression string, out any) error {
	b.t.Helper()
	result, err := b.call("script.evaluate", map[string]any{"expression": "JSON.stringify(" + expression + ")",
		"target": map[string]any{"context": b.context}, "awaitPromise": false})
	if err != nil {
		return err
	}
	var r struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	if err := json.Unmarshal(result, &r); err != nil {
		return err
	}
	if r.Type != "success" {
		return errors.New(r.ExceptionDetails.Text)
	}
	return json.Unmarshal([]byte(r.Result.Value), out)
}

// inTab computes an expression in the page.
func inTab[T any](b *tab, expression string) (v T) {
	b.t.Helper()
	if err := b.eval(expression, &v); err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// until waits for an expression to be true.
func (b *tab) until(what, expression string) {
	b.t.Helper()
	var last error
	looks := await.Poll{Timeout: patience, Interval: 25 * time.Millisecond, Longest: 200 * time.Millisecond,
		State: func() string { return fmt.Sprint(inTab[string](b, `document.body.innerText.slice(0, 400)`), last) }}
	looks.Until(b.t, what+": never", func() bool {
		var is bool
		last = b.eval("Boolean("+expression+")", &is)
		return last == nil && is
	})
}

// keys presses keys one after another. Tab and Enter are Tab and Enter.
func (b *tab) keys(keys ...string) {
	b.t.Helper()
	var actions []map[string]any
	for _, key := range keys {
		code := map[string]string{"Tab": "\ue004", "Enter": "\ue007"}[key]
		if code == "" {
			code = key
		}
		actions = append(actions, map[string]any{"type": "keyDown", "value": code},
			map[string]any{"type": "keyUp", "value": code})
	}
	b.must("input.performActions", map[string]any{"context": b.context, "actions": []any{
		map[string]any{"type": "key", "id": "keys", "actions": actions}}}, nil)
}

// click presses the mouse on the middle of an element, given as an expression.
func (b *tab) click(element string) {
	b.t.Helper()
	at := inTab[[]int](b, `(() => { const e = `+element+`; e.scrollIntoView({block: "center"}); `+
		`const r = e.getBoundingClientRect(); return [r.x + r.width/2, r.y + r.height/2].map(Math.round); })()`)
	actions := []any{map[string]any{"type": "pointerMove", "x": at[0], "y": at[1]},
		map[string]any{"type": "pointerDown", "button": 0}, map[string]any{"type": "pointerUp", "button": 0}}
	b.must("input.performActions", map[string]any{"context": b.context, "actions": []any{map[string]any{
		"type": "pointer", "id": "mouse", "parameters": map[string]any{"pointerType": "mouse"},
		"actions": actions}}}, nil)
}

// square is the expression of a square of the board.
func square(name string) string {
	return fmt.Sprintf(`[...document.querySelectorAll(".hit")].find((c) => c.getAttribute("aria-label").split(",")[0] `+
		`=== %q)`, name)
}
