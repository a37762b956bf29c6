"""Flask-Security with cookies and a CSRF token, on SQLite, with emails over SMTP: PORT SMTP-PORT [--confirmable].

With --confirmable addresses have to be confirmed, and `GET /link/<name>` answers with a new link for an account of this name.
"""

import smtplib
import sys
from email.message import EmailMessage
from pathlib import Path

from flask import Flask
from flask_security import MailUtil, Security, SQLAlchemyUserDatastore, hash_password
from flask_security.confirmable import generate_confirmation_link
from flask_security.models import fsqla_v3 as models
from flask_sqlalchemy import SQLAlchemy
from flask_wtf import CSRFProtect
from werkzeug.serving import WSGIRequestHandler

PORT, SMTP_PORT = int(sys.argv[1]), int(sys.argv[2])


class SMTPClient(MailUtil):
    def send_mail(self, template, subject, recipient, sender, body, html, **_):
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = "app@example.com", recipient, str(subject)
        message.set_content(body)
        with smtplib.SMTP("127.0.0.1", SMTP_PORT) as server:
            server.send_message(message)


app = Flask(__name__)
app.config.update(
    SECRET_KEY="a secret of a test, as long as it has to be",
    SECURITY_PASSWORD_SALT="146585145368132386173505678016728509634",
    SQLALCHEMY_DATABASE_URI=f"sqlite:///{Path('users.db').resolve()}",
    SECURITY_RECOVERABLE=True,
    SECURITY_EMAIL_VALIDATOR_ARGS={"check_deliverability": False},  # that would query the DNS
    SECURITY_RETURN_GENERIC_RESPONSES=True,
    SECURITY_CSRF_PROTECT_MECHANISMS=["session"],
    SECURITY_CSRF_IGNORE_UNAUTH_ENDPOINTS=False,
    SECURITY_REDIRECT_BEHAVIOR="spa",
    SECURITY_RESET_VIEW="/reset",
    SECURITY_RESET_ERROR_VIEW="/reset-error",
    SECURITY_CONFIRMABLE="--confirmable" in sys.argv,
    SECURITY_POST_CONFIRM_VIEW="/confirmed",
    SECURITY_CONFIRM_ERROR_VIEW="/confirm-error",
    WTF_CSRF_CHECK_DEFAULT=False,
    WTF_CSRF_TIME_LIMIT=None,
)
CSRFProtect(app)
db = SQLAlchemy(app)
models.FsModels.set_db_info(db)


class Role(db.Model, models.FsRoleMixin):
    pass


class User(db.Model, models.FsUserMixin):
    pass


users = SQLAlchemyUserDatastore(db, User, Role)
Security(app, users, mail_util_cls=SMTPClient)
with app.app_context():
    db.create_all()
    users.create_user(email="ada@example.com", password=hash_password("Old-Password-1"))
    users.create_user(email="gone@example.com", password=hash_password("Old-Password-1"), active=False)
    db.session.commit()


@app.get("/link/<name>")
def link(name):
    user = users.create_user(email=f"{name}@example.com", password=hash_password("Old-Password-1"))
    db.session.commit()
    return generate_confirmation_link(user)[0]


class Quiet(WSGIRequestHandler):
    def log(self, *_):
        pass


app.run("127.0.0.1", PORT, request_handler=Quiet)
