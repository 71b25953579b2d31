"""Every string a page or a PDF shows: one file per noun, no queries."""
