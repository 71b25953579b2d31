"""Where columns and words of a chart lie."""

import itertools

import pytest

from scoring.charts import BOTTOM, RIGHT, TOP, WIDTH
from scoring.play.simulate.charts import HEIGHT, LEFT, SPAN, column_chart, whiskers
from scoring.play.simulate.report import Bucket, Distribution, Figure, Spread
from scoring.play.simulate.tally import Interval

SPREAD = Spread(10.0, 9, 20, 30)


def distribution(*buckets: Bucket) -> Distribution:
    compared = buckets and buckets[0].second is not None
    return Distribution("bid", "Bids", SPREAD, SPREAD if compared else None, buckets, 1)


@pytest.mark.parametrize("count", [1, 5, 20])
def test_columns_lie_inside_the_picture_side_by_side(count):
    buckets = [Bucket(place, place, 1 / count, 0.5 / count) for place in range(count)]

    chart = column_chart(distribution(*buckets))

    assert len(chart.columns) == 2 * count
    ends = [(column["x"], column["x"] + column["width"]) for column in chart.columns]
    assert ends[0][0] >= LEFT
    assert ends[-1][1] <= WIDTH - RIGHT
    assert all(end <= start + 0.1 for (_, end), (start, _) in itertools.pairwise(ends))
    assert {column["series"] for column in chart.columns} == {1, 2}


def test_height_follows_the_share():
    full, half, none = column_chart(distribution(Bucket(1, 1, 0.4), Bucket(2, 2, 0.2), Bucket(3, None, 0.0))).columns

    assert full["height"] == HEIGHT - BOTTOM - TOP
    assert half["height"] == pytest.approx(full["height"] / 2)
    assert none["height"] == 0


@pytest.mark.parametrize(
    ("highest", "words"),
    [
        (0.4, ["0%", "10%", "20%", "30%", "40%"]),
        (0.07, ["0%", "2%", "4%", "6%", "8%"]),
        (1.0, ["0%", "25%", "50%", "75%", "100%"]),
        (0.003, ["0%", "0.5%"]),
    ],
)
def test_scale_has_few_round_lines(highest, words):
    chart = column_chart(distribution(Bucket(1, 1, highest)))

    assert [line.text for line in chart.lines] == words
    assert all(TOP <= line.at <= HEIGHT - BOTTOM for line in chart.lines)


def test_words_below_the_columns_do_not_touch():
    chart = column_chart(distribution(*(Bucket(10 * place, 10 * place + 9, 0.05) for place in range(20))))

    gaps = [after.at - before.at for before, after in zip(chart.labels, chart.labels[1:], strict=False)]
    assert min(gaps) >= 40
    assert chart.labels[0].text == "0"


def test_open_end_and_losses_are_told():
    chart = column_chart(distribution(Bucket(-20, -11, 0.5), Bucket(-10, None, 0.5)))

    assert [label.text for label in chart.labels] == ["−20", "−10+"]
    assert chart.columns[0]["title"] == "−20: 50%"


def test_nothing_to_draw_is_an_empty_chart():
    assert column_chart(distribution()).columns == ()


def test_whiskers_run_from_nothing_to_all():
    figure = Figure("set_rate", "Sets", "share", Interval(0.5, 0.4, 0.6), Interval(1.0, 0.9, 1.0))

    first, second = whiskers(figure)

    assert first == (0.4 * SPAN, 0.6 * SPAN, 0.5 * SPAN, 1)
    assert second[1::2] == (SPAN, 2)
