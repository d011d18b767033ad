package kernel

import "context"

// A comm is a line between an object in the frontend and one in the kernel, for widgets. Polka has
// no objects that could be at its end, so there are never any comms, and one that a frontend opens
// is closed at once, as the protocol wants for a target that nobody knows.

func (k *kernel) commInfo(context.Context, *request) any {
	return reply{"status": "ok", "comms": struct{}{}}
}

func (k *kernel) commOpen(_ context.Context, r *request) any {
	var content struct {
		ID     string `json:"comm_id"`
		Target string `json:"target_name"`
	}
	if err := r.Bind(&content); err != nil {
		k.log.Debug("comm_open dropped", "err", err)
		return nil
	}
	k.log.Debug("comm closed: no such target", "target", content.Target)
	k.publish(r, "comm_close", map[string]any{"comm_id": content.ID, "data": struct{}{}})
	return nil
}

// commIgnore takes comm_msg and comm_close, which can only be of comms that were closed before.
func (k *kernel) commIgnore(context.Context, *request) any { return nil }
