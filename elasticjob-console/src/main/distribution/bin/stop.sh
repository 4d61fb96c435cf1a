#!/usr/bin/env sh
# Stops the console that start.sh started, and waits until it has ended.
set -eu
cd "$(dirname "$0")/.."

if [ ! -f logs/console.pid ]; then
    echo "There is no logs/console.pid: the console was not started with bin/start.sh." >&2
    exit 1
fi
pid=$(cat logs/console.pid)
kill "$pid" 2>/dev/null || { echo "Process $pid has ended already."; rm -f logs/console.pid; exit 0; }
left=30
while kill -0 "$pid" 2>/dev/null; do
    left=$((left - 1))
    if [ "$left" -eq 0 ]; then
        echo "Process $pid does not end; look at logs/console.log." >&2
        exit 1
    fi
    sleep 1
done
rm -f logs/console.pid
echo "The console has ended."
