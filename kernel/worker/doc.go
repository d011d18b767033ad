// Package worker runs a session in a child process, so that nothing that a cell does can end the
// kernel.
//
// A [Client] is an engine.Interpreter whose cells run in a child: this same program started again,
// where [Main] serves one parent over inherited pipes. A cell that calls os.Exit, recurses without
// end, writes a map concurrently, panics in a goroutine, takes all of the memory or cannot be
// stopped ends the child. The cell's error then says what happened, a new child is started, and
// what earlier cells declared (imports, types, functions and constants) is declared there again.
// Variables are lost, and the error names them.
//
// The package is not a sandbox: a cell may do what the user may do. It knows nothing of Go, of the
// interpreter or of Jupyter; cells are text, and what they show are bundles.
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
// Three environment variables, of the kernel or in the env of its kernelspec, bound what a cell may
// take:
//
//	POLKA_MEMORY  memory of the child, as 512MiB or 2GiB; "off" for no limit. The default is the smaller of
//	              4 GiB and half of the machine (of the container, where that has a limit of its own).
//	POLKA_STACK   stack of one goroutine, 256 MiB by default, and at most a quarter of the memory: endless
//	              recursion then ends after about a second instead of after the machine's last gigabyte.
//	GOMAXPROCS    processors, as in every Go program.
//
// On Linux the memory limit is hard: the garbage collector works harder as it draws near, and an
// allocation beyond it ends the child. Elsewhere only the garbage collector knows of it.
//
// # Programs that cells start
//
// A program that a cell starts belongs to the process group of the child and ends when the child
// ends, whatever ends it. The parent sees to that, and if the parent is killed, a guard does (see
// [Guard]): the child ends with its parent, at once on Linux, and elsewhere when it sees the end of
// its requests, which one that is suspended does not. A program that has left the group (setsid, a
// daemon) lives on. Where there are no worker processes, programs live on.
//
// # Where there are no processes
//
// On systems other than Unix a Client runs its cells in this process, by Config.InProcess. The same
// errors come back as long as the process lives.
package worker
