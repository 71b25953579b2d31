"""A bare Django view to hold the saving of a step against. Served to benchmarks only, beside the whole app."""
