// SPDX-License-Identifier: BSD-3-Clause

package worker_test

import (
	"context"
	"fmt"

	"polka/kernel/engine"
	"polka/kernel/worker"
)

// The test binary serves as the child, whose cells are orders such as "value 2" and "exit 3".
func Example() {
	w := worker.New(worker.Config{})
	defer w.Close()
	ctx := context.Background()

	reply := w.Execute(ctx, engine.Cell{Number: 1, Code: "value 2"}, engine.Discard)
	fmt.Println(reply.Value.Plain())

	reply = w.Execute(ctx, engine.Cell{Number: 2, Code: "exit 3"}, engine.Discard)
	fmt.Println(reply.Err)

	reply = w.Execute(ctx, engine.Cell{Number: 3, Code: "value still here"}, engine.Discard)
	fmt.Println(reply.Value.Plain())
	// Output:
	// 2
	// Crash: the process ended with exit status 3 (os.Exit or log.Fatal in compiled code)
	// still here
}
