package session

import (
	"errors"

	"polka/kernel/engine"
)

// A yaegi does not exist in a browser: it would be a sixth of the program.
type yaegi struct{}

func (s *Session) newYaegi() (*yaegi, error) {
	return nil, errors.New("the backend yaegi is not available in the browser")
}

func (*yaegi) runCode(*run, string) *engine.Error { panic("session: no yaegi") }
