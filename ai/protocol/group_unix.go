//go:build unix

package protocol

import (
	"os/exec"
	"syscall"
)

// gather makes a program the head of a group, to which all that it starts
// belongs unless it leaves it.
func gather(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill ends the program and its group. It must not have been waited for yet,
// for then its number may be another's.
func kill(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
