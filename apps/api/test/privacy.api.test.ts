import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { checked, digits, newBrowser, OTHER_PIN, provenNumber, refresh, signInOn } from './support/builders.ts'
import { tokenOf } from './support/age-app-links.ts'
import { createOffice, show } from './support/age-office.ts'
import { issueSdJwt, showSdJwt } from './support/sd-jwts.ts'
import type { Content } from './support/contents.ts'
import { refuseLeaks, searchFor } from './support/search.ts'
import { partsOf, partsOfSdJwt } from './support/proof-parts.ts'
import { createRegister } from './support/secrets.ts'
import { useTestApi } from './support/use-test-api.ts'
import { send } from './support/wire.ts'

const PIN = '7305'
const CODE = '640917'
const LONG_CODE = 'K7QM-2X9P-4TRW'
const NUMBER = '+4915112345678'
const TOKEN = `avat_${'aB3-'.repeat(11)}`
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hex = (text: string) => `\\x${Buffer.from(text).toString('hex')}`

const BIRTH_DATE = { elementIdentifier: 'birth_date', elementValue: '1987-06-05' }
const NONCE = 'nOnce-9'.repeat(6)
const office = createOffice()
const proof = show(office.issue({ more: [BIRTH_DATE] }), NONCE)
/** A claim that an ID wallet shows. */
const WALLET_BIRTH_DATE = '1979-03-14'
const shownByWallet = showSdJwt(issueSdJwt(office.signer, { ages: {}, birthDate: WALLET_BIRTH_DATE }), {
  nonce: NONCE,
  clientId: 'x509_hash:x',
})
const [, disclosed = '', binding = ''] = shownByWallet.split('~')
/** The device's key is where COSE has it: two coordinates of 32 bytes. */
const partOf = (length: number) => Buffer.from(partsOf(proof).find((part) => part.length === length) ?? [])
const hexOf = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`

function registerOf() {
  const register = createRegister()
  register.saw(JSON.stringify({ phone: digits(NUMBER), pin: PIN, access_token: TOKEN }))
  register.saw(new URLSearchParams({ vp_token: tokenOf(proof) }).toString())
  register.sawProof(partsOfSdJwt(shownByWallet))
  register.saw(JSON.stringify({ url: `av://?response_type=vp_token&nonce=${NONCE}` }))
  for (const code of [CODE, LONG_CODE]) register.sawSms({ to: NUMBER, text: `${code} is your code` })
  return register
}
const leaksOf = (contents: Content[], log: string[] = []) => searchFor(registerOf(), contents, log).leaks
const cell = (value: unknown): Content[] => [{ table: 'public.x', row: { note: value } }]

test.each<[string, unknown, string]>([
  ['a PIN that is the whole value', PIN, 'PIN'],
  ['a PIN in a sentence', `the PIN is ${PIN}.`, 'PIN'],
  ['a PIN in JSON', { a: [{ b: PIN }] }, 'PIN'],
  ['a PIN as a number in JSON', { a: Number(PIN) }, 'PIN'],
  ['a PIN in bytes', hex(PIN), 'PIN'],
  ['a hash of a PIN that everybody can make', sha256(PIN), 'PIN'],
  ['a code', `${CODE} is your code`, 'SMS code'],
  ['a long code', `${LONG_CODE} is your code`, 'SMS code'],
  ['a hash of a long code that everybody can make', sha256(LONG_CODE.replaceAll('-', '')), 'SMS code'],
  ['a number', NUMBER, 'number'],
  ['a national number', '0151 123 456-78', 'number'],
  ['a number within digits', '004915112345678', 'number'],
  ['a number in bytes', hex(`\u0000\u0001${NUMBER}`), 'number'],
  ['a hash of a number that everybody can make', `\\x${sha256(digits(NUMBER))}`, 'number'],
  ['a token', `Bearer ${TOKEN}`, 'token'],
  ['an encoded token', Buffer.from(TOKEN).toString('base64url'), 'token'],
  ['a token in bytes', hex(`x${TOKEN}`), 'token'],
  ['a nonce', { nonce: NONCE }, 'token'],
  ['a random value, a digest or a key of a proof', hexOf(partOf(32)), 'part of a proof'],
  ['a signature of a proof', partOf(64).toString('base64'), 'part of a proof'],
  ['a hash of a proof', hexOf(createHash('sha256').update(proof).digest()), 'part of a proof'],
  ['a birth date', `born ${BIRTH_DATE.elementValue}`, 'part of a proof'],
  ['a birth date of an ID wallet', { born: WALLET_BIRTH_DATE }, 'part of a proof'],
  ['a claim of an ID wallet', disclosed, 'part of a proof'],
  ['a signature of the holder of an ID', binding.split('.')[2], 'part of a proof'],
])('The search for secrets finds %s, and says where [P-12]', (_what, value, kind) => {
  const leaks = leaksOf(cell(value))
  expect(leaks).toHaveLength(1)
  expect(leaks[0]).toMatch(new RegExp(`^public\\.x\\.note.*: a ${kind}$`))
  for (const secret of [PIN, CODE, NUMBER.slice(3), TOKEN]) expect(leaks[0]).not.toContain(secret)
})

