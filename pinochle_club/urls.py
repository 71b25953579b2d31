from django.contrib import admin
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from league.office.accounts.views import sign_in
from pinochle_club.ground import error_pages
from pinochle_club.resolving import keeping

handler400 = error_pages.bad_request
handler403 = error_pages.forbidden
handler404 = error_pages.not_found
handler500 = error_pages.server_error


def health(request: HttpRequest) -> HttpResponse:
    """For a proxy or a monitor: the server answers and its database does too."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok", content_type="text/plain")


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
