// Package cpu tells measurements what the processors have done for this
// process, whatever else the machine is busy with.
package cpu
