// SPDX-License-Identifier: BSD-3-Clause

package session_test

import (
	"context"
	"fmt"

	"polka/kernel/engine"
	"polka/kernel/session"
	"polka/stdlib"
)

// A session keeps what its cells define, and imports what they mention.
func Example() {
	s, err := session.New(session.Options{
		Symbols:  []session.Symbols{stdlib.Symbols()},
		Facts:    stdlib.Importer(),
		Packages: stdlib.Packages(),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	for n, code := range []string{
		"x := 6",
		"strings.Repeat(\"ab\", x/2)",
		"func half() int { return y / 2 }",
	} {
		reply := s.Execute(context.Background(), engine.Cell{Number: n + 1, Code: code}, engine.Discard)
		switch {
		case reply.Err != nil:
			fmt.Println(reply.Err)
		case reply.Value != nil:
			fmt.Println(reply.Value.Plain())
		}
	}
	// Output:
	// "ababab"
	// CompileError: line 1: undefined: y
}
