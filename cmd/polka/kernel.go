// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"net"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/early"
	"polka/kernel"
	"polka/kernel/engine"
)

// kernelMemory is what the process that owns the sockets tries to stay below, in bytes. What it
// holds at any time is less (unread output is bounded), so only garbage has to give way. The cells'
// own memory is another process's.
const kernelMemory = 64 << 20

// listen returns the socket that has been open since the start of the program, or opens one.
func listen(network, address string) (net.Listener, error) {
	fd, ok := early.Take(address)
	if !ok {
		return net.Listen(network, address)
	}
	f := os.NewFile(uintptr(fd), address)
	defer f.Close() // the listener has a copy
	return net.FileListener(f)
}

func newKernel() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "kernel CONNECTION_FILE [ARG...]",
		Short: "Serve a Jupyter frontend (started by Jupyter)",
		Long: "Kernel serves the frontend that has written the connection file. The arguments after it, which jupyter run\n" +
			"passes, are in os.Args of the cells.",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return command.Wrong(cmd, "expected a connection file")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if os.Getenv("GOMEMLIMIT") == "" {
				debug.SetMemoryLimit(kernelMemory)
			}
			connection, err := kernel.ReadConnection(args[0])
			if err != nil {
				return err
			}
			history, err := kernel.HistoryFile()
			if err != nil {
				history = "" // no home: the history ends with the kernel
			}
			return kernel.Run(cmd.Context(), kernel.Config{
				Connection:  connection,
				Start:       func() engine.Interpreter { return newInterpreter(args[1:]) },
				Editor:      startEditor,
				Version:     versionString(),
				Listen:      listen,
				HistoryFile: history,
			})
		},
	}
	cmd.Flags().SetInterspersed(false) // flags after the connection file are arguments, too
	return cmd
}
