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

// chainHeader is the message header that chains the entries of a game: it contains the hash of the entry's text and of
// the previous link. So a changed, missing or moved entry is detected. Messages of older versions have no link; the
// chain restarts after them.
const chainHeader = "Tafl-Chain"

// linkSize is how many bytes of a hash are kept.
const linkSize = 16

// link returns the link of a message with the text data, after the message with the link before.
func link(before string, data []byte) string {
	h := sha256.New()
	_, _ = h.Write([]byte(before + "\n"))
	_, _ = h.Write(data)
	return hex.EncodeToString(h.Sum(nil)[:linkSize])
}

// linkOf returns the link of a message; for a message of an older version it is computed from its text.
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
	link    string // of the newest entry
}

// add appends a message. The error is host.ErrDamaged if it does not follow from the previous entries.
func (c *chain) add(header map[string][]string, data []byte) error {
	var e wire.Entry
	if err := json.Unmarshal(data, &e); err != nil {
		return fmt.Errorf("%s: %w: the message after entry %d is not an entry: %w", c.game, host.ErrDamaged,
			len(c.entries), err)
	}
	if e.Seq != uint64(len(c.entries))+1 {
		return fmt.Errorf("%s: %w: entry %d follows entry %d", c.game, host.ErrDamaged, e.Seq, len(c.entries))
	}
	has := linkOf(header, data)
	if _, chained := header[chainHeader]; chained && has != link(c.link, data) {
		return fmt.Errorf("%s: %w: entry %d has a wrong chain hash", c.game, host.ErrDamaged, e.Seq)
	}
	c.entries, c.link = append(c.entries, e), has
	return nil
}
