"""What the servers on Django share, once their settings are made."""

from wsgiref.simple_server import WSGIRequestHandler, make_server

from django.core.management import call_command
from django.core.wsgi import get_wsgi_application


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


def serve(port):
    """Makes the tables and answers until somebody ends the process."""
    call_command("migrate", verbosity=0)
    make_server("127.0.0.1", port, get_wsgi_application(), handler_class=Quiet).serve_forever()
