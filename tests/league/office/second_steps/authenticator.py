"""A passkey in software: what a browser and its device answer."""

from __future__ import annotations

import hashlib
import json
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from league.office.second_steps.passkeys import in_words

ES256 = {1: 2, 3: -7, -1: 1}  # of a COSE key: elliptic curve, its signature, its curve


class Authenticator:
    """One passkey, for one site."""

    def __init__(self, host: str, origin: str = "") -> None:
        self.host, self.origin = host, origin or f"https://{host}"
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id, self.count = b"a passkey's id!!", 0
        self.flags = 0x05  # its owner touched and unlocked it

    def make(self, options: str) -> str:
        numbers = self.key.public_key().public_numbers()
        public = {**ES256, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(public)
        told = {"fmt": "none", "attStmt": {}, "authData": self._data(0x45) + attested}
        return self._answer("webauthn.create", options, attestationObject=cbor2.dumps(told))

    def sign(self, options: str) -> str:
        self.count += 1
        data, client = self._data(self.flags), self._client("webauthn.get", options)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer("webauthn.get", options, authenticatorData=data, signature=signature)

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _client(self, kind: str, options: str) -> bytes:
        challenge = json.loads(options)["challenge"]
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, kind: str, options: str, **parts: bytes) -> str:
        response: dict[str, Any] = {name: in_words(part) for name, part in parts.items()}
        response["clientDataJSON"] = in_words(self._client(kind, options))
        return json.dumps(
            {"id": in_words(self.id), "rawId": in_words(self.id), "type": "public-key", "response": response}
        )
