"""The settings under test: the real ones, in a state directory of their own, without what only costs time."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

if "TEST_STATE_DIR" not in os.environ:
    # One directory a run, so that two runs in one work tree do not meet; xdist's workers inherit the name.
    os.environ["TEST_STATE_DIR"] = tempfile.mkdtemp(prefix="pinochle-club-test-")
    atexit.register(shutil.rmtree, os.environ["TEST_STATE_DIR"], ignore_errors=True)
# In it each worker has its own: another's would hold the queue of writers, and clear sheets away.
own = Path(os.environ["TEST_STATE_DIR"]) / os.environ.get("PYTEST_XDIST_WORKER", "alone")
os.environ["STATE_DIR"] = str(own)
os.environ["SETTINGS_FILE"] = ""  # a club's own settings are not for tests
os.environ["TIME_ZONE"] = "UTC"
os.environ["SECRET_KEY"] = "only-for-tests-" + "0123456789" * 5
os.environ["BACKUP_NIGHTLY"] = "0"
for name in (
    "PROFILE",
    "PUBLIC_URL",
    "ALLOWED_HOSTS",
    "DEBUG",
    "EMAIL_URL",
    "MAIL_FROM",
    "FOUNDING",
    "BACKUP_TO",
    "BACKUP_KEEP",
):
    os.environ.pop(name, None)

from pinochle_club.settings import *  # noqa: E402, F403
from pinochle_club.settings import DATABASES, PLAIN_STORAGE, STATE_DIR, STATIC_ROOT, STORAGES  # noqa: E402

PUBLIC_URL = "http://testserver"  # the browser fixtures set the live server's address
WORKS_APART = False  # a process of its own would take seconds to start
PLAY_SECONDS = 0.02
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": PLAIN_STORAGE}}
STATIC_ROOT.mkdir(exist_ok=True)  # WhiteNoise warns where it is missing, and warnings are errors here
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True

database = DATABASES["default"]
if database["ENGINE"] == "django.db.backends.sqlite3":
    # A file, not memory: the live server and the writers of concurrency tests each open it for themselves.
    database["TEST"] = {"NAME": str(STATE_DIR / "test.sqlite3")}
    # The fsync guards against power cuts; a test run has none.
    database["OPTIONS"] = {
        **database["OPTIONS"],
        "init_command": database["OPTIONS"]["init_command"].replace("synchronous=FULL", "synchronous=OFF"),
    }
else:
    database["CONN_MAX_AGE"] = 0  # threads of the live server would keep the test database open
    database["TEST"] = {"NAME": "test_pinochle_club"}
