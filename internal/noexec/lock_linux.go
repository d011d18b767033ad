// SPDX-License-Identifier: BSD-3-Clause

// A process on Linux gives up the right to run programs with a seccomp filter: a program in the
// instructions of the classic Berkeley Packet Filter, which the system runs before each system
// call. This one lets execve and execveat fail with EPERM. The filter holds for all threads and for
// all processes that they fork; it can be neither removed nor replaced by a weaker one.
//
// A processor may have several sets of system calls with different numbers (i386 and x32 beside
// amd64). A Go program uses one, so the filter denies all calls of the others.
//
// See Documentation/userspace-api/seccomp_filter.rst in the sources of Linux.

package noexec

import (
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// arches are the numbers of the sets of system calls that Go programs use, as seccomp gives them.
var arches = map[string]uint32{
	"386":     unix.AUDIT_ARCH_I386,
	"amd64":   unix.AUDIT_ARCH_X86_64,
	"arm":     unix.AUDIT_ARCH_ARM,
	"arm64":   unix.AUDIT_ARCH_AARCH64,
	"loong64": unix.AUDIT_ARCH_LOONGARCH64,
	"ppc64":   unix.AUDIT_ARCH_PPC64,
	"ppc64le": unix.AUDIT_ARCH_PPC64LE,
	"riscv64": unix.AUDIT_ARCH_RISCV64,
	"s390x":   unix.AUDIT_ARCH_S390X,
}

// x32 is the bit in the numbers of the system calls of x32, which share the architecture of amd64.
const x32 = 0x40000000

// Offsets in struct seccomp_data.
const (
	offsetNumber = 0
	offsetArch   = 4
)

// filter returns the program of the filter.
func filter(arch uint32) []unix.SockFilter {
	load := func(offset uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
	}
	// jump skips that many instructions if the condition holds, or does not hold.
	jump := func(condition uint16, k uint32, yes, no uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | condition | unix.BPF_K, Jt: yes, Jf: no, K: k}
	}
	give := func(what uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: what}
	}
	return []unix.SockFilter{
		load(offsetArch),
		jump(unix.BPF_JEQ, arch, 0, 5),
		load(offsetNumber),
		jump(unix.BPF_JGE, x32, 3, 0),
		jump(unix.BPF_JEQ, unix.SYS_EXECVE, 2, 0),
		jump(unix.BPF_JEQ, unix.SYS_EXECVEAT, 1, 0),
		give(unix.SECCOMP_RET_ALLOW),
		give(unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)),
	}
}

func lock() error {
	arch, ok := arches[runtime.GOARCH]
	if !ok {
		return ErrUnsupported
	}
	code := filter(arch)
	program := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	runtime.LockOSThread() // the first call is for one thread, which has to make the second one
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("%w: prctl: %w", ErrUnsupported, err)
	}
	thread, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return fmt.Errorf("%w: seccomp: %w", ErrUnsupported, errno)
	}
	if thread != 0 {
		return fmt.Errorf("%w: seccomp: thread %d has another filter", ErrUnsupported, thread)
	}
	return nil
}
