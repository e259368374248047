"""Reading text that people send, in processes with limits on time and memory."""
