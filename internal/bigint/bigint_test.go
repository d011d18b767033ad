// SPDX-License-Identifier: BSD-3-Clause

package bigint_test

import (
	"fmt"

	"polka/internal/bigint"
)

func ExampleOfWords() {
	fmt.Println(bigint.OfWords(), bigint.OfWords(7, 0), bigint.OfWords(0, 1))
	// Output: 0 7 18446744073709551616
}
