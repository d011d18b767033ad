// http.HandlerFunc, a mux, middleware and own handlers with a recorder.

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
)

type counter struct {
	n    int
	name string
}

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.n++
	fmt.Fprintf(w, "%s %d %s", c.name, c.n, r.URL.Path)
}

type statusWriter struct {
	http.ResponseWriter
	code int
}

func (s *statusWriter) WriteHeader(c int) { s.code = c; s.ResponseWriter.WriteHeader(c) }

func logging(log *[]string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sw := &statusWriter{w, 200}
		next.ServeHTTP(sw, r)
		*log = append(*log, fmt.Sprint(r.Method, " ", r.URL.Path, " ", sw.code))
	})
}

func greet(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	if name == "" {
		http.Error(w, "no name", http.StatusBadRequest)
		return
	}
	w.Header().Set("X-Name", name)
	json.NewEncoder(w).Encode(struct {
		Hello string `json:"hello"`
		n     int
	}{name, 1})
}

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("/greet", greet)
	mux.Handle("/count/", &counter{name: "c"})
	mux.HandleFunc("POST /echo/{id}", func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		w.WriteHeader(http.StatusCreated)
		fmt.Fprintf(w, "%s:%s", r.PathValue("id"), b)
	})
	var log []string
	h := logging(&log, mux)
	for _, p := range []string{"/greet?name=bo", "/greet", "/count/a", "/count/b", "/none"} {
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest("GET", p, nil))
		fmt.Printf("%d %q %q\n", rec.Code, rec.Body.String(), rec.Header().Get("X-Name"))
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest("POST", "/echo/7", strings.NewReader("body")))
	fmt.Println(rec.Code, rec.Body)
	fmt.Println(strings.Join(log, "; "))
}
