"""What a database knows of the server that it belongs to."""

from django.db import models


class Fact(models.Model):
    """A named fact of a database about its server, such as `key`: the fingerprint of the secret key that signs for
    this club."""

    name = models.CharField(max_length=20, primary_key=True)
    value = models.CharField(max_length=100)

    def __str__(self) -> str:
        return f"{self.name}: {self.value}"
