"""The cash sheet in words: prizes, set money, pots, the box, and every entry. Screen and paper say the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils import timezone
from django.utils.safestring import SafeString

from league.acting.answers import FormPage
from league.acting.permissions import NOBODY, Acting, Action
from league.evening.money.sheet import Cash, PotLine, PrizeLine, SetMoney, Share
from league.evening.money.words import least_words, pot_words, signed_money
from league.evening.paper.pages.heads import sized
from league.models import CashEntry, Club, Entrant, Event, Prize, Season
from league.office.clubs.pages.navigation import address_of, tools_at
from league.words import clock_words, money, plain, when_words
from pinochle_club.ground.dates import weekday_and_clock
from pinochle_club.ground.exports import BOTH, ListFile, figure_in
from pinochle_club.ground.forms import new_client_id
from scoring.rules.notation import counted, listed

Kind = CashEntry.Kind
NAMED: Final = Prize.Kind.NAMED


@dataclass(frozen=True, slots=True)
class Key:
    """A tap that moves money: where to, what it says, and the amount on it in cents. Without an amount it is a link."""

    words: str
    address: str
    amount: int = 0
    hint: str = ""
    client_id: str = field(default_factory=new_client_id)


@dataclass(frozen=True, slots=True)
class Row:
    """A person or thing with an amount, the reason, its state, and its key."""

    name: str
    amount: str
    why: str = ""
    state: str = ""
    tone: str = ""
    keys: tuple[Key, ...] = ()

    @property
    def is_by_key(self) -> bool:
        return any(key.amount for key in self.keys)

    @property
    def sized(self) -> SafeString:
        return sized(self.name)


@dataclass(frozen=True, slots=True)
class PrizeBlock:
    title: str
    worth: str
    rows: tuple[Row, ...]
    says: str = ""
    key: Key | None = None


@dataclass(frozen=True, slots=True)
class Sum:
    """A line of the box: its name, how it comes about, and the amount. A `total` stands below a rule."""

    title: str
    amount: str
    why: str = ""
    is_total: bool = False


def cash_context(cash: Cash, acting: Acting, seasons: Sequence[Season] = ()) -> dict[str, Any]:
    """The whole page with the keys that `acting` may tap; it leads to the fees of the `seasons`."""
    here = (cash.event.club.slug, cash.event.pk)
    may_keep = acting.may(Action.KEEP_CASH) and not cash.is_closed
    may_pay = acting.may(Action.PAY_PRIZES) and not cash.event.is_final(timezone.now())
    may_take_fees = acting.may(Action.KEEP_CASH) and not cash.event.is_final(timezone.now())
    due, club = cash.set_money_due, cash.event.club
    payers = [one for one in cash.entrants if one.fee_due or one.paid or one.paid_late]  # not yet who only may come
    payers.sort(key=lambda one: plain(str(one)))
    return {
        "when": when_words(cash.event),
        "is_closed": cash.is_closed,
        "moved": moved_words(cash),
        "says": _so_far_words(cash),
        "prizes": [_prize_block(cash, line, may_pay=may_pay) for line in cash.prize_lines],
        "sums": [
            ("In the box", money(cash.expected, club)),
            *([("To come in", money(cash.fees_due + due, club))] if cash.fees_due + due else []),
            *([("To pay out", money(cash.prizes_due, club))] if cash.prizes_due else []),
        ],
        "fees": [_fee_row(cash, one, may_take=may_take_fees) for one in payers],
        "fees_say": f"{sum(not one.fee_due for one in payers)} of {len(payers)} paid",
        "set_money": [
            _set_row(cash, line, may_take=may_keep)
            for line in sorted(cash.set_money, key=lambda line: plain(line.name))
        ],
        "per_set": f"{money(cash.per_set, club)} a set, from each player of the side that was set"
        if cash.per_set
        else "",
        "take_all": Key(f"Everybody paid: {money(due, club)}", address_of("take_all_set_money", *here), due)
        if may_keep and sum(line.due > 0 for line in cash.set_money) > 1
        else None,
        "pots": [_pot_row(line, cash) for line in cash.pot_lines],
        "box": box_lines(cash),
        "of_it": of_it_lines(cash),
        "counted": counted_words(cash),
        "entries": [_entry_row(cash, entry, may_keep=may_keep, may_pay=may_pay) for entry in cash.entries],
        "kinds": BOTH,
        "keys": tools_at(here, ("Count the box…", "cash_box", may_keep)),
        "tools": [
            *tools_at(
                here,
                ("Something else in or out…", "cash_other", may_keep),
                ("Print the sheet", "cash_sheet_pdf", acting.may(Action.KEEP_CASH)),
                ("Print receipts", "receipts_pdf", acting.may(Action.PAY_PRIZES) and cash.of_kind(Kind.PAYOUT)),
                ("Prizes and pots", "prizes", acting.may(Action.PLAN_EVENTS)),
            ),
            *((f"Fees of {season}", address_of("season_fees", here[0], season.pk)) for season in seasons),
        ],
    }


def cash_rows(cash: Cash) -> list[tuple[str, str, str, str, str]]:
    """The whole page as rows: part, name, reason, amount, state."""
    page = cash_context(cash, NOBODY)  # without keys each line shows its state
    sums = (("The cash box", page["box"]), ("Whose it is", page["of_it"]))
    people = ((f"Prize: {block.title}", block.rows) for block in page["prizes"])
    return [
        *((part, line.title, line.why, line.amount, "") for part, lines in sums for line in lines),
        *(
            (part, row.name, row.why, row.amount, row.state)
            for part, rows in (*people, ("Set money", page["set_money"]))
            for row in rows
        ),
        *(("Pot", pot["name"], pot["has"], pot["total"], pot["short"]) for pot in page["pots"]),
        *(
            (f"Entry {one['number']}", one["title"], f"{one['what']}, {one['made']}", one["amount"], one["reason"])
            for one in page["entries"]
        ),
    ]


def cash_file(cash: Cash) -> ListFile:
    header = ("Part", "Who or what", "Why", f"Amount ({cash.event.club.currency})", "Remarks")
    name = f"{cash.event.club.slug}-{cash.event.played_on}-cash"
    rows = ((part, who, why, figure_in(amount), state) for part, who, why, amount, state in cash_rows(cash))
    return ListFile(name, header, rows)


def _so_far_words(cash: Cash) -> str:
    """Rounds and sums still to come, above the prizes; empty once everything is played."""
    parts = []
    if cash.reading.is_playing:
        parts.append("A round is being played.")
    if cash.awaits_rounds:
        played = f"{cash.reading.rounds} of {counted(cash.rounds_planned, 'round')} closed"
        is_short = cash.reading.rounds < cash.rounds_planned
        parts.append(f"So far: {played if is_short else 'the final is still to come'}.")
    if cash.reading.is_playing or cash.awaits_rounds:
        parts.append("Prizes are paid after the last round, or once the event is closed.")
    elif cash.is_closed and cash.prizes_due and not cash.event.is_final(timezone.now()):
        parts.append("What was won can still be paid until the results are final.")
    if cash.reading.has_totals_alone:
        parts.append("At a table with totals alone there are no hands: no high hand and no sets.")
    return " ".join(parts)


# -- prizes ------------------------------------------------------------------------------


def _prize_block(cash: Cash, line: PrizeLine, *, may_pay: bool) -> PrizeBlock:
    club, prize = cash.event.club, line.prize
    rows = tuple(_share_row(cash, line, share, may_pay=may_pay) for share in line.shares)
    left = line.amount - line.taken
    key = None
    if prize.kind == NAMED and may_pay and cash.may_settle(prize) and left > 0:
        key = Key("Say who won it…", address_of("name_winner", club.slug, cash.event.pk, prize.pk), hint=f": {prize}")
    return PrizeBlock(prize.title, _worth_words(cash, line), rows, _prize_says(line), key)


def _worth_words(cash: Cash, line: PrizeLine) -> str:
    """`$12.25: 50% of the $24.50 in Set money`, `$16: 40% of the $40 in fees`."""
    club, prize = cash.event.club, line.prize
    amount = money(line.amount, club)
    if prize.percent and prize.pot:
        total = next(one.total for one in cash.pot_lines if one.pot == prize.pot)
        amount = f"{amount}: {prize.percent}% of the {money(total, club)} in {prize.pot}"
    elif prize.percent:
        amount = f"{amount}: {prize.percent}% of the {money(cash.fees_paid, club)} in fees"
    elif prize.pot:
        amount = f"{amount} from {prize.pot}"
    return " · ".join(filter(None, (amount, least_words(prize))))


def _prize_says(line: PrizeLine) -> str:
    """How a prize is shared, or that it has no winner."""
    if line.is_shared and line.prize.kind != NAMED:
        winners = [share for share in line.shares if share.amount]
        parts = {share.amount for share in winners}
        odd = "" if len(parts) == 1 else " Odd cents go to the first, by number."
        return f"Shared by {counted(len(winners), 'player')} in equal parts.{odd}"
    if not line.shares:
        return "Nobody yet" if line.prize.kind != NAMED else "Nobody yet: the director decides"
    return ""


def _share_row(cash: Cash, line: PrizeLine, share: Share, *, may_pay: bool) -> Row:
    club, here = cash.event.club, (cash.event.club.slug, cash.event.pk)
    state, tone = _share_state(share, club)
    keys = []
    if may_pay and share.due > 0 and share.entrant and cash.may_pay(line.prize):
        words = f"Pay {money(share.due, club)}"
        keys.append(
            Key(words, address_of("pay_prize", *here, line.prize.pk, share.entrant), share.due, f" to {share.name}")
        )
    if may_pay and cash.may_settle(line.prize):
        keys += [
            Key("Take back…", address_of("take_cash_back", *here, entry.number), hint=f" from {share.name}")
            for entry in share.entries
        ]
    is_told = bool(keys) and not share.paid  # by the key that pays it
    why = share.why or ("" if line.prize.kind == NAMED else "By the cards, this is no longer their prize.")
    return Row(share.name, money(share.amount, club), why, "" if is_told else state, tone, tuple(keys))


def _share_state(share: Share, club: Club) -> tuple[str, str]:
    """`Paid 9:40 pm`, `$5 too much was paid`, and its tone."""
    if share.due < 0:
        return f"{money(share.paid, club)} paid, {money(-share.due, club)} too much", "loss"
    if not share.paid:
        return ("Not paid yet" if share.amount else ""), "now"
    if share.due:
        return f"{money(share.paid, club)} paid, {money(share.due, club)} due", "now"
    return f"Paid {clock_words(timezone.localtime(share.entries[-1].at), club)}", "go"


# -- set money and pots ------------------------------------------------------------------


def _fee_row(cash: Cash, one: Entrant, *, may_take: bool) -> Row:
    """A person's fee: paid, or the key that takes the rest; everybody keeps their line."""
    club, due = cash.event.club, one.fee_due
    if not due:
        return Row(str(one), money(one.paid + one.paid_late, club), state="Paid", tone="go")
    address = address_of("take_rest_of_fee", club.slug, cash.event.pk, one.pk)
    keys = (Key(f"Paid {money(due, club)}", address, due, f": {one}"),) if may_take else ()
    return Row(str(one), money(due, club), state="" if may_take else "Not paid yet", tone="now", keys=keys)


