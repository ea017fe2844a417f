package client

import "errors"

// Errors of signing in and of addresses at which no service answers, as players read them.
var (
	ErrStranger = errors.New(
		"this service does not know you yet: choose a name, or play as a guest")
	ErrForeign     = errors.New("this address is not a tafl3d service: check the address")
	ErrUnreachable = errors.New("the service does not answer: check the address and your connection")
	ErrNoAddress   = errors.New("not a valid address: enter one like tafl.example or 127.0.0.1:7350")
	ErrNoName      = errors.New(
		"no computer has this name: check the spelling of the address and your connection")
	ErrNoPort = errors.New("no service is running at this address: ask the operator whether it is up, and for its " +
		"port (tafl.example:7350)")
	ErrNoTLS = errors.New(
		"the service has no https, which other computers need: ask the operator for its https address")
	ErrCertificate = errors.New("this computer does not trust the certificate of the service: ask the operator, and " +
		"do not sign in until it does")
)
