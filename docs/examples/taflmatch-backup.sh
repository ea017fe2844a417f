#!/bin/sh
# Makes a backup of a running service, checks it, and removes backups older than 14 days.
# taflmatch-backup.service runs it as root. See docs/operation.md.
set -eu
data=${TAFL_DATA:-/var/lib/taflmatch}
folder=${TAFL_BACKUPS:-/var/backups/taflmatch}
umask 077
mkdir -p "$folder"
name=$folder/taflmatch-$(date -u +%Y%m%dT%H%M%SZ)
taflmatch backup -data "$data" "$name.backup"
taflmatch backup -verify "$name.backup"
# Keys of bots and certificates are not in the backup.
(cd "$data" && for f in bots certificates; do [ ! -e "$f" ] || echo "$f"; done) >"$name.list"
tar -C "$data" -cf "$name.keys.tar" -T "$name.list"
rm "$name.list"
# Only now, so that old backups stay when no new one can be made.
find "$folder" -name 'taflmatch-*' -type f -mtime +14 -delete
