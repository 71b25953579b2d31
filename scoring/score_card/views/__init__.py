"""Views, a file a screen: `start`, `details`, `card` (entering hands), `hands` (explaining, correcting,
dealing again, history), `signing`, `rounds`, `sharing` (links, joining), `reading`, `papers` (PDFs), `books`.

Each follows one rhythm: fetch with the access check → form → one recording → fragment,
page or redirect.
"""
