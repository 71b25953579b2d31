"""What Django itself takes for a season's page: the same reads, the same table drawn by one template. What its lines
say is asked of the same functions, since no page comes without words; there is no listing, no head and no foot."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template import engines
from django.views.decorators.http import require_safe

from league.acting.permissions import NOBODY
from league.models import Club, Publication, PublishedPlace, Season
from league.seasons.listings import StandingListing
from league.seasons.pages import figure_of, names_of, needs_words, why_words

TABLE = engines["django"].from_string("""<!doctype html>
<title>{{ season }}</title>
<h1>{{ season }}</h1>
<p>{{ publication.because }}</p>
{% for name in divisions %}<a href="?of={{ name }}">{{ name }}</a>{% endfor %}
<table>
  <tr><th>Place</th><th>Name</th><th>Points</th><th>Nights</th><th>Above the next by</th></tr>
  {% for line in lines %}<tr>
    <td>{{ line.place|default:"–" }}</td>
    <td><a href="{% url 'league:season_place' club.slug season.pk line.member %}">{{ line.name }}</a></td>
    <td>{{ line.figure }}</td><td>{{ line.nights }}</td>
    <td>{{ line.why }}{% for need in line.needs %}<span>{{ need }}</span>{% endfor %}</td>
  </tr>{% endfor %}
</table>
<p>Page {{ page.number }} of {{ page.paginator.num_pages }}</p>
""")


@require_safe
def season(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    club = get_object_or_404(Club, slug=slug)
    found = get_object_or_404(Season, club=club, pk=season_id)
    publication = Publication.objects.filter(season=found).select_related("rules")[0]
    places = PublishedPlace.objects.filter(publication=publication)
    divisions = list(places.exclude(division="").values_list("division", flat=True).distinct())
    lines = places.filter(division="").select_related("member", "partner").order_by("order")
    page = Paginator(lines, StandingListing.rows_a_page).get_page(request.GET.get("page"))
    drawn = {
        "club": club,
        "season": found,
        "publication": publication,
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
    return HttpResponse(TABLE.render(drawn, request))
