import pytest

from pinochle_club.ground import addresses


@pytest.mark.parametrize(("port", "url"), [(80, "http://192.168.1.20"), (8000, "http://192.168.1.20:8000")])
def test_no_number_is_typed_that_a_browser_knows(monkeypatch: pytest.MonkeyPatch, port: int, url: str):
    monkeypatch.setattr(addresses, "main_lan_address", lambda: "192.168.1.20")

    assert addresses.lan_url(port) == url
