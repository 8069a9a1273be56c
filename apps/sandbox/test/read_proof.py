"""Reads an answer with a proof of age as another implementation would: cbor2 and cryptography, nothing of ours.

Arguments: the file with the answer, the authority's certificate, client id, nonce and response address of the request.
Prints the elements that it shows as JSON, or fails."""

import hashlib
import json
import sys
from datetime import datetime, timezone

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

DOC_TYPE = "eu.europa.ec.av.1"


def verify_sign1(sign1, key, payload):
    protected, _unprotected, _payload, signature = sign1
    assert cbor2.loads(protected) == {1: -7}, "ES256"
    signed = cbor2.dumps(["Signature1", protected, b"", payload])
    r, s = (int.from_bytes(signature[at : at + 32], "big") for at in (0, 32))
    key.verify(encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))


def main(answer_file, authority_file, client_id, nonce, response_uri):
    with open(answer_file, "rb") as file:
        answer = cbor2.loads(file.read())
    assert answer["version"] == "1.0" and answer["status"] == 0
    [document] = answer["documents"]
    assert document["docType"] == DOC_TYPE

    auth = document["issuerSigned"]["issuerAuth"]
    signer = x509.load_der_x509_certificate(auth[1][33])
    with open(authority_file, "rb") as file:
        authority = x509.load_pem_x509_certificate(file.read())
    authority.public_key().verify(
        signer.signature, signer.tbs_certificate_bytes, ec.ECDSA(signer.signature_hash_algorithm)
    )
    verify_sign1(auth, signer.public_key(), auth[2])

    mso = cbor2.loads(cbor2.loads(auth[2]).value)
    assert mso["docType"] == DOC_TYPE and mso["digestAlgorithm"] == "SHA-256"
    times = mso["validityInfo"]
    assert times["signed"] <= times["validFrom"] < datetime.now(timezone.utc) < times["validUntil"], "in time"
    shown = {}
    for item in document["issuerSigned"]["nameSpaces"][DOC_TYPE]:
        element = cbor2.loads(item.value)
        digest = hashlib.sha256(cbor2.dumps(item)).digest()
        assert digest == mso["valueDigests"][DOC_TYPE][element["digestID"]], "digest"
        shown[element["elementIdentifier"]] = element["elementValue"]

    device = document["deviceSigned"]
    info = hashlib.sha256(cbor2.dumps([client_id, nonce, None, response_uri])).digest()
    transcript = [None, None, ["OpenID4VPHandover", info]]
    authentication = ["DeviceAuthentication", transcript, DOC_TYPE, device["nameSpaces"]]
    cose_key = mso["deviceKeyInfo"]["deviceKey"]
    x, y = (int.from_bytes(cose_key[label], "big") for label in (-2, -3))
    key = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
    payload = cbor2.dumps(cbor2.CBORTag(24, cbor2.dumps(authentication)))
    verify_sign1(device["deviceAuth"]["deviceSignature"], key, payload)
    print(json.dumps(shown))


main(*sys.argv[1:])
