"""Authorities that are made up, the certificates that they sign, and an upstream that speaks TLS with one."""

import datetime
import ipaddress
import ssl

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from upstreams import Upstream, value

TITLE = "a title of some length"


class Authority:
    """Signs certificates; `signer` is the one that has signed its own, or None for one that trusts itself."""

    def __init__(self, name, signer=None):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        extensions = [(x509.BasicConstraints(ca=True, path_length=None), True)]
        self.certificate = (signer or self)._sign(self.name, self.key.public_key(), extensions)
        self.chain = [self.certificate, *signer.chain] if signer and signer.chain else [self.certificate] if signer else []

    @property
    def pem(self):
        return _pem(self.certificate)

    def certify(self, directory, *names, days=1):
        """A file with a key and a certificate for names of hosts and addresses, which ends after some days."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "an upstream")])
        alternatives = x509.SubjectAlternativeName([_name(name) for name in names])
        certificate = self._sign(subject, key.public_key(), [(alternatives, False)], days)
        secret = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption(),
        )
        path = f"{directory}/{x509.random_serial_number():x}.pem"
        with open(path, "wb") as file:
            file.write(secret + _pem(certificate) + b"".join(map(_pem, self.chain)))
        return path

    def _sign(self, subject, key, extensions, days=1):
        now = datetime.datetime.now(datetime.timezone.utc)
        builder = x509.CertificateBuilder(self.name, subject, key, x509.random_serial_number())
        builder = builder.not_valid_before(now - datetime.timedelta(days=9)).not_valid_after(now + datetime.timedelta(days=days))
        for extension, is_critical in extensions:
            builder = builder.add_extension(extension, is_critical)
        return builder.sign(self.key, hashes.SHA256())


def _pem(certificate):
    return certificate.public_bytes(serialization.Encoding.PEM)


def _name(text):
    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        return x509.DNSName(text)


class Secure(Upstream):
    """Answers every command with a title, over TLS."""

    def __init__(self, certificate):
        super().__init__()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        # The thread that accepts waits for no greeting.
        self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)

    def at(self, host):
        """The URL by a name or an address of this machine."""
        return f"https://{host}:{self.server_port}"

    def answer(self, request):
        return value(TITLE)
