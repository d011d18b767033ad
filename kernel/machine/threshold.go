// When code is translated to machine code.

package machine

import (
	"os"
	"strconv"

	"polka/kernel/machine/internal/node"
)

// often is the number of calls, or turns of a loop, from which code is translated.
const often = 1000

// threshold is the number of calls or turns from which code is translated, 0 for never. It is n, or
// what the environment variable POLKA_NATIVE says if n is 0: 1 is the usual number, a larger number
// another one, and always translates what is run for the first time. Without the variable code is
// not translated.
func threshold(n int) int32 {
	if n == 0 {
		s := os.Getenv("POLKA_NATIVE")
		n, _ = strconv.Atoi(s)
		if s == "always" {
			n = 1
		} else if n == 1 {
			n = often
		}
	}
	if n <= 0 || !translator() {
		return 0
	}
	node.WithTrees()
	return int32(n)
}
