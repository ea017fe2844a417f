package wire

import "net"

// ThisMachine reports whether a host name or address is the local machine, so that traffic to it does not leave the
// machine.
func ThisMachine(host string) bool {
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}
