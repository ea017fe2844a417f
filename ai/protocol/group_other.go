//go:build !unix

package protocol

import "os/exec"

// gather does nothing: this system has no process groups.
func gather(*exec.Cmd) {}

// kill ends the program but not its children.
func kill(cmd *exec.Cmd) { cmd.Process.Kill() }
