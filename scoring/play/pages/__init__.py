"""What the table shows, ready to print: every string of the page is made here, once. No queries.

In reading order: `faces` (a playing card, the own hand) → `mat` (players, calls, melds, the
trick) → `frames` (one action of a bot, to be watched) → `panels` (what the player is asked) →
`melds` (own meld counted by hand) → `score` (the score card in short, the hand that is over)
→ `table` (the whole page). Everything is made from a `SeatView`: what a seat may not know
cannot reach a page.

## For the views

    page = table_context(view, names, settings, moment)          # table.py
    render(request, template, {"table": page})
        "scoring/play/table.html"    the page
        "scoring/play/_table.html"   the fragment, section#table: the answer to every POST of saving.js

    moment = Moment(                                             # table.py; what the page needs beside the view
        addresses=Addresses(act=…, go_on=…, settings=…, hint=…, count_meld=…, card=…, review=…, again=…,
                            next_hand=…, leave=…, undo=…),       # ready addresses; empty: not offered
        title="Hand 3",
        client_id="…", seen=17,                                  # of the forms; seen = number of actions so far
        frames=(frame_context(…), …),                            # what to watch before this page's own mat
        score=score_context(card_context),                       # of score_card.pages.card; None without a card
        result=result_context(…),                                # once the deal is done
        refused="Follow suit: you hold hearts.", chosen=(Card, …),   # a refused form: the reason, what was tapped
        finding=meld_finding(view, cards),                       # "count your own meld": the answer of count_meld
        hint=hint_context(…),                                    # after play:hint
        is_dealt=True,                                           # the page shows the hand from its first moment
        is_watching=False,                                       # four bots: the hand is shown and nothing is asked
    )

    frame = frame_context(view_after, names, settings, action)   # frames.py
        for each action since the player's own, that one included, with the view of the player's seat after it.
        In "instant" no frames are needed; `happened` of the page then says what went on.

## The forms (all are plain POSTs; saving.js sends them and swaps #table)

act         csrf, client_id, seen, and either
              action   compact JSON of `actions.action_to_json`, e.g. ["play","S","AS"], or
              kind     pass_cards | meld | bury   with cards=AS, once for each card chosen (checkboxes, copies repeat)
              kind=bid with amount=52             (the field for a jump)
            Things to be confirmed (lay_down, moon, throw_in) are behind a <details>: what arrives is meant.
            422 with `refused` (and `chosen`) where a rule says no; 409 where `seen` is too old.
go_on       csrf, client_id, seen: the bots move on. Sent by itself where scripts run and it is not the player's turn.
undo        csrf, client_id, seen: the player's last action is taken back, as long as nobody has acted after it.
count_meld  csrf, client_id, seen, cards=…: changes nothing; the page again with `finding`.
settings    csrf, and the fields of `TableSettings`: sort, pace; four_colours, one_tap, count_own_meld,
            throw_in_offered, meld_bids, letter_keys, sounds as check boxes (present: on). Read by `settings_from_form`.
hint        GET; the page with `hint`, for htmx the fragment "scoring/play/_hint.html" with {"table": page}
next_hand   POST csrf, client_id.   again  POST csrf, client_id.   review, card, leave  GET.
"""
