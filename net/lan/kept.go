package lan

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"tafl3d/game"
	"tafl3d/net/wire"
)

// savedHost is what a host needs to resume after its program has ended, except for the entries of the games:
// identity, offer and guest.
type savedHost struct {
	Identity json.RawMessage    `json:"door"`
	Name     string             `json:"name"`
	Side     game.Side          `json:"side"`
	Spec     wire.Spec          `json:"spec"`
	Guest    string             `json:"guest,omitempty"`
	Names    [game.Sides]string `json:"names"`
	Games    int                `json:"games"`
}

// savedHostFile is the file of savedHost in the folder of an offer.
const savedHostFile = "hosted.json"

// save writes savedHost to the folder. h.mu must be held, or h not shared yet.
func (h *Host) save() error {
	if h.offer.Folder == "" {
		return nil
	}
	door, err := h.identity()
	if err != nil {
		return err
	}
	data, err := json.Marshal(savedHost{door, h.offer.Name, h.offer.Side, h.offer.Spec, h.guestToken, h.names, h.games})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(h.offer.Folder, 0o700); err != nil {
		return err
	}
	name := filepath.Join(h.offer.Folder, savedHostFile)
	return errors.Join(os.WriteFile(name+".new", data, 0o600), os.Rename(name+".new", name))
}

// Resume continues the last game stored in a folder, with the same code and, if it is free, the same port.
func Resume(folder string, quiet bool) (*Host, error) {
	data, err := os.ReadFile(filepath.Join(folder, savedHostFile))
	if err != nil {
		return nil, err
	}
	var k savedHost
	if err := json.Unmarshal(data, &k); err != nil {
		return nil, err
	}
	cert, port, err := readIdentity(k.Identity)
	if err != nil {
		return nil, err
	}
	h := &Host{offer: Offer{Name: k.Name, Side: k.Side, Spec: k.Spec, Folder: folder, Quiet: quiet},
		hostToken: rand.Text(), rematches: map[string]map[string]bool{},
		guestToken: k.Guest, names: k.Names, games: k.Games}
	if h.server, err = serverAtPort(port, cert); err != nil {
		return nil, err
	}
	h.open()
	return h, nil
}
