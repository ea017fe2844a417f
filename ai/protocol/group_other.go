//go:build !unix

package protocol

import "os/exec"

// gather does nothing: there are no groups.
func gather(*exec.Cmd) {}

// kill ends the program, but not what it started.
func kill(cmd *exec.Cmd) { cmd.Process.Kill() }
