"""The whole program, under a pseudo-terminal and over a real sshd."""
