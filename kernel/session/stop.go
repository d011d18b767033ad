package session

import (
	"fmt"

	"polka/kernel/engine"
)

// interrupted is the error of a cell that was stopped, with the number of goroutines that go on.
func interrupted(left int) *engine.Error {
	msg := "the cell was stopped"
	if left > 0 {
		msg = fmt.Sprintf("the cell was stopped, but %d of its goroutines %s in code that cannot be stopped", left, plural(left, "is", "are"))
	}
	return &engine.Error{Name: engine.Interrupted, Message: msg, Trace: []string{red + engine.Interrupted + reset + ": " + msg}}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
