// SPDX-License-Identifier: BSD-3-Clause

package wire_test

import (
	"fmt"

	"polka/kernel/wire"
)

func Example() {
	client, err := wire.NewCodec([]byte("secret"), wire.Scheme)
	if err != nil {
		panic(err)
	}
	kernel, err := wire.NewCodec([]byte("secret"), wire.Scheme)
	if err != nil {
		panic(err)
	}

	request, err := client.New(nil, "is_complete_request", map[string]string{"code": "for {"})
	if err != nil {
		panic(err)
	}
	request.Identities = [][]byte{[]byte("client-1")}

	received, err := kernel.Decode(client.Encode(request))
	if err != nil {
		panic(err)
	}
	var content struct{ Code string }
	if err := received.Bind(&content); err != nil {
		panic(err)
	}
	fmt.Println(received.Header.Type, content.Code)

	reply, err := kernel.Reply(received, "is_complete_reply", map[string]string{"status": "incomplete"})
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s %s %s\n", reply.Identities, reply.Header.Type, reply.Content)

	_, err = kernel.Decode(client.Encode(request))
	fmt.Println(err)
	// Output:
	// is_complete_request for {
	// [client-1] is_complete_reply {"status":"incomplete"}
	// wire: message seen before
}

func ExampleCodec_Publish() {
	kernel, err := wire.NewCodec(nil, "")
	if err != nil {
		panic(err)
	}
	status, err := kernel.Publish(nil, "status", map[string]string{"execution_state": "starting"})
	if err != nil {
		panic(err)
	}
	fmt.Println(len(kernel.Encode(status)), "frames")
	fmt.Printf("%s %s %s\n", status.ParentJSON, status.Metadata, status.Content)
	// Output:
	// 7 frames
	// {} {} {"execution_state":"starting"}
}
