// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"polka/kernel/engine"
)

// A meter stores the values of the last usage_request, since the load of a processor is a rate.
type meter struct {
	mu         sync.Mutex
	at         time.Time
	pid        int
	processor  time.Duration
	busy, idle uint64 // of the machine
}

// usage answers usage_request, a request of the extension jupyter-resource-usage, with the
// processor time and memory that the worker and the machine use. Values that are unknown on a
// system are omitted.
func (k *kernel) usage(context.Context, *request) any {
	host, _ := os.Hostname()
	r := reply{"status": "ok", "hostname": host, "pid": os.Getpid(), "cpu_count": runtime.NumCPU()}
	k.meter.mu.Lock()
	defer k.meter.mu.Unlock()
	m, now := &k.meter, time.Now()
	if i, ok := k.interp.(engine.Metered); ok {
		if u, ok := i.Usage(); ok {
			percent := 0.0
			if d := now.Sub(m.at); u.PID == m.pid && d > 0 {
				percent = 100 * float64(u.Processor-m.processor) / float64(d)
			}
			m.pid, m.processor = u.PID, u.Processor
			r["pid"], r["kernel_cpu"], r["kernel_memory"] = u.PID, percent, u.Memory
		}
	}
	m.at = now
	if busy, idle, ok := hostTimes(); ok {
		if d := float64(busy - m.busy + idle - m.idle); d > 0 {
			r["host_cpu_percent"] = 100 * float64(busy-m.busy) / d
		}
		m.busy, m.idle = busy, idle
	}
	if memory := hostMemory(); memory != nil {
		r["host_virtual_memory"] = memory
	}
	return r
}

// hostTimes returns the times that the processors of the machine have been busy and idle.
func hostTimes() (busy, idle uint64, ok bool) {
	b, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, 0, false
	}
	var user, nice, system, wait uint64
	if _, err := fmt.Sscanf(string(b), "cpu %d %d %d %d %d", &user, &nice, &system, &idle, &wait); err != nil {
		return 0, 0, false
	}
	return user + nice + system, idle + wait, true
}

// hostMemory returns the memory of the machine in bytes, nil if it is not known.
func hostMemory() map[string]any {
	b, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return nil
	}
	kib := make(map[string]uint64)
	for line := range strings.Lines(string(b)) {
		var name string
		var n uint64
		if _, err := fmt.Sscan(line, &name, &n); err == nil {
			kib[strings.TrimSuffix(name, ":")] = n
		}
	}
	total, available := kib["MemTotal"]<<10, kib["MemAvailable"]<<10
	if total == 0 {
		return nil
	}
	return map[string]any{
		"total": total, "available": available, "free": kib["MemFree"] << 10, "used": total - available,
		"percent": 100 * float64(total-available) / float64(total),
	}
}
