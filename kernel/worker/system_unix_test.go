// SPDX-License-Identifier: BSD-3-Clause

//go:build unix

package worker

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"polka/kernel/engine"
)

// killed is in the cause of the death of a process that was killed by kill.
const killed = "signal 9"

func kill(pid int) { syscall.Kill(pid, syscall.SIGKILL) }

func suspend() { syscall.Kill(os.Getpid(), syscall.SIGSTOP) }

// fdReplies is where the child has moved the pipe for its frames.
const fdReplies = beyond + 1

func findReplies() {}

func writeReplies(text string) { syscall.Write(fdReplies, []byte(text)) }

func closeReplies() { syscall.Close(fdReplies) }

// systemOrder runs an order of a fake that exists only on this system.
func systemOrder(order, arg string) bool {
	switch order {
	case "signal":
		n, _ := strconv.Atoi(arg)
		syscall.Kill(os.Getpid(), syscall.Signal(n))
		if syscall.Signal(n) != syscall.SIGINT {
			select {}
		}
	case "group":
		syscall.Kill(0, syscall.SIGINT)
	default:
		return false
	}
	return true
}

func systemCrashes() []crashCase {
	signals := []crashCase{
		{"close", "it closed the pipe to the kernel", "", ""},
		{"signal 9", "the process was killed by signal 9 (by hand, or by the system because the machine ran out of memory)", "", ""},
		{"signal 15", "the process was ended by signal 15 (terminated)", "", ""},
		{"signal 3", "the process was ended by signal 3 (quit)", "", ""},
	}
	return signals
}

// hardMemory reports whether the memory limit is hard.
func hardMemory() bool { return runtime.GOOS == "linux" }

// alive reports whether a process exists that is not a zombie.
func alive(pid int) bool {
	return syscall.Kill(pid, 0) == nil
}

func TestSignals(t *testing.T) {
	w := open(t, Config{})
	want(t, w, "signal 2\ngroup\nout on", "<out>on\n")
}

// Stop while declarations are replayed ends the waiting, and nothing else.
func TestStopInReplay(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	w := open(t, Config{})
	for i, d := range []string{"a", "pause " + fifo, "b", "stale", "c"} {
		w.Execute(context.Background(), engine.Cell{Number: i, Code: "declare " + d}, engine.Discard)
	}
	run(w, "var x")
	ctx, cancel := context.WithCancel(context.Background())
	release := make(chan *os.File, 1)
	go func() {
		f, err := os.OpenFile(fifo, os.O_WRONLY, 0) // when the replay has come so far
		if err != nil {
			t.Error(err)
		}
		release <- f
		cancel()
	}()
	var s screen
	r := w.Execute(ctx, engine.Cell{Code: "exit 1"}, &s)
	trace := strings.Join(r.Err.Trace, "\n")
	if r.Err.Name != engine.Crash || !strings.Contains(trace, "Variables lost: x.") || !strings.Contains(trace, "is being prepared") {
		t.Errorf("got %v\n%s", r.Err, trace)
	}
	ctx, cancel = context.WithCancel(context.Background())
	cancel()
	if r := w.Execute(ctx, engine.Cell{Code: "list"}, &s); r.Err == nil || r.Err.Message != "the cell was stopped before it began" {
		t.Errorf("got %v", r.Err)
	}
	(<-release).Close()
	want(t, w, "list", "<err>Declarations lost: those of cell 3.\n<out>a pause b c\n")
	want(t, w, "list", "<out>a pause b c\n")
}

// Files that cells make of the standard descriptors can be closed without loss, by hand or by the
// garbage collector.
func TestSessionNewFile(t *testing.T) {
	w := open(t, Config{Env: []string{"FAKE=no"}})
	want(t, w, "import (\"fmt\"; \"os\"; \"runtime\")\nf := os.NewFile(1, \"x\")\nfmt.Fprintln(f, \"a\")\nf.Close()\nfmt.Println(\"b\")", "<out>a\nb\n")
	want(t, w, "for range 3 {\n\tos.NewFile(1, \"x\")\n\tos.NewFile(2, \"y\")\n\truntime.GC()\n\truntime.GC()\n\tfmt.Println(\"c\")\n\tos.Stdout.WriteString(\"d\\n\")\n}",
		"<out>"+strings.Repeat("c\nd\n", 3))
	want(t, w, "os.Stdout.Close()\nfmt.Println(\"e\")", "<out>e\n")
	want(t, w, "fmt.Fprintln(os.Stdout, \"f\")", "<out>f\n")
}

// What cells do to descriptor 3 and to the variables of the standard streams has no effect on the
// next cell.
func TestSessionDescriptors(t *testing.T) {
	w := open(t, Config{Env: []string{"FAKE=no"}})
	want(t, w, "import (\"fmt\"; \"os\")\nb := make([]byte, 8)\nfile := os.NewFile(3, \"x\")\n_, err := file.Read(b)\nfmt.Println(err)", "<out>read x: bad file descriptor\n")
	want(t, w, "go func() { os.NewFile(3, \"x\").Read(b) }()\nfmt.Println(\"a\")", "<out>a\n")
	want(t, w, "fmt.Println(\"b\")", "<out>b\n")
	want(t, w, "os.Stderr, os.Stdout = nil, nil\nfmt.Fprintln(os.Stderr, \"c\")", "")
	want(t, w, "fmt.Fprintln(os.Stderr, \"d\")", "<err>d\n")
	want(t, w, "fmt.Fprintln(os.Stdout, \"e\")", "<out>e\n")
}
