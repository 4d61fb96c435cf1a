# Makes sure that a JDK, Maven and a browser are there; sourced by the commands of this project.

# Installs a package with the system's package manager, when there is one that we may use.
install_package() {
    if [ "$(id -u)" -eq 0 ]; then
        as_root=""
    elif sudo -n true 2>/dev/null; then
        as_root="sudo -n"
    else
        return 1
    fi
    if command -v apt-get >/dev/null; then
        $as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1"
    elif command -v dnf >/dev/null; then
        $as_root dnf install -y -q "$1"
    elif command -v apk >/dev/null; then
        $as_root apk add -q "$1"
    else
        return 1
    fi
}

require_maven() {
    if [ -z "${JAVA_HOME:-}" ] && ! command -v javac >/dev/null; then
        echo "A JDK is missing. Install version 17 or newer, for example: apt-get install openjdk-17-jdk" >&2
        exit 1
    fi
    if ! command -v mvn >/dev/null; then
        echo "Maven is missing, installing it ..." >&2
        if ! install_package maven || ! command -v mvn >/dev/null; then
            echo "Maven is missing. Install version 3.8.7 or newer, for example: apt-get install maven" >&2
            exit 1
        fi
    fi
}

# The console's pages are tested in it.
require_chromium() {
    find_chromium && return
    echo "Chromium is missing, installing it ..." >&2
    if ! install_package chromium || ! find_chromium; then
        echo "Chromium is missing. Install it, for example: apt-get install -y chromium; or name it: CHROMIUM=/path/to/it ./test" >&2
        exit 1
    fi
}

find_chromium() {
    [ -x "${CHROMIUM:-}" ] || [ -x /usr/bin/chromium ] || [ -x /usr/bin/chromium-browser ] || [ -x /usr/bin/google-chrome ]
}
