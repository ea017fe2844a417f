//go:build !cgo && !windows && !darwin

package sound

// open returns nil: builds without C cannot use a sound device on this system.
func open() device { return nil }

// present returns false: such builds are silent.
func present() bool { return false }
