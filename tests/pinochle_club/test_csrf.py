import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor() -> Client:
    return Client(enforce_csrf_checks=True)


def token(visitor: Client) -> str:
    visitor.get("/")
    return visitor.cookies["csrftoken"].value


def test_form_without_referrer_is_taken_with_its_token(visitor):
    data = {"book": "st-hilary", "csrfmiddlewaretoken": token(visitor)}
    response = visitor.post("/cards/", data, headers={"Origin": "null"})
    assert response.status_code != 403  # what the form must hold is for the view to say


def test_form_without_referrer_is_taken_over_https_too(visitor):
    data = {"book": "st-hilary", "csrfmiddlewaretoken": token(visitor)}
    response = visitor.post("/cards/", data, headers={"Origin": "null"}, secure=True)
    assert response.status_code != 403  # what the form must hold is for the view to say


def test_form_without_referrer_and_token_is_refused(visitor):
    token(visitor)
    assert visitor.post("/cards/", {"book": "st-hilary"}, headers={"Origin": "null"}).status_code == 403


def test_form_of_another_site_is_refused_with_the_token_too(visitor):
    data = {"book": "st-hilary", "csrfmiddlewaretoken": token(visitor)}
    response = visitor.post("/cards/", data, headers={"Origin": "http://elsewhere.example"})
    assert response.status_code == 403
