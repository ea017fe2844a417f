package lan

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/mdns"

	"tafl3d/net/wire"
)

// FuzzFound parses announcements of untrusted senders.
func FuzzFound(f *testing.F) {
	f.Add("x."+serviceName, "name=Dag\nvariant=brandubh-gorrion\nevent=Cup\nside=attackers", 40123)
	f.Add(serviceName, "name=\x00\x1b[2J"+strings.Repeat("ö", 100), -1)
	f.Fuzz(func(t *testing.T, name, fields string, port int) {
		got, ok := parseGame(&mdns.ServiceEntry{Name: name, AddrV4: net.IPv4(10, 0, 0, 2), Port: port,
			InfoFields: strings.Split(fields, "\n")})
		for _, text := range []string{got.Name, got.Variant, got.Clock, got.Event, string(got.Side)} {
			if text != cleanName(text) || len([]rune(text)) > wire.MaxName {
				t.Errorf("%q is shown", text)
			}
		}
		if ok && got.Name == "" {
			t.Error("an announcement without a name was accepted")
		}
	})
}

// FuzzGuest parses tokens of unknown guests and modified identities.
func FuzzGuest(f *testing.F) {
	f.Add("Dag\n" + strings.Repeat("0", 64))
	f.Add(`{"port":7,"keys":"-----BEGIN CERTIFICATE-----"}`)
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := guestOf(text); err == nil &&
			(p.Name != cleanName(p.Name) || p.Name == "" || !strings.HasPrefix(p.ID, GuestRef)) {
			t.Errorf("%q is %+v", text, p)
		}
		if _, port, err := readIdentity([]byte(text)); err == nil && (port < 0 || port > 65535) {
			t.Errorf("port %d", port)
		}
	})
}

// FuzzLedger reads game files that were cut off or changed.
func FuzzLedger(f *testing.F) {
	f.Add(`{"seq":1,"at":5,"by":"service","act":{"kind":"open","ply":0,"token":"open"},"hash":"0"}` + "\n{\"seq\":2")
	f.Add("\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "g.jsonl"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		l := OpenLedgers(dir)
		l.Now("g")
		entries, _ := l.Read(t.Context(), "g", 1)
		for i, e := range entries {
			if e.Seq != uint64(i)+1 {
				t.Errorf("entry %d has number %d", i+1, e.Seq)
			}
		}
	})
}
