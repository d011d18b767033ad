// SPDX-License-Identifier: BSD-3-Clause

package letter_test

import (
	"fmt"

	"polka/internal/letter"
)

func ExampleChoose() {
	fmt.Printf("%c\n", letter.Choose([]string{"F", "bar", "I", "b", "I", ""}))
	// Output: [F a c b d e]
}
