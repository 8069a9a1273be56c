import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { makeOidcKey } from '../../config/oidc.ts'
import { replaceSecret } from '../../config/key-files.ts'
import { secretFile } from '#test/production.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { createClient, getCode, redeem, WITH_OIDC } from '#test/website.ts'

const [before, after, ec] = [makeOidcKey('RSA'), makeOidcKey('RSA'), makeOidcKey('EC')]
const keysWhile = (first: string, second: string) => ({
  keys: [
    { ...before, status: first },
    { ...after, status: second },
    { ...ec, status: 'current' },
  ],
})
const file = secretFile(keysWhile('current', 'next'))
const t = useTestApi({ ...WITH_OIDC, OIDC_KEYS_FILE: file })

const published = async () => (await (await fetch(`${t.api.baseUrl}/oidc/jwks`)).json()) as JSONWebKeySet
async function idToken(): Promise<string> {
  const client = await createClient(t.api)
  return (await redeem(t.api, client, await getCode(t.api, client))).data['id_token'] ?? ''
}

test('The key that signs is changed without a gap, and no private part is published [PROV-04]', async () => {
  const [old, cached] = [await idToken(), await published()]
  expect(decodeProtectedHeader(old).kid).toBe(before.kid)
  replaceSecret(file, keysWhile('previous', 'current'))
  await t.api.restart()
  const fresh = await idToken()
  expect(decodeProtectedHeader(fresh).kid).toBe(after.kid)
  // A website that has the keys of before verifies the new token, and one with the new ones the old token.
  await jwtVerify(fresh, createLocalJWKSet(cached))
  await jwtVerify(old, createLocalJWKSet(await published()))
  for (const key of [...cached.keys, ...(await published()).keys])
    for (const part of ['d', 'p', 'q']) expect(Object.keys(key)).not.toContain(part)
})
