// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCause(t *testing.T) {
	const stack = "\n\ngoroutine 7 [running]:\nmain.f()\n\t/home/ann/f.go:3 +0x1\n"
	const collector = "SIGSEGV: segmentation violation\nPC=0x43cb1d m=7 sigcode=1 addr=0x0\n\n" +
		"goroutine 0 gp=0xdf9145812c0 m=7 mp=0xdf914585008 [idle]:\nruntime.(*spanQueue).tryDrain(0xdf900001000?)\n"
	for _, c := range []struct {
		death death
		want  string
	}{
		{death{ready: true, doubt: "panic: boom" + stack}, "panic in a goroutine: boom"},
		{death{ready: true, doubt: "panic: boom [recovered, repanicked]" + stack}, "panic in a goroutine: boom"},
		{death{ready: true, doubt: "panic: first [recovered]\n\tpanic: second" + stack}, "panic in a goroutine: first"},
		{death{ready: true, doubt: "panic: main.Color(\"red\")" + stack}, `panic in a goroutine: main.Color "red"`},
		{death{ready: true, doubt: "panic: <int Value>" + stack}, "panic in a goroutine: a value of type int"},
		{death{ready: true, doubt: "panic: two\n\tlines\n\tcell 3, line 4, in f" + stack}, "panic in a goroutine: two lines"},
		{death{ready: true, doubt: "fatal error: all goroutines are asleep - deadlock!" + stack}, "fatal error: all goroutines are asleep - deadlock!"},
		{death{ready: true, doubt: "fatal error: concurrent map iteration and map write" + stack},
			"concurrent map iteration and map write: several goroutines use one map, and at least one changes it; guard it with a sync.Mutex"},
		{death{ready: true, memory: 2 << 30, doubt: "fatal error: runtime: cannot allocate memory" + stack},
			"out of memory: the cell took more than its limit of 2048 MiB (set POLKA_MEMORY to raise it)"},
		{death{ready: true, doubt: "runtime: out of memory: cannot allocate 4194304-byte block (9 in use)\nfatal error: out of memory"}, "out of memory"},
		{death{ready: true, doubt: "runtime: program exceeds 10000-thread limit\nfatal error: thread exhaustion" + stack},
			"too many threads: more than 10000 goroutines wait in system calls at once"},
		{death{ready: true, memory: 512 << 20, doubt: "runtime/cgo: pthread_create failed: Resource temporarily unavailable\nSIGABRT: abort" + stack},
			"out of memory: the cell took more than its limit of 512 MiB (set POLKA_MEMORY to raise it)"},
		{death{ready: true, doubt: "runtime: failed to create new OS thread (have 9 already; errno=11)" + stack},
			"too many threads: the system allows no more"},
		{death{ready: true, memory: 512 << 20, largest: 470 << 20, report: collector}, "out of memory: the cell took more than its limit of 512 MiB (set POLKA_MEMORY to raise it)"},
		{death{ready: true, memory: 512 << 20, largest: 200 << 20, report: collector}, "SIGSEGV: segmentation violation"},
		{death{ready: true, memory: 512 << 20, largest: 470 << 20, report: "SIGSEGV: segmentation violation\nPC=0x1 m=0 sigcode=1" + stack}, "SIGSEGV: segmentation violation"},
		{death{ready: true, report: "unexpected fault address 0x1\n[signal SIGBUS: bus error]" + stack}, "unexpected fault address 0x1"},
		{death{ready: true, status: 7}, "the process ended with exit status 7 (os.Exit or log.Fatal in compiled code)"},
		{death{ready: true, signal: 11, signalName: "segmentation fault"}, "the process was ended by signal 11 (segmentation fault)"},
		{death{ready: true, killed: "it hung", doubt: "panic: boom"}, "it hung"},
		{death{status: 3, early: "no file"}, "the worker could not be started: exit status 3: no file"},
		{death{status: 3}, "the worker could not be started: exit status 3"},
		{death{killed: "no symbols"}, "the worker could not be started: no symbols"},
		{death{doubt: "panic: boom" + stack}, "the worker could not be started: panic in a goroutine: boom"},
	} {
		if got := c.death.cause(); got != c.want {
			t.Errorf("%+v:\n got %s\nwant %s", c.death, got, c.want)
		}
		if strings.Contains(c.death.cause(), "\n") {
			t.Errorf("%+v: more than one line", c.death)
		}
	}
}

func TestFrames(t *testing.T) {
	d := death{doubt: `panic: no room
	cell 4, line 2, in place
	cell 5, line 1

goroutine 34 [running]:
polka/dlx.(*Problem).each(0xc000012345, {0x1, 0x2})
	/home/ann/polka/dlx/each.go:41 +0x9d
polka/dlx.(*Problem).each(0xc000012345, {0x1, 0x2})
	/home/ann/polka/dlx/each.go:44 +0xaf
reflect.Value.call({0x1})
	/usr/local/go/src/reflect/value.go:581 +0xca
github.com/traefik/yaegi/interp.runCfg(0xc0001)
	/home/ann/go/pkg/mod/yaegi/run.go:226 +0x29
created by main.main in goroutine 1
	/home/ann/main.go:9 +0x25

goroutine 1 [select]:
main.main()
`}
	want := []string{"cell 4, line 2, in place", "cell 5, line 1", "polka/dlx.(*Problem).each (each.go:41)"}
	if diff := cmp.Diff(want, d.frames()); diff != "" {
		t.Error(diff)
	}
	if got := (death{}).frames(); got != nil {
		t.Errorf("got %q", got)
	}
}

// Whatever dies, however it stammers: there is a cause, on one line.
func FuzzDeath(f *testing.F) {
	f.Add("panic: x\n\ngoroutine 1 [running]:\nmain.f()\n\t/a.go:1 +0x1\n", "")
	f.Add("fatal error: stack overflow\n\nruntime stack:", "goroutine 9")
	f.Add("", "panic: <int Value>")
	f.Fuzz(func(t *testing.T, doubt, report string) {
		d := death{ready: true, doubt: doubt, report: report}
		if c := d.cause(); c == "" && strings.TrimSpace(doubt+report) != "" || strings.Contains(c, "\n") {
			t.Errorf("cause %q", c)
		}
		for _, l := range d.frames() {
			if strings.Contains(l, "\n") {
				t.Errorf("frame %q", l)
			}
		}
	})
}
