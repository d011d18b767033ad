// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package extra

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"polka/kernel/session/part"
)

func init() { part.Fetch, part.Post = fetch, post }

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

// How long a form may take, and how much of the answer is read, in bytes.
const (
	postTime   = 10 * time.Second
	postAnswer = 4 << 10
)

// post sends a form to an address.
func post(ctx context.Context, address string, form url.Values) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, postTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(req)
	if err != nil {
		if e, ok := errors.AsType[*url.Error](err); ok {
			err = e.Err // without the address, which contains the token of the class
		}
		return "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, postAnswer))
	if err != nil {
		return "", err
	}
	text := strings.TrimSpace(string(body))
	if resp.StatusCode != http.StatusOK {
		if text == "" || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/plain") {
			text = resp.Status
		}
		return "", errors.New(text)
	}
	return text, nil
}
