# Shared by the rigs: where they keep things, how they say that they cannot run. Sourced, not run.

rigs_cache=${RIGS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/table-companion/rigs}

say() { printf '%s\n' "$*" >&2; }

# skip REASON: this machine cannot have the rig. Not a failure, unless RIG_REQUIRED=1 says that it is.
skip() {
    say "$rig SKIPPED: $*"
    [ "${RIG_REQUIRED:-0}" = 1 ] && exit 1
    exit 0
}

# not_judged REASON: it is had, but this computer or its time is not up to it now. Only as a part of the checks.
not_judged() {
    say "$rig NOT JUDGED: $*"
    exit 0
}

# left: how many seconds this run may still take; only where RIG_WITHIN_S says how many it may take in all.
rig_began=${rig_began:-$(date +%s)}
left() { echo $((RIG_WITHIN_S - ($(date +%s) - rig_began))); }

# too_busy: so many programs want this computer's processors that an emulated one stands still for too long.
too_busy() { awk -v processors="$(nproc)" '{ exit !($1 > 4 * processors) }' /proc/loadavg; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        sudo "$@"
    else
        return 1
    fi
}

installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

# want PACKAGE...: install what is missing, or skip with the reason.
want() {
    missing=
    for package in "$@"; do
        installed "$package" || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    say "$rig: installing$missing"
    # shellcheck disable=SC2086
    { fetch install $missing || { fetch update && fetch install $missing; }; } >&2 ||
        skip "Debian packages cannot be installed here, or not in time:$missing"
    # shellcheck disable=SC2086
    as_root $apt install -y -qq --no-install-recommends $missing >&2 ||
        skip "Debian packages cannot be installed here:$missing"
}

apt="env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=60 -o Acquire::http::Timeout=20"

# fetch install PACKAGE... | fetch update: what comes over the network, and only that, may be cut short.
fetch() {
    what=$1
    shift
    [ "$what" = update ] || set -- --download-only --no-install-recommends "$@"
    # shellcheck disable=SC2086
    as_root timeout "${RIG_FETCH_S:-900}" $apt "$what" -y -qq "$@"
}
