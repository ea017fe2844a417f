package app

// Of the volumes.
const (
	textVolume            = "Volume"
	textVolumeMen         = "Pieces moved"
	textVolumeCaptures    = "Captures"
	textVolumeEnds        = "Ends of games"
	textVolumeEndsNote    = "The lyre for a win, a loss and a draw"
	textVolumeSignals     = "Warnings and refusals"
	textVolumeSignalsNote = "The king in danger, and moves that may not be"
)

var textVolumes = []string{"full", "75 %", "50 %", "25 %", "silent"}
