from django.urls import path

from league.acting.addresses import MEMBERS

from .views import accounts, importing, members

urlpatterns = [
    path(MEMBERS, members.members, name="members"),
    path(f"{MEMBERS}new/", members.new_member, name="new_member"),
    path(f"{MEMBERS}<number:member_id>/", members.member, name="member"),
    path(f"{MEMBERS}<number:member_id>/welcome/", members.welcome, name="welcome"),
    path(f"{MEMBERS}<number:member_id>/active/", members.activate, name="activate_member"),
    path(f"{MEMBERS}<number:member_id>/anonymous/", members.anonymous, name="anonymous"),
    path(f"{MEMBERS}<number:member_id>/delete/", members.delete, name="delete_member"),
    path(f"{MEMBERS}<number:member_id>/invite/", accounts.invite, name="invite_member"),
    path(f"{MEMBERS}<number:member_id>/account/", accounts.release, name="release_account"),
    path(f"{MEMBERS}pairs/", members.pairs, name="pairs"),
    path(f"{MEMBERS}pairs/<number:pair_id>/remove/", members.remove_pair, name="remove_pair"),
    path(f"{MEMBERS}categories/", members.categories, name="categories"),
    path(f"{MEMBERS}categories/<number:category_id>/", members.category, name="category"),
    path(f"{MEMBERS}categories/<number:category_id>/remove/", members.remove_category, name="remove_category"),
    path(f"{MEMBERS}import/", importing.import_members, name="import_members"),
    path(f"{MEMBERS}import/confirm/", importing.confirm_import, name="confirm_import"),
    path(f"{MEMBERS}export/", members.export, name="export_members"),
]
