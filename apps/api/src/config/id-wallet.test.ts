import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeCertificate, pemOf } from '#test/certificates.ts'
import { StartupError } from '../platform/startup-error.ts'
import { readEnv } from './env.ts'
import { idWalletOf } from './id-wallet.ts'

const folder = mkdtempSync(join(tmpdir(), 'avouch-id-wallet-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string, mode = 0o600) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}
const root = makeCertificate({ name: 'Root', isCa: true })
const own = makeCertificate({ name: 'Avouch', issuer: root })
const other = makeCertificate({ name: 'Other', issuer: root, curve: 'P-384' })
const keyOf = ({ keys }: typeof own) => String(keys.privateKey.export({ format: 'pem', type: 'pkcs8' }))
const stranger = String(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' }),
)

const good = {
  ID_WALLET: 'on',
  ID_WALLET_CERT_FILE: write('own.pem', pemOf(own.certificate) + pemOf(root.certificate)),
  ID_WALLET_KEY_FILE: write('own-key.pem', keyOf(own)),
}
const trusted = { anchors: [], lists: [{ docTypes: ['urn:eudi:pid'] }] }
const made = (change: Record<string, string | undefined> = {}, by: Parameters<typeof idWalletOf>[1] = trusted) =>
  idWalletOf(readEnv({ NODE_ENV: 'test', DATA_DIR: folder, ...good, ...change }), by)

test('ID wallets are off by default, and on with a certificate, its key and an issuer to trust [VP-21]', () => {
  expect(made({ ID_WALLET: undefined })).toBeUndefined()
  expect(made()).toMatchObject({ certificates: [own.certificate, root.certificate], openUrl: 'openid4vp://' })
  expect(made()?.docTypes).toEqual(['urn:eudi:pid'])
  const [forAges, mdoc] = [{ docTypes: ['eu.europa.ec.av.1'] }, { docTypes: ['eu.europa.ec.eudi.pid.1'] }]
  expect(made({}, { anchors: [forAges, mdoc], lists: [] })?.docTypes).toEqual(mdoc.docTypes)
  expect(made({}, { ...trusted, anchors: [mdoc] })?.docTypes).toEqual(['eu.europa.ec.eudi.pid.1', 'urn:eudi:pid'])
})

test.each<[string, Record<string, string | undefined>, Parameters<typeof idWalletOf>[1]?]>([
  ['no certificate', { ID_WALLET_CERT_FILE: undefined }],
  ['no key', { ID_WALLET_KEY_FILE: undefined }],
  ['nobody to trust for identity data', {}, { anchors: [{ docTypes: ['eu.europa.ec.av.1'] }], lists: [] }],
  ['a certificate that is none', { ID_WALLET_CERT_FILE: write('empty.pem', 'x') }],
  [
    'a chain in another order',
    { ID_WALLET_CERT_FILE: write('turned.pem', pemOf(root.certificate) + pemOf(own.certificate)) },
  ],
  ['the key of another certificate', { ID_WALLET_KEY_FILE: write('stranger.pem', stranger) }],
  ['a key that others can read', { ID_WALLET_KEY_FILE: write('open-key.pem', keyOf(own), 0o644) }],
  [
    'another curve',
    {
      ID_WALLET_CERT_FILE: write('other.pem', pemOf(other.certificate)),
      ID_WALLET_KEY_FILE: write('other-key.pem', keyOf(other)),
    },
  ],
  ['an address that would run in our page', { ID_WALLET_OPEN_URL: 'javascript:alert(1)' }],
])('With ID wallets and %s the product does not start [VP-21]', (_, change, by) => {
  expect(() => made(change, by)).toThrow(StartupError)
})
