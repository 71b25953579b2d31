from django.urls import path

from league.acting.addresses import EVENT

from .views import desk, log, projector

urlpatterns = [
    path(f"{EVENT}board/", desk.desk, name="desk"),
    path(f"{EVENT}board/changes/", desk.desk_changes, name="desk_changes"),
    path(f"{EVENT}calls/<number:call_id>/coming/", desk.coming, name="come_to_table"),
    path(f"{EVENT}projector/", projector.projector, name="projector"),
    path(f"{EVENT}projector/changes/", projector.projector_changes, name="projector_changes"),
    path(f"{EVENT}log/", log.log, name="log"),
]
