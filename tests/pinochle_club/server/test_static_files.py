"""Static files are collected when one of them has changed, and then alone."""

from unittest.mock import Mock

import pytest

from pinochle_club.server import static_files


@pytest.fixture
def folder(settings, tmp_path):
    """The club's own files, a single one."""
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "page.css").write_text("main { color: green }\n" * 20)
    settings.STATICFILES_DIRS = [folder]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": settings.MANIFEST_STORAGE}}
    settings.STATE_DIR = tmp_path
    settings.STATIC_ROOT = tmp_path / "collected files"
    return folder


@pytest.fixture
def collected(folder):
    static_files.collect(static_files.digest())
    return folder


def test_nothing_is_collected_twice(collected):
    assert static_files.start_collecting() is None


@pytest.mark.parametrize("name", ["page.css", "new.css"])
def test_file_that_changed_or_came_is_collected(collected, name):
    (collected / name).write_text("main { color: red }")

    assert not static_files.is_collected(static_files.digest())


def test_files_that_were_deleted_are_collected_again(collected, settings):
    settings.STATIC_ROOT.rename(settings.STATE_DIR / "gone")

    assert not static_files.is_collected(static_files.digest())


def test_run_that_was_killed_begins_from_nothing(collected, settings, monkeypatch):
    def killed(*args, **options):
        (settings.STATIC_ROOT / "page.css").write_text("main { col")
        raise KeyboardInterrupt

    (collected / "page.css").write_text("main { color: green }")
    now = static_files.digest()
    with monkeypatch.context() as while_it_ran:
        while_it_ran.setattr(static_files, "call_command", killed)
        with pytest.raises(KeyboardInterrupt):
            static_files.collect(now)
    assert not static_files.is_collected(now)

    static_files.collect(now)

    (hashed,) = settings.STATIC_ROOT.glob("page.*.css")  # and nothing is left of before
    assert hashed.read_text().split() == (collected / "page.css").read_text().split()
    assert static_files.is_collected(now)


def test_files_are_on_the_drive_before_it_is_noted(folder, settings, monkeypatch):
    noted = []
    monkeypatch.setattr("os.sync", lambda: noted.append((settings.STATE_DIR / "collected").read_text()))

    static_files.collect(static_files.digest())

    assert noted == [""]


def test_what_people_load_is_without_comments_and_says_the_same(folder, settings):
    (folder / "page.css").write_text('/* A. */\n@layer parts {\n  .a :is(b, i) { content: "/* B  */" }\n}\n')
    (folder / "page.js").write_text("/* A. */\nvar a = 1; // one\nvar b = '// two';\n")

    static_files.collect(static_files.digest())

    (sheet,), (script,) = settings.STATIC_ROOT.glob("page.*.css"), settings.STATIC_ROOT.glob("page.*.js")
    assert sheet.read_text() == '  @layer parts { .a :is(b, i) { content: "/* B  */" } } '
    assert script.read_text() == "var a=1;var b='// two';"


def test_what_people_load_has_a_compressed_copy(collected, settings):
    assert len(list(settings.STATIC_ROOT.glob("page.*.css.gz"))) == 1


def test_what_is_seldom_sent_has_none(folder, monkeypatch):
    compress = Mock(return_value=iter(()))
    monkeypatch.setattr("whitenoise.storage.CompressedManifestStaticFilesStorage.compress_files", compress)
    names = ["admin/js/core.1.js", "css/card.2.svg", "django_htmx/htmx-2.3.js", "django_htmx/htmx-2.min.4.js"]

    list(static_files.CompressedFiles().compress_files(names))

    [call] = compress.call_args_list
    assert list(call.args[0]) == ["css/card.2.svg", "django_htmx/htmx-2.min.4.js"]
