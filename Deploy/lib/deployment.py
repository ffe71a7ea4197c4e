#!/usr/bin/env python3
"""Checks what the program is deployed with: Dockerfile, manifests, compose, units, rules, dashboard and shell scripts.

    deployment.py SNAPVEIL [--write]

Each by its own tool, and all against each other: settings and metrics that they name are the program's, times of ending are
longer than its own, and what is in two formats is the same. `--write` writes the second of these. Needs PyYAML, hadolint,
kubectl and kubernetes-validate beside the Python that runs this, and promtool, shellcheck and systemd-analyze on the PATH.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "Deploy"
TOOLS = pathlib.Path(sys.executable).parent
# Kinds that a cluster has only with the Prometheus Operator: no schema of Kubernetes describes them.
OPERATOR = {"ServiceMonitor", "PrometheusRule"}
# The ports of an object store and of name servers.
WAYS_OUT = {"bulk-s3/kubernetes": {443, 53}}
RULES = DEPLOY / "kubernetes/components/monitoring/rules.yaml"
ALERTS = DEPLOY / "monitoring/alerts.yaml"
# The oldest version of Kubernetes that the documentation names, and the newest that the validator knows.
VERSIONS = (["-k", "1.30"], [])
EXPOSURE = 2.0
# What writes beside its program.
WRITERS = {"selenium"}


class Failures(list):
    """What is wrong, as it is found."""

    def unless(self, holds, reason):
        if not holds:
            self.append(reason)
            print(f"FAILED: {reason}")

    def run(self, name, *command, **options):
        """Runs a tool that ends with 0 if all is well; what it wrote."""
        command = [str(argument) for argument in command]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
        self.unless(done.returncode == 0, f"{name}: {' '.join(command[:3])} …:\n{done.stdout}")
        return done.stdout


class Program:
    """What the program says of its settings, and the documentation of its metrics."""

    def __init__(self, path):
        help = subprocess.run([path, "serve", "--help"], check=True, capture_output=True, text=True).stdout
        words = " ".join(help.split())
        self.settings = {name.upper().replace("-", "_") for name in re.findall(r"^  --([a-z-]+)", help, re.MULTILINE)}
        self.grace = int(re.search(r"--grace-period <seconds> [^(]*\(default: (\d+)\)", words)[1])
        page = (ROOT / "Sources/Program/snapveil/Snapveil.docc/Metrics.md").read_text()
        self.metrics = set(re.findall(r"^\| `([a-z_]+)`", page, re.MULTILINE))

    def knows(self, variable):
        return variable.removeprefix("SNAPVEIL_") in self.settings


def seconds(text):
    number, unit = re.fullmatch(r"(\d+)(s|m)?", str(text)).groups()
    return int(number) * (60 if unit == "m" else 1)


def check_dockerfile(failures, _):
    failures.run("Dockerfile", TOOLS / "hadolint", "--no-color", ROOT / "Dockerfile")


def renderings(failures, work):
    """The overlays, with keys made up for those that want some."""
    for directory in ("kubernetes", "bulk-s3/kubernetes"):
        shutil.copytree(DEPLOY / directory, work / directory)
    for file in sorted(work.rglob("kustomization.yaml")):
        kustomization = yaml.safe_load(file.read_text())
        if kustomization["kind"] != "Kustomization":
            continue
        for generator in kustomization.get("secretGenerator", []):
            for name in generator.get("files", []):
                (file.parent / name).write_text("check:a-key-of-the-check-alone\n")
        name = str(file.parent.relative_to(work))
        text = failures.run(name, TOOLS / "kubectl", "kustomize", file.parent)
        (work / "rendering.yaml").write_text(text)
        failures.unless("Warning" not in text, f"{name}: {text.splitlines()[0]}")
        for version in VERSIONS:
            validator = [TOOLS / "kubernetes-validate", "--strict", "--quiet", *version, work / "rendering.yaml"]
            for line in failures.run(name, *validator).splitlines():
                failures.unless(any(f"kind {kind} " in line for kind in OPERATOR), f"{name}: {line}")
        yield name, [document for document in yaml.safe_load_all(text) if document]


def check_manifests(failures, program):
    with tempfile.TemporaryDirectory() as directory:
        for name, documents in renderings(failures, pathlib.Path(directory)):
            check_references(failures, name, documents)
            for document in documents:
                template = document.get("spec", {}).get("template", {}).get("spec")
                if template:
                    check_pod(failures, program, f"{name}: {document['kind']} {document['metadata']['name']}", template)
                if document["kind"] == "NetworkPolicy" and "Egress" in document["spec"]["policyTypes"]:
                    ways = [port["port"] for way in document["spec"].get("egress", []) for port in way["ports"]]
                    failures.unless(set(ways) <= WAYS_OUT.get(name, set()), f"{name}: something is let out")
            print(f"{name}: {len(documents)} resources")


def check_references(failures, name, documents):
    """Whether what a resource names is there."""
    there = {(document["kind"], document["metadata"]["name"]) for document in documents}
    namespaces = {document["metadata"].get("namespace") for document in documents if document["kind"] != "Namespace"}
    failures.unless(len(namespaces) == 1, f"{name}: in several namespaces, or in one and in none: {namespaces}")
    for document in documents:
        spec = document.get("spec", {})
        for volume in spec.get("template", {}).get("spec", {}).get("volumes", []):
            wanted = ("ConfigMap", volume["configMap"]["name"]) if "configMap" in volume else \
                ("Secret", volume["secret"]["secretName"]) if "secret" in volume else None
            failures.unless(not wanted or wanted in there, f"{name}: there is no {wanted}")
        if document["kind"] in ("Service", "PodDisruptionBudget", "NetworkPolicy"):
            selector = spec.get("podSelector", spec.get("selector")) or {"no": "pod"}
            labels = selector.get("matchLabels", selector)
            pods = [other["spec"]["template"]["metadata"]["labels"] for other in documents if "template" in other.get("spec", {})]
            failures.unless(any(labels.items() <= pod.items() for pod in pods), f"{name}: {document['kind']} selects no pod")


def check_pod(failures, program, name, pod):
    """Whether a pod is as restricted as the program lets it be, and has time to end."""
    context = pod["securityContext"]
    failures.unless(context["runAsNonRoot"] and context["seccompProfile"] == {"type": "RuntimeDefault"}, f"{name}: not restricted")
    failures.unless(pod["automountServiceAccountToken"] is False, f"{name}: has the token of an account")
    failures.unless(pod["enableServiceLinks"] is False, f"{name}: variables of Services are called as settings are")
    for container in pod.get("initContainers", []) + pod["containers"]:
        check_image(failures, name, container["image"])
        context = container["securityContext"]
        failures.unless(context["readOnlyRootFilesystem"] and not context["allowPrivilegeEscalation"]
                        and context["capabilities"] == {"drop": ["ALL"]}, f"{name}: {container['name']} is not restricted")
        failures.unless("memory" in container["resources"]["limits"], f"{name}: no limit of memory")
        # The number of workers is that of the limit.
        failures.unless("cpu" in container["resources"]["limits"], f"{name}: no limit of processors")
        for variable in container.get("env", []):
            known = not variable["name"].startswith("SNAPVEIL_") or program.knows(variable["name"])
            failures.unless(known, f"{name}: {variable['name']} is no setting")
        pause = container.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
        if container.get("args", ["serve"])[0] == "serve":
            enough = pod["terminationGracePeriodSeconds"] > pause + program.grace
            failures.unless(enough, f"{name}: too little time to end")


def check_image(failures, name, image):
    """Whether an image is one of ours, or of a version that is named."""
    _, _, tag = image.partition(":")
    is_named = image.startswith("snapveil") if not tag else tag != "latest"
    failures.unless(is_named, f"{name}: {image} is another one from day to day")


def check_compose(failures, program):
    services = {}
    for file in ("compose.yaml", "compose.guard.yaml"):
        services |= yaml.safe_load((DEPLOY / file).read_text())["services"]
    server = services["snapveil"]
    for name, service in services.items():
        check_service(failures, program, f"compose: {name}", service, writes=name in WRITERS)
    with tempfile.TemporaryDirectory() as directory:
        # Where the rules and the configuration lie together, as they do in the container.
        for file in ("prometheus.yaml", "alerts.yaml"):
            shutil.copy(DEPLOY / "monitoring" / file, directory)
        failures.run("prometheus.yaml", "promtool", "check", "config", "--lint=all", f"{directory}/prometheus.yaml")
    job = yaml.safe_load((DEPLOY / "monitoring/prometheus.yaml").read_text())["scrape_configs"][0]
    failures.unless(job["static_configs"][0]["targets"] == [f"snapveil:{server['environment']['SNAPVEIL_METRICS_PORT']}"], "prometheus.yaml: asks elsewhere")


def check_service(failures, program, name, service, writes):
    """Whether a service of compose is as restricted as it can be, and has time to end."""
    check_image(failures, name, service["image"])
    is_restricted = service["cap_drop"] == ["ALL"] and service["security_opt"] == ["no-new-privileges:true"]
    failures.unless(is_restricted and (writes or service["read_only"]), f"{name}: not restricted")
    failures.unless("mem_limit" in service and "pids_limit" in service, f"{name}: no limit of memory, or of processes")
    if service["image"] == "snapveil":
        failures.unless(seconds(service["stop_grace_period"]) > program.grace, f"{name}: too little time to end")
        for variable in service["environment"]:
            failures.unless(program.knows(variable), f"{name}: {variable} is no setting")
    for volume in service.get("volumes", []):
        source = volume.split(":")[0]
        failures.unless(not source.startswith(".") or (DEPLOY / source).is_file(), f"{name}: there is no {source}")
    for port in service.get("ports", []):
        is_local = port.startswith(("127.0.0.1:", "${SNAPVEIL_ADDRESS:-127.0.0.1}:"))
        failures.unless(is_local, f"{name}: {port} is open to all")


def named_metrics(text):
    names = re.findall(r"(?<![:\w])((?:snapveil|process)_[a-z_]+)", text)
    return {re.sub(r"_(bucket|sum|count)$", "", name) for name in names}


def check_monitoring(failures, program):
    monitoring = DEPLOY / "monitoring"
    failures.run("alerts.yaml", "promtool", "check", "rules", "--lint=all", "--lint-fatal", ALERTS)
    failures.run("alerts.test.yaml", "promtool", "test", "rules", "alerts.test.yaml", cwd=monitoring)
    groups = yaml.safe_load(ALERTS.read_text())["groups"]
    same = groups == yaml.safe_load(RULES.read_text())["spec"]["groups"]
    failures.unless(same, f"{RULES.name} is not what {ALERTS.name} says: deployment.py --write")
    tested = (monitoring / "alerts.test.yaml").read_text()
    for rule in groups[0]["rules"]:
        name = rule.get("alert") or rule["record"]
        failures.unless(name in tested, f"alerts.test.yaml: no test of {name}")
    queries = [target["expr"] for panel in dashboard()["panels"] for target in panel.get("targets", [])]
    queries += [annotation["expr"] for annotation in dashboard()["annotations"]["list"]]
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        # As rules, which promtool parses; what Grafana puts in is put in.
        plain = [query.replace("$__rate_interval", "1m").replace("$instance", ".*") for query in queries]
        json.dump({"groups": [{"name": "all", "rules": [{"record": f"r{i}", "expr": q} for i, q in enumerate(plain)]}]}, file)
        file.flush()
        failures.run("snapveil.json", "promtool", "check", "rules", "--lint=none", file.name)
    queue = (DEPLOY / "kubernetes/components/queue-depth/kustomization.yaml").read_text()
    used = {
        ALERTS.name: [rule["expr"] for rule in groups[0]["rules"]],
        "snapveil.json": queries,
        "adapter.yaml": [(monitoring / "adapter.yaml").read_text()],
        "queue-depth": re.findall(r"name: (snapveil_\w+)", queue),
    }
    for file, texts in used.items():
        for name in sorted(named_metrics("\n".join(texts)) - program.metrics):
            failures.unless(False, f"{file}: {name} is no metric of the program")
    identifiers = [panel["id"] for panel in dashboard()["panels"]]
    failures.unless(len(identifiers) == len(set(identifiers)), "snapveil.json: two panels have one number")
    print(f"{len(groups[0]['rules'])} rules, {len(queries)} queries of the dashboard")


def dashboard():
    return json.loads((DEPLOY / "monitoring/grafana/snapveil.json").read_text())


def check_units(failures, program):
    unit = (DEPLOY / "systemd/snapveil.service").read_text()
    patience = seconds(re.search(r"^TimeoutStopSec=(\S+)", unit, re.MULTILINE)[1])
    failures.unless(patience > program.grace, "snapveil.service: too little time to end")
    for name in re.findall(r"^Environment=(\w+)=", unit, re.MULTILINE):
        failures.unless(program.knows(name), f"snapveil.service: {name} is no setting")
    with tempfile.TemporaryDirectory() as directory:
        shutil.copy(DEPLOY / "systemd/snapveil.socket", directory)
        service = pathlib.Path(directory, "snapveil.service")
        # The program is looked for, and need not be installed here.
        service.write_text(unit.replace("/usr/bin/snapveil", shutil.which("true")))
        output = failures.run("units", "systemd-analyze", "verify", service, f"{directory}/snapveil.socket")
        failures.unless(not output.strip(), f"units: {output}")
        command = ["systemd-analyze", "security", "--offline=true", "--no-pager", f"--threshold={int(EXPOSURE * 10)}", service]
        output = failures.run("snapveil.service", *command)
        print(f"{output.strip().splitlines()[-1].lstrip('→ ')}")


def check_scripts(failures, _):
    """All scripts for a shell that are in the repository, or will be."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    scripts = [file for file in files if is_script(ROOT / file)]
    failures.run("scripts", "shellcheck", "--external-sources", "--source-path=SCRIPTDIR", *scripts, cwd=ROOT)
    print(f"{len(scripts)} scripts")


def is_script(path):
    try:
        with open(path, "rb") as file:
            return re.match(rb"#!.*\b(ba)?sh\b|# shellcheck shell=", file.readline()) is not None
    except OSError:
        return False


def write():
    """Writes the rules for the operator of Prometheus."""
    head, _, _ = RULES.read_text().partition("  groups:")
    _, mark, rules = ALERTS.read_text().partition("groups:")
    RULES.write_text(head + re.sub(r"^(?=.)", "  ", mark + rules, flags=re.MULTILINE))


def main():
    if "--write" in sys.argv:
        write()
    failures, program = Failures(), Program(os.path.abspath(sys.argv[1]))
    for check in (check_dockerfile, check_manifests, check_compose, check_monitoring, check_units, check_scripts):
        check(failures, program)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
