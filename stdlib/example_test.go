// SPDX-License-Identifier: BSD-3-Clause

package stdlib_test

import (
	"fmt"
	"os"

	"github.com/traefik/yaegi/interp"

	"polka/stdlib"
)

// The tables of symbols work with a stock yaegi interpreter.
func ExampleSymbols() {
	i := interp.New(interp.Options{Stdout: os.Stdout})
	if err := i.Use(stdlib.Symbols()); err != nil {
		fmt.Println(err)
		return
	}
	_, err := i.Eval(`
		import (
			"fmt"
			"polka/shapes"
		)
		var x = shapes.MustParse("XXX")
	`)
	if err == nil {
		_, err = i.Eval(`fmt.Println(x.Size())`)
	}
	fmt.Println(err)
	// Output:
	// 3
	// <nil>
}
