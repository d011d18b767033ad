// SPDX-License-Identifier: BSD-3-Clause

package zmq_test

import (
	"context"
	"fmt"
	"io"
	"testing"

	"polka/kernel/zmq"
	"polka/kernel/zmq/internal/peer"
)

// BenchmarkEcho measures a round trip over shell, with messages as large as small requests.
func BenchmarkEcho(b *testing.B) {
	s, err := zmq.Listen(context.Background(), zmq.Config{IP: "127.0.0.1"}, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	go func() {
		for {
			frames, err := s.Shell.Recv(context.Background())
			if err != nil || s.Shell.Send(frames) != nil {
				return
			}
		}
	}()
	p := ports(s)[0].connect(b)
	m := peer.Message("<IDS|MSG>", string(make([]byte, 64)), string(make([]byte, 200)), "{}", "{}", string(make([]byte, 100)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Write(m); err != nil {
			b.Fatal(err)
		}
		if _, _, err := p.TryRecv(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPublish measures what two subscribers that do nothing but read can be given.
func BenchmarkPublish(b *testing.B) {
	for _, size := range []int{100, 10_000, 1 << 20} {
		b.Run(fmt.Sprintf("%dB", size), func(b *testing.B) {
			s, err := zmq.Listen(context.Background(), zmq.Config{IP: "127.0.0.1"}, welcome)
			if err != nil {
				b.Fatal(err)
			}
			ended := make(chan int64)
			const readers = 2
			for range readers {
				p := ports(s)[1].connect(b)
				if _, err := p.Write(peer.Message("\x01")); err != nil {
					b.Fatal(err)
				}
				if _, _, err := p.TryRecv(); err != nil { // the welcome
					b.Fatal(err)
				}
				go func() {
					n, _ := io.Copy(io.Discard, p.Conn)
					ended <- n
				}()
			}
			frames := [][]byte{[]byte("kernel.session.stream"), []byte("<IDS|MSG>"), make([]byte, 64), make([]byte, 200),
				make([]byte, 200), []byte("{}"), make([]byte, size)}
			b.ReportAllocs()
			b.SetBytes(int64(size))
			n := 0
			for b.Loop() {
				if err := s.Publish(context.Background(), frames); err != nil {
					b.Fatal(err)
				}
				n++
			}
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
			for range readers {
				if got := <-ended; got < int64(n*size) {
					b.Errorf("a reader got %d bytes of %d messages", got, n)
				}
			}
		})
	}
}
