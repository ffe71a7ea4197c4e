#!/usr/bin/env bash
# Tries the built program as a user would: serves, uploads, stops, and redacts files.
# Usage: smoke.sh SNAPVEIL [LAUNCHER...]: with a launcher, a command that takes the place of the program that follows it, the
# server is started by that, and nothing but the server is tried.
set -euo pipefail
snapveil=$1
launcher=("${@:2}")
[[ -x $snapveil ]] || { echo "FAILED: there is no $snapveil" >&2; exit 1; }
here=$(dirname "$(readlink -f "$0")")
fixtures=$here/../../Tests/Support/Samples/Screens

work=$(mktemp -d)
server=
# However this ends, the server ends with it.
trap '[[ -z $server ]] || kill -KILL "$server" 2>/dev/null || true; rm -rf "$work"' EXIT

png=$fixtures/web_1280x720.png
jpeg=$fixtures/web-profile.jpg
policy='{"rules": [{"target": {"region": {"x": 10, "y": 20, "width": 300, "height": 200}}, "style": {"fill": {"color": "#000000"}}}]}'
query='style=fill&color=%23000000&region=10,20,300,200'
head -c 5000 "$png" >"$work/broken.png"
# Into a file, as a picture is too long for an argument.
printf '{"image": "%s", "policy": %s}' "$(base64 -w 0 "$png")" "$policy" >"$work/upload.json"

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

# Tries a condition for ten seconds.
eventually() {
    local deadline=$((SECONDS + 10))
    until "$@"; do
        ((SECONDS < deadline)) || return 1
        sleep 0.1
    done
}

is_ready() {
    read -r url <"$work/url" && curl -q --noproxy '*' --silent --fail --max-time 2 --output /dev/null "$url/readyz"
}

has_ended() {
    # A process that nobody has waited for yet is a zombie: it has ended, too.
    ! grep -q '^State:[[:space:]]*[^Z]' "/proc/$server/status" 2>/dev/null
}

# Posts to /v1/sanitize?QUERY and checks the status and the type of the reply, and the receipt of a picture.
# Leaves the reply's body in $work/body.
post() {
    local name=$1 query=$2 status=$3 type=$4 got part
    shift 4
    got=$(curl -q --noproxy '*' --silent --show-error --max-time 60 --dump-header "$work/head" --output "$work/body" \
        --write-out '%{http_code} %{content_type}' "$@" "$url/v1/sanitize?$query") || fail "$name: no reply"
    [[ $got == "$status $type" ]] || fail "$name: $got, and not $status $type: $(head -c 500 "$work/body" | tr -cd '[:print:]')"
    if ((status == 200)); then
        for part in '"covered":1' '"assurance":"erased"'; do
            grep -i '^snapveil-receipt:' "$work/head" | grep -qF "$part" || fail "$name: $part is not in the receipt"
        done
    fi
    printf 'passed: %s: %s\n' "$name" "$got"
}

: >"$work/url"
# Port 0 takes a free one. If this script is killed outright, the kernel ends the server.
setpriv --pdeathsig KILL "${launcher[@]}" "$snapveil" serve --port 0 --print-url --log-level warning >"$work/url" &
server=$!
eventually is_ready || fail "the server was not ready within 10 s"

grep -Eq '^Max core file size +0 +0 ' "/proc/$server/limits" || fail "a crash of the server could leave a core dump"
echo "passed: no core dumps"

post "a PNG as the body" "$query" 200 image/png -H 'Content-Type: image/png' --data-binary "@$png"
cp "$work/body" "$work/covered.png"
post "a JPEG as the body" "$query" 200 image/jpeg -H 'Content-Type: image/jpeg' --data-binary "@$jpeg"
post "a form" "" 200 image/png -F "image=@$png" -F "policy=$policy;type=application/json"
cmp "$work/covered.png" "$work/body" || fail "a form: another picture than for the same as the body"
post "a PNG by PUT" "$query" 200 image/png -T "$png"
cmp "$work/covered.png" "$work/body" || fail "PUT: another picture than for the same by POST"
post "JSON" "" 200 image/png -H 'Content-Type: application/json' --data-binary "@$work/upload.json"
cmp "$work/covered.png" "$work/body" || fail "JSON: another picture than for the same as the body"
post "a broken PNG" "$query" 422 application/problem+json -H 'Content-Type: image/png' --data-binary "@$work/broken.png"
post "a text" "$query" 415 application/problem+json -H 'Content-Type: image/png' --data-binary "Not a picture"
post "an encoded body" "$query" 415 application/problem+json -H 'Content-Encoding: gzip' --data-binary "@$png"
post "a page of another site" "$query" 403 application/problem+json -H 'Origin: https://example.org' --data-binary "@$png"
post "an unknown style" "style=glitter" 422 application/problem+json -H 'Content-Type: image/png' --data-binary "@$png"

if [[ -n ${SNAPVEIL_MODELS-} ]]; then
    printf '{"rules": [{"target": {"text": {"matches": "^Customers$"}}, "style": {"fill": {"color": "#000000"}}}]}' >"$work/text.json"
    post "a word, by looking" "" 200 image/png -F "image=@$png" -F "policy=@$work/text.json;type=application/json"
fi

status=0
"$snapveil" serve --port "${url##*:}" 2>"$work/errors" || status=$?
[[ $status == 78 && -s $work/errors ]] || fail "a port in use: status $status, and not 78 with a message"
echo "passed: a port in use: $(tail -n 1 "$work/errors")"

kill -TERM "$server"
eventually has_ended || fail "the server still ran 10 s after SIGTERM"
status=0
wait "$server" || status=$?
server=
((status == 0)) || fail "the server ended with status $status after SIGTERM"
echo "passed: SIGTERM ends the server with status 0"
((${#launcher[@]} == 0)) || exit 0

status=0
"$snapveil" redact "$work/broken.png" "$png" --style blur --radius 20 --output-directory "$work/redacted" 2>"$work/errors" || status=$?
((status == 1)) || fail "redact: status $status, and not 1, with a broken file"
grep -q broken.png "$work/errors" || fail "redact: the broken file is not named"
[[ ! -e $work/redacted/broken.png ]] || fail "redact: something was written for the broken file"
# Redacting the result shows that it decodes.
"$snapveil" redact "$work/redacted/${png##*/}" --style fill --color '#000' --in-place || fail "redact: the result does not decode"
echo "passed: redact does the good file and names the broken one"

cp "$png" "$work/shot.png" && chmod 600 "$work/shot.png" && ln -s shot.png "$work/link.png"
"$snapveil" redact "$work/link.png" --style fill --color '#000' --in-place || fail "redact --in-place"
[[ -L $work/link.png && $(stat -c %a "$work/shot.png") == 600 ]] || fail "redact --in-place: the link or the mode is not kept"
cmp -s "$png" "$work/shot.png" && fail "redact --in-place: the file behind the link still shows everything"
status=0
"$snapveil" redact "$work/shot.png" --style fill --color '#000' -o "$work/out.png" --receipt "$work/shot.png" 2>/dev/null || status=$?
((status == 64)) || fail "redact: a receipt over the input: status $status, and not 64"
echo "passed: redact replaces what a link names, and overwrites nothing else"
