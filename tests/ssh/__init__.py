"""Over a real sshd on 127.0.0.1."""
