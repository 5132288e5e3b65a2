"""The study's integer linear model, equation by equation."""
