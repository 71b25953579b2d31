from django.apps import AppConfig


class ServerConfig(AppConfig):
    name = "pinochle_club.server"
