"""Inference about the hidden sea in NavalQi: drawing seas that agree with the public log."""
