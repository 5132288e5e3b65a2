"""One module per engine, named as its id; `_search` is what the compiled ones share."""
