// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"bufio"
	"context"
	"errors"
	"strings"
	"testing"
)

// TestListEnds ends a list of sudokus between an invalid one and another.
func TestListEnds(t *testing.T) {
	reason := errors.New("the time is over")
	ctx, end := context.WithCancelCause(t.Context())
	end(reason)
	var out strings.Builder
	err := new(solving).answers(ctx, "list", bufio.NewReader(strings.NewReader("123\n"+strings.Repeat(".", 81)+"\n")), &out)
	if err != reason || strings.Count(out.String(), "\n") != 1 || !strings.HasPrefix(out.String(), "invalid: ") {
		t.Errorf("%q, %v", out.String(), err)
	}
}
