// SPDX-License-Identifier: BSD-3-Clause

package machine_test

import (
	"os"
	"path/filepath"

	"polka/stdlib"
)

// A program for js/wasm does not contain the facts about packages; whoever starts it adds them.
func init() {
	facts, err := os.ReadFile(filepath.Join("..", "..", "stdlib", "facts.zip"))
	if err != nil {
		panic(err)
	}
	stdlib.Add(nil, facts)
}
