// SPDX-License-Identifier: BSD-3-Clause

package kernel

import (
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"strings"

	"polka/internal/size"
)

// The environment variables that Run and HistoryFile read. A kernelspec can set them, with polka
// install --env.
const (
	HistoryEnv     = "POLKA_HISTORY"      // a file for the history, or "off"
	OutputLimitEnv = "POLKA_OUTPUT_LIMIT" // text that a cell may show, such as 20MB; 0: any amount
	LogEnv         = "POLKA_LOG"          // a file for the log, or "debug" for standard error
	parentEnv      = "JPY_PARENT_PID"     // set by the frontend
)

// applyEnvironment sets the fields of c that are zero from the environment. It returns a function
// that closes the log.
func (c *Config) applyEnvironment(getenv func(string) string) (closer io.Closer, err error) {
	if v := getenv(OutputLimitEnv); v != "" && c.OutputLimit == 0 {
		n, err := size.Parse(v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", OutputLimitEnv, err)
		}
		if n > math.MaxInt32 {
			return nil, fmt.Errorf("%s: %q is too large, expected less than 2GiB", OutputLimitEnv, v)
		}
		if c.OutputLimit = int(n); n == 0 {
			c.OutputLimit = -1
		}
	}
	closer = io.NopCloser(nil)
	if v := getenv(LogEnv); v != "" && c.Log == nil {
		to := io.Writer(os.Stderr)
		if !strings.EqualFold(v, "debug") {
			f, err := os.OpenFile(v, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", LogEnv, err)
			}
			to, closer = f, f
		}
		c.Log = slog.New(slog.NewTextHandler(to, &slog.HandlerOptions{Level: slog.LevelDebug})).With("pid", os.Getpid())
	}
	return closer, nil
}
