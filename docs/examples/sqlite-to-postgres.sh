#!/bin/sh
# Copies what a stopped service keeps in SQLite into the empty tables of a PostgreSQL database. See docs/operation.md.
#
#   sqlite-to-postgres.sh /var/lib/taflmatch/tafl.db postgres://tafl@10.0.0.9/tafl
#
# Not copied: games in progress (live), open challenges (seeks), leases.
set -eu
[ $# = 2 ] || { echo "usage: sqlite-to-postgres.sh FILE DATABASE" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for table in accounts devices sessions pushes conditionals codes spent looks vacations blocks friends accepts reports \
	ratings rating_steps advantages sanctions marks audit operators secrets events event_log games; do
	columns=$(sqlite3 "$1" "SELECT group_concat(name) FROM pragma_table_info('$table')")
	sqlite3 -csv "$1" "SELECT * FROM $table" >"$work/$table.csv"
	printf '\\copy %s(%s) FROM %s WITH (FORMAT csv, FORCE_NOT_NULL (%s))\n' "$table" "$columns" "'$work/$table.csv'" \
		"$columns"
done >"$work/all.sql"
psql "$2" -v ON_ERROR_STOP=1 --single-transaction -f "$work/all.sql"
