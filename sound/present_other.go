//go:build !linux && (cgo || windows || darwin)

package sound

func hush() {}

// present leaves it to the system to say that there is no device.
func present() bool { return true }
