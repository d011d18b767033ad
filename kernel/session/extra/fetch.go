// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package extra

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"polka/kernel/session/part"
)

func init() { part.Fetch = fetch }

// fetch opens what an address names.
func fetch(ctx context.Context, address string) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, fmt.Errorf("%s: %s", address, resp.Status)
	}
	return resp.Body, nil
}
