"""A website in another language: signs a visitor in with the code flow, and verifies the ID token by its own means.

Prints the address for the visitor, reads the address that they came back to, and prints the claims.
"""
import base64
import hashlib
import json
import os
import secrets
import sys
from urllib.parse import parse_qs, urlencode, urlsplit

import requests
from jwcrypto import jwk, jwt

ISSUER = os.environ["ISSUER"]
CLIENT = (os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])
CALLBACK = os.environ["CALLBACK"]


def reached(address):
    """Where the test's server answers for the issuer."""
    return address.replace(os.environ["PRODUCT"], os.environ["BASE_URL"])


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


found = requests.get(reached(f"{ISSUER}/.well-known/openid-configuration"), timeout=10).json()
assert found["issuer"] == ISSUER
verifier, state, nonce = (b64(secrets.token_bytes(32)) for _ in range(3))
asked = {
    "client_id": CLIENT[0],
    "redirect_uri": CALLBACK,
    "response_type": "code",
    "scope": "openid age",
    "state": state,
    "nonce": nonce,
    "code_challenge": b64(hashlib.sha256(verifier.encode()).digest()),
    "code_challenge_method": "S256",
}
print(f"{found['authorization_endpoint']}?{urlencode(asked)}", flush=True)

back = parse_qs(urlsplit(sys.stdin.readline().strip()).query)
assert back["state"] == [state] and back["iss"] == [ISSUER]
given = {
    "grant_type": "authorization_code",
    "code": back["code"][0],
    "redirect_uri": CALLBACK,
    "code_verifier": verifier,
}
tokens = requests.post(reached(found["token_endpoint"]), data=given, auth=CLIENT, timeout=10).json()
keys = jwk.JWKSet.from_json(requests.get(reached(found["jwks_uri"]), timeout=10).text)
expected = {"iss": ISSUER, "aud": CLIENT[0], "nonce": nonce}
verified = jwt.JWT(jwt=tokens["id_token"], key=keys, check_claims=expected, algs=["RS256", "ES256"])
headers = {"Authorization": f"Bearer {tokens['access_token']}"}
told = requests.get(reached(found["userinfo_endpoint"]), headers=headers, timeout=10).json()
claims = json.loads(verified.claims)
assert told["sub"] == claims["sub"]
print(json.dumps(claims), flush=True)
