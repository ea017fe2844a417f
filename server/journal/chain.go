package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/textproto"

	"tafl3d/net/host"
	"tafl3d/net/wire"
)

// Entries of a game are chained: the message of each carries, in a header, the hash of its
// text and of the link of the one before. So it is seen when one is changed, missing or put
// elsewhere. Messages of older versions carry none; a chain begins anew after them.
const chainHeader = "Tafl-Chain"

// linkSize is how many bytes of a hash are kept.
const linkSize = 16

// link returns the link of a message whose text is data, after that with the link before.
func link(before string, data []byte) string {
	h := sha256.New()
	_, _ = h.Write([]byte(before + "\n"))
	_, _ = h.Write(data)
	return hex.EncodeToString(h.Sum(nil)[:linkSize])
}

// linkOf returns the link that a message carries, or that stands for it if it is of an older
// version.
func linkOf(header map[string][]string, data []byte) string {
	if l := textproto.MIMEHeader(header)[chainHeader]; len(l) > 0 {
		return l[0]
	}
	return link("", data)
}

// chain is the entries of a game as they are read, the first one first.
type chain struct {
	game    string
	entries []wire.Entry
	link    string // of the newest
}

// add takes in a message. The error is host.ErrDamaged if it does not follow from the others.
func (c *chain) add(header map[string][]string, data []byte) error {
	var e wire.Entry
	if err := json.Unmarshal(data, &e); err != nil {
		return fmt.Errorf("%s: %w: what stands after entry %d is none: %w", c.game, host.ErrDamaged,
			len(c.entries), err)
	}
	if e.Seq != uint64(len(c.entries))+1 {
		return fmt.Errorf("%s: %w: entry %d stands after entry %d", c.game, host.ErrDamaged, e.Seq, len(c.entries))
	}
	has := linkOf(header, data)
	if _, chained := header[chainHeader]; chained && has != link(c.link, data) {
		return fmt.Errorf("%s: %w: entry %d does not follow from the ones before", c.game, host.ErrDamaged, e.Seq)
	}
	c.entries, c.link = append(c.entries, e), has
	return nil
}
