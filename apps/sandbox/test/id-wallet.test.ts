import { compactDecrypt, importJWK } from 'jose'
import { test as base, expect } from 'vitest'
import { openAgeApp } from './age-app-phone.ts'
import { hasReader, NO_READER, readByAnother } from './another-reader.ts'
import { startFakeWalletVerifier, WALLET_NONCE } from './fake-wallet-verifier.ts'
import { officeKeys } from './servers.ts'

async function startWallet() {
  const verifier = await startFakeWalletVerifier()
  const phone = await openAgeApp(verifier.url)
  return {
    verifier,
    scan: phone.scan,
    see: () => phone.see('/request'),
    /** Opens the request and shows what this person has. */
    async show(person: string) {
      await phone.get(person)
      await phone.scan(verifier.link())
      await phone.show(person, WALLET_NONCE)
      return verifier.received.at(-1)?.get('response') ?? ''
    },
    async [Symbol.asyncDispose]() {
      await phone.app.close()
      await verifier[Symbol.asyncDispose]()
    },
  }
}

const test = base.extend<{ wallet: Awaited<ReturnType<typeof startWallet>> }>({
  wallet: async ({ task: _ }, use) => {
    await using wallet = await startWallet()
    await use(wallet)
  },
})

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
  expect(await wallet.see()).toContain('your birth date is shown instead')
  expect(await wallet.scan(wallet.verifier.link('x509_hash:another'))).toMatchObject({ status: 422 })
  wallet.verifier.signByAnother()
  expect(await wallet.scan(wallet.verifier.link())).toMatchObject({ status: 422 })
})

test.for([
  ['as SD-JWT', 'adult', { 18: true }],
  ['as SD-JWT with a birth date', 'teenager', { birthdate: `${new Date().getUTCFullYear() - 16}-01-01` }],
  ['as mdoc', 'only18', { age_over_18: true }],
] as const)(
  'another implementation reads the answer of an ID wallet %s',
  async ([, person, shown], { wallet, skip }) => {
    skip(!hasReader, NO_READER)
    const { verifier } = wallet
    const files = {
      answer: await wallet.show(person),
      key: JSON.stringify(verifier.answerKey()),
      authority: (await officeKeys()).authority.certificate,
    }
    const asked = [verifier.clientId, WALLET_NONCE, verifier.responseUri]
    expect(readByAnother('read_identity.py', files, ...asked)).toEqual(shown)
  },
)
