"""Reads an ID wallet's encrypted answer, in both its formats, as another implementation would: cbor2 and cryptography, nothing of
ours.

Arguments: the file with the answer, the key that it is encrypted with (JWK), the authority's certificate, client id, nonce and
response address of the request. Prints the claims that it shows as JSON, or fails."""

import base64
import hashlib
import json
import sys
import time

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.concatkdf import ConcatKDFHash
from mdoc_reader import openid4vp_transcript, public_key, read_mdoc, signer_of, verify_es256

KEY_BYTES = {"A128GCM": 16, "A256GCM": 32}


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def digest(text):
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def key_of(jwk):
    return public_key(decoded(jwk["x"]), decoded(jwk["y"]))


def with_length(content):
    return len(content).to_bytes(4, "big") + content


def decrypted(answer, jwk):
    """RFC 7516 with ECDH-ES (RFC 7518, 4.6)."""
    protected, wrapped, iv, ciphertext, tag = answer.split(".")
    header = json.loads(decoded(protected))
    assert header["alg"] == "ECDH-ES" and header["kid"] == jwk["kid"] and wrapped == "", "encrypted directly"
    private = ec.derive_private_key(int.from_bytes(decoded(jwk["d"]), "big"), ec.SECP256R1())
    secret = private.exchange(ec.ECDH(), key_of(header["epk"]))
    length = KEY_BYTES[header["enc"]]
    parties = [header["enc"].encode(), decoded(header.get("apu", "")), decoded(header.get("apv", ""))]
    about = b"".join(map(with_length, parties)) + (8 * length).to_bytes(4, "big")
    key = ConcatKDFHash(hashes.SHA256(), length, about).derive(secret)
    return AESGCM(key).decrypt(decoded(iv), decoded(ciphertext) + decoded(tag), protected.encode())


def verified(token, key, kind):
    signed, _, signature = token.rpartition(".")
    header, payload = (json.loads(decoded(part)) for part in signed.split("."))
    assert header["alg"] == "ES256" and header["typ"] == kind, kind
    verify_es256(key, decoded(signature), signed.encode())
    return payload


def read_sd_jwt(presentation, authority_file, client_id, nonce):
    *parts, binding = presentation.split("~")
    token, disclosures = parts[0], parts[1:]
    header = json.loads(decoded(token.split(".")[0]))
    payload = verified(token, signer_of(base64.b64decode(header["x5c"][0]), authority_file), "dc+sd-jwt")
    assert payload["vct"].startswith("urn:eudi:pid:") and payload["_sd_alg"] == "sha-256"
    assert payload["iat"] <= time.time() < payload["exp"], "in time"

    bound = verified(binding, key_of(payload["cnf"]["jwk"]), "kb+jwt")
    assert bound["nonce"] == nonce and bound["aud"] == client_id, "of this request"
    assert abs(time.time() - bound["iat"]) < 300, "made now"
    assert bound["sd_hash"] == digest(presentation[: -len(binding)]), "of this presentation"

    shown, expected = {}, list(payload["_sd"])
    for text in disclosures:
        _salt, name, value = json.loads(decoded(text))
        assert digest(text) in expected, "digest"
        if isinstance(value, dict):
            expected = value["_sd"]
        else:
            shown[name] = value
    return shown


def thumbprint(jwk):
    """RFC 7638."""
    named = {name: jwk[name] for name in ("crv", "kty", "x", "y")}
    return hashlib.sha256(json.dumps(named, separators=(",", ":")).encode()).digest()


def main(answer_file, key_file, authority_file, client_id, nonce, response_uri):
    with open(key_file) as file:
        jwk = json.load(file)
    with open(answer_file) as file:
        answer = json.loads(decrypted(file.read(), jwk))
    assert list(answer) == ["vp_token"], "one answer"
    [[query, [presentation]]] = answer["vp_token"].items()
    if query == "mdoc":
        transcript = openid4vp_transcript(client_id, nonce, thumbprint(jwk), response_uri)
        shown = read_mdoc(decoded(presentation), "eu.europa.ec.eudi.pid.1", authority_file, transcript)
    else:
        shown = read_sd_jwt(presentation, authority_file, client_id, nonce)
    print(json.dumps(shown))


main(*sys.argv[1:])
