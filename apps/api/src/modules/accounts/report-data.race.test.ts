import { MINUTE_MS, VENDOR_OUTCOMES } from '@avouch/contract'
import { expect, test } from 'vitest'
import { beginCheck, createIntent, documentHash, registered, sendCallback, vendorMessage } from '#test/builders.ts'
import { pollEvery } from '#test/test-api.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { rows } from '#test/together.ts'
import { everythingIn, readWhole } from '#test/whole-database.ts'

const the = useTestApi({ LOG_LEVEL: 'debug' }, pollEvery(20))

/** Personal data that an identity check might add to a report in further fields. */
const PERSON = {
  familyName: 'Sonderburg-Glücksberg',
  birthDate: '1987-02-13',
  birth: { place: 'Kyritz an der Knatter', timestamp: 540_172_800 },
  document: { type: 'PASSPORT', number: 'C01XYZ8T4', mrz: 'P<D<<SONDERBURG<<WILHELMINA' },
  address: ['Lindwurmstieg 7b', '99999 Zwickerode'],
  portrait: 'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQ',
  /** Read from an approval, and stored as a keyed hash only. */
  document_hash: documentHash('D-PASSPORT-C01XYZ8T4'),
} as const
const leavesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [String(value)]
const KNOWN = leavesOf(PERSON).filter((text) => text !== 'PASSPORT')
const foundIn = (text: string) => KNOWN.filter((fact) => text.includes(fact))

async function begun() {
  const visitor = await registered(the.api)
  const intent = await createIntent(the.api)
  const { code } = await beginCheck(the.api, visitor.bearer, { mintid: intent.mintid })
  return { ...visitor, intent, code }
}
type Begun = Awaited<ReturnType<typeof begun>>

const call = (run: Promise<{ data: unknown }>) =>
  run.then(
    ({ data }) => JSON.stringify(data),
    (error: unknown) => JSON.stringify((error as { problem: unknown }).problem),
  )

/** Everything that the visitor and the provider can read. */
async function readableOf({ bearer, intent }: Begun) {
  const mine = { bearer }
  const key = { bearer: the.api.credentials.provider.apiKey }
  return Promise.all([
    call(the.api.client('kycStatus', {}, mine)),
    call(the.api.client('me', {}, mine)),
    call(the.api.client('exportData', {}, mine)),
    call(the.api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, mine)),
    call(the.api.client('readIntent', { params: { id: intent.id } }, key)),
    call(the.api.client('listIntents', { query: {} }, key)),
  ])
}

test('No name, birth date or document is stored, passed on or logged, whatever the reports contain [KYC-29 KYC-31]', {
  timeout: 60_000,
}, async () => {
  const answers: string[] = []
  const take = async (message: { body: string; headers: Record<string, string> }) => {
    expect(foundIn(message.body)).not.toEqual([])
    const response = await sendCallback(the.api, message)
    answers.push(await response.text())
    return response.status
  }
  for (const outcome of VENDOR_OUTCOMES) {
    const visitor = await begun()
    const { code } = visitor
    expect(await take(vendorMessage(the.api, code, outcome, { more: { ...PERSON, person: PERSON } }))).toBe(200)
    answers.push(...(await readableOf(visitor)))
  }

  // A report that is refused, or not understood, is not stored either.
  const { code } = await begun()
  const more = { person: PERSON }
  expect(await take(vendorMessage(the.api, code, 'COMPLETED', { more, secret: `whsec_${btoa('x'.repeat(32))}` }))).toBe(
    401,
  )
  expect(await take(vendorMessage(the.api, 'AAAAAAAAAAAAAAAAAAAAAA', 'COMPLETED', { more }))).toBe(404)
  for (const wrong of [PERSON.familyName, JSON.stringify(PERSON)])
    expect(await take(vendorMessage(the.api, code, wrong))).toBe(200)
  const half = vendorMessage(the.api, code, 'COMPLETED', { more })
  expect(await take({ ...half, body: half.body.slice(0, -1) })).toBe(401)

  // The service's answer to our question contains it too.
  for (const status of ['COMPLETED', 'UNDERAGED'] as const) {
    const visitor = await begun()
    const timestamp = the.api.clock.now().toISOString()
    the.api.vendor.answers.body = JSON.stringify({ tc: visitor.code, status, timestamp, ...more, ...PERSON })
    the.api.clock.advance(5 * MINUTE_MS)
    const statusOf = async () => (await the.api.client('kycStatus', {}, visitor)).data.result.status
    await expect.poll(statusOf).toBe(status)
    answers.push(...(await readableOf(visitor)))
  }
  for (const body of [JSON.stringify(PERSON), `{"tc":${JSON.stringify(PERSON)}`]) {
    const visitor = await begun()
    the.api.vendor.answers.body = body
    the.api.clock.advance(5 * MINUTE_MS)
    await the.api.vendor.untilAsked(visitor.code)
  }

  const failures = () => the.api.log.filter((line) => line.includes('identity check not asked')).length
  await expect.poll(failures).toBeGreaterThan(1)

  const ofOneDocument = await rows(the.api, 'select account_id from proof_document')
  expect(ofOneDocument).toHaveLength(1)
  const { events, inbox } = the.api.world
  expect(foundIn(everythingIn(await readWhole(the.api)))).toEqual([])
  expect(foundIn(the.api.log.join(''))).toEqual([])
  expect(foundIn(JSON.stringify([events, inbox]))).toEqual([])
  expect(foundIn(answers.join('\n'))).toEqual([])
  expect(the.api.log.join('')).toContain('identity check reported')
})
