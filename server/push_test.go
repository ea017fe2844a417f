package server_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	permission "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"tafl3d/game"
	"tafl3d/internal/await"
	"tafl3d/net/wire"
	"tafl3d/server"
	"tafl3d/server/store/storetest"
)

// pushed is a message as the push service of a browser receives it, decrypted.
type pushed struct {
	path, topic, signer string
	message             struct{ Title, Text, Game string }
}

// pushService stands in for the push service of a browser, and has the keys of the browser.
type pushService struct {
	*httptest.Server
	t       testing.TB
	key     *ecdh.PrivateKey
	secret  []byte
	mu      sync.Mutex
	status  int // of its answers
	arrived []pushed
}

func newPushService(t testing.TB) *pushService {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	p := &pushService{t: t, key: key, secret: []byte("sixteen letters!"), status: http.StatusCreated}
	p.Server = httptest.NewTLSServer(http.HandlerFunc(p.receive))
	t.Cleanup(p.Close)
	return p
}

// subscription is that of a browser with this push service.
func (p *pushService) subscription(path, language string) wire.Subscription {
	text := base64.RawURLEncoding.EncodeToString
	return wire.Subscription{Endpoint: p.URL + path, P256dh: text(p.key.PublicKey().Bytes()), Auth: text(p.secret),
		Language: language}
}

// receive decrypts a message and checks who has signed for it.
func (p *pushService) receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		p.t.Error(err)
	}
	one := pushed{path: r.URL.Path, topic: r.Header.Get("Topic")}
	if one.signer, err = p.signed(r.Header.Get("Authorization")); err != nil {
		p.t.Error(err)
	}
	text, err := p.decrypt(body)
	if err != nil {
		p.t.Error(err)
	} else if err := json.Unmarshal(text, &one.message); err != nil {
		p.t.Errorf("%s: %v", text, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.arrived = append(p.arrived, one)
	w.WriteHeader(p.status)
}

// signed returns the key that has signed for a message to this push service (RFC 8292).
func (p *pushService) signed(header string) (key string, err error) {
	rest, ok := strings.CutPrefix(header, "vapid t=")
	token, key, both := strings.Cut(rest, ", k=")
	parts := strings.Split(token, ".")
	if !ok || !both || len(parts) != 3 {
		return "", fmt.Errorf("not signed: %s", header)
	}
	point, err := base64.RawURLEncoding.DecodeString(key)
	if err != nil {
		return "", err
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return "", err
	}
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || len(signature) != 64 {
		return "", fmt.Errorf("signature %s: %v", parts[2], err)
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(public, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return "", fmt.Errorf("a wrong signature: %s", header)
	}
	var claims struct {
		Aud, Sub string
		Exp      int64
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil || json.Unmarshal(text, &claims) != nil || claims.Aud != p.URL || claims.Sub != "https://127.0.0.1" ||
		claims.Exp < time.Now().Unix() {
		return "", fmt.Errorf("signed for %s (%v)", text, err)
	}
	return key, nil
}

// decrypt returns the text of a message (RFC 8188 and 8291).
func (p *pushService) decrypt(body []byte) ([]byte, error) {
	if len(body) < 86 || body[20] != 65 {
		return nil, fmt.Errorf("a message of %d bytes", len(body))
	}
	salt, size, sender, sealed := body[:16], binary.BigEndian.Uint32(body[16:20]), body[21:86], body[86:]
	if uint32(len(body)) > size || size > 4096 {
		return nil, fmt.Errorf("a record of %d in a message of %d bytes", size, len(body))
	}
	key, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return nil, err
	}
	shared, err := p.key.ECDH(key)
	if err != nil {
		return nil, err
	}
	derive := func(secret, salt []byte, info string, n int) []byte {
		out, err := hkdf.Key(sha256.New, secret, salt, info, n)
		if err != nil {
			p.t.Error(err)
		}
		return out
	}
	input := derive(shared, p.secret, "WebPush: info\x00"+string(p.key.PublicKey().Bytes())+string(sender), 32)
	block, err := aes.NewCipher(derive(input, salt, "Content-Encoding: aes128gcm\x00", 16))
	if err != nil {
		return nil, err
	}
	open, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	plain, err := open.Open(nil, derive(input, salt, "Content-Encoding: nonce\x00", 12), sealed, nil)
	if err != nil {
		return nil, err
	}
	text, padding, ok := strings.Cut(string(plain), "\x02")
	if !ok || strings.Trim(padding, "\x00") != "" {
		return nil, fmt.Errorf("no end of the text in %q", plain)
	}
	return []byte(text), nil
}

// answer sets the status of its answers.
func (p *pushService) answer(status int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status = status
}

// nth waits for the nth message.
func (p *pushService) nth(t testing.TB, n int) pushed {
	t.Helper()
	var all []pushed
	await.Until(t, fmt.Sprint("message ", n), func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		all = slices.Clone(p.arrived)
		return len(all) >= n
	})
	return all[n-1]
}

// withPush starts a service that sends to a push service on this machine.
func withPush(t testing.TB, p *pushService) *fixture {
	t.Helper()
	dir := t.TempDir()
	s, err := server.Start(t.Context(), server.Options{Data: dir, Database: storetest.Address(t, dir),
		Host: "127.0.0.1", Log: warnings(), Push: p.Client()})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s.Handler())
	t.Cleanup(func() { web.CloseClientConnections(); web.Close(); _ = s.Close() })
	return &fixture{s, web.URL, signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")}
}

// slowGame begins a game with a clock between Astrid, who attacks, and Dag.
func (s *fixture) slowGame(t testing.TB, clock string) *table2 {
	t.Helper()
	open := ask[wire.OpenSeek](t, s.astrid, http.MethodPost, "v1/seeks", brandubh(func(q *wire.Seek) {
		q.Clocks, q.Side, q.Invite, q.Rated = []string{clock}, wire.Attackers, true, false
	}))
	return s.sit(t, ask[wire.Begun](t, s.dag, http.MethodPost, "v1/seeks/take", wire.Take{Code: open.Code}).Game)
}

// TestPush tells a player of a correspondence game, and of no other, that it is their move: encrypted for the browser
// and signed by the service, in the player's language. What the push service no longer knows is removed.
func TestPush(t *testing.T) {
	t.Parallel()
	p := newPushService(t)
	s := withPush(t, p)
	own := ask[wire.Pushes](t, s.dag, http.MethodGet, "v1/me/push", nil)
	if len(own.List) != 0 || own.Key == "" {
		t.Fatalf("%+v", own)
	}
	quick, slow := s.slowGame(t, "5m+3s"), s.slowGame(t, "0s+1x3d")
	ask[wire.None](t, s.dag, http.MethodPost, "v1/me/push", p.subscription("/dag", "de"))
	quick.play(t, 1)
	slow.play(t, 2) // one move each
	one := p.nth(t, 1)
	if one.path != "/dag" || one.message.Title != "Du bist am Zug" || one.message.Game != slow.id ||
		!strings.HasPrefix(one.message.Text, "Astrid · ") || one.signer != own.Key || one.topic != slow.id {
		t.Errorf("%+v", one)
	}
	own = ask[wire.Pushes](t, s.dag, http.MethodGet, "v1/me/push", nil)
	if len(own.List) != 1 || !own.List[0].Here || own.List[0].Service != strings.TrimPrefix(p.URL, "https://") {
		t.Errorf("%+v", own)
	}
	p.answer(http.StatusGone)
	slow.play(t, 1)
	p.nth(t, 2)
	await.Until(t, "the subscription is removed", func() bool {
		return len(ask[wire.Pushes](t, s.dag, http.MethodGet, "v1/me/push", nil).List) == 0
	})
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.arrived) != 2 {
		t.Errorf("%d messages: %+v", len(p.arrived), p.arrived)
	}
}

