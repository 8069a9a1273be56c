"""Reads an answer with a proof of age.

Arguments: the file with the answer, the authority's certificate, client id, nonce and response address of the request.
Prints the elements that it shows as JSON, or fails."""

import json
import sys

from mdoc_reader import openid4vp_transcript, read_mdoc


def main(answer_file, authority_file, client_id, nonce, response_uri):
    with open(answer_file, "rb") as file:
        answer = file.read()
    transcript = openid4vp_transcript(client_id, nonce, None, response_uri)
    print(json.dumps(read_mdoc(answer, "eu.europa.ec.av.1", authority_file, transcript)))


main(*sys.argv[1:])
