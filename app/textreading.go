package app

// Of language, legibility and speech.
const (
	textReading        = "Language and reading"
	textLanguage       = "Language"
	textSizeOfText     = "Text size"
	textSizeOfTextNote = "Large text leaves the board less room"
	textScale          = "Size of the panels"
	textScaleNote      = "Of everything around the board, where the window has room for it"
	textContrast       = "High contrast"
	textContrastNote   = "Black grounds, white text, strong edges"
	textVoice          = "Speech command"
	textVoiceNote      = "Runs for each move, with its text at {} or else on its input: spd-say {}"
	textTryVoice       = "Try it"
	textVoiceTrial     = "Attackers: man f2 to f5, takes e5"
)

var textSizesOfText = []string{"normal", "large", "largest"}
