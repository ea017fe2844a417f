package lan

import (
	"testing"

	"github.com/hashicorp/mdns"
)

// TestServicesOfTheNetwork asserts that only addresses with TLS are accepted from announcements, which are untrusted.
func TestServicesOfTheNetwork(t *testing.T) {
	const name = "a._taflmatch._tcp.local."
	for address, want := range map[string]bool{
		"https://tafl.example": true, "https://tafl.example:7350": true,
		"http://tafl.example": false, "https://": false, "tafl.example": false, "javascript:alert(1)": false,
		"https://user:word@tafl.example": false, "": false,
	} {
		f, ok := parseService(&mdns.ServiceEntry{Name: name,
			InfoFields: []string{"v=1", "name=The\x1b[2J Club", "url=" + address}})
		if ok != want || ok && (f.Address != address || f.Name != "The[2J Club") {
			t.Errorf("%q: %+v, %v", address, f, ok)
		}
	}
	if _, ok := parseService(&mdns.ServiceEntry{Name: "printer._ipp._tcp.local.",
		InfoFields: []string{"name=A", "url=https://tafl.example"}}); ok {
		t.Error("a printer is taken for a service")
	}
	if _, ok := parseService(&mdns.ServiceEntry{Name: name, InfoFields: []string{"url=https://tafl.example"}}); ok {
		t.Error("a service without a name is taken")
	}
}

// TestFindServices finds an announced service, if the machine has a network with multicast.
func TestFindServices(t *testing.T) {
	stop := AnnounceService("The Club", "https://tafl.example:7350", 7350)
	defer stop()
	list, err := FindServices(t.Context())
	if err != nil {
		t.Skip("no multicast here: ", err)
	}
	for _, f := range list {
		if f.Name == "The Club" && f.Address == "https://tafl.example:7350" {
			return
		}
	}
	t.Skipf("the network carries no multicast: %d others found", len(list))
}
