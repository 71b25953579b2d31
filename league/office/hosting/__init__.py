"""Who hosts: clubs on a server that somebody else runs, the *host*, an account with `is_superuser`.

The host looks after clubs and is nobody in them: what a host does to a club leaves a line in its log, which its admins
read, and no page here has a member's name, a contact or a note. A club rests while it is suspended, is deleted a month
after an admin asked for it, and is written to where nothing happens in it for a year.
"""