def _set_row(cash: Cash, line: SetMoney, *, may_take: bool) -> Row:
    club = cash.event.club
    keys: tuple[Key, ...] = ()
    if may_take and line.due:
        words = f"Paid {money(line.due, club)}" if line.due > 0 else f"Give back {money(-line.due, club)}"
        address = address_of("take_set_money", club.slug, cash.event.pk, line.entrant)
        keys = (Key(words, address, line.due, f": {line.name}"),)
    if line.due < 0:
        state, tone = f"{money(-line.due, club)} too much was paid", "loss"
    elif line.due:
        state, tone = f"{money(line.paid, club)} paid" if line.paid else "Not paid yet", "now"
    else:
        state, tone = "Paid", "go"
    is_told = bool(keys) and line.due > 0 and not line.paid
    return Row(line.name, money(line.owed, club), line.why, "" if is_told else state, tone, keys)


def _pot_row(line: PotLine, cash: Cash) -> dict[str, str]:
    """A pot: what came in, what its prizes take, and what goes on."""
    club = cash.event.club
    parts = (
        (line.carried, f"carried over from {cash.reading.carried_from}"),
        (line.from_fees, "from fees"),
        (line.from_sets, "set money"),
        (line.other, "put in by hand" if line.other > 0 else "taken out by hand"),
    )
    has = [f"{money(cents, club)} {words}" for cents, words in parts if cents]
    short = f"{money(line.short, club)} short: the club’s money pays it." if line.short else ""
    return {
        "name": line.name,
        "fills": pot_words(line.pot, club) if line.pot else "From last time; there is no prize for it tonight",
        "has": " + ".join(has) or "Empty",
        "total": money(line.total, club),
        "prizes": money(line.prizes, club),
        "left": money(line.left, club),
        "short": short,
    }


