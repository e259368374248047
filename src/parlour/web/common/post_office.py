"""The post office: sends letters from a queue, in a thread of its own.

A slow mail server delays letters only: nobody waits for it, and no thread of the server does.
"""

from __future__ import annotations

import logging
import queue
import smtplib
import threading
import time

from parlour.web.common.mail import BadMail, Mailer

log = logging.getLogger("parlour.web.play.notifications")

MOST_WAITING = 500  # letters
PATIENCE = 5.0  # seconds for waiting letters when the server stops

Letter = tuple[str, str, str]  # its recipient, subject and text


class PostOffice:
    """Sends the letters that `post` takes, one after the other."""

    def __init__(self, mailer: Mailer) -> None:
        self.mailer = mailer
        self._waiting: queue.Queue[Letter] = queue.Queue(MOST_WAITING)
        self._thread: threading.Thread | None = None

    def post(self, to: str, subject: str, text: str) -> None:
        """Take a letter, which is sent soon; raises BadMail if too many are waiting."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="mail", daemon=True)
            self._thread.start()
        try:
            self._waiting.put_nowait((to, subject, text))
        except queue.Full:
            raise BadMail("too many emails are waiting to be sent; try again later") from None

    def flush(self, seconds: float = 60.0) -> bool:
        """Wait until all letters are sent or have failed; False if that takes longer."""
        until = time.monotonic() + seconds
        with self._waiting.all_tasks_done:
            while self._waiting.unfinished_tasks:
                left = until - time.monotonic()
                if left <= 0:
                    return False
                self._waiting.all_tasks_done.wait(left)
        return True

    def close(self) -> None:
        """Send what is waiting, as far as that is quick."""
        if not self.flush(PATIENCE):
            log.warning("emails were not sent", extra={"count": self._waiting.unfinished_tasks})

    def _run(self) -> None:
        while True:
            letter = self._waiting.get()
            try:
                self.mailer.send(*letter)
            except (OSError, smtplib.SMTPException) as error:  # no email address in the log
                log.warning("an email was not sent", extra={"why": type(error).__name__})
            finally:
                self._waiting.task_done()
