import { spawnSync } from 'node:child_process'
import * as HPKE from 'hpke'
import { test as base, describe, expect } from 'vitest'
import { DataItem } from '@auth0/mdl'
import { cborDecode, cborEncode } from '@auth0/mdl/lib/cbor/index.js'
import { PROOF_OF_AGE } from '../src/age-office/office-keys.ts'
import { deviceResponse, issueProofs } from '../src/age-office/proofs.ts'
import { at } from '../src/phone/age-app/answer.ts'
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

/** The elements of the one document of an answer. */
const shownIn = (answer: Uint8Array) => {
  const items = at(cborDecode(answer), 'documents', 0, 'issuerSigned', 'nameSpaces', PROOF_OF_AGE)
  return Array.isArray(items) ? items.map((item) => at(item, 'elementIdentifier')) : undefined
}

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
      return shownIn(phone.verifier.presented())
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
    const files = { answer: phone.verifier.presented(), authority: (await officeKeys()).authority.certificate }
    const { responseUri } = phone.verifier
    const asked = [`redirect_uri:${responseUri}`, NONCE, responseUri]
    expect(readByAnother('read_proof.py', files, ...asked)).toEqual(shown)
  })

  test('verifies the trusted list with both its references', async ({ phone, skip }) => {
    skip(!hasXmlSec, 'xmlsec1 is not installed')
    const { body } = await phone.app.inject('/age-office/trusted-list.xml')
    const { certificate } = (await officeKeys()).list
    const id = ['--id-attr:Id', 'http://uri.etsi.org/01903/v1.3.2#:SignedProperties']
    const check = (list: string) =>
      withFiles({ signer: certificate, list }, ([signer = '', path = '']) =>
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

test('METHOD-04 a browser’s request is answered with the nearest element that decides', async () => {
  const shown = async (person: 'adult' | 'teenager' | 'only18', asked: number) => {
    const [proof] = await issueProofs(person, await officeKeys(), new Date('2026-11-23T10:05:00Z'))
    return proof && shownIn(await deviceResponse(proof, [`age_over_${asked}`], []))
  }
  expect(await shown('adult', 21)).toEqual(['age_over_21'])
  expect(await shown('only18', 16)).toEqual(['age_over_18'])
  expect(await shown('only18', 21)).toBeUndefined()
  expect(await shown('teenager', 25)).toEqual(['age_over_21'])
})

test('a browser’s request is answered for its origin, encrypted', async ({ phone }) => {
  const suite = new HPKE.CipherSuite(HPKE.KEM_DHKEM_P256_HKDF_SHA256, HPKE.KDF_HKDF_SHA256, HPKE.AEAD_AES_128_GCM)
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const point = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey))
  const recipientPublicKey = new Map<number, unknown>([
    [1, 2],
    [-1, 1],
    [-2, point.subarray(1, 33)],
    [-3, point.subarray(33)],
  ])
  const encoded = (value: unknown) => cborEncode(value).toString('base64url')
  const itemsRequest = { docType: PROOF_OF_AGE, nameSpaces: { [PROOF_OF_AGE]: { age_over_18: false } } }
  const data = {
    deviceRequest: encoded({ version: '1.0', docRequests: [{ itemsRequest: DataItem.fromData(itemsRequest) }] }),
    encryptionInfo: encoded(['dcapi', { nonce: Buffer.from(NONCE), recipientPublicKey }]),
  }
  const origin = 'https://product.test'
  const payload = { person: 'adult', origin, request: { protocol: 'org-iso-mdoc', data } }
  const answer = await phone.app.inject({ method: 'POST', url: '/age-app/browser', payload })
  const response: unknown = cborDecode(Buffer.from(answer.json<{ response: string }>().response, 'base64url'))
  const bytes = (name: string) => at(response, 1, name) as Uint8Array
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(cborEncode([data.encryptionInfo, origin])))
  const info = cborEncode([null, null, ['dcapi', Buffer.from(digest)]])
  const opened = await suite.Open(pair.privateKey, bytes('enc'), bytes('cipherText'), { info })
  expect(shownIn(opened)).toEqual(['age_over_18'])
})
