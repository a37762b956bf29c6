"""What the processes that send by Django's means have in common: the token of a job, and the email in Django's mailbox."""

from django.core import mail


class Tokens:
    """In place of the token generator, so that the token is the job's."""

    def __init__(self, token):
        self.token = token

    def make_token(self, user):
        return self.token


def parts(job):
    """The parts of the one email that was sent, which is the job's."""
    [message] = mail.outbox
    assert message.to == [job["email"]]
    [(html, kind)] = message.alternatives
    assert kind == "text/html"
    return {"subject": message.subject, "html": html, "text": message.body}
