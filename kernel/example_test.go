// SPDX-License-Identifier: BSD-3-Clause

package kernel_test

import (
	"fmt"

	"polka/kernel"
)

func ExampleParseConnection() {
	c, err := kernel.ParseConnection([]byte(`{
		"transport": "tcp", "ip": "127.0.0.1", "key": "a0436f6c", "signature_scheme": "hmac-sha256",
		"shell_port": 57503, "iopub_port": 46491, "stdin_port": 41163, "control_port": 52559, "hb_port": 41929
	}`))
	if err != nil {
		panic(err)
	}
	fmt.Println(c.IP, c.ShellPort)

	_, err = kernel.ParseConnection([]byte("{\n  \"shell_port\": true\n}"))
	fmt.Println("connection:" + err.Error())
	// Output:
	// 127.0.0.1 57503
	// connection:2:20: shell_port: expected a whole number, found bool
}
