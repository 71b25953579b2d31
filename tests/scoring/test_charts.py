"""Where the lines of a chart lie."""

from __future__ import annotations

from scoring.charts import line_chart


def test_lines_go_from_the_first_night_to_the_last_and_their_numbers_stand_apart():
    chart = line_chart(["Jan 6", "Jan 13", "Jan 20"], [(0.5, 0.75, 1.0), (0.25, 0.0, 0.0), (0.25, 0.25, 0.0)])

    assert chart is not None
    assert [line["number"] for line in chart.paths] == [1, 2, 3]
    assert [line["path"].split()[0] for line in chart.paths] == ["50.0,95.0", "50.0,135.5", "50.0,135.5"]
    assert {line["path"].split()[-1] for line in chart.paths} == {"336.0,14.0", "336.0,176.0"}
    assert [line["at"] for line in chart.paths] == [14.0, 161.0, 176.0]
    assert [mark.text for mark in chart.lines] == ["0%", "25%", "50%", "75%", "100%"]


def test_one_night_makes_no_line():
    assert line_chart(["Jan 6"], [(0.5,)]) is None
