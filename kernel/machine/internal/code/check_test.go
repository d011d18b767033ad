// SPDX-License-Identifier: BSD-3-Clause

package code

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
	"unsafe"

	"polka/kernel/machine/internal/gosmith"
)

// native skips a test on systems without native code.
func native(tb testing.TB) {
	tb.Helper()
	if (runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64") || (runtime.GOOS != "linux" && runtime.GOOS != "darwin" && runtime.GOOS != "windows") {
		tb.Skip("no native code on this system")
	}
}

// again is a command that runs this program.
func again(tb testing.TB, args ...string) *exec.Cmd {
	return gosmith.Command(tb.Context(), append([]string{os.Args[0]}, args...)...)
}

func TestEnabled(t *testing.T) {
	native(t)
	if os.Getenv("POLKA_NATIVE") == "0" {
		if Enabled() || Why() == "" {
			t.Errorf("enabled with POLKA_NATIVE=0, %q", Why())
		}
		return
	}
	if !Enabled() || Why() != "" {
		t.Errorf("not enabled: %s", Why())
	}
	cmd := again(t, "-test.run=^TestEnabled$")
	cmd.Env = append(os.Environ(), "POLKA_NATIVE=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestLive(t *testing.T) {
	native(t)
	for _, n := range []int{1, 2, 4} {
		old := runtime.GOMAXPROCS(n)
		if err := Live(); err != nil {
			t.Errorf("GOMAXPROCS=%d: %v", n, err)
		}
		runtime.GOMAXPROCS(old)
	}
}

func TestOffsets(t *testing.T) {
	var c Context
	for _, x := range []struct{ have, want uintptr }{
		{unsafe.Offsetof(c.gosp), 0},
		{unsafe.Offsetof(c.Stack), OffStack},
		{unsafe.Offsetof(c.PC), OffPC},
		{unsafe.Offsetof(c.Frame), OffFrame},
		{unsafe.Offsetof(c.Code), OffCode},
		{unsafe.Offsetof(c.A), OffA},
		{unsafe.Offsetof(c.B), OffB},
		{unsafe.Offsetof(c.C), OffC},
		{unsafe.Offsetof(c.Depth), OffDepth},
		{unsafe.Offsetof(c.Room), OffRoom},
		{unsafe.Offsetof(c.Limit), OffLimit},
		{unsafe.Offsetof(c.Sites), OffSites},
		{unsafe.Offsetof(c.Frames), OffFrames},
		{unsafe.Offsetof(c.Barrier), OffBarrier},
		{unsafe.Offsetof(c.Int), OffInt},
		{unsafe.Offsetof(c.Ptr), OffPtr},
		{unsafe.Offsetof(c.Str), OffStr},
		{unsafe.Offsetof(c.Slice), OffSlice},
		{unsafe.Offsetof(c.Iface), OffIface},
		{unsafe.Offsetof(c.leave), OffLeave},
		{unsafe.Offsetof(c.leaveWith), OffLeaveWith},
		{unsafe.Offsetof(c.golr), 200},
	} {
		if unsafe.Sizeof(uintptr(0)) == 8 && x.have != x.want {
			t.Errorf("a field is at offset %d, want %d", x.have, x.want)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	native(b)
	for b.Loop() {
		if err := check(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLive(b *testing.B) {
	native(b)
	for b.Loop() {
		if err := Live(); err != nil {
			b.Fatal(err)
		}
	}
}
