//go:build !linux && (cgo || windows || darwin)

package sound

func hush() {}

// present returns true; open finds out whether there is a device.
func present() bool { return true }
