"""Shared code of the Django servers; import it after their settings are configured."""

from wsgiref.simple_server import WSGIRequestHandler, make_server

from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


ORIGINS = []


def cross_origin(get_response):
    """Middleware with the CORS headers that `latchkey build` prints, for pages of the allowed origins."""

    def answer(request):
        preflight = request.method == "OPTIONS"
        response = HttpResponse() if preflight else get_response(request)
        for origin in ORIGINS:
            response["Access-Control-Allow-Origin"] = origin
            if preflight:
                response["Access-Control-Allow-Methods"] = "POST"
                response["Access-Control-Allow-Headers"] = "content-type"
        return response

    return answer


def serve(port, *origins):
    """Creates the tables and serves until the process is terminated."""
    ORIGINS.extend(origins)
    call_command("migrate", verbosity=0)
    make_server("127.0.0.1", port, get_wsgi_application(), handler_class=Quiet).serve_forever()
