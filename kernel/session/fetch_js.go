package session

import (
	"context"
	"errors"
	"io"
)

// fetch would open what an address names.
func fetch(context.Context, string) (io.ReadCloser, error) {
	return nil, errors.New("addresses cannot be loaded in the browser")
}