test.each([`{"level":30,"msg":"PIN ${PIN}"}`, `{"level":30,"pin":${PIN}}`, `not JSON: ${NUMBER}`, `x ${TOKEN}`])(
  'The search for secrets looks into a line of the log: %s [P-12]',
  (line) => {
    expect(leaksOf([], [line])).toEqual([expect.stringMatching(/^log.*: a (PIN|number|token)$/)])
  },
)

test('A search for secrets that looked at nothing, or for nothing, is no success [P-12]', () => {
  const tables = Array.from({ length: 9 }, (_, i) => ({ table: `public.t${i}`, row: { a: 'b' } }))
  expect(refuseLeaks(registerOf(), tables, [])).toMatchObject({ tables: 9, rows: 9, values: 9 })
  expect(() => refuseLeaks(registerOf(), [], ['a line'])).toThrow('nothing was searched')
  expect(() => refuseLeaks(createRegister(), tables, [])).toThrow('nothing was searched')
})

const the = useTestApi({ LOG_LEVEL: 'debug' })
let contents: Content[]

beforeAll(async () => {
  const { number, bearer, intent, tokens } = await checked(the.api, 'COMPLETED')
  await the.api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, { bearer })
  await the.api.world.until(() => the.api.world.eventsOf(intent.id).length > 0)
  await refresh(the.api, tokens.refresh_token)
  const recoverPinToken = await provenNumber(the.api, number)
  await the.api.client('changePin', { body: { phone: digits(number), pin: OTHER_PIN, recoverPinToken } })
  await signInOn(the.api, newBrowser(), number, OTHER_PIN)
  the.api.world.answers.sms.status = 500
  await the.api.client('prelogin', { body: { phone: digits(number), pin: OTHER_PIN } }).catch(() => {})
  the.api.world.answers.sms.status = 202
  await send(the.api, 'GET', `/api/idcheck/intent/${intent.mintid}/nothing?phone=${number}&pin=${OTHER_PIN}`)
  await send(the.api, 'GET', `/%?mintid=${intent.mintid}`)
  const half = { headers: { 'content-type': 'application/json' }, body: `{"phone":"${number}","pin":"${OTHER_PIN}"` }
  await send(the.api, 'POST', '/auth/public/app/prelogin', half)
  await the.api.operate('provider', 'create', 'library', 'Library')
  await the.api.operate('provider', 'key', 'create', 'library')
  for (const sms of the.api.world.inbox) the.api.secrets.sawSms(sms)
  contents = await the.api.contents()
})

test('A log of everything, with what is refused and what fails, has no secret [P-12]', () => {
  const log = the.api.log.join('')
  expect(log).toContain('"route":"/api/idcheck/intent/:id/confirm"')
  expect(log).toContain('sms not sent')
  const kinds = ['PIN', 'SMS code', 'merchant intent code', 'number', 'token', 'transaction code']
  expect(new Set(Object.keys(the.api.secrets.counts()))).toEqual(new Set(kinds))
  expect(searchFor(the.api.secrets, [], the.api.log).leaks).toEqual([])
})

test('The search for secrets looks at every column of the real database [P-12]', () => {
  const columns = contents.flatMap(({ table, row }) =>
    Object.entries(row).flatMap(([name, value]) => (typeof value === 'string' ? [`${table}.${name}`] : [])),
  )
  const planted = contents.map(({ table, row }) => ({
    table,
    row: Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? `${value} ${OTHER_PIN}` : value]),
    ),
  }))
  expect(searchFor(the.api.secrets, contents, the.api.log).leaks).toEqual([])
  const { leaks } = searchFor(the.api.secrets, planted, [])
  expect(leaks).toEqual([...new Set(columns)].sort().map((column) => `${column}: a PIN`))
  expect(new Set(columns.map((column) => column.split('.')[0]))).toEqual(new Set(['public']))
  expect(new Set(columns).size).toBeGreaterThan(60)
})
