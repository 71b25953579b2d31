"""Static files are collected when one of them has changed, and then alone."""

import pytest

from pinochle_club import static_files


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
        (hashed,) = settings.STATIC_ROOT.glob("page.*.css")
        hashed.write_text("main { col")
        raise KeyboardInterrupt

    now = static_files.digest()
    with monkeypatch.context() as while_it_ran:
        while_it_ran.setattr(static_files, "call_command", killed)
        with pytest.raises(KeyboardInterrupt):
            static_files.collect(now)
    assert not static_files.is_collected(now)

    static_files.collect(now)

    (hashed,) = settings.STATIC_ROOT.glob("page.*.css")
    assert hashed.read_text() == (collected / "page.css").read_text()
    assert static_files.is_collected(now)


def test_what_people_load_has_a_compressed_copy(collected, settings):
    assert len(list(settings.STATIC_ROOT.glob("page.*.css.gz"))) == 1


def test_what_is_seldom_sent_has_none(folder, monkeypatch):
    asked = []
    monkeypatch.setattr(
        "whitenoise.storage.CompressedManifestStaticFilesStorage.compress_files",
        lambda self, paths: asked.extend(paths) or iter(()),
    )
    names = ["admin/js/core.1.js", "css/card.2.css", "django_htmx/htmx-2.3.js", "django_htmx/htmx-2.min.4.js"]

    list(static_files.CompressedFiles().compress_files(names))

    assert asked == ["css/card.2.css", "django_htmx/htmx-2.min.4.js"]