// TestPushRefused refuses subscriptions that lead into the network of the service, or have no keys.
func TestPushRefused(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	good := newPushService(t).subscription("/x", "en")
	good.Endpoint = "https://push.example/x"
	for what, change := range map[string]func(*wire.Subscription){
		"a private address": func(q *wire.Subscription) { q.Endpoint = "https://10.0.0.1/x" },
		"not encrypted":     func(q *wire.Subscription) { q.Endpoint = "http://push.example/x" },
		"no key":            func(q *wire.Subscription) { q.P256dh = "AAAA" },
		"no secret":         func(q *wire.Subscription) { q.Auth = "AAAA" },
	} {
		q := good
		change(&q)
		t.Log(what)
		refused(t, s.dag, "v1/me/push", q, wire.BadMessage)
	}
	ask[wire.None](t, s.dag, http.MethodPost, "v1/me/push", good)
	list := ask[wire.Pushes](t, s.dag, http.MethodGet, "v1/me/push", nil).List
	if len(list) != 1 {
		t.Fatalf("%+v", list)
	}
	ask[wire.None](t, s.dag, http.MethodPost, "v1/me/push/remove", wire.Revoke{Key: list[0].Device})
	if list = ask[wire.Pushes](t, s.dag, http.MethodGet, "v1/me/push", nil).List; len(list) != 0 {
		t.Errorf("%+v", list)
	}
}

