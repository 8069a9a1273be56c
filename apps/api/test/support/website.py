"""A website in another language, with another OpenID Connect client library: signs a visitor in by the code flow.

Prints the address for the visitor, reads the address that they came back to, and prints the claims of the ID token, which
the library has verified.
"""
import json
import os
import sys

from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, JsonWebToken
from authlib.oidc.core import CodeIDToken
from authlib.oidc.discovery import OpenIDProviderMetadata, get_well_known_url

ISSUER = os.environ["ISSUER"]


def reached(address):
    """Where the test's server answers for the issuer."""
    return address.replace(os.environ["PRODUCT"], os.environ["BASE_URL"])


session = OAuth2Session(
    os.environ["CLIENT_ID"],
    os.environ["CLIENT_SECRET"],
    scope="openid age",
    redirect_uri=os.environ["CALLBACK"],
    code_challenge_method="S256",
)
found = OpenIDProviderMetadata(session.get(reached(get_well_known_url(ISSUER, external=True)), withhold_token=True).json())
assert found["issuer"] == ISSUER
verifier, nonce = generate_token(48), generate_token(20)
address, state = session.create_authorization_url(found["authorization_endpoint"], code_verifier=verifier, nonce=nonce)
print(address, flush=True)

back = sys.stdin.readline().strip()
tokens = session.fetch_token(
    reached(found["token_endpoint"]), authorization_response=back, state=state, code_verifier=verifier
)
keys = JsonWebKey.import_key_set(session.get(reached(found["jwks_uri"]), withhold_token=True).json())
expected = {"iss": {"essential": True, "value": ISSUER}, "aud": {"essential": True, "value": os.environ["CLIENT_ID"]}}
claims = JsonWebToken(["RS256", "ES256"]).decode(
    tokens["id_token"], keys, claims_cls=CodeIDToken, claims_options=expected, claims_params={"nonce": nonce}
)
claims.validate()
told = session.get(reached(found["userinfo_endpoint"])).json()
assert told["sub"] == claims["sub"]
print(json.dumps(claims), flush=True)
