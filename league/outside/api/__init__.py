"""What a club's own website may take from here: its published standings, evenings, results and calendar, to read.

Everybody gets what a stranger sees, whoever asks: nobody is signed in here. So other sites may read it from a browser,
and no answer depends on a cookie.
"""
