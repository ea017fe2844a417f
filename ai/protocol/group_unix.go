//go:build unix

package protocol

import (
	"os/exec"
	"syscall"
)

// setProcessGroup starts the program in a new process group, which includes its children.
func setProcessGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill ends the program and its group. It must be called before Wait, because the process id may be
// reused after that.
func kill(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
