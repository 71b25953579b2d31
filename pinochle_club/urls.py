from django.contrib import admin
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from league.office.accounts.views import sign_in
from pinochle_club.ground import error_pages
from pinochle_club.ground.trouble import free_space
from pinochle_club.resolving import keeping
from pinochle_club.server import saving
from pinochle_club.server.examining import LITTLE_SPACE

handler400 = error_pages.bad_request
handler403 = error_pages.forbidden
handler404 = error_pages.not_found
handler500 = error_pages.server_error


def health(request: HttpRequest) -> HttpResponse:
    """For a proxy or a monitor: the server answers, its database does too, and the club can save."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    trouble = saving.trouble()
    said = trouble or ("ok" if free_space() >= LITTLE_SPACE else "ok, but little space is left")
    answer = HttpResponse(said, status=503 if trouble else 200, content_type="text/plain; charset=utf-8")
    answer._has_been_logged = True  # type: ignore[attr-defined]  # a line for each who asks would fill a log
    return answer


urlpatterns = keeping(
    [
        path("admin/login/", sign_in),  # so that guessing has to wait there too
        path("admin/", admin.site.urls),
        path("health", health, name="health"),
        path("play/", include("scoring.play.urls")),
        path("", include("scoring.score_card.urls")),  # asked the most: first, since addresses are looked for in order
        path("", include("league.urls")),
    ]
)
