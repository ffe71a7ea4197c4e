#!/usr/bin/env bash
# Tries the built program as the container image runs it, and as the unit of systemd does: see confine.py.
# Usage: confined-smoke.sh SNAPVEIL
set -euo pipefail
snapveil=$1
here=$(dirname "$(readlink -f "$0")")
confine=$here/confine.py

# Looks at what the control groups of servers that have ended say, and removes them.
end_groups() {
    local group killed peak
    for group in /sys/fs/cgroup/snapveil-* /sys/fs/cgroup/memory/snapveil-*; do
        [[ -d $group ]] || continue
        # The names are those of the second version, and of the first.
        killed=$(sed -n 's/^oom_kill //p' "$group/memory.events" "$group/memory.oom_control" 2>/dev/null) || true
        peak=$(cat "$group/memory.peak" "$group/memory.max_usage_in_bytes" 2>/dev/null) || true
        rmdir "$group" 2>/dev/null || continue
        [[ ${killed:-0} == 0 ]] || { echo "FAILED: $killed processes were ended for lack of memory"; return 1; }
        echo "passed: no process was ended for lack of memory; the most in use: $((${peak:-0} >> 20)) MiB"
    done
}
work=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill "$server" 2>/dev/null || true; rm -rf "$work"; end_groups' EXIT

status=0
python3 "$confine" "$snapveil" --version >/dev/null || status=$?
if ((status == 77)); then
    echo "skipped: this machine does not let a program be confined as a container confines it"
    exit 0
fi
((status == 0)) || exit 1

# What the program has to be content with: no font configuration, no /tmp, 256 MB. It has to have all of its own locks.
export SNAPVEIL_ISOLATION=required
echo "as in a container of 256 MB"
bash "$here/smoke.sh" "$snapveil" python3 "$confine" --memory $((256 << 20))
end_groups
echo "as the unit of systemd"
bash "$here/smoke.sh" "$snapveil" python3 "$confine" --unit "$here/../systemd/snapveil.service"

# It listens before there is a server: the first request waits for it to start.
setpriv --pdeathsig KILL systemd-socket-activate -l "$work/socket" -E SNAPVEIL_ISOLATION \
    python3 "$confine" --unit "$here/../systemd/snapveil.service" "$snapveil" serve 2>"$work/log" &
server=$!
reply=$(curl -q --silent --retry 10 --retry-delay 1 --retry-all-errors --retry-max-time 15 --max-time 15 --unix-socket "$work/socket" \
    http://localhost/readyz) || { echo "FAILED: the socket of a unit: $(tail -n 3 "$work/log")"; exit 1; }
echo "passed: the socket of a unit: $reply"
