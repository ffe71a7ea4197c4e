# shellcheck shell=bash
# Runs checks, alone or in lanes beside each other, and says at the end how long each took. To be sourced.

checks=$(mktemp -d)
trap 'rm -rf "$checks"' EXIT

# Runs a check and prints what it said when it has ended. Those after it run even if it fails, so that one run shows every fault.
# Usage: check NAME COMMAND...
check() {
    local name=$1 start=$SECONDS result=passed log=$checks/log.$BASHPID
    shift
    say "$name …"
    # A shell of its own, as a check may change variables.
    ("$@") >"$log" 2>&1 </dev/null || result=FAILED
    {
        say "$name: $result"
        cat "$log"
    } | in_turn cat
    if [[ $result == FAILED ]]; then
        { say "$name, its last lines" && tail -n 20 "$log"; } | in_turn tee -a "$checks/failures" >/dev/null
    fi
    printf '%-8s %4d s  %s\n' "$result" $((SECONDS - start)) "$name" >>"$checks/results"
}

# Runs a command that prints, while no other lane does.
in_turn() {
    flock "$checks" "$@"
}

# Runs a function of checks beside the others; `wait_for_lanes` waits for all.
lane() {
    "$@" &
}

wait_for_lanes() {
    wait
}

# Prints the ten slowest tests, the times of all checks, and last the end of what failed said. Status 1 if a check failed.
summarise() {
    local passed failed tests=("$checks"/tests.*)
    passed=$(grep -c '^passed' "$checks/results") || true
    failed=$(grep -c '^FAILED' "$checks/results") || true
    if [[ -f ${tests[0]} ]]; then
        say "The ten slowest tests"
        sed -nE 's/^. Test (".*) passed after ([0-9.]+) seconds\.$/\2 s  \1/p' "${tests[@]}" | sort -rn | sed -n 1,10p
    fi
    say "Summary, after $((SECONDS / 60)) min $((SECONDS % 60)) s"
    cat "$checks/results"
    if [[ -f $checks/failures ]]; then cat "$checks/failures"; fi
    printf '%d passed, %d failed\n' "$passed" "$failed"
    ((failed == 0))
}
