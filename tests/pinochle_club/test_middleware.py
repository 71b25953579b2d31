import pytest
from django.http import HttpResponse
from django.urls import path


def page(request):
    return HttpResponse("a card")


def picture(request):
    return HttpResponse("a picture", headers={"Cache-Control": "max-age=60"})


urlpatterns = [path("page", page), path("picture", picture)]


@pytest.mark.parametrize(("address", "kept"), [("/page", "no-store"), ("/picture", "max-age=60")])
def test_page_is_kept_by_nobody_unless_its_view_says_so(client, settings, address, kept):
    settings.ROOT_URLCONF = __name__

    response = client.get(address)

    assert response.headers["Cache-Control"] == kept
    assert response.headers["X-Robots-Tag"] == "noindex"
