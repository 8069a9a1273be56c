import { spawnSync } from 'node:child_process'
import * as HPKE from 'hpke'
import { test as base, describe, expect } from 'vitest'
import { at, type Cbor, decode, embed, encode, mapOf, openEmbedded } from '../src/age-office/cbor.ts'
import { coseKey } from '../src/age-office/cose.ts'
import { PROOF_OF_AGE } from '../src/age-office/doc-type.ts'
import { issueProofs } from '../src/age-office/proofs.ts'
import { nearest } from '../src/phone/age-app/answer.ts'
import { createPublicKey } from 'node:crypto'
import { openAgeApp } from './age-app-phone.ts'
import { hasReader, NO_READER, readByAnother, withFiles } from './another-reader.ts'
import { dcqlFor, NONCE, startFakeVerifier } from './fake-verifier.ts'
import { officeKeys, startPhoneServer } from './servers.ts'

async function startPhone() {
  const verifier = await startFakeVerifier()
  const phone = await openAgeApp(verifier.url)
  return {
    ...phone,
    verifier,
    open: (link = verifier.link()) => phone.open(`/open${new URL(link).search}`),
    show: (person: string, nonce = NONCE) => phone.show(person, nonce),
    async [Symbol.asyncDispose]() {
      await phone.app.close()
      await verifier[Symbol.asyncDispose]()
    },
  }
}

const test = base.extend<{ phone: Awaited<ReturnType<typeof startPhone>> }>({
  phone: async ({ task: _ }, use) => {
    await using phone = await startPhone()
    await use(phone)
  },
})

const hasXmlSec = spawnSync('xmlsec1', ['--version']).status === 0

describe('the age app', () => {
  test('APP-22 has proofs for each person, and shows each once', async ({ phone }) => {
    await phone.get('adult')
    await phone.get('teenager')
    await phone.open()
    await phone.show('adult')
    expect(await phone.see()).toMatch(/An adult.*29 proofs left.*16 years old.*30 proofs left/s)
    const first = phone.verifier.presented()
    await phone.open()
    await phone.show('adult')
    expect(phone.verifier.presented().equals(first)).toBe(false)
  })

  test('APP-22 asks before it shows anything, and names who asks', async ({ phone }) => {
    await phone.get('adult')
    await phone.open()
    const { host } = new URL(phone.verifier.url)
    expect(await phone.see('/request')).toContain(`Show “18 or over” to ${host}?`)
    expect(phone.verifier.received).toEqual([])
  })

  test('METHOD-04 shows of several elements the first one that the proof has', async ({ phone }) => {
    const shownBy = async (person: string) => {
      await phone.get(person)
      await phone.open(phone.verifier.link({ dcql_query: dcqlFor(21, 20, 19, 18) }))
      await phone.show(person)
      const [document] = at(decode(phone.verifier.presented()), 'documents') as Cbor[]
      const items = at(document, 'issuerSigned', 'nameSpaces', PROOF_OF_AGE) as Cbor[]
      return items.map((item) => at(openEmbedded(item), 'elementIdentifier'))
    }
    expect(await shownBy('adult')).toEqual(['age_over_21'])
    expect(await shownBy('only18')).toEqual(['age_over_18'])
  })

  test('gets proofs on the way when it has none', async ({ phone }) => {
    await phone.open()
    expect(await phone.see('/request')).toContain('Get proofs first')
    expect((await phone.get('adult')).to).toBe('/age-app/request')
    expect(await phone.see('/request')).toContain('>Show<')
  })

  test('APP-22 a tap answers the request that its page showed, and no later one', async ({ phone }) => {
    await phone.get('adult')
    await phone.open()
    await phone.open(phone.verifier.link({ nonce: 'a-later-one' }))
    await phone.show('adult')
    expect(phone.verifier.received).toEqual([])
    await phone.show('adult', 'a-later-one')
    expect(phone.verifier.received).toHaveLength(1)
  })

  test('leads back to the browser by itself, once', async ({ phone }) => {
    await phone.get('adult')
    await phone.open()
    const back = `${phone.verifier.url}/verify-age/age-app#rc=abc`
    phone.verifier.willSay(200, { redirect_uri: back })
    await phone.show('adult')
    expect(await phone.see('/request')).toContain(`content="0;url=${back}"`)
    expect(await phone.see('/request')).not.toContain('0;url=')
  })

  test('says that a proof was not taken, and that nothing was shown', async ({ phone }) => {
    await phone.get('adult')
    await phone.open()
    phone.verifier.willSay(400, { error: 'invalid_request' })
    await phone.show('adult')
    expect(await phone.see('/request')).toContain('Not accepted')
    await phone.open()
    await phone.post('/request/refuse')
    expect(phone.verifier.received.at(-1)?.toString()).toBe('error=access_denied')
    expect(await phone.see('/request')).toContain('Not shown')
  })

  test('opens a code with the whole request, and one with a short link', async ({ phone }) => {
    for (const link of [phone.verifier.link(), phone.verifier.shortLink])
      expect(await phone.post('/scan', { link })).toMatchObject({ status: 303, to: '/age-app/request' })
  })

  test('refuses codes and requests that are not for it', async ({ phone }) => {
    const { verifier } = phone
    const query = JSON.stringify({ credentials: [{ id: 'pid', format: 'mso_mdoc', meta: { doctype_value: 'pid' } }] })
    for (const link of [
      'https://elsewhere.test/w/short-link-of-the-tests',
      'nothing',
      verifier.link({ client_id: 'redirect_uri:https://elsewhere.test/' }),
      verifier.link({ dcql_query: query }),
      verifier.link({ dcql_query: '{' }),
      verifier.link({ dcql_query: dcqlFor(18, 21).replace('claim_sets', 'others') }),
      verifier.link({ response_mode: 'fragment' }),
    ])
      expect(await phone.post('/scan', { link })).toMatchObject({ status: 422 })
  })

  test('answers the product alone', async ({ phone }) => {
    await phone.get('adult')
    await phone.open(phone.verifier.link({ response_uri: 'http://localhost:1/answer' }))
    await phone.show('adult')
    expect(await phone.see('/request')).toContain('No connection')
  })
})

