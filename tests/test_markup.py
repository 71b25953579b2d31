"""The check of HTML finds what it is for, and nothing on a page as it should be."""

from tests.markup import faults_of

GOOD = """<!doctype html><html lang="en"><title>Card</title><main><h1>Card</h1><h2>Hand 1</h2>
    <label for="bid">Bid</label><input id="bid" aria-describedby="why"><p id="why">51 to 100</p>
    <label><input type="radio" name="seat"> North</label><input type="hidden" name="seen">
    <button><img src="/undo.svg" alt="Undo"></button><a href="/" aria-label="Home"></a></main></html>"""


def test_good_page_has_no_faults():
    assert faults_of(GOOD) == []


def test_each_fault_is_found():
    page = """<!doctype html><html lang="en"><title> </title><h2>Hand 1</h2><h4>Bid</h4>
        <input id="bid" aria-describedby="why"><label for="take">Take</label><i id="take"></i><i id="take"></i>
        <button type="submit"><i></i></button><a href="/"></a><img src="/e.png"></html>"""

    assert [fault.partition(":")[0] for fault in faults_of(page)] == [
        "<title> without words",
        "h2 after h0",
        "h4 after h2",
        "<button> without words",
        "<a> without words",
        "a picture without words",
        "for points at two take",
        "aria-describedby points at why",
        "field without a label",
        "no <main>",
        "no <h1>",
    ]


def test_part_of_a_page_is_not_judged_alone():
    assert faults_of("<h3>Hand 1</h3><input>") == []
