package wire

// Found is a game that somebody has laid out on the local network, or an event that he
// hosts.
type Found struct {
	Address string `json:"-"` // host:port
	Name    string `json:"name"`
	Variant string `json:"variant"`
	Called  string `json:"called,omitempty"` // the name of a variant that is in no catalogue
	Clock   string `json:"clock"`
	Side    Side   `json:"side"`            // that is free
	Game    string `json:"game"`            // the newest, or the one that will begin; not known before somebody knocks
	Event   string `json:"event,omitempty"` // its name; then there is neither side nor game
	ID      string `json:"id,omitempty"`    // of the event; not known before somebody knocks
}
