"""What Django itself takes for a season's page: the same reads, and the same table drawn by one template within the
club's page. What its lines say is asked of the same functions, since no page comes without words. There is no listing
that could be sorted or saved, and nothing is kept."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template import engines
from django.views.decorators.http import require_safe

from league.acting.permissions import NOBODY
from league.acting.unchanged import state_of
from league.models import Club, Member, Publication, PublishedPlace, Season
from league.season.seasons.listings import StandingListing
from league.season.seasons.pages import figure_of, names_of, needs_words, since_lines, why_words

PAGE = engines["django"].from_string("""{% extends "league/season/seasons/base.html" %}
{% block title %}{{ season.name }}{% endblock %}
{% block main %}
<h1>{{ season.name }}</h1>
<p>{{ publication.because }}.</p>
{% for at, because, changes in since %}<p>{{ at }}: {{ because }}
  <a href="{% url 'league:season_changes' club.slug season.pk %}?{{ changes }}">What changed</a></p>{% endfor %}
{% for name in divisions %}<a class="filter" href="?of={{ name }}">{{ name }}</a>{% endfor %}
<table class="listing standings" role="table">
  <thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Place</th>
    <th scope="col" role="columnheader">Name</th><th scope="col" role="columnheader">Points</th>
    <th scope="col" role="columnheader">Nights</th>
    <th scope="col" role="columnheader">Above the next by</th></tr></thead>
  <tbody role="rowgroup">{% for line in lines %}<tr role="row" class="{% cycle "even" "odd" %}">
    <td data-label="Place" role="cell" class="num">{{ line.place|default:"–" }}</td>
    <td data-label="Name" role="cell"><span class="standing-who tall-links row gap-2 between-12">
      <a href="{% url 'league:season_place' club.slug season.pk line.member %}"><bdi>{{ line.name }}</bdi></a>
    </span></td>
    <td data-label="Points" role="cell" class="num">{{ line.figure }}</td>
    <td data-label="Nights" role="cell" class="num">{{ line.nights }}</td>
    <td data-label="Above the next by" role="cell"><span class="standing-why">{{ line.why|default:"–" }}
      {% for need in line.needs %}<span class="soft small standing-need">{{ need }}</span>{% endfor %}</span></td>
  </tr>{% endfor %}</tbody>
</table>
<p>Page {{ page.number }} of {{ page.paginator.num_pages }}</p>
{% endblock %}
""")


@require_safe
def season(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    club = get_object_or_404(Club, slug=slug)
    state_of(club)  # what a copy of the page would rest on
    found = get_object_or_404(Season, club=club, pk=season_id)
    publication = Publication.objects.filter(season=found).select_related("rules")[0]
    places = PublishedPlace.objects.filter(publication=publication)
    Member.objects.filter(club=club).exclude(merged_into=None).exists()
    divisions = list(places.exclude(division="").order_by("division").values_list("division", flat=True).distinct())
    newer = {"number__gt": publication.moved_since, "number__lte": publication.number}
    told = Publication.objects.filter(season=found, **newer).exclude(state=Publication.State.HIDDEN)
    lines = places.filter(division="").select_related("member", "partner").order_by("order")
    page = Paginator(lines, StandingListing.rows_a_page).get_page(request.GET.get("page"))
    drawn = {
        "club": club,
        "season": found,
        "publication": publication,
        "since": since_lines(found, list(told.select_related("rules").order_by("number"))),
        "divisions": divisions,
        "page": page,
        "lines": [
            {
                "place": line.place,
                "member": line.member_id,
                "name": names_of(line, NOBODY),
                "figure": figure_of(line),
                "nights": line.nights,
                "why": why_words(line),
                "needs": needs_words(line) if line.place is None else (),
            }
            for line in page
        ],
    }
    return HttpResponse(PAGE.render(drawn, request))
