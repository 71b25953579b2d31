from django.contrib import admin
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league.office.accounts.views import sign_in
from pinochle_club.ground import __version__, documents, error_pages, kept_pages
from pinochle_club.ground.one_club import key_file
from pinochle_club.ground.trouble import free_space
from pinochle_club.resolving import keeping
from pinochle_club.server import metrics, saving
from pinochle_club.server.examining import LITTLE_SPACE

handler400 = error_pages.bad_request
handler403 = error_pages.forbidden
handler404 = error_pages.not_found
handler500 = error_pages.server_error
PLAIN = {"ensure_ascii": False}  # to be read with curl


def health(request: HttpRequest) -> HttpResponse:
    """For a proxy or a monitor: the server answers, its database does too, and the club can save."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    trouble = saving.trouble()
    said = trouble or ("ok" if free_space() >= LITTLE_SPACE else "ok, but little space is left")
    answer = JsonResponse(
        {"says": said, "version": __version__}, status=503 if trouble else 200, json_dumps_params=PLAIN
    )
    answer._has_been_logged = True  # type: ignore[attr-defined]  # a line for each request would fill a log
    return answer


@csrf_exempt  # no browser asks, and an unsealed question gets no answer
@require_POST
def standby(request: HttpRequest) -> HttpResponse:
    """For another computer of the club, which has its key."""
    if connection.vendor != "sqlite" or not key_file().exists():
        raise Http404
    from pinochle_club.server import pieces  # which few clubs need

    sealed = pieces.answer(request.body)
    if sealed is None:
        raise Http404
    return HttpResponse(sealed, content_type="application/octet-stream")


urlpatterns = keeping(
    [
        path("", include("scoring.score_card.urls")),  # asked the most: first, since addresses are looked for in order
        path("admin/login/", sign_in),  # so that guessing has to wait there too
        path("admin/", admin.site.urls),
        path("health", health, name="health"),
        path("metrics", metrics.page, name="metrics"),
        path("standby/", standby, name="standby"),
        path("worker.js", kept_pages.worker, name="worker"),
        path("kept/", kept_pages.kept, name="kept"),
        path("help/", documents.contents, name="help"),
        path("help/at-the-table.pdf", documents.one_page, name="at_the_table"),
        path("help/<slug:name>/", documents.document, name="document"),
        path("help/pictures/<slug:name>.png", documents.picture, name="picture"),
        path("play/", include("scoring.play.urls")),
        path("", include("league.urls")),
    ]
)