// TestPushInABrowser asks for notices on the page and gets one, which opens the game. The browser has no push service
// here: the page gets the subscription of the stand-in, and the message comes from the test.
func TestPushInABrowser(t *testing.T) {
	t.Parallel()
	p := newPushService(t)
	s := withPush(t, p)
	v := newPlayer(t, s)
	sub := p.subscription("/browser", "")
	script := fmt.Sprintf(`{
		const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")),
			(c) => c.charCodeAt(0)).buffer;
		let now = null, key = null;
		const one = {
			endpoint: %q, getKey: (name) => bytes(name === "auth" ? %q : %q),
			get options() { return {applicationServerKey: key}; },
			unsubscribe: async () => { now = null; return true; },
		};
		PushManager.prototype.getSubscription = async () => now;
		PushManager.prototype.subscribe = async (o) => {
			if (!o.userVisibleOnly) throw new Error("hidden");
			key = o.applicationServerKey;
			return now = one;
		};
		window.asked = 0;
		const ask = Notification.requestPermission.bind(Notification);
		Notification.requestPermission = () => { window.asked++; return ask(); };
	}`, sub.Endpoint, sub.Auth, sub.P256dh)
	if _, err := chromedp.Call(v.Context, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		t.Fatal(err)
	}
	grantNotices(v, s.url)
	v.run(chromedp.Navigate(s.url + "/play"))
	v.enter("Gunnhild")
	v.until("the offer", `Boolean(document.querySelector("[data-do=push]")?.checkVisibility())`)
	if asked := value[int](v.browser, `window.asked`); asked != 0 {
		t.Error("the page asks for permission without a click")
	}
	v.picture("notices")
	const device = `[data-list=pushes] button`
	v.act(keyed{"notify this device", `[data-do=push]`, `document.querySelectorAll("` + device + `").length === 1`,
		device})
	if asked := value[int](v.browser, `window.asked`); asked != 1 {
		t.Errorf("permission is asked for %d times", asked)
	}
	v.noticed(s, p)
	v.act(keyed{"remove this device", device, `document.querySelectorAll("` + device + `").length === 0`,
		`[data-do=push]`})
}

// grantNotices lets a site show notices.
func grantNotices(v *player, site string) {
	v.t.Helper()
	_, err := chromedp.CallBrowser(v.Context, permission.SetPermission, permission.SetPermissionParams{
		Permission: &permission.PermissionDescriptor{Name: "notifications"},
		Setting:    permission.PermissionSettingGranted, Origin: site,
		BrowserContextID: chromedp.FromContext(v.Context).BrowserContextID})
	if err != nil {
		v.t.Fatal(err)
	}
}

// noticed plays a game until the browser's player is to move, gives the message to the service worker, and clicks on
// the notice. In the end the page is the lobby again.
func (p *player) noticed(s *fixture, service *pushService) {
	p.t.Helper()
	open := ask[wire.OpenSeek](p.t, s.astrid, http.MethodPost, "v1/seeks", brandubh(func(q *wire.Seek) {
		q.Clocks, q.Side, q.Invite, q.Rated = []string{"0s+1x3d"}, wire.Attackers, true, false
	}))
	value[bool](p.browser, fmt.Sprintf(`(tafl3d.ask("POST", "/v1/seeks/take", {code: %q}), true)`, open.Code))
	p.until("the game", `location.pathname.startsWith("/play/")`)
	id := value[string](p.browser, `location.pathname.slice("/play/".length)`)
	playOut(p.t, s.astrid.sit(p.t, id), game.Attackers, 1)
	told := service.nth(p.t, 1)
	if told.path != "/browser" || told.message.Game != id || told.message.Title != "Your turn" {
		p.t.Errorf("%+v", told)
	}
	p.run(chromedp.Navigate(s.url + "/play"))
	p.until("the lobby", `!document.querySelector("[data-hall]").hidden`)
	text, err := json.Marshal(map[string]string{"title": told.message.Title, "text": told.message.Text, "game": id})
	if err != nil {
		p.t.Fatal(err)
	}
	p.handled(string(text), "/play/"+id)
}

// handled lets the service worker handle a message and a click on its notice, which opens the page of a path. A browser
// without a desktop shows no notices, so they are replaced.
func (p *player) handled(message, path string) {
	p.t.Helper()
	all, err := chromedp.Targets(p.Context)
	if err != nil {
		p.t.Fatal(err)
	}
	i := slices.IndexFunc(all, func(one *target.Info) bool {
		return one.Type == "service_worker" && strings.HasPrefix(one.URL, p.s.url)
	})
	if i < 0 {
		p.t.Fatal("there is no service worker")
	}
	ctx, cancel := chromedp.NewContext(p.Context, chromedp.WithTargetID(all[i].TargetID))
	defer cancel()
	said, err := chromedp.Run(ctx, chromedp.Evaluate[string](fmt.Sprintf(`(async () => {
		const said = [];
		let data = null;
		registration.showNotification = async (title, o) => { data = o.data; said.push(title + ": " + o.body); };
		clients.openWindow = async (path) => { said.push("opens " + path); };
		const dispatch = async (e) => {
			let done = null;
			e.waitUntil = (p) => { done = p; };
			dispatchEvent(e);
			await done;
		};
		await dispatch(new PushEvent("push", {data: %q}));
		clients.matchAll = async () => [{visibilityState: "visible", url: location.origin + %q}];
		await dispatch(new PushEvent("push", {data: %q})); // not shown: the player looks at the game
		clients.matchAll = async () => [];
		const e = new ExtendableEvent("notificationclick");
		e.notification = {data, close: () => said.push("closed")};
		await dispatch(e);
		return said.join(", ");
	})()`, message, path, message), chromedp.EvalAwaitPromise))
	if want := "Your turn: Astrid · Brandubh 7x7, closed, opens " + path; err != nil || said != want {
		p.t.Errorf("the service worker does %q (%v), want %q", said, err, want)
	}
}
