#!/bin/sh
# Calls requests with the largest inputs off at random moments, each as many times as the first argument says (8), and prints
# how long the worker went on: at most 100 ms of a processor. The second argument chooses cases by a part of their name.
set -eu
cd "$(dirname "$0")/../../.."
export SNAPVEIL_CANCELLATION_ATTEMPTS="${1:-8}" SNAPVEIL_CANCELLATION_CASES="${2:-}"
exec swift test --disable-xctest -c release -Xswiftc -enable-testing --no-parallel --filter CancellationTests