# -- the box -----------------------------------------------------------------------------


def box_lines(cash: Cash) -> list[Sum]:
    """Money in and out, down to the sum that should be in the box."""
    club = cash.event.club
    return [
        *([Sum("Change at the start", money(cash.box.at_start, club))] if cash.box.at_start else []),
        *(
            Sum(f"Carried over: {name}", signed_money(cents, club), f"From {cash.reading.carried_from}")
            for name, cents in cash.reading.carried.items()
        ),
        Sum("Fees", signed_money(cash.fees_paid, club), _fees_why(cash)),
        *([Sum("Fees paid late", signed_money(cash.late_fees_paid, club))] if cash.late_fees_paid else []),
        *([Sum("Set money", signed_money(cash.set_money_paid, club), _sets_why(cash))] if cash.set_money else []),
        *([Sum("Other money in", signed_money(cash.other_in, club), _others(cash, 1))] if cash.other_in else []),
        *([Sum("Prizes paid", signed_money(-cash.prizes_paid, club), _paid_why(cash))] if cash.prizes else []),
        *([Sum("Other money out", signed_money(-cash.other_out, club), _others(cash, -1))] if cash.other_out else []),
        Sum("Should be in the box", money(cash.expected, club), is_total=True),
    ]


def _fees_why(cash: Cash) -> str:
    """`16 × $5 + 1 × $3 · $2 still due: Ann Lee (3) $2`"""
    club = cash.event.club
    paid = [one.paid for one in cash.payers]
    parts = [f"{paid.count(cents)} × {money(cents, club)}" for cents in sorted(set(paid), reverse=True)]
    owed = ", ".join(f"{one} {money(one.fee_due, club)}" for one in cash.owing)
    due = [f"{money(cash.fees_due, club)} still due: {owed}"] if owed else []
    later = ", ".join(f"{one} {money(one.paid_late, club)}" for one in cash.paid_elsewhere)
    elsewhere = [f"paid at a later evening: {later}"] if later else []
    return " · ".join([*([" + ".join(parts)] if parts else []), *due, *elsewhere])


