"""`python -m tests.lab.year.reading http://localhost:8000 /clubs/st-hilary/ --as NAME --most 20`: reads a club that is
served, as a visitor or signed in (the password is asked for), and says where its media disagree."""

from __future__ import annotations

import argparse
import getpass
import http.cookiejar
import os
import urllib.error
import urllib.request
from datetime import date
from urllib.parse import urlencode

import django

from .crawl import Got


class Visitor:
    """By HTTP, with the cookies of one browser."""

    def __init__(self, url: str) -> None:
        self.url = url
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(cookies)

    def get(self, address: str, fields: dict[str, str] | None = None) -> Got:
        data = urlencode(fields).encode() if fields else None
        request = urllib.request.Request(self.url + address, data, {"Referer": self.url + address})
        try:
            answer = self.opener.open(request, timeout=120)
        except urllib.error.HTTPError as refused:
            answer = refused
        with answer:
            address = answer.url.removeprefix(self.url)
            return Got(address, answer.status, answer.headers.get_content_type(), answer.read())

    def sign_in(self, name: str, password: str) -> None:
        page = self.get("/account/sign-in/").page
        form = page.xpath("//form[.//input[@type='password']]")[0] if page is not None else None
        boxes = [box.name for box in form.xpath(".//input[not(@type='hidden')]")]
        said = self.get("/account/sign-in/", {**dict(form.form_values()), boxes[0]: name, boxes[1]: password})
        assert said.address != "/account/sign-in/", f"{name} can’t sign in."


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m tests.lab.year.reading", description=__doc__)
    asked.add_argument("url", help="of the server")
    asked.add_argument("club", help="the address of its front page")
    asked.add_argument("--as", dest="name", default="", help="a name to sign in with")
    asked.add_argument("--most", type=int, default=0, help="pages of one kind; all, if not said")
    given = asked.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pinochle_club.settings")
    django.setup()
    from tests.lab.year import holding, report

    from . import read_club

    visitor = Visitor(given.url)
    if given.name:
        visitor.sign_in(given.name, os.environ.get("PASSWORD") or getpass.getpass())
    read = read_club(visitor.get, given.club, date.today(), most=given.most)
    print(*report.lines(read, None, [*holding.between(read.said)]), sep="\n")


if __name__ == "__main__":
    main()
