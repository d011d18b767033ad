// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"os"
	"syscall"

	"golang.org/x/sys/windows"
)

// killed is in the cause of the death of a process that was killed by kill.
const killed = "exit status 9"

func kill(pid int) {
	if h, err := windows.OpenProcess(windows.PROCESS_TERMINATE, false, uint32(pid)); err == nil {
		windows.TerminateProcess(h, 9)
		windows.CloseHandle(h)
	}
}

var ntdll = windows.NewLazySystemDLL("ntdll.dll")

func suspend() { ntdll.NewProc("NtSuspendProcess").Call(uintptr(windows.CurrentProcess())) }

// replies is the pipe of the replies of a child.
var replies windows.Handle

func findReplies() {
	if e, err := readHandles(os.Getenv(envPipes)); err == nil {
		replies = windows.Handle(e[1])
	}
}

func writeReplies(text string) { syscall.Write(syscall.Handle(replies), []byte(text)) }

func closeReplies() { windows.CloseHandle(replies) }

func systemOrder(order, arg string) bool { return false }

// onWine reports whether this is Wine, which has no memory limits, and where the process that it
// makes for the console of a child inherits the pipes.
var onWine = ntdll.NewProc("wine_get_version").Find() == nil

func systemCrashes() []crashCase {
	if onWine {
		return nil
	}
	return []crashCase{{"close", "it closed the pipe to the kernel", "", ""}}
}

// hardMemory reports whether the memory limit is hard.
func hardMemory() bool { return !onWine }

// alive reports whether a process runs.
func alive(pid int) bool {
	h, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return false
	}
	defer windows.CloseHandle(h)
	event, err := windows.WaitForSingleObject(h, 0)
	return err == nil && event == uint32(windows.WAIT_TIMEOUT)
}
