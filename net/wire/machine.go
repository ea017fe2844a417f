package wire

import "net"

// ThisMachine reports whether a host, a name or an address, is the machine of whoever
// looks for it: what is said to it stays there.
func ThisMachine(host string) bool {
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}
