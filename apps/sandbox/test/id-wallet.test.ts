import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compactDecrypt, importJWK } from 'jose'
import { test as base, expect } from 'vitest'
import { startFakeWalletVerifier, WALLET_NONCE } from './fake-wallet-verifier.ts'
import { officeKeys, OWN, startPhoneServer } from './servers.ts'

async function startWallet() {
  const verifier = await startFakeWalletVerifier()
  const app = await startPhoneServer({ apiUrl: verifier.url, productUrl: verifier.url })
  let cookie = ''
  async function ask(method: 'GET' | 'POST', url: string, fields: Record<string, string> = {}) {
    const payload = method === 'POST' ? { payload: new URLSearchParams(fields).toString() } : {}
    const answer = await app.inject({ method, url, headers: { accept: 'text/html', cookie, ...OWN }, ...payload })
    for (const { name, value } of answer.cookies) if (name === 'age_app') cookie = `${name}=${value}`
    return { status: answer.statusCode, to: answer.headers.location, body: answer.body }
  }
  return {
    verifier,
    scan: (link: string) => ask('POST', '/age-app/scan', { link }),
    see: () => ask('GET', '/age-app/request'),
    /** Opens the request and shows what this person has. */
    async show(person: string) {
      await ask('POST', '/age-app/office', { person })
      await ask('POST', '/age-app/scan', { link: verifier.link() })
      await ask('POST', '/age-app/request/show', { person, nonce: WALLET_NONCE })
      return verifier.received.at(-1)?.get('response') ?? ''
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await verifier[Symbol.asyncDispose]()
    },
  }
}

const test = base.extend<{ wallet: Awaited<ReturnType<typeof startWallet>>; folder: string }>({
  wallet: async ({ task: _ }, use) => {
    await using wallet = await startWallet()
    await use(wallet)
  },
  folder: async ({ task: _ }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'avouch-id-wallet-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
})

/** Debian's, with python3-jwcrypto and python3-cryptography. */
const PYTHON = '/usr/bin/python3'
const hasReader = spawnSync(PYTHON, ['-c', 'import jwcrypto.jwe, cryptography']).status === 0

test('APP-22 METHOD-06 an ID wallet shows the age, else the birth date, in the format that it has', async ({
  wallet,
}) => {
  const shownBy = async (person: string) => {
    const key = await importJWK(wallet.verifier.answerKey(), 'ECDH-ES')
    const { plaintext } = await compactDecrypt(await wallet.show(person), key)
    const { vp_token: answers } = JSON.parse(Buffer.from(plaintext).toString()) as {
      vp_token: Record<string, string[]>
    }
    const [[query, presentations] = ['', []]] = Object.entries(answers)
    const disclosed = (presentations[0] ?? '').split('~').slice(1, -1)
    return [query, ...disclosed.map((one) => (JSON.parse(Buffer.from(one, 'base64url').toString()) as string[])[1])]
  }
  expect(await shownBy('adult')).toEqual(['sd_jwt', 'age_equal_or_over', '18'])
  expect(await shownBy('teenager')).toEqual(['sd_jwt', 'birthdate'])
  expect((await shownBy('only18'))[0]).toBe('mdoc')
})

test('VP-19 an ID wallet refuses a request that is not signed by who it names', async ({ wallet }) => {
  expect(await wallet.scan(wallet.verifier.link())).toMatchObject({ status: 303, to: '/age-app/request' })
  expect((await wallet.see()).body).toContain('your birth date is shown instead')
  expect(await wallet.scan(wallet.verifier.link('x509_hash:another'))).toMatchObject({ status: 422 })
  wallet.verifier.signByAnother()
  expect(await wallet.scan(wallet.verifier.link())).toMatchObject({ status: 422 })
})

test.for([
  ['adult', { 18: true }],
  ['teenager', { birthdate: `${new Date().getUTCFullYear() - 16}-01-01` }],
] as const)(
  'another implementation reads the answer of an ID wallet: %s',
  async ([person, shown], { wallet, folder, skip }) => {
    skip(!hasReader, 'python3-jwcrypto is not installed')
    const files = { answer: await wallet.show(person), key: JSON.stringify(wallet.verifier.answerKey()) }
    const authority = officeKeys().authority.certificate
    const paths = Object.entries({ ...files, authority }).map(([name, content]) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    })
    const script = join(import.meta.dirname, 'read_identity.py')
    const asked = [wallet.verifier.clientId, WALLET_NONCE]
    const { stdout, stderr } = spawnSync(PYTHON, [script, ...paths, ...asked], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(shown)
  },
)
