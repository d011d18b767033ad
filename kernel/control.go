// SPDX-License-Identifier: BSD-3-Clause

package kernel

import "context"

// interrupt answers interrupt_request at once. The cell ends a little later, with its own error.
func (k *kernel) interrupt(context.Context, *request) any {
	k.interruptShells()
	return reply{"status": "ok"}
}

// shutdown answers shutdown_request, on control or, as old clients do, on shell. Whether the
// frontend is going to start another kernel does not matter here. The reply is also sent to all
// frontends, on iopub.
func (k *kernel) shutdown(_ context.Context, r *request) any {
	var q struct {
		Restart bool `json:"restart"`
	}
	if err := r.Bind(&q); err != nil {
		k.log.Debug("shutdown_request", "err", err)
	}
	content := reply{"status": "ok", "restart": q.Restart}
	k.publish(r, "shutdown_reply", content)
	r.then = k.stop
	return content
}
