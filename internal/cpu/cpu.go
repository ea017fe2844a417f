// Package cpu measures the CPU time used by this process, independent of the load of the machine.
package cpu
