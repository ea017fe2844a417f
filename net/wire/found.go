package wire

// Found is a game or tournament found on the local network.
type Found struct {
	Address string `json:"-"` // host:port
	Name    string `json:"name"`
	Variant string `json:"variant"`
	Called  string `json:"called,omitempty"` // name of a variant that is not in the catalogue
	Clock   string `json:"clock"`
	Side    Side   `json:"side"`            // of the guest
	Game    string `json:"game"`            // id of the newest or next game; unknown before the host is probed
	Event   string `json:"event,omitempty"` // name of a tournament; then Side and Game are empty
	ID      string `json:"id,omitempty"`    // of the tournament; unknown before the host is probed
}
