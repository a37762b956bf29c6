"""An email that is sent over SMTP, and its text and links as a recipient sees them."""

import email
import email.policy
import smtplib
from contextlib import contextmanager
from email.message import EmailMessage
from html.parser import HTMLParser

import programs
from aiosmtpd.controller import Controller


class Reader(HTMLParser):
    """The text of an email as a recipient sees it, and its links."""

    def __init__(self, html):
        super().__init__()
        self.links, self.tags, self.words, self.hidden = [], [], [], False
        self.feed(html)
        self.text = " ".join("".join(self.words).split())

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.hidden = self.hidden or tag == "style"
        if tag == "a":
            self.links.append(dict(attributes)["href"])

    def handle_endtag(self, tag):
        self.hidden = self.hidden and tag != "style"

    def handle_data(self, data):
        if not self.hidden:
            self.words.append(data)



class PostOffice:
    """An SMTP server that keeps what it gets."""

    def __init__(self, port):
        self.port = port
        self.received = []

    async def handle_DATA(self, server, session, envelope):
        self.received.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 OK"

    def deliver(self, mail, to):
        """Sends an email as the system that composed it would, and returns the received one."""
        message = EmailMessage(policy=email.policy.SMTP)
        message["From"], message["To"], message["Subject"] = "app@example.com", to, mail.subject
        if mail.text is None:
            message.set_content(mail.html, subtype="html")
        else:
            message.set_content(mail.text)
            message.add_alternative(mail.html, subtype="html")
        with smtplib.SMTP("127.0.0.1", self.port) as server:
            server.send_message(message)
        return self.received[-1]


@contextmanager
def post_office():
    office = PostOffice(programs.free_ports(1))
    controller = Controller(office, hostname="127.0.0.1", port=office.port)
    controller.start()
    try:
        yield office
    finally:
        controller.stop()


def link(message, host):
    """The URL of the email's button without its host; the address below it and the one in the plain text are the same."""
    page = Reader(message.get_body(("html",)).get_content())
    addresses = {address for address in page.links if address.startswith(f"https://{host}/") and "?" in address}
    assert len(addresses) == 1, page.links
    [address] = addresses
    assert address in page.text
    text = message.get_body(("plain",))
    assert text is None or address in text.get_content()
    return address.removeprefix(f"https://{host}")
