"""One file per noun: fetch, form, one domain call, answer."""