def _sets_why(cash: Cash) -> str:
    count = sum(
        cash.reading.sets[line.entrant]["count"] for line in cash.set_money if line.entrant in cash.reading.sets
    )
    still = f" · {money(cash.set_money_due, cash.event.club)} still due" if cash.set_money_due else ""
    return f"{count} × {money(cash.per_set, cash.event.club)}{still}"


def _paid_why(cash: Cash) -> str:
    paid = counted(len(cash.of_kind(Kind.PAYOUT)), "payout")
    return f"{paid} · {money(cash.prizes_due, cash.event.club)} still to be paid" if cash.prizes_due else paid


def _others(cash: Cash, way: int) -> str:
    return ", ".join(entry.what for entry in cash.of_kind(Kind.OTHER) if entry.amount * way > 0)


def of_it_lines(cash: Cash) -> list[Sum]:
    """The owners of the money in the box."""
    club = cash.event.club
    lines = [Sum(f"Carries over: {line.name}", money(line.left, club)) for line in cash.pot_lines if line.left]
    lines += [Sum("Prizes still to be paid", money(cash.prizes_due, club))] if cash.prizes_due else []
    lines += [Sum("Change for next time", money(cash.box.at_start, club))] if cash.box.at_start else []
    return [*lines, Sum("The club’s", money(cash.club_has, club), is_total=True)]


def counted_words(cash: Cash) -> tuple[str, str]:
    """The count and how it compares, with its tone; before there is one, only a fault."""
    club = cash.event.club
    if cash.over is None or cash.box.counted is None:
        below = "No box holds less than nothing. Count the box, and enter the change at the start."
        return (below, "now") if cash.expected < 0 else ("", "")
    counted_now = f"Counted: {money(cash.box.counted, club)}."
    if not cash.over:
        return f"{counted_now} That’s right to the cent.", "good"
    return f"{counted_now} That’s {money(abs(cash.over), club)} {'too much' if cash.over > 0 else 'short'}.", "now"


# -- entries -----------------------------------------------------------------------------


def _entry_row(cash: Cash, entry: CashEntry, *, may_keep: bool, may_pay: bool) -> dict[str, Any]:
    """One entry as it was made. One that was taken back says why."""
    club = cash.event.club
    prize = next((one for one in cash.prizes if one.pk == entry.prize_id), None)
    settles = entry.kind in (Kind.PAYOUT, Kind.FEE)
    may = may_pay and (prize is None or cash.may_settle(prize)) if settles else may_keep
    can = may and not entry.is_taken_back
    return {
        "number": entry.number,
        "title": entry.who or entry.what,
        "what": ": ".join(filter(None, (entry.get_kind_display(), entry.what if entry.who else ""))),
        "amount": signed_money(entry.amount, club),
        "cents": entry.amount,
        "made": made_words(entry, club),
        "is_taken_back": entry.is_taken_back,
        "reason": f"Taken back{f': {entry.reason}' if entry.reason else ''}" if entry.is_taken_back else "",
        "take_back": address_of("take_cash_back", club.slug, cash.event.pk, entry.number) if can else "",
    }


