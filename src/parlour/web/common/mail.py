"""Mail by SMTP, where the server's settings name a post office."""

from __future__ import annotations

import re
import smtplib
from dataclasses import dataclass
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from parlour.errors import ParlourError

SCHEMES = {"smtp": 587, "smtps": 465}  # and their usual ports
WAIT = 20.0  # seconds for the post office's answer
LONGEST_ADDRESS = 254

_ADDRESS = re.compile(r"[A-Za-z0-9._%+'-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")


class BadMail(ParlourError):
    """A post office or an address that is none."""


@dataclass(frozen=True)
class Mailer:
    """Sends mail through `office`, as ``smtp://name:password@host:587``, from the address `sender`.

    ``smtp`` goes over to TLS where the post office offers it, ``smtps`` begins with it; a password is
    never sent without. `site` is the address by which people reach the server. Raises BadMail.
    """

    office: str
    sender: str
    site: str

    def __post_init__(self) -> None:
        try:
            found = urlsplit(self.office)
            fits = found.scheme in SCHEMES and bool(found.hostname) and found.port != 0
        except ValueError:
            fits = False
        if not fits:
            raise BadMail("the post office is no address: expected smtp://name:password@host:587")
        checked_address(self.sender)
        if urlsplit(self.site).scheme not in ("http", "https"):
            raise BadMail("mail needs the server's own address: expected https://games.example.org")

    def send(self, to: str, subject: str, text: str) -> None:
        """Send one message to one address; raises OSError, SMTPException."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, to, subject
        message["Auto-Submitted"] = "auto-generated"  # RFC 3834: no answers by machines
        message.set_content(text)
        at = urlsplit(self.office)
        made = smtplib.SMTP_SSL if at.scheme == "smtps" else smtplib.SMTP
        with made(at.hostname or "", at.port or SCHEMES[at.scheme], timeout=WAIT) as office:
            office.ehlo()
            if at.scheme == "smtp" and office.has_extn("starttls"):
                office.starttls()
            if at.username:
                if not hasattr(office.sock, "cipher"):
                    raise smtplib.SMTPException("the post office takes a password without TLS")
                office.login(unquote(at.username), unquote(at.password or ""))
            office.send_message(message)


def checked_address(text: str) -> str:
    """An address for mail, or none; raises BadMail."""
    address = text.strip()
    if address and (len(address) > LONGEST_ADDRESS or not _ADDRESS.fullmatch(address)):
        raise BadMail(f"{address:.60} is no address for mail: expected name@host")
    return address
