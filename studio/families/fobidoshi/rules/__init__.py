"""The ladder: the state it works on, the rules, and what they look ahead with."""
