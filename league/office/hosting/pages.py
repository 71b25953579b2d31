"""The host's pages, and what a club's admins read of it, in words. No queries."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.urls import reverse

from league.acting.answers import FormPage
from league.acting.permissions import Acting, Action
from league.models import Club, News, OneTimeLink
from league.office.clubs.pages.navigation import address_of
from league.office.clubs.pages.one_time_links import made_link_context
from pinochle_club.ground.dates import calendar_day, day_of_month
from scoring.rules.notation import counted

MB: Final = 1_000_000


def state_words(club: Club) -> str:
    """What stands beside a club in the host's list, the most urgent first."""
    if club.goes_at:
        return f"Leaving on {day_of_month(club.goes_at)}"
    if club.suspended_at:
        return "Resting"
    if club.waits_for == Club.WaitsFor.HOST:
        return "Waits for you"
    if club.moved_to:
        return "Moved away"
    if club.is_copy:
        return "Lives at home"
    if club.is_example:
        return "Example"
    if club.written_times:
        return f"Silent, written to {'once' if club.written_times == 1 else counted(club.written_times, 'time')}"
    return ""


def size_words(club: Club, bytes_a_row: float) -> str:
    """`2.1 MB`, about."""
    if club.row_count is None:
        return "–"
    megabytes = club.row_count * bytes_a_row / MB
    return f"{megabytes:.1f} MB" if megabytes < 100 else f"{megabytes:,.0f} MB"


def club_facts(club: Any, bytes_a_row: float) -> list[tuple[str, str]]:
    size = size_words(club, bytes_a_row)
    if club.counted_at:
        size = f"About {size}, counted on {calendar_day(club.counted_at)} (rows: {club.row_count:,})"
    return [
        ("State", state_words(club) or "As usual"),
        ("Members", str(club.members_now)),
        ("Last evening", calendar_day(club.last_evening) if club.last_evening else "None yet"),
        ("Size", "Not counted yet" if club.counted_at is None else size),
        ("Mail", mail_words(club.unsent)),
        ("Program in its hall", club.hall_version or "–"),
        ("Founded", calendar_day(club.created_at)),
    ]


def mail_words(unsent: int) -> str:
    return f"{unsent:,} undelivered" if unsent else "–"


def back_to(club: Club | None = None) -> tuple[str, str]:
    if club is None:
        return "Back to the clubs", reverse("league:host_clubs")
    return "Back", address_of("host_club", club.slug)


def suspend_page(club: Club) -> FormPage:
    return FormPage(
        f"Let {club.name} rest?",
        "Let it rest",
        back_to(club),
        notice="What happens",
        notices=(
            "Its pages say in one sentence that the club rests, and whom to ask. So does signing in.",
            "An evening that is running is played and closed as usual.",
            "Nothing is deleted, and its admins can still take the club’s file. You can let it go on anytime.",
            "Its admins read in their log that you did this.",
        ),
        is_plain=True,
    )


def go_on_page(club: Club) -> FormPage:
    says = "Everything is there again as it was."
    return FormPage(f"Let {club.name} go on?", "Let it go on", back_to(club), says=(says,), is_plain=True)


def hand_over_page(club: Club) -> FormPage:
    says = "Choose an account that already helps to run the club. Its admins read in their log that you did this."
    return FormPage(f"A new admin for {club.name}", "Make admin", back_to(club), says=(says,), is_plain=True)


def invite_page(club: Club, *, may_mail: bool) -> FormPage:
    goes = "A link goes by email." if may_mail else "You get a link to pass on, since this server sends no email."
    says = (
        f"{goes} The person who opens it becomes admin of the club, whose admins read in their log that you did this."
    )
    key = "Send the link" if may_mail else "Make the link"
    return FormPage(f"Invite an admin to {club.name}", key, back_to(club), says=(says,), is_plain=True)


def invitation_mail(link: OneTimeLink, secret: str, acting: Acting) -> tuple[str, str]:
    shown = made_link_context(link, secret)
    text = (
        f"Hello {link.name},\n\n{acting.name}, invites you to run {link.club}:\n\n{shown.address}\n\n{shown.text}\n"
        "If you weren’t expecting it, just ignore this message.\n"
    )
    return f"{link.club}: your invitation", text


def export_page(club: Club) -> FormPage:
    says = (
        "Everything the club has in one file, with its members’ contact data, notes and the conduct file.",
        "Its admins read in their log that you took it.",
    )
    return FormPage(f"Take the file of {club.name}?", "Take the file", back_to(club), says=says, is_plain=True)


def news_page() -> FormPage:
    says = "The admins of all clubs get it by email, and read it on their pages until they put it away."
    return FormPage("News for all clubs", "Send it", back_to(), says=(says,), is_plain=True)


def news_lines(all_news: list[Any]) -> list[dict[str, str]]:
    return [
        {"title": news.text, "note": f"{calendar_day(news.at)}: {news.sent} of {counted(news.mails, 'email')} sent"}
        for news in all_news
    ]


# -- for a club's admins -----------------------------------------------------------------


def delete_page(club: Club, members: int, events: int) -> FormPage:
    has = f"{counted(members, 'member')} and {counted(events, 'event')} will be deleted with it: "
    what = f"{has}every seating, card and result, and the log. People keep their accounts."
    takes = "Save the club’s file first: a club can be made of it again, here or elsewhere."
    title, key, notice, notices = (
        f"Delete {club.name}?",
        "Delete the club for good",
        "This cannot be undone.",
        [what, takes],
    )
    if settings.IS_PUBLIC and not club.is_example:
        title, key, notice = f"Delete {club.name} in 30 days?", "Delete it in 30 days", "What happens"
        where = "by email, and on their pages" if settings.MAIL_IS_SET_UP else "on their pages"
        notices[:0] = [
            "Nothing is deleted for 30 days. Until then any admin can keep the club, and everything goes on as usual.",
            f"The other admins are told {where}.",
        ]
    back = "Keep the club", address_of("settings", club.slug)
    return FormPage(title, key, back, notice=notice, notices=notices, tone="danger", fields=FIELDS, is_plain=True)


FIELDS: Final = "league/office/hosting/_delete.html"


def leaving_page(club: Club) -> FormPage:
    assert club.goes_at is not None
    says = (
        "The person who runs this server turned it down. Take everything with you as one file."
        if club.was_turned_down
        else "Until then any admin can keep it, and everything goes on as usual."
    )
    day = calendar_day(club.goes_at, club.date_style)
    back = "Back", address_of("settings", club.slug)
    return FormPage(
        f"{club.name} will be deleted on {day}", "" if club.was_turned_down else "Keep the club", back, says=(says,)
    )


def asked_words(club: Club) -> str:
    if club.goes_at is None:
        return f"{club.name} has been deleted, with its members, events and cards."
    return f"{club.name} will be deleted on {calendar_day(club.goes_at, club.date_style)}."


def kept_words(club: Club) -> str:
    return f"{club.name} stays."


def strips_of(club: Club | None, acting: Acting | None, read_news: Any) -> dict[str, Any]:
    """The lines above an admin's pages: the day on which the club goes, and the host's news."""
    if club is None or acting is None or not acting.may(Action.MANAGE_CLUB):
        return {}
    news: News | None = read_news(acting.news_id) if acting.news_id else None
    goes = calendar_day(club.goes_at, club.date_style) if club.goes_at else ""
    day = calendar_day(news.at, club.date_style) if news else ""
    return {"goes": goes, "news": news, "day": day, "away": address_of("put_news_away", club.slug)}
