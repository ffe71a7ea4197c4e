"""An upstream over TLS is verified: by the authorities that `--upstream-ca` names, and then by no others."""

import os

from authorities import TITLE, Authority, Secure
from setting_tests import refuses
from support import Guard, temporary_directory

UNTRUSTED = "its certificate is not trusted"


def check(claim, program):
    private, other = Authority("a private authority"), Authority("another one")
    middle = Authority("one between", private)
    with temporary_directory() as directory:
        files = {"private": private.pem, "other": other.pem, "both": other.pem + private.pem}
        paths = {name: f"{directory}/{name}.pem" for name in files}
        for name, content in files.items():
            with open(paths[name], "wb") as file:
                file.write(content)
        here = ("localhost", "127.0.0.1")
        for certificate, host, authorities, is_trusted, words in [
            (private.certify(directory, *here), "localhost", "private", True, "of the authority, by its name"),
            (private.certify(directory, *here), "127.0.0.1", "private", True, "of the authority, by its address"),
            (private.certify(directory, *here), "localhost", "both", True, "of the second of two authorities"),
            (middle.certify(directory, *here), "localhost", "private", True, "of one that the authority has signed"),
            (private.certify(directory, *here), "localhost", None, False, "of an authority that nobody names"),
            (private.certify(directory, *here), "localhost", "other", False, "of another authority"),
            (private.certify(directory, "elsewhere.example"), "localhost", "private", False, "for another name"),
            (private.certify(directory, "127.0.0.2"), "127.0.0.1", "private", False, "for another address"),
            (private.certify(directory, *here, days=-1), "localhost", "private", False, "that is past its end"),
        ]:
            with Secure(certificate) as upstream:
                options = ["--upstream-ca", paths[authorities]] if authorities else []
                with Guard(program, upstream.at(host), "blackout", *options) as guard:
                    reply = guard.ask("GET", "/session/x/title")
            holds = reply.value == TITLE if is_trusted else reply.is_error and UNTRUSTED in reply.value["message"]
            claim(holds, f"a certificate {words} is {'' if is_trusted else 'not '}trusted", f"{reply}")
            if not is_trusted:
                claim(not upstream.requests, "and no request is sent to it", len(upstream.requests))
        check_lock(claim, program, private.certify(directory, *here), paths["private"])
        check_refusals(claim, program, directory, paths["other"])


def check_lock(claim, program, certificate, path):
    """A locked process reads its authorities no more."""
    with Secure(certificate) as upstream, Guard(program, upstream.at("localhost"), "blackout", SNAPVEIL_UPSTREAM_CA=path) as guard:
        os.remove(path)
        reply = guard.ask("GET", "/session/x/title")
    claim(reply.value == TITLE, "authorities are read at the start, once, also where the environment names them", f"{reply}")


def check_refusals(claim, program, directory, path):
    contents = {"empty": b"", "text": b"no certificate", "cut": open(path, "rb").read()[:200]}
    for name, content in contents.items():
        with open(f"{directory}/{name}.pem", "wb") as file:
            file.write(content)
    secure = ["--policy", "blackout", "--upstream", "https://127.0.0.1:1", "--upstream-ca"]
    for name in contents:
        refuses(claim, program, [*secure, f"{directory}/{name}.pem"], {}, 78, "it has no certificate in PEM")
    refuses(claim, program, [*secure, f"{directory}/absent.pem"], {}, 78, "absent.pem: No such file")
    refuses(claim, program, [*secure, directory], {}, 78, "upstream-ca cannot be used")
    plain = ["--policy", "blackout", "--upstream", "http://127.0.0.1:1", "--upstream-ca", path]
    refuses(claim, program, plain, {}, 78, "upstream-ca is for an upstream over TLS")
