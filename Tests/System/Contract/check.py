"""Holds a running server against the description that it gives of itself.

Usage: check.py SNAPVEIL

The description and the schema of policies are what their standards say. The policies of the server and those of the
documentation are what the schema says, and the program takes them. Whatever requests schemathesis makes of the
description, valid and not: the server never fails, replies as described, and refuses what is forbidden. What it forbids
beyond the description (parameters that do not go together) is its right.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

import jsonschema
import openapi_spec_validator
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests" / "System" / "Load"))

from server import Server  # noqa: E402

KEY = "a-key-of-the-check-alone"


def get(server, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}") as reply:
        return json.load(reply)


def documented_policies():
    """The policies in the documentation: blocks of JSON or YAML that have rules."""
    for page in sorted([ROOT / "README.md", *(ROOT / "Sources" / "Program" / "snapveil" / "Snapveil.docc").rglob("*.md")]):
        for kind, text in re.findall(r"```(json|yaml)\n(.*?)```", page.read_text(), re.DOTALL):
            policy = yaml.safe_load(text)
            if isinstance(policy, dict) and "rules" in policy:
                yield page.name, policy


#: What the first column of a table of the cheat sheet is a part of, by the heading above the table.
PARTS = {
    "Targets": '{"rules": [{"target": %s, "style": {"veil": {}}}]}',
    "Styles": '{"rules": [{"target": "screen", "style": %s}]}',
    "Members of a rule": '{"rules": [%s]}',
    "Members of a policy": '{"rules": [{"target": "screen", "style": {"veil": {}}}], %s}',
}


def cheat_sheet():
    """The policies that the tables of the cheat sheet are parts of: each row, as it stands there."""
    page = ROOT / "Sources" / "Program" / "snapveil" / "Snapveil.docc" / "PolicyCheatSheet.md"
    sections = re.split(r"^## (.*)\n", page.read_text(), flags=re.MULTILINE)
    for heading, text in zip(sections[1::2], sections[2::2], strict=True):
        for part in re.findall(r"^\| `(.*?)` \|", text, re.MULTILINE) if heading in PARTS else ():
            yield f"{page.name}, {heading}: {part}", json.loads(PARTS[heading] % part)


def unnamed(schema, policies):
    """The targets and styles that the schema knows and that none of the policies has."""
    missing = []
    for member, name in (("target", "Target"), ("style", "Style")):
        definition = schema["$defs"][name]
        forms = definition.get("oneOf", definition.get("anyOf", [definition]))
        known = {word for form in forms for word in [*form.get("properties", {}), *form.get("enum", [])]}
        used = [rule[member] for policy in policies for rule in policy["rules"]]
        missing += sorted(known - {word for value in used for word in ([value] if isinstance(value, str) else value)})
    return missing


def check_policies(program, server):
    schema = get(server, "/v1/policy.schema.json")
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    names = [policy["name"] for policy in get(server, "/v1/policies")["policies"]]
    sheet = list(cheat_sheet())
    if missing := unnamed(schema, [policy for _, policy in sheet]):
        raise SystemExit(f"FAILED: the cheat sheet says nothing of {', '.join(missing)}")
    policies = [(name, get(server, f"/v1/policies/{name}")) for name in names] + list(documented_policies()) + sheet
    for place, policy in policies:
        for error in validator.iter_errors(policy):
            raise SystemExit(f"FAILED: a policy of {place} is not what the schema says: {error.message}")
        check = [program, "policies", "check", "-"]
        subprocess.run(check, input=json.dumps(policy), text=True, check=True, stdout=subprocess.DEVNULL)
    print(f"{len(policies)} policies are what the schema says, {len(names)} of them the server's own")


def check_requests(server, *options):
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        result = subprocess.run(
            [
                pathlib.Path(sys.executable).with_name("schemathesis"),
                "--config-file", pathlib.Path(__file__).with_name("schemathesis.toml"), "run",
                f"http://127.0.0.1:{server.port}/openapi.json", "--exclude-checks", "positive_data_acceptance",
                # The same requests every time: what is found by chance is not found in a change that has nothing to do
                # with it.
                "--seed", "1", "--phases", "examples,coverage,fuzzing", "--continue-on-failure", "--no-shrink",
                "--warnings", "off", *options,
            ],
            cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "PYTHONWARNINGS": "ignore", "NO_COLOR": "1"},
        )
    if result.returncode:
        raise SystemExit(f"{result.stdout}\nFAILED: the server does not do what its description says")
    cases = re.search(r"(\d+) generated", result.stdout)
    print(f"{cases.group(1) if cases else 'no'} requests are answered as described ({time.monotonic() - start:.0f} s)")
    if not cases or int(cases.group(1)) < 500:
        raise SystemExit(f"{result.stdout}\nFAILED: too little was tried")


def main():
    program = os.path.abspath(sys.argv[1])
    with Server(program) as server:
        openapi_spec_validator.validate(get(server, "/openapi.json"))
        check_policies(program, server)
        check_requests(server, "--max-examples", "150")
    with tempfile.NamedTemporaryFile("w") as keys:
        keys.write(f"check:{KEY}\n")
        keys.flush()
        with Server(program, "--key-file", keys.name) as server:
            check_requests(server, "--max-examples", "20", "--header", f"API-Key: {KEY}")


main()
