"""What Jupyter's tools need to know of Polka, a kernel for Go. The kernel itself is not written in Python."""
