// SPDX-License-Identifier: BSD-3-Clause

package comm_test

import (
	"fmt"

	"polka/kernel/comm"
)

func ExampleOpen() {
	c := comm.Open("chart", map[string]any{"title": "nodes"})
	c.OnMessage(func(data map[string]any, buffers [][]byte) { fmt.Println(data["clicked"]) })
	c.Send(map[string]any{"points": []int{1, 4, 9}})
	fmt.Println(c.Target())
	// Output: chart
}
