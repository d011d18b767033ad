package worker

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// holdPrograms makes the programs that cells start end with this process, however it ends: they
// belong to its job object, which the system closes with the process. If that fails they continue
// to run.
func holdPrograms() {
	job, err := windows.CreateJobObject(nil, nil) // never closed by us
	if err != nil {
		return
	}
	var limits windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err == nil {
		err = windows.AssignProcessToJobObject(job, windows.CurrentProcess())
	}
	if err != nil {
		windows.CloseHandle(job)
	}
}
