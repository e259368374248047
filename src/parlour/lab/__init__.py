"""The laboratory: how does this rule change play?"""
