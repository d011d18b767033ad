package main

import (
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"polka/kernel"
)

// kernelMemory is what the process that owns the sockets tries to stay below, in bytes. What it
// holds at any time is less (unread output is bounded), so only garbage has to give way. The cells'
// own memory is another process's.
const kernelMemory = 64 << 20

func newKernel() *cobra.Command {
	return &cobra.Command{
		Use:   "kernel CONNECTION_FILE",
		Short: "Serve a Jupyter frontend (started by Jupyter)",
		Args:  exactly("a connection file"),
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
				Interpreter: newInterpreter(),
				Version:     versionString(),
				HistoryFile: history,
			})
		},
	}
}
