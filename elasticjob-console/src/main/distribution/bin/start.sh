#!/usr/bin/env sh
# Starts the console in the background: start.sh [-p port]
set -eu
umask 077
cd "$(dirname "$0")/.."

port=
while getopts p: option; do
    case "$option" in
        p) port=$OPTARG ;;
        *) echo "Usage: start.sh [-p port]" >&2; exit 2 ;;
    esac
done
case "$port" in
    *[!0-9]*) echo "start.sh: the port is '$port'; give a number, such as: start.sh -p 8088" >&2; exit 2 ;;
esac

mkdir -p logs
if [ -f logs/console.pid ] && kill -0 "$(cat logs/console.pid)" 2>/dev/null; then
    echo "The console runs already, as process $(cat logs/console.pid). Stop it with bin/stop.sh" >&2
    exit 1
fi

java=java
if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
fi
# What is printed also has the first password: only the owner reads it.
# shellcheck disable=SC2086
nohup "$java" ${JAVA_OPTS:-} -Dloader.path=lib -jar elasticjob-console.jar \
    --spring.config.additional-location=optional:file:conf/ \
    ${port:+--server.port="$port"} >>logs/console.log 2>&1 </dev/null &
echo $! >logs/console.pid
echo "The console starts as process $!, on port ${port:-that conf/application.properties says, else 8088}."
echo "See logs/console.log; the first start prints the administrator's password there."
