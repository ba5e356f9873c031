"""A real Dovecot of our own on loopback: IMAP with TLS and IDLE, LMTP; and a real SMTP server that hands mail to it."""

from __future__ import annotations

import getpass
import grp
import os
import re
import shutil
import smtplib
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError

PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
DOVECOT = shutil.which("dovecot", path=PATH)
WHY_NOT = "no Dovecot here: apt-get install dovecot-imapd dovecot-lmtpd (tests/setup-servers.sh does it)"
PASSWORD = "secret"

COMMON = """\
base_dir = {d}/run
state_dir = {d}/state
log_path = {d}/log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
first_valid_uid = 1
{unprivileged}
service imap-login {{
{chroot}
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service anvil {{
{chroot}
}}
service stats {{
{chroot}
}}
service lmtp {{
{chroot}
  inet_listener lmtp {{
{listen}
    port = {lmtp}
  }}
}}
"""
OLD = """\
ssl_cert = <{d}/cert.pem
ssl_key = <{d}/key.pem
disable_plaintext_auth = no
mail_location = maildir:{d}/mail/%n
mail_uid = {user}
mail_gid = {group}
recipient_delimiter = +
passdb {{
  driver = passwd-file
  args = username_format=%n {d}/users
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={d}/mail/%n
}}
protocol lmtp {{
  auth_username_format = %n
}}
"""
NEW = """\
ssl_server_cert_file = {d}/cert.pem
ssl_server_key_file = {d}/key.pem
auth_allow_cleartext = yes
auth_username_format = %{{user | username}}
mail_driver = maildir
mail_path = {d}/mail/%{{user | username}}
mail_uid = {user}
mail_gid = {group}
recipient_delimiter = +
passdb passwd-file {{
  passwd_file_path = {d}/users
}}
userdb static {{
  fields {{
    uid = {user}
    gid = {group}
    home = {d}/mail/%{{user | username}}
  }}
}}
"""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def version() -> tuple[int, int]:
    out = subprocess.run([DOVECOT or "", "--version"], capture_output=True, text=True, check=True).stdout
    found = re.match(r"(\d+)\.(\d+)", out)
    assert found is not None, out
    return int(found[1]), int(found[2])


def configuration(folder: Path, imaps: int, lmtp: int) -> str:
    """The form of the installed version: 2.4 renamed most settings."""
    root = os.geteuid() == 0
    user = "mail" if root else getpass.getuser()
    group = "mail" if root else grp.getgrgid(os.getegid()).gr_name
    unprivileged = "" if root else f"default_internal_user = {user}\ndefault_login_user = {user}\ndefault_internal_group = {group}"
    new = version() >= (2, 4)
    facts = {
        "d": folder,
        "imaps": imaps,
        "lmtp": lmtp,
        "user": user,
        "group": group,
        "unprivileged": unprivileged,
        "chroot": "" if root else "  chroot =",
        "listen": "    listen = 127.0.0.1" if new else "    address = 127.0.0.1",
    }
    head = "dovecot_config_version = 2.4.0\ndovecot_storage_version = 2.4.0\n" if new else ""
    return head + COMMON.format(**facts) + (NEW if new else OLD).format(**facts)


@dataclass
class Dovecot:
    folder: Path
    imaps: int
    lmtp: int

    @property
    def certificate(self) -> Path:
        return self.folder / "cert.pem"


@contextmanager
def dovecot(*users: str) -> Iterator[Dovecot]:
    """In a folder of its own: pytest shuts its folders to Dovecot's user whenever another run begins on the machine."""
    with TemporaryDirectory(prefix="pbem-dovecot-") as place, running(Path(place), users) as found:
        yield found


@contextmanager
def running(folder: Path, users: tuple[str, ...]) -> Iterator[Dovecot]:
    found = Dovecot(folder, free_port(), free_port())
    make_certificate(folder)
    (folder / "users").write_text("".join(f"{user}:{{PLAIN}}{PASSWORD}::::::\n" for user in users))
    (folder / "mail").mkdir()
    if os.geteuid() == 0:
        folder.chmod(0o755)
        for place in (folder, folder / "mail"):
            shutil.chown(place, "mail", "mail")
    config = folder / "dovecot.conf"
    config.write_text(configuration(folder, found.imaps, found.lmtp))
    process = subprocess.Popen([DOVECOT or "", "-F", "-c", str(config)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        wait_for_port(process, found.imaps, folder)
        wait_for_port(process, found.lmtp, folder)
        for user in users:
            wait_for_login(found, user)
        yield found
    finally:
        process.terminate()
        process.wait(20)


def make_certificate(folder: Path) -> None:
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run([*command.split(), *names], check=True, capture_output=True)


def wait_for_port(process: subprocess.Popen[bytes], port: int, folder: Path) -> None:
    for _ in range(200):
        if process.poll() is not None:
            said = process.stdout.read().decode() if process.stdout else ""
            log = (folder / "log").read_text() if (folder / "log").exists() else ""
            raise AssertionError(f"Dovecot did not start: {said} {log}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"Dovecot does not listen on {port}")


def wait_for_login(server: Dovecot, user: str) -> None:
    """It listens before its own services have found each other. The mailbox is made here, or the first mail and the first
    reader would both make it at once, and Dovecot calls that an internal error."""
    trust = ssl.create_default_context(cafile=str(server.certificate))
    for _ in range(100):
        try:
            with IMAPClient("127.0.0.1", server.imaps, ssl=True, ssl_context=trust) as client:
                client.login(user, PASSWORD)
                client.select_folder("INBOX")
                return
        except (IMAPClientError, OSError):
            time.sleep(0.2)
    raise AssertionError(f"Dovecot lets nobody in: {(server.folder / 'log').read_text()}")


class ToDovecot:
    """A mail server that hands every mail it takes to Dovecot by LMTP, as Postfix does."""

    def __init__(self, lmtp: int) -> None:
        self.lmtp = lmtp

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content
        raw = content if isinstance(content, bytes) else (content or "").encode()
        with smtplib.LMTP("127.0.0.1", self.lmtp) as lmtp:
            for to in envelope.rcpt_tos:
                lmtp.sendmail(envelope.mail_from or "", [to], raw)
        return "250 OK"


@contextmanager
def smtp_server(lmtp: int) -> Iterator[int]:
    controller = Controller(ToDovecot(lmtp), hostname="127.0.0.1", port=free_port())
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()
