// SPDX-License-Identifier: BSD-3-Clause

//go:build !js

package extra

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"polka/internal/pattern"
	"polka/kernel/session/part"
)

func init() { part.Class = sender{} }

var classPath = pattern.New(`/s/[\w-]+/$`)

// How long a form may take, and how much of the answer is read, in bytes.
const (
	postTime   = 10 * time.Second
	postAnswer = 4 << 10
)

// A sender sends to the server of a class by HTTP.
type sender struct{}

func (sender) Address(text string) (string, error) {
	u, err := url.Parse(text)
	if err == nil {
		u.RawQuery, u.Fragment = "", ""
		u.Path = strings.TrimSuffix(u.Path, "/") + "/"
	}
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || !classPath.MatchString(u.Path) {
		return "", fmt.Errorf("expected the address of a class, as in http://192.0.2.7:8765/s/abcde-fghjk/")
	}
	return u.String(), nil
}

func (sender) Voter() string { return rand.Text() }

func (sender) Post(ctx context.Context, address string, form map[string]string) (string, error) {
	values := url.Values{}
	for name, text := range form {
		values.Set(name, text)
	}
	ctx, cancel := context.WithTimeout(ctx, postTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(values.Encode()))
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
