from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from django import forms
from django.db.models import Case, Q, When

from league.acting.forms import ClubForm, MemberField
from league.models import Member
from pinochle_club.ground.forms import choice_field


class OtherForm(forms.Form):
    other = MemberField("The other entry", empty="Choose")

    def __init__(self, *args: Any, person: Member, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        field = self.fields["other"]
        assert isinstance(field, MemberField)
        listed = Member.objects.filter(club=person.club_id, merged_into=None, is_anonymous=False)
        alike = Case(When(_shares_a_name(person), then=0), default=1)
        field.queryset = listed.exclude(pk=person.pk).annotate(alike=alike).order_by("alike", "name", "number")


def _shares_a_name(person: Member) -> Q:
    """Entries with a word of the same name, which come first."""
    words = [word for word in person.name.split() if len(word.strip(".")) > 1]
    return reduce(or_, (Q(name__icontains=word) for word in words), Q(pk__in=()))


class MergeForm(ClubForm):
    def __init__(self, *args: Any, person: Member, other: Member, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.both = {str(one.pk): one for one in (person, other)}
        choices = [(key, f"Number {one.number}, {one.name}") for key, one in self.both.items()]
        self.fields["other"] = forms.CharField(widget=forms.HiddenInput, initial=other.pk)
        self.fields["stays"] = choice_field("Which entry stays?", choices)

    @property
    def deed_fields(self) -> dict[str, Any]:
        stays = self.cleaned_data["stays"]
        (gone,) = (one for key, one in self.both.items() if key != stays)
        return {"kept": self.both[stays], "gone": gone, "client_id": self.cleaned_data["client_id"]}
