import { writeFileSync } from 'node:fs'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { makeSigningKeys } from '../../config/sandbox.ts'
import { answeredTest } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send } from '#test/wire.ts'

const the = useTestApi()

type Status = 'next' | 'current' | 'previous'
const [first, second] = [makeSigningKeys().keys[0], makeSigningKeys().keys[0]]

/** The operator writes the file and restarts the server. */
async function holdKeys(statuses: Record<string, Status>) {
  const keys = [first, second].flatMap((key) => {
    const status = statuses[key?.kid ?? '']
    return key === undefined || status === undefined ? [] : [{ ...key, status }]
  })
  const path = `${the.api.settings.DATA_DIR}/signing-test.json`
  writeFileSync(path, JSON.stringify({ keys }), { mode: 0o600 })
  the.api.settings['SIGNING_KEYS_FILE'] = path
  await the.api.restart()
}
/** A provider that caches the published keys, as jose does, and fetches them again for an unknown key. */
const newProvider = () =>
  createRemoteJWKSet(new URL(`${the.api.baseUrl}/.well-known/jwks.json`), { cooldownDuration: 0 })

test('The signing key is rotated without a gap: every verdict verifies at all times [PROV-04]', async () => {
  const [old = '', young = ''] = [first?.kid, second?.kid]
  const verdicts: string[] = []
  const provider = newProvider()
  const steps: [Record<string, Status>, string][] = [
    [{ [old]: 'current' }, old],
    [{ [old]: 'current', [young]: 'next' }, old],
    [{ [old]: 'previous', [young]: 'current' }, young],
  ]
  for (const [statuses, signer] of steps) {
    await holdKeys(statuses)
    const { verdict } = await answeredTest(the.api)
    verdicts.push(verdict ?? '')
    expect(decodeProtectedHeader(verdict ?? '').kid).toBe(signer)
    for (const keys of [provider, newProvider()])
      for (const each of verdicts)
        await expect(jwtVerify(each, keys, { audience: 'kino-aurora' })).resolves.toBeTruthy()
  }
  await holdKeys({ [young]: 'current' })
  await expect(jwtVerify(verdicts[0] ?? '', newProvider())).rejects.toThrow('no applicable key')
  await expect(jwtVerify(verdicts[2] ?? '', newProvider())).resolves.toBeTruthy()
})

test('The signing key is published without its private part, cached for five minutes [PROV-04 X-13]', async () => {
  const { headers, text } = await send(the.api, 'GET', '/.well-known/jwks.json')
  expect(headers.get('cache-control')).toBe('public, max-age=300')
  expect(text).not.toContain('"d"')
})
