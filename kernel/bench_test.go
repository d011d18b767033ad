// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"fmt"
	"testing"

	"polka/kernel/engine"
	"polka/kernel/wire"
)

// bench runs a kernel over queues in memory and gives a function that sends a request and waits for
// its idle status.
func bench(b *testing.B, i *interpreter) (ask func(typ string, content any)) {
	i.closed = make(chan struct{})
	k, err := newKernel(Config{Interpreter: i, Connection: Connection{Key: testKey}, OutputLimit: -1})
	if err != nil {
		b.Fatal(err)
	}
	codec, err := wire.NewCodec([]byte(testKey), "")
	if err != nil {
		b.Fatal(err)
	}
	shell, idle := newPipe(), make(chan bool, 1)
	ended := make(chan error)
	go func() {
		ended <- k.serve(context.Background(), transport{
			shell: shell, control: newPipe(), stdin: newPipe(),
			publish: func(_ context.Context, frames [][]byte) error {
				if string(frames[len(frames)-1]) == `{"execution_state":"idle"}` {
					idle <- true
				}
				return nil
			},
			close: func() error { return nil },
		})
	}()
	b.Cleanup(func() {
		k.stop()
		<-ended
	})
	return func(typ string, content any) {
		m, err := codec.New(nil, typ, content)
		if err != nil {
			b.Fatal(err)
		}
		m.Identities = [][]byte{[]byte("c")}
		shell.in.put(codec.Encode(m))
		<-idle
		shell.out.all()
	}
}

// BenchmarkExecute is what the kernel adds to a cell: from the request to idle, with an interpreter
// that takes no time and a transport in memory.
func BenchmarkExecute(b *testing.B) {
	result := value("2")
	ask := bench(b, &interpreter{execute: func(context.Context, engine.Cell, engine.Output) engine.Reply { return result }})
	b.ReportAllocs()
	for b.Loop() {
		ask("execute_request", map[string]any{"code": "1+1"})
	}
}

// BenchmarkKernelInfo is a request that needs no interpreter.
func BenchmarkKernelInfo(b *testing.B) {
	ask := bench(b, new(interpreter))
	for b.Loop() {
		ask("kernel_info_request", nil)
	}
}

// BenchmarkPrint is 100,000 printed lines, one write each.
func BenchmarkPrint(b *testing.B) {
	var lines [][]byte
	for n := range 100_000 {
		lines = append(lines, fmt.Appendf(nil, "line %d\n", n))
	}
	ask := bench(b, cell(func(_ context.Context, out engine.Output) {
		for _, l := range lines {
			out.Write(engine.Stdout, l)
		}
	}))
	for b.Loop() {
		ask("execute_request", map[string]any{"code": "x"})
	}
}
