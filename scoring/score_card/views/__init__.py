"""Views, a file a screen: `start`, `card` (entering hands), `hands` (explaining, correcting,
history), `signing`, `rounds`, `sharing` (links, joining, reading), `papers` (PDFs), `books`.

Each follows one rhythm: fetch with the access check → form → one recording → fragment,
page or redirect.
"""
