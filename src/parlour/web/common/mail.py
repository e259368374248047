"""Email by SMTP, if the settings name a mail server."""

from __future__ import annotations

import re
import smtplib
from dataclasses import dataclass
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from parlour.errors import ParlourError

SCHEMES = {"smtp": 587, "smtps": 465}  # and their usual ports
WAIT = 20.0  # seconds for the mail server to respond
LONGEST_ADDRESS = 254

_ADDRESS = re.compile(r"[A-Za-z0-9._%+'-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")


class BadMail(ParlourError):
    """An invalid mail server or address."""


@dataclass(frozen=True)
class Mailer:
    """Sends email through a mail server, such as ``smtp://name:password@host:587``, from `sender`.

    ``smtp`` switches to TLS if the mail server offers it, ``smtps`` starts with it; passwords are never
    sent without TLS. `site` is the public address of this server. Raises BadMail.
    """

    server: str
    sender: str
    site: str

    def __post_init__(self) -> None:
        try:
            found = urlsplit(self.server)
            fits = found.scheme in SCHEMES and bool(found.hostname) and found.port != 0
        except ValueError:
            fits = False
        if not fits:
            raise BadMail("the mail server is not valid: expected smtp://name:password@host:587")
        check_address(self.sender)
        if urlsplit(self.site).scheme not in ("http", "https"):
            raise BadMail(
                "email needs the address of this server: expected https://games.example.org"
            )

    def send(self, to: str, subject: str, text: str) -> None:
        """Send one message to one address; raises OSError, SMTPException."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, to, subject
        message["Auto-Submitted"] = "auto-generated"  # RFC 3834: no automatic replies
        message.set_content(text)
        at = urlsplit(self.server)
        connect = smtplib.SMTP_SSL if at.scheme == "smtps" else smtplib.SMTP
        with connect(at.hostname or "", at.port or SCHEMES[at.scheme], timeout=WAIT) as smtp:
            smtp.ehlo()
            if at.scheme == "smtp" and smtp.has_extn("starttls"):
                smtp.starttls()
            if at.username:
                if not hasattr(smtp.sock, "cipher"):
                    raise smtplib.SMTPException(
                        "the mail server does not offer TLS for the password"
                    )
                smtp.login(unquote(at.username), unquote(at.password or ""))
            smtp.send_message(message)


def check_address(text: str) -> str:
    """A normalized email address, which may be empty; raises BadMail."""
    address = text.strip()
    if address and (len(address) > LONGEST_ADDRESS or not _ADDRESS.fullmatch(address)):
        raise BadMail(f"{address:.60} is not an email address: expected name@host")
    return address
