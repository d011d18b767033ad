// A test server with a client: handlers as closures and error statuses.

package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

type store struct {
	mu sync.Mutex
	m  map[string]string
}

func (s *store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := strings.TrimPrefix(r.URL.Path, "/")
	switch r.Method {
	case http.MethodPut:
		b, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), 500)
			return
		}
		s.m[key] = string(b)
		w.WriteHeader(http.StatusNoContent)
	case http.MethodGet:
		v, ok := s.m[key]
		if !ok {
			http.NotFound(w, r)
			return
		}
		io.WriteString(w, v)
	default:
		http.Error(w, "method "+r.Method, http.StatusMethodNotAllowed)
	}
}

type client struct {
	base string
	*http.Client
}

func (c client) call(method, key, body string) string {
	req, err := http.NewRequest(method, c.base+"/"+key, strings.NewReader(body))
	if err != nil {
		return err.Error()
	}
	resp, err := c.Do(req)
	if err != nil {
		return err.Error()
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(resp.Body)
	return fmt.Sprintf("%d %q", resp.StatusCode, b)
}

func main() {
	srv := httptest.NewServer(&store{m: map[string]string{}})
	defer srv.Close()
	c := client{srv.URL, srv.Client()}
	fmt.Println(c.call("GET", "a", ""))
	fmt.Println(c.call("PUT", "a", "value"))
	fmt.Println(c.call("GET", "a", ""))
	fmt.Println(c.call("PATCH", "a", ""))
}
