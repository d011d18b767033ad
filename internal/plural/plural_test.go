// SPDX-License-Identifier: BSD-3-Clause

package plural_test

import (
	"fmt"
	"math/big"

	"polka/internal/plural"
)

func Example() {
	fmt.Println(plural.Count(1, "entry"), plural.Count(2, "entry"), plural.Count(0, "cell"))
	fmt.Println(plural.CountOrNo(0, "value"), plural.CountOrNo(1, "value"))
	fmt.Println("there", plural.Word(3, "is", "are"), 3)
	fmt.Println(plural.Big(big.NewInt(1), "entry"), plural.Big(new(big.Int), "entry"))
	// Output:
	// 1 entry 2 entries 0 cells
	// no values 1 value
	// there are 3
	// 1 entry 0 entries
}
