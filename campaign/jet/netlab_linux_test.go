// SPDX-License-Identifier: BSD-3-Clause

// A network for tests: nodes in network namespaces of their own, connected by a wire that delays
// and loses packets, and that can be cut between groups of nodes.
//
// The wire is this process. Each node has a TUN device, whose other end is a file here; what a
// node sends is a packet read from its file, which is written to that of the receiver, late
// or never. So the protocols above see what they would see on a bad network: TCP repeats
// segments, and a partition is silent. Neither a kernel module such as netem nor a program
// such as ip or tc is needed, only the right to make namespaces and devices. The whole network
// is in a user namespace, so that root is not needed either, and nothing of it outlives the
// test.

package jet

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// labVariable is set in the process that runs a test within a network namespace.
const labVariable = "POLKA_TEST_CAMPAIGN_LAB"

// inLab runs a test in a process of its own, with its own network namespace without any
// interface. It returns true in that process, and false in the first one when the other has
// ended. Where a system does not permit this, the test is skipped, but not where CI runs it.
func inLab(t *testing.T) bool {
	t.Helper()
	if os.Getenv(labVariable) == t.Name() {
		return true
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, "-test.run=^"+t.Name()+"$", "-test.v", "-test.timeout=2h")
	cmd.Env = append(os.Environ(), labVariable+"="+t.Name())
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
		Pdeathsig:   syscall.SIGKILL,
	}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &exit):
		missing(t, "network namespaces cannot be made here", err)
	case err != nil:
		t.Errorf("%v\n%s", err, out)
	case strings.Contains(string(out), "--- SKIP"):
		t.Skipf("%s", out)
	case !strings.Contains(string(out), "--- PASS"):
		t.Errorf("the test has not run:\n%s", out)
	default:
		t.Logf("%s", out)
	}
	return false
}

// missing skips a test for which the machine lacks something, but not where CI runs it.
func missing(t *testing.T, what string, err error) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf("%s: %v", what, err)
	}
	t.Skipf("%s: %v", what, err)
}

// A lab is a network.
type lab struct {
	mutex  sync.Mutex
	random *rand.Rand
	nodes  map[byte]*labNode

	delay, jitter time.Duration
	loss          float64       // the probability that a packet is lost
	island        map[byte]bool // nodes that the others do not reach
	carried, lost int
}

// A labNode is a node, with the address 10.77.0.ID.
type labNode struct {
	device *os.File
	do     chan func() // what is sent here runs in the namespace of the node
}

// newLab makes a network of which this process is a node.
func newLab(t *testing.T, self byte) *lab {
	t.Helper()
	l := &lab{random: rand.New(rand.NewPCG(1, 2)), nodes: map[byte]*labNode{}}
	device, err := openDevice(self)
	if err != nil {
		missing(t, "network devices cannot be made here", err)
	}
	l.connect(self, &labNode{device: device})
	return l
}

// add adds a node.
func (l *lab) add(t *testing.T, id byte) {
	t.Helper()
	n := &labNode{do: make(chan func())}
	made := make(chan error)
	go func() {
		runtime.LockOSThread() // for ever: the thread ends with the goroutine
		err := unix.Unshare(unix.CLONE_NEWNET)
		if err == nil {
			n.device, err = openDevice(id)
		}
		made <- err
		for f := range n.do {
			f()
		}
	}()
	if err := <-made; err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { close(n.do) })
	l.connect(id, n)
}

// start starts a process on a node.
func (l *lab) start(id byte, cmd *exec.Cmd) error {
	started := make(chan error)
	l.mutex.Lock()
	n := l.nodes[id]
	l.mutex.Unlock()
	n.do <- func() { started <- cmd.Start() }
	return <-started
}

// address is the address of a node.
func address(id byte) string { return fmt.Sprintf("10.77.0.%d", id) }

// openDevice makes a TUN device in the namespace of the calling thread, and gives it an address.
func openDevice(id byte) (*os.File, error) {
	fd, err := unix.Open("/dev/net/tun", unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("/dev/net/tun: %w", err)
	}
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer unix.Close(socket)
	const name = "polka"
	for _, step := range []struct {
		device  string
		fd      int
		request uint
		set     func(*unix.Ifreq) error
	}{
		{name, fd, unix.TUNSETIFF, func(r *unix.Ifreq) error { r.SetUint16(unix.IFF_TUN | unix.IFF_NO_PI); return nil }},
		{name, socket, unix.SIOCSIFADDR, func(r *unix.Ifreq) error { return r.SetInet4Addr([]byte{10, 77, 0, id}) }},
		{name, socket, unix.SIOCSIFNETMASK, func(r *unix.Ifreq) error { return r.SetInet4Addr([]byte{255, 255, 255, 0}) }},
		{name, socket, unix.SIOCSIFFLAGS, func(r *unix.Ifreq) error { r.SetUint16(unix.IFF_UP | unix.IFF_RUNNING); return nil }},
		{"lo", socket, unix.SIOCSIFFLAGS, func(r *unix.Ifreq) error { r.SetUint16(unix.IFF_UP | unix.IFF_RUNNING); return nil }},
	} {
		r, err := unix.NewIfreq(step.device)
		if err == nil {
			err = step.set(r)
		}
		if err == nil {
			err = unix.IoctlIfreq(step.fd, step.request, r)
		}
		if err != nil {
			unix.Close(fd)
			return nil, fmt.Errorf("network device: request %#x: %w", step.request, err)
		}
	}
	return os.NewFile(uintptr(fd), "tun"), nil
}

// connect connects a node to the wire.
func (l *lab) connect(id byte, n *labNode) {
	l.mutex.Lock()
	l.nodes[id] = n
	l.mutex.Unlock()
	go func() {
		buffer := make([]byte, 65536)
		for {
			size, err := n.device.Read(buffer)
			if err != nil {
				return
			}
			l.carry(append([]byte(nil), buffer[:size]...))
		}
	}()
}

// carry carries a packet to its receiver, or loses it.
func (l *lab) carry(packet []byte) {
	if len(packet) < 20 || packet[0]>>4 != 4 {
		return // IPv6 looks for neighbors
	}
	from, to := packet[15], packet[19] // the last bytes of the addresses
	l.mutex.Lock()
	defer l.mutex.Unlock()
	n := l.nodes[to]
	if n == nil || l.island[from] != l.island[to] || l.random.Float64() < l.loss {
		l.lost++
		return
	}
	l.carried++
	late := l.delay
	if l.jitter > 0 {
		late += time.Duration(l.random.Int64N(int64(l.jitter)))
	}
	time.AfterFunc(late, func() { _, _ = n.device.Write(packet) }) // what a node cannot take is lost
}

// weather sets how bad the network is.
func (l *lab) weather(delay, jitter time.Duration, loss float64) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.delay, l.jitter, l.loss = delay, jitter, loss
}

// cut separates some nodes from the others; none restores the network.
func (l *lab) cut(ids ...byte) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.island = map[byte]bool{}
	for _, id := range ids {
		l.island[id] = true
	}
}
