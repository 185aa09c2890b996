"""How gunicorn, which reads this file by itself, serves Muster."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
try:
    from armybuilder.settings import (
        BASE_URL,
        HOST,
        LOGGING,
        MAILERS,
        PORT,
        SITE_NAME,
        THREADS,
        WORKERS,
    )
except ImproperlyConfigured as error:
    sys.exit(f"Muster did not start. {error}")

wsgi_app = "armybuilder.wsgi"
bind = f"{HOST}:{PORT}"
worker_class = "gthread"
workers = WORKERS
threads = THREADS
preload_app = True
# Longer than a proxy keeps an idle connection, so that gunicorn never closes one a request is on.
keepalive = 75
# Nobody steers it by gunicornc, whose socket would stand in the home of whoever starts it.
control_socket_disable = True
# No log of accesses: addresses are keys.
accesslog = None
loglevel = "warning"
# Its own handlers would write the address of a request that it failed to answer.
logconfig_dict = {
    "root": {"handlers": ["console"], "level": "WARNING"},
    "formatters": LOGGING["formatters"],
    "handlers": LOGGING["handlers"],
    "filters": LOGGING["filters"],
    "loggers": {
        "gunicorn.error": {"handlers": ["console"], "propagate": False},
        "gunicorn.access": {"handlers": ["console"], "level": "WARNING", "propagate": False},
    },
}


def when_ready(server: object) -> None:
    print(f"\n{SITE_NAME} is ready at {BASE_URL}\nStop it with Ctrl-C.", flush=True)
    if "console" in MAILERS["delivery"]["BACKEND"]:
        print("Mail is printed here, since EMAIL_URL names no server.", flush=True)


def post_worker_init(worker: object) -> None:
    """Each worker carries mail beside its pages; whoever is first takes a letter."""
    from mailing.delivery import Carrier

    Carrier().start()
