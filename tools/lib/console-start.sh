#!/usr/bin/env bash
# Starts the console of a release from its jar, tar.gz and zip, and asks each for its health: tools/lib/console-start.sh FOLDER VERSION
set -euo pipefail
console=$(cd "$1/console" && pwd)/elasticjob-console-$2
name=elasticjob-console-$2
work=$(mktemp -d)
pid=
finish() {
    [ -z "$pid" ] || kill "$pid" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
java=java
[ -z "${JAVA_HOME:-}" ] || java=$JAVA_HOME/bin/java

# Waits until the log has the port, and the console answers on it.
await() {
    local what=$1 log=$2 port= tries=0
    until [ -n "$port" ] && curl -fs --noproxy '*' "http://127.0.0.1:$port/api/v1/health" >"$work/health"; do
        tries=$((tries + 1))
        if [ "$tries" -gt 240 ] || ! kill -0 "$pid" 2>/dev/null; then
            echo "The console did not start from its $what:" >&2
            cat "$log" >&2
            return 1
        fi
        sleep 0.5
        port=$(sed -n 's/.*started on port \([0-9]*\).*/\1/p' "$log" 2>/dev/null | head -n 1)
    done
    grep -q '"status" *: *"UP"' "$work/health"
    echo "The console runs from its $what."
}

show_port=-Dlogging.level.org.springframework.boot.tomcat=info

mkdir "$work/jar"
cd "$work/jar"
"$java" "$show_port" -jar "$console.jar" --server.port=0 >log 2>&1 &
pid=$!
await jar log
kill "$pid"
wait "$pid" 2>/dev/null || true

for ending in tar.gz zip; do
    mkdir "$work/$ending"
    cd "$work/$ending"
    if [ "$ending" = zip ]; then
        (umask 077 && "${java%java}jar" xf "$console.zip")
        # jar does not restore the modes that the archive has; unzip does.
        chmod +x "$name"/bin/*.sh
    else
        tar xzf "$console.tar.gz"
    fi
    test -f "$name/bin/start.bat"
    JAVA_OPTS=$show_port "$name/bin/start.sh" -p 0 >/dev/null
    pid=$(cat "$name/logs/console.pid")
    await "$ending" "$name/logs/console.log"
    "$name/bin/stop.sh" >/dev/null
    pid=
done
