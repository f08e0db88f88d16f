#!/bin/sh
# Runs a disposable PostgreSQL server for the tests.
#   eval "$(scripts/postgres.sh)"    starts the server and sets OCTAVO_TEST_POSTGRES
#   scripts/postgres.sh stop         stops the server and deletes its folder
#   scripts/postgres.sh halt [MODE]  stops the server and keeps its folder, for tests of restarts; the mode of pg_ctl is `immediate` or `fast`
#   scripts/postgres.sh resume       starts the server again with the same folder and port
set -eu

folder="${OCTAVO_POSTGRES_FOLDER:-${TMPDIR:-/tmp}/octavo-postgres-$(id -u)}"
# PostgreSQL does not run as root. If the script does, the server runs under this account.
account=postgres

as_owner() {
  if [ "$(id -u)" -eq 0 ]; then
    setpriv --reuid="$account" --regid="$account" --init-groups -- "$@"
  else
    "$@"
  fi
}

programs() {
  newest=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -t/ -k5 -n | tail -n 1)
  if [ -n "$newest" ]; then
    echo "$newest"
  elif command -v initdb >/dev/null; then
    dirname "$(command -v initdb)"
  else
    echo "PostgreSQL is not installed. On Debian, run: apt-get install postgresql" >&2
    exit 1
  fi
}

free_port() {
  node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

running() {
  [ -f "$folder/data/postmaster.pid" ] && as_owner "$bin/pg_ctl" -D "$folder/data" status >/dev/null 2>&1
}

start() {
  rm -rf "$folder"
  mkdir -p "$folder"
  if [ "$(id -u)" -eq 0 ]; then chown "$account" "$folder"; fi
  cd "$folder"
  as_owner "$bin/initdb" -D "$folder/data" -U octavo -A trust -E UTF8 --locale=C.UTF-8 >"$folder/initdb.log" 2>&1 ||
    { cat "$folder/initdb.log" >&2; exit 1; }
  free_port >"$folder/port"
  resume
}

resume() {
  cd "$folder"
  as_owner "$bin/pg_ctl" -D "$folder/data" -l "$folder/data/server.log" -w -t 30 \
    -o "-p $(cat "$folder/port") -h 127.0.0.1 -k $folder -c fsync=on -c max_connections=200" start >/dev/null ||
    { cat "$folder/data/server.log" >&2; exit 1; }
}

halt() {
  as_owner "$bin/pg_ctl" -D "$folder/data" -m "${1:-fast}" -w stop >/dev/null
}

stop() {
  if running; then halt; fi
  rm -rf "$folder"
}

bin=$(programs)
case "${1:-start}" in
  start)
    if ! running; then start; fi
    echo "export OCTAVO_TEST_POSTGRES=postgres://octavo@127.0.0.1:$(cat "$folder/port")/postgres"
    ;;
  stop) stop ;;
  halt) halt "${2:-immediate}" ;;
  resume) resume ;;
  *)
    echo "usage: $0 [start|stop|halt [MODE]|resume]" >&2
    exit 2
    ;;
esac