def made_words(entry: CashEntry, club: Club) -> str:
    return f"{weekday_and_clock(timezone.localtime(entry.at), club.date_style)}, {entry.by}"


# -- what has moved ----------------------------------------------------------------------


def moved_words(cash: Cash) -> list[str]:
    """Prizes moved by a correction since the close; while open, payouts to people who no longer win."""
    if cash.is_closed:
        return list(_moved_since(cash))
    return [
        f"{line.prize.title}: {share.name} was paid {money(share.paid, cash.event.club)} "
        f"and by the cards has won {money(share.amount, cash.event.club) if share.amount else 'nothing'}. "
        "Get it back and take the payout back, or leave it as it is."
        for line in cash.prize_lines
        for share in line.shares
        if share.due < 0
    ]


def _moved_since(cash: Cash) -> Iterator[str]:
    then, now, club = cash.reading, cash.now, cash.event.club
    if then is now:
        return
    for line in cash.prize_lines:
        was, has = (listed([one.name for one in each.won.get(line.prize.pk, ())]) for each in (then, now))
        if was != has:
            paid = [share.name for share in line.shares if share.paid]
            said = f"{listed(paid)} {'was' if len(paid) == 1 else 'were'} paid." if paid else "It wasn’t paid."
            yield f"{line.prize.title} was won by {was or 'nobody'}, and by the cards now by {has or 'nobody'}. {said}"
    for entrant in {**then.sets, **now.sets}:
        was_set, is_set = (reading.sets.get(entrant) for reading in (then, now))
        counts = [one["count"] if one else 0 for one in (was_set, is_set)]
        if counts[0] != counts[1]:
            name = (then.sets.get(entrant) or now.sets[entrant])["name"]
            yield f"{name} had {counted(counts[0], 'set')}, and by the cards now {counts[1]}."
    for name in {**then.carried, **now.carried}:
        was_left, is_left = then.carried.get(name, 0), now.carried.get(name, 0)
        if was_left != is_left:
            yield (
                f"{name}: {money(was_left, club)} was carried over, "
                f"and the night before now leaves {money(is_left, club)}."
            )


# -- pages with one form -----------------------------------------------------------------


def _back(event: Event) -> tuple[str, str]:
    return "Back to the cash sheet", address_of("cash", event.club.slug, event.pk)


def box_page(cash: Cash) -> FormPage:
    says = f"By the sheet, {money(cash.expected, cash.event.club)} should be in the box."
    return FormPage("The cash box", "Save", _back(cash.event), cash.event.name, says=(says,))


def other_page(event: Event) -> FormPage:
    says = "Such as rent, coffee, or money that the club adds to a pot."
    return FormPage("Something else in or out", "Enter it", _back(event), event.name, says=(says,))


def winner_page(event: Event, prize: Prize, left: int) -> FormPage:
    says = f"There is {money(left, event.club)} of this prize left."
    return FormPage(f"{prize}: who won it?", "Pay it", _back(event), event.name, says=(says,))


def take_back_page(event: Event, entry: CashEntry) -> FormPage:
    way = "It then counts as if the money had never moved, and stays on the sheet, crossed out."
    notice = f"{entry.who or entry.what}: {signed_money(entry.amount, event.club)}, {entry.get_kind_display().lower()}"
    return FormPage("Take this back?", "Take it back", _back(event), event.name, (way,), notice)


def open_words(cash: Cash) -> list[str]:
    """What is still to be paid, before an evening is closed."""
    club = cash.event.club
    unpaid = listed([line.prize.title for line in cash.prize_lines if line.due])
    sums = (
        (cash.fees_due, "of fees due"),
        (cash.set_money_due, "of set money due"),
        (cash.prizes_due, f"of prizes to pay out: {unpaid}"),
    )
    return [f"{money(cents, club)} {words}" for cents, words in sums if cents]


def close_words(cash: Cash) -> list[str]:
    """What the box holds, and how long its sheet stays open."""
    if not cash.is_in_use:
        return []
    club, carried = cash.event.club, f", {money(cash.goes_on, cash.event.club)} carries over" if cash.goes_on else ""
    return [
        f"{money(cash.expected, club)} should be in the cash box{carried}. "
        "The cash sheet is fixed when you close; prizes can be paid until the results are final."
    ]
