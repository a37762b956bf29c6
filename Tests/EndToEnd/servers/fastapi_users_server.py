"""FastAPI Users, set up as in its documentation, on SQLite, with emails over SMTP: PORT SMTP-PORT.

If the working directory contains exported emails in `emails/`, it sends them; otherwise an email consists of a link.
"""

import smtplib
import sys
import uuid
from contextlib import asynccontextmanager
from email.message import EmailMessage

import jinja2
import uvicorn
from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware
from fastapi_users import BaseUserManager, FastAPIUsers, InvalidPasswordException, UUIDIDMixin, schemas
from fastapi_users.authentication import AuthenticationBackend, BearerTransport, JWTStrategy
from fastapi_users.db import SQLAlchemyBaseUserTableUUID, SQLAlchemyUserDatabase
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase

PORT, SMTP_PORT = int(sys.argv[1]), int(sys.argv[2])
SECRET = "a secret of a test, as long as it has to be"
engine = create_async_engine("sqlite+aiosqlite:///users.db")
new_session = async_sessionmaker(engine, expire_on_commit=False)


class Base(DeclarativeBase):
    pass


class User(SQLAlchemyBaseUserTableUUID, Base):
    pass


emails = jinja2.Environment(loader=jinja2.FileSystemLoader("emails"), autoescape=jinja2.select_autoescape())


def mail(to, name, link, token):
    message = EmailMessage()
    message["From"], message["To"] = "app@example.com", to
    if f"{name}.html" in emails.list_templates():

        def render(ending):
            return emails.get_template(f"{name}.{ending}").render(email=to, token=token)

        message["Subject"] = render("subject.txt")
        message.set_content(render("txt"))
        message.add_alternative(render("html"), subtype="html")
    else:
        message["Subject"] = "Your link"
        message.set_content(f"{link}?token={token}")
    with smtplib.SMTP("127.0.0.1", SMTP_PORT) as server:
        server.send_message(message)


class UserManager(UUIDIDMixin, BaseUserManager[User, uuid.UUID]):
    reset_password_token_secret = SECRET
    verification_token_secret = SECRET

    async def validate_password(self, password, user):
        if len(password) < 8:
            raise InvalidPasswordException(reason="Password should be at least 8 characters")
        if user.email in password:
            raise InvalidPasswordException(reason="Password should not contain e-mail")

    async def on_after_forgot_password(self, user, token, request=None):
        mail(user.email, "reset-password", "https://app.example/reset-password", token)

    async def on_after_request_verify(self, user, token, request=None):
        mail(user.email, "verify-email", "https://app.example/verify", token)


async def user_manager():
    async with new_session() as session:
        yield UserManager(SQLAlchemyUserDatabase(session, User))


class UserRead(schemas.BaseUser[uuid.UUID]):
    pass


backend = AuthenticationBackend(
    name="jwt",
    transport=BearerTransport(tokenUrl="auth/jwt/login"),
    get_strategy=lambda: JWTStrategy(secret=SECRET, lifetime_seconds=3600),
)
users = FastAPIUsers[User, uuid.UUID](user_manager, [backend])


@asynccontextmanager
async def lifespan(_):
    async with engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    yield


app = FastAPI(lifespan=lifespan)
# For pages; a production server would list their hosts.
app.add_middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["POST"], allow_headers=["content-type"])
app.include_router(users.get_auth_router(backend, requires_verification=True), prefix="/auth/jwt")
app.include_router(users.get_register_router(UserRead, schemas.BaseUserCreate), prefix="/auth")
app.include_router(users.get_reset_password_router(), prefix="/auth")
app.include_router(users.get_verify_router(UserRead), prefix="/auth")
uvicorn.run(app, host="127.0.0.1", port=PORT, log_level="warning")
