// SPDX-License-Identifier: BSD-3-Clause

// Package worker runs a session in a child process, so that no cell can end the kernel.
//
// A [Client] is an engine.Interpreter whose cells run in a child: this same program started again,
// where [Main] serves one parent over inherited pipes. A cell that calls os.Exit, recurses
// infinitely, writes a map concurrently, panics in a goroutine, uses all memory or cannot be
// stopped ends the child. The error of the cell then states the cause, a new child is started, and
// the declarations of earlier cells (imports, types, functions and constants) are repeated there.
// Variables are lost, and the error names them.
//
// The package is not a sandbox: a cell may do what the user may do. It does not import the
// interpreter, nor anything of Jupyter: cells are text, and their values are bundles. That cells
// are Go matters in two places: the traces of crashes leave out the frames of the runtime and of
// the interpreter, and a replay puts imports first.
//
// The smallest useful program starts itself again with the argument "worker":
//
//	func main() {
//		if len(os.Args) > 1 && os.Args[1] == "worker" {
//			worker.Main(func() (engine.Interpreter, error) { return session.New(session.Options{}) })
//			return
//		}
//		w := worker.New(worker.Config{})
//		defer w.Close()
//		reply := w.Execute(context.Background(), engine.Cell{Number: 1, Code: "1+1"}, engine.Discard)
//		fmt.Println(reply.Value.Plain()) // 2
//	}
//
// # Limits
//
// Three environment variables, of the kernel or in the env of its kernelspec, limit the resources
// of cells:
//
//	POLKA_MEMORY  memory of the child, such as 512MiB or 2GiB; "off" for no limit. The default is the smaller of
//	              4 GiB and half the memory of the machine (of the container, if that has a limit).
//	POLKA_STACK   stack of one goroutine, 256 MiB by default, and at most a quarter of the memory: endless
//	              recursion then ends after about a second instead of after the machine's last gigabyte.
//	GOMAXPROCS    processors, as in every Go program.
//
// On Linux and Windows the memory limit is hard: the garbage collector runs more often near the
// limit, and an allocation beyond it ends the child. On other systems it is only a target of the
// garbage collector.
//
// # Machine code
//
// Functions and loops of cells that are run often are translated to machine code on Linux with
// amd64. With arm64 and on macOS and Windows, POLKA_NATIVE=1 or a cell with %native on does that.
// POLKA_NATIVE=0 forbids it.
//
// # Programs that cells start
//
// A program that a cell starts belongs to the process group of the child and ends with the child,
// however the child ends. The parent ensures this or, if the parent is killed, a guard (see
// [Guard]): the child ends with its parent, at once on Linux, and on other systems when it reads
// the end of its requests, unless it is suspended. A program that has left the group (setsid, a
// daemon) continues to run. On Windows, the child and these programs belong to a job object, which
// ends with the child and with the parent.
package worker
