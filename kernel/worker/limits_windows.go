// SPDX-License-Identifier: BSD-3-Clause

package worker

import (
	"math"
	"os"
	"runtime/debug"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	memoryStatus  = kernel32.NewProc("GlobalMemoryStatusEx")
	processMemory = kernel32.NewProc("K32GetProcessMemoryInfo")
)

// machineMemory returns the memory of the machine, in bytes, or 0 if it is unknown.
func machineMemory() int64 {
	var status struct { // MEMORYSTATUSEX
		length, load uint32
		total        uint64
		_            [6]uint64
	}
	status.length = uint32(unsafe.Sizeof(status))
	if ok, _, _ := memoryStatus.Call(uintptr(unsafe.Pointer(&status))); ok == 0 {
		return 0
	}
	return int64(status.total)
}

// limitMemory limits the memory of this process to n bytes from now on, and that of each program
// that it starts.
//
// The limit is that of a job object, for committed memory. It is added to the memory already in
// use. The garbage collector gets nine tenths as its limit, so that it runs more often before the
// memory is exhausted; if the system refuses the job object, there is no other limit.
func limitMemory(n int64) error {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(n / 10 * 9)
	}
	_, committed := memoryUse(windows.CurrentProcess())
	job, err := windows.CreateJobObject(nil, nil) // which exists as long as its processes
	if err != nil {
		return nil
	}
	defer windows.CloseHandle(job)
	if limitJob(job, windows.JOB_OBJECT_LIMIT_PROCESS_MEMORY, uintptr(min(uint64(max(0, committed)+n), math.MaxUint))) == nil {
		windows.AssignProcessToJobObject(job, windows.CurrentProcess())
	}
	return nil
}

// memoryUse returns the memory that a process occupies, and its committed memory, in bytes, or -1
// if they are unknown.
func memoryUse(process windows.Handle) (resident, committed int64) {
	var m struct { // PROCESS_MEMORY_COUNTERS
		size, faults              uint32
		peak, resident            uintptr
		_                         [4]uintptr
		committed, peakCommitment uintptr
	}
	m.size = uint32(unsafe.Sizeof(m))
	if ok, _, _ := processMemory.Call(uintptr(process), uintptr(unsafe.Pointer(&m)), uintptr(m.size)); ok == 0 {
		return -1, -1
	}
	return int64(m.resident), int64(m.committed)
}

// withProcess calls f with a handle of a process and returns its result, or -1 without such a
// process.
func withProcess(pid int, f func(windows.Handle) int64) int64 {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return -1
	}
	defer windows.CloseHandle(h)
	return f(h)
}

// ProcessorTime returns the processor time of a process so far, or -1 if it is unknown.
func ProcessorTime(pid int) time.Duration {
	return time.Duration(withProcess(pid, func(h windows.Handle) int64 {
		var created, ended, system, user windows.Filetime
		if windows.GetProcessTimes(h, &created, &ended, &system, &user) != nil {
			return -1
		}
		ticks := func(t windows.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) }
		return 100 * (ticks(system) + ticks(user))
	}))
}

// residentMemory returns the memory that a process occupies, in bytes, or -1 if it is unknown.
func residentMemory(pid int) int64 {
	return withProcess(pid, func(h windows.Handle) int64 {
		resident, _ := memoryUse(h)
		return resident
	})
}

// largestMemory returns -1: it is not asked for on this system.
func largestMemory(*os.ProcessState) int64 { return -1 }
