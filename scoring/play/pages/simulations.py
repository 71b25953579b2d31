"""Simulations in words: question, progress, results. No queries."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from scoring.models import Simulation
from scoring.play.forms.simulations import BY_PATH
from scoring.play.jobs import MOST_DEALS, plan_of, tally_of
from scoring.play.simulate.charts import column_chart, whiskers
from scoring.play.simulate.listing import (
    NOT_SHOWN,
    bucket_text,
    difference_text,
    interval_text,
    more_hands,
    short_text,
    value_text,
)
from scoring.play.simulate.report import Distribution, Figure, Report, report_of
from scoring.rules.notation import MINUS, listed, lowered

State = Simulation.State
BOT_WORDS: Final = {"club": "Club players", "beginner": "Beginners", "random": "random players"}
# What a director looks at first, and how a difference of it is said: more, less, none in any hand; what it is about.
HEADLINES: Final = (
    ("set_rate", "Bids are set more often", "Bids are set less often", "Bids are set just as often", "Bids set"),
    ("save_rate", "Defenders save more often", "Defenders save less often", "Defenders save just as often",
     "Defenders who save"),
    ("unplayed", "More hands are not played out", "Fewer hands are not played out",
     "Just as many hands are played out", "Hands not played out"),
    ("bid", "Bids are higher", "Bids are lower", "Bids are just as high", "How high bids are"),
    ("margin", "Bidding pays more", "Bidding pays less", "Bidding pays just as much", "What bidding pays"),
)  # fmt: skip
SELDOM: Final = 0.01  # of all hands
CHARTS: Final = ("bid", "bidders_meld", "defenders_meld", "hand_meld", "bidders_take", "bidders_score")


# -- what was asked ----------------------------------------------------------------------


def change_words(path: str, before: Any, after: Any) -> str:
    setting = BY_PATH.get(path)
    if setting is not None:
        return setting.change_words(before, after)
    new, old = (
        "nothing" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
        for value in (after, before)
    )
    return f"{path}: {new} instead of {old}"


def title_of(job: Simulation) -> str:
    """`St. Hilary Card Party`, `NPA: opening bid: 60 instead of 50`."""
    name, changes = plan_of(job).first.short_name, changes_of(job)
    return f"{name}, {listed([lowered(change) for change in changes])}" if changes else f"{name} as it is"


def changes_of(job: Simulation) -> tuple[str, ...]:
    return tuple(change_words(*change) for change in job.asked.get("changes", ()))


def state_words(job: Simulation, in_front: int | None = None) -> str:
    if job.state == State.WAITING and in_front:
        return f"waiting, {in_front} ahead of it"
    if job.state == State.RUNNING:
        return f"{job.deals_done:,} of {job.deals:,} hands"
    return {State.FAILED: "failed", State.CANCELLED: "cancelled"}.get(State(job.state), str(job.state))


def simulation_context(job: Simulation, in_front: int = 0) -> dict[str, Any]:
    report = _report(job)
    return {
        "title": title_of(job),
        "book": plan_of(job).first.name,
        "changes": changes_of(job),
        "facts": f"{job.deals:,} hands, played by {BOT_WORDS.get(job.bots, job.bots)} at every seat",
        "headline": _headline(job, in_front),
        "percent": 100 * job.deals_done // job.deals,
        "done": f"{job.deals_done:,} of {job.deals:,} hands played",
        "says": conclusion(report) if report and report.is_comparison else "",
        "verdicts": tuple(verdicts(report)) if report else (),
        "report": report_context(report) if report and job.is_over else None,
    }


def _headline(job: Simulation, in_front: int) -> str:
    match job.state:
        case State.WAITING:
            ahead = {0: "It is next", 1: "One is ahead of it"}.get(in_front, f"{in_front} are ahead of it")
            return f"Waiting in line. {ahead}. You can close this page and come back to it later."
        case State.RUNNING:
            return "Playing the hands. You can close this page and come back to it later."
        case State.CANCELLED:
            return "Canceled. What was played so far is below." if job.deals_done else "Canceled."
        case State.FAILED:
            return "Something went wrong, and the rest of the hands couldn’t be played. The log has the details."
        case _:
            return "All hands have been played."


# -- what it came to ---------------------------------------------------------------------


def _report(job: Simulation) -> Report | None:
    if not job.tally:
        return None
    plan = plan_of(job)
    return report_of(tally_of(job), plan.first, plan.second)


def report_context(report: Report) -> dict[str, Any]:
    there = [figure for figure in report.figures if figure.is_there]
    by_key = {found.key: found for found in report.distributions}
    return {
        "shares": tuple(_row(figure) for figure in there if figure.unit == "share"),
        "points": tuple(_row(figure) for figure in there if figure.unit == "points"),
        "charts": tuple(_chart(by_key[key]) for key in CHARTS if by_key[key].first is not None),
        "place_titles": tuple(figure.title for figure in report.places[0].figures),
        "places": tuple(
            (place.title, tuple((figure.title, short_text(figure)) for figure in place.figures))
            for place in report.places
        ),
        "is_comparison": report.is_comparison,
        "method": report.method,
    }


def conclusion(report: Report) -> str:
    """What a club wants to know first: whether the rule matters, in how many hands, and what it does most."""
    deals, changed = f"{report.deals:,}", report.changed
    if changed == 0:
        return f"This rule would change nothing: all {deals} hands went the same."
    went = "" if changed is None else f": {changed:,} {'hand' if changed == 1 else 'hands'} of {deals} went differently"
    clear = [said for said in map(partial(_shown, report), HEADLINES) if said]
    if clear:
        how = "would seldom matter" if changed is not None and changed < SELDOM * report.deals else "would matter"
        return " ".join((f"This rule {how}{went}.", *clear[:2]))
    if changed is None:
        return f"This rule would hardly matter: nothing that differs showed in {deals} hands."
    if changed < SELDOM * report.deals:
        return f"This rule would hardly matter{went}."
    more = "" if report.deals >= MOST_DEALS else f" {MOST_DEALS:,} hands may tell."
    return f"This rule would change some hands{went}. It doesn’t show yet who gains.{more}"


def _shown(report: Report, headline: tuple[str, ...]) -> str:
    """A difference that is clear: `Bids are set more often: 31 of 100 instead of 28.`"""
    key, more, less, *_ = headline
    figure = report.figure(key)
    if figure.verdict not in ("more", "less") or figure.first is None or figure.second is None:
        return ""
    before, after = figure.first.value, figure.second.value
    if figure.unit == "share":
        of = next((of for of in (100, 1_000) if round(of * before) != round(of * after)), 10_000)
        told = f"{round(of * after):,} of {of:,} instead of {round(of * before):,}"
    else:
        told = f"{value_text(after, figure.unit)} on average instead of {value_text(before, figure.unit)}"
    return f"{more if figure.verdict == 'more' else less}: {told}."


def verdicts(report: Report) -> list[tuple[str, str]]:
    said = []
    for key, more, less, same, topic in HEADLINES:
        figure = report.figure(key)
        if not figure.is_there or figure.first is None:
            continue
        if not report.is_comparison:
            said.append((figure.title, interval_text(figure.first, figure.unit)))
            continue
        if figure.difference is None or figure.second is None or figure.verdict is None:
            continue
        words = {"more": more, "less": less, "same": same, "not_shown": f"{topic}: {NOT_SHOWN}"}[figure.verdict]
        figures = f"{short_text(figure)} ({difference_text(figure.difference, figure.unit)})"
        said.append((words, "; ".join(filter(None, (figures, more_hands(figure, MOST_DEALS - report.deals))))))
    return said


def _row(figure: Figure) -> dict[str, Any]:
    return {
        "title": figure.title,
        "first": _in_two(interval_text(figure.first, figure.unit)),
        "second": _in_two(interval_text(figure.second, figure.unit)),
        "difference": difference_text(figure.difference, figure.unit),
        "is_clear": figure.verdict in ("more", "less"),
        "doubt": NOT_SHOWN if figure.verdict == "not_shown" else "",
        "whiskers": whiskers(figure) if figure.unit == "share" else (),
    }


def _in_two(text: str) -> tuple[str, str]:
    value, bracket, rest = text.partition("(")
    return value.strip(), bracket + rest


def _chart(found: Distribution) -> dict[str, Any]:
    return {
        "key": found.key,
        "title": found.title,
        "summary": _summary(found),
        "chart": column_chart(found),
        "rows": tuple(
            (bucket_text(bucket), *(value_text(s, "share") for s in (bucket.first, bucket.second) if s is not None))
            for bucket in found.buckets
        ),
        "spreads": tuple(_spread_rows(found)),
    }


def _summary(found: Distribution) -> str:
    assert found.first is not None, found
    words = f"{found.title}: {value_text(found.first.mean, 'points')} on average, half of all up to {found.first.p50}"
    if found.second is not None:
        words += f"; with the change {value_text(found.second.mean, 'points')}, half of all up to {found.second.p50}"
    return words + "."


def _spread_rows(found: Distribution) -> list[tuple[str, ...]]:
    both = [spread for spread in (found.first, found.second) if spread is not None]
    names = (("p50", "Half up to"), ("p90", "9 of 10 up to"), ("p99", "99 of 100 up to"))
    return [
        ("On average", *(value_text(spread.mean, "points") for spread in both)),
        *((title, *(str(getattr(spread, name)).replace("-", MINUS) for spread in both)) for name, title in names),
    ]
