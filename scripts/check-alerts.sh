#!/usr/bin/env bash
# Checks the syntax of the alert rules in deploy/ and runs their unit tests with promtool. If promtool is not installed, it is extracted from
# the Debian package, which is not installed, because that would start the Prometheus daemon. Exits with 69 if
# that is not possible.
set -euo pipefail
cd "$(dirname "$0")/.."

promtool=$(command -v promtool || true)
if [ -z "$promtool" ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  # apt-get downloads as an unprivileged user if it runs as root.
  chmod 755 "$folder"
  (cd "$folder" && apt-get download -q prometheus >/dev/null 2>&1) ||
    { run_as_root=''; [ "$(id -u)" = 0 ] || run_as_root=sudo; $run_as_root apt-get update -q >/dev/null && (cd "$folder" && apt-get download -q prometheus >/dev/null); } ||
    { echo 'promtool is not installed, and the Debian package prometheus cannot be downloaded' >&2; exit 69; }
  dpkg-deb --fsys-tarfile "$folder"/prometheus_*.deb | tar -x -C "$folder" ./usr/bin/promtool
  promtool=$folder/usr/bin/promtool
fi
"$promtool" check rules deploy/prometheus-alerts.yaml
"$promtool" test rules deploy/prometheus-alerts.test.yaml
