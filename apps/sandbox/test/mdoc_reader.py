"""Verifies an mdoc (ISO 18013-5) as another implementation would: cbor2 and cryptography, nothing of ours."""

import hashlib
from datetime import datetime, timezone

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature


def verify_es256(key, signature, signed):
    r, s = (int.from_bytes(signature[at : at + 32], "big") for at in (0, 32))
    key.verify(encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))


def public_key(x, y):
    return ec.EllipticCurvePublicNumbers(
        int.from_bytes(x, "big"), int.from_bytes(y, "big"), ec.SECP256R1()
    ).public_key()


def signer_of(certificate, authority_file):
    """The key of a certificate that the authority issued."""
    signer = x509.load_der_x509_certificate(certificate)
    with open(authority_file, "rb") as file:
        authority = x509.load_pem_x509_certificate(file.read())
    authority.public_key().verify(
        signer.signature, signer.tbs_certificate_bytes, ec.ECDSA(signer.signature_hash_algorithm)
    )
    return signer.public_key()


def verify_sign1(sign1, key, payload):
    protected, _unprotected, _payload, signature = sign1
    assert cbor2.loads(protected) == {1: -7}, "ES256"
    verify_es256(key, signature, cbor2.dumps(["Signature1", protected, b"", payload]))


def openid4vp_transcript(client_id, nonce, thumbprint, response_uri):
    info = hashlib.sha256(cbor2.dumps([client_id, nonce, thumbprint, response_uri])).digest()
    return [None, None, ["OpenID4VPHandover", info]]


def read_mdoc(answer, doc_type, authority_file, transcript):
    """The elements that a DeviceResponse shows, or an exception."""
    answer = cbor2.loads(answer)
    assert answer["version"] == "1.0" and answer["status"] == 0
    [document] = answer["documents"]
    assert document["docType"] == doc_type

    auth = document["issuerSigned"]["issuerAuth"]
    verify_sign1(auth, signer_of(auth[1][33], authority_file), auth[2])

    mso = cbor2.loads(cbor2.loads(auth[2]).value)
    assert mso["docType"] == doc_type and mso["digestAlgorithm"] == "SHA-256"
    times = mso["validityInfo"]
    assert times["signed"] <= times["validFrom"] < datetime.now(timezone.utc) < times["validUntil"], "in time"
    shown = {}
    for item in document["issuerSigned"]["nameSpaces"][doc_type]:
        element = cbor2.loads(item.value)
        digest = hashlib.sha256(cbor2.dumps(item)).digest()
        assert digest == mso["valueDigests"][doc_type][element["digestID"]], "digest"
        shown[element["elementIdentifier"]] = element["elementValue"]

    device = document["deviceSigned"]
    authentication = ["DeviceAuthentication", transcript, doc_type, device["nameSpaces"]]
    cose_key = mso["deviceKeyInfo"]["deviceKey"]
    payload = cbor2.dumps(cbor2.CBORTag(24, cbor2.dumps(authentication)))
    verify_sign1(device["deviceAuth"]["deviceSignature"], public_key(cose_key[-2], cose_key[-3]), payload)
    return shown
