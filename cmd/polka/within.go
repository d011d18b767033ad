// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"context"
	"time"
)

// within returns a context that ends after a time, if it is not 0.
func within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, limit)
}
