#!/bin/sh
# The real mail servers of the tests (Dovecot's IMAP and LMTP). Installed when missing and we may; else said plainly.
export PATH="$PATH:/usr/sbin:/sbin"
if command -v dovecot >/dev/null && { [ -e /usr/lib/dovecot/lmtp ] || [ -e /usr/libexec/dovecot/lmtp ]; }; then
  exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing dovecot-imapd and dovecot-lmtpd for the tests"
  export DEBIAN_FRONTEND=noninteractive
  # a service of its own must not start: the tests run their own, on loopback and free ports
  if [ ! -e /usr/sbin/policy-rc.d ]; then
    printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d && made=yes
  fi
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends dovecot-imapd dovecot-lmtpd; } >/dev/null 2>&1
  [ -n "$made" ] && rm -f /usr/sbin/policy-rc.d
fi
if command -v dovecot >/dev/null; then
  exit 0
fi
echo "SKIPPED: no Dovecot here (apt-get install dovecot-imapd dovecot-lmtpd); the tests of a game through a real IMAP server are left out"
exit 0
