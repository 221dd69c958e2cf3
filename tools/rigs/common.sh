# Shared by the rigs: where they keep things, how they say that they cannot run. Sourced, not run.

rigs_cache=${RIGS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/table-companion/rigs}

say() { printf '%s\n' "$*" >&2; }

# skip REASON: this machine cannot have the rig. Not a failure, unless RIG_REQUIRED=1 says that it is.
skip() {
    say "$rig SKIPPED: $*"
    [ "${RIG_REQUIRED:-0}" = 1 ] && exit 1
    exit 0
}

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
    apt="as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=60"
    # shellcheck disable=SC2086
    { $apt install -y -qq --no-install-recommends $missing ||
        { $apt update -qq && $apt install -y -qq --no-install-recommends $missing; }; } >&2 ||
        skip "Debian packages cannot be installed here:$missing"
}
