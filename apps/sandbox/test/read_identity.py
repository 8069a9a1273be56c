"""Reads an ID wallet's encrypted answer as another implementation would: jwcrypto and cryptography, nothing of ours.

Arguments: the file with the answer, the key that it is encrypted with (JWK), the authority's certificate, client id and nonce of the
request. Prints the claims that it shows as JSON, or fails."""

import base64
import hashlib
import json
import sys
import time

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from jwcrypto import jwe, jwk, jws


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def digest(text):
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def verified(token, key, kind):
    signed = jws.JWS()
    signed.allowed_algs = ["ES256"]
    signed.deserialize(token, key)
    assert signed.jose_header["typ"] == kind, kind
    return json.loads(signed.payload)


def main(answer_file, key_file, authority_file, client_id, nonce):
    with open(key_file) as file:
        key = jwk.JWK.from_json(file.read())
    with open(answer_file) as file:
        encrypted = jwe.JWE(algs=["ECDH-ES", "A128GCM", "A256GCM"])
        encrypted.deserialize(file.read(), key)
    answer = json.loads(encrypted.payload)
    assert list(answer) == ["vp_token"], "one answer"
    [[presentation]] = answer["vp_token"].values()

    *parts, binding = presentation.split("~")
    token, disclosures = parts[0], parts[1:]
    header = json.loads(decoded(token.split(".")[0]))
    signer = x509.load_der_x509_certificate(base64.b64decode(header["x5c"][0]))
    with open(authority_file, "rb") as file:
        authority = x509.load_pem_x509_certificate(file.read())
    authority.public_key().verify(
        signer.signature, signer.tbs_certificate_bytes, ec.ECDSA(signer.signature_hash_algorithm)
    )
    payload = verified(token, jwk.JWK.from_pyca(signer.public_key()), "dc+sd-jwt")
    assert payload["vct"].startswith("urn:eudi:pid:") and payload["_sd_alg"] == "sha-256"
    assert payload["iat"] <= time.time() < payload["exp"], "in time"

    bound = verified(binding, jwk.JWK(**payload["cnf"]["jwk"]), "kb+jwt")
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
    print(json.dumps(shown))


main(*sys.argv[1:])