describe('another implementation', () => {
  test.for([
    ['adult', { age_over_18: true }],
    ['teenager', { age_over_18: false }],
  ] as const)('reads the answer of %s', async ([person, shown], { phone, skip }) => {
    skip(!hasReader, NO_READER)
    await phone.get(person)
    await phone.open()
    await phone.show(person)
    const files = { answer: phone.verifier.presented(), authority: officeKeys().authority.certificate }
    const { responseUri } = phone.verifier
    const asked = [`redirect_uri:${responseUri}`, NONCE, responseUri]
    expect(readByAnother('read_proof.py', files, ...asked)).toEqual(shown)
  })

  test('verifies the trusted list with both its references', async ({ phone, skip }) => {
    skip(!hasXmlSec, 'xmlsec1 is not installed')
    const { body } = await phone.app.inject('/age-office/trusted-list.xml')
    const id = ['--id-attr:Id', 'http://uri.etsi.org/01903/v1.3.2#:SignedProperties']
    const check = (list: string) =>
      withFiles({ signer: officeKeys().list.certificate, list }, ([signer = '', path = '']) =>
        spawnSync('xmlsec1', ['--verify', '--pubkey-cert-pem', signer, ...id, path]),
      )
    expect(check(body).stderr.toString()).toContain('SignedInfo References (ok/all): 2/2')
    expect(check(body.replace('Proofs of age', 'Proofs of ages')).status).not.toBe(0)
  })
})

test('the trusted list is another one each hour, and the same within it', async () => {
  let now = new Date('2026-11-23T10:05:00Z')
  const app = await startPhoneServer({ clock: () => now })
  const load = async () => (await app.inject('/age-office/trusted-list.xml')).body
  const first = await load()
  now = new Date('2026-11-23T10:55:00Z')
  expect(await load()).toBe(first)
  now = new Date('2026-11-23T11:05:00Z')
  const sequence = (list: string) => Number(/<TSLSequenceNumber>(\d+)</.exec(list)?.[1])
  expect(sequence(await load())).toBe(sequence(first) + 1)
  await app.close()
})

test('METHOD-04 a browser’s request is answered with the nearest element that decides', () => {
  const at18 = new Date('2026-11-23T10:05:00Z')
  const shown = (person: 'adult' | 'teenager' | 'only18', asked: number) => {
    const [proof] = issueProofs(person, officeKeys(), at18)
    return proof && nearest(proof, `age_over_${asked}`)
  }
  expect(shown('adult', 21)).toEqual(['age_over_21'])
  expect(shown('only18', 16)).toEqual(['age_over_18'])
  expect(shown('only18', 21)).toEqual([])
  expect(shown('teenager', 25)).toEqual(['age_over_21'])
})

test('a browser’s request is answered for its origin, encrypted', async ({ phone }) => {
  const suite = new HPKE.CipherSuite(HPKE.KEM_DHKEM_P256_HKDF_SHA256, HPKE.KDF_HKDF_SHA256, HPKE.AEAD_AES_128_GCM)
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const spki = Buffer.from(await crypto.subtle.exportKey('spki', pair.publicKey))
  const recipientPublicKey = coseKey(createPublicKey({ key: spki, format: 'der', type: 'spki' }))
  const info: Cbor = ['dcapi', mapOf({ nonce: Buffer.from(NONCE), recipientPublicKey })]
  const items = { docType: PROOF_OF_AGE, nameSpaces: mapOf({ [PROOF_OF_AGE]: mapOf({ age_over_18: false }) }) }
  const deviceRequest = mapOf({ version: '1.0', docRequests: [mapOf({ itemsRequest: embed(mapOf(items)) })] })
  const data = {
    deviceRequest: encode(deviceRequest).toString('base64url'),
    encryptionInfo: encode(info).toString('base64url'),
  }
  const origin = 'https://product.test'
  const payload = { person: 'adult', origin, request: { protocol: 'org-iso-mdoc', data } }
  const answer = await phone.app.inject({ method: 'POST', url: '/age-app/browser', payload })
  const response = decode(Buffer.from(answer.json<{ response: string }>().response, 'base64url'))
  const parts = Array.isArray(response) ? (response as Cbor[])[1] : undefined
  const bytes = (name: string) => at(parts, name) as Uint8Array
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(encode([data.encryptionInfo, origin])))
  const transcript = encode([null, null, ['dcapi', new Uint8Array(digest)]])
  const opened = await suite.Open(pair.privateKey, bytes('enc'), bytes('cipherText'), { info: transcript })
  const [document] = at(decode(opened), 'documents') as Cbor[]
  expect(at(document, 'docType')).toBe(PROOF_OF_AGE)
})
