// SPDX-License-Identifier: BSD-3-Clause

// When code is translated to machine code.

package machine

import (
	"os"
	"runtime"
	"strconv"

	"polka/kernel/machine/internal/node"
)

// often is the number of calls, or turns of a loop, from which code is translated.
const often = 1000

// threshold is the number of calls or turns from which code is translated, 0 for never. It is n,
// never if n is negative, or what the environment variable POLKA_NATIVE says if n is 0: 1 is the
// usual number, a larger number another one, 0 never, and always translates what is run for the
// first time. Without the variable it is the usual number where machine code has been tested.
func threshold(n int) int32 {
	if n == 0 {
		n = chosen(os.Getenv("POLKA_NATIVE"))
	}
	if n <= 0 || !translator() {
		return 0
	}
	node.WithTrees()
	return int32(n)
}

func chosen(s string) int {
	n, _ := strconv.Atoi(s)
	switch {
	case s == "always":
		return 1
	case n == 1, s == "" && byDefault:
		return often
	}
	return n
}

// byDefault says that machine code is on unless somebody switches it off: on the systems for which
// the translator has been tested.
const byDefault = runtime.GOOS == "linux" && runtime.GOARCH == "amd64"
