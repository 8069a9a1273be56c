import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { answer, arrival, began, trusting } from '#test/age-app.ts'
import { AV, createOffice, issue, SIGNER_USAGE } from '#test/age-office.ts'
import { createIntent } from '#test/builders.ts'
import { type Authority, makeCertificate } from '#test/certificates.ts'
import { createRsaSigner, GRANTED, jsonList, type ListWish, publish, WITHDRAWN, xmlList } from '#test/trusted-list.ts'
import { useTestApi } from '#test/use-test-api.ts'

const DAY = 86_400_000
const PID = 'eu.europa.ec.eudi.pid.1'
const [office, other, fixed] = [createOffice(), createOffice(), createOffice()]
const signer = createRsaSigner()
const stranger = createRsaSigner('Stranger')
const source = await publish('xml', signer)
afterAll(() => source.close())
const the = useTestApi({ ...trusting(fixed), ...source.settings, PRESENTATION_QR: 'off' })

let sequence = 1
const services = [{ certificate: office.root.certificate }]
const list = (wish: Partial<ListWish> = {}) =>
  xmlList({ services, signer, sequence: ++sequence, issued: the.api.clock.now(), ...wish })

/** Publishes a text, and has it fetched. @returns why it was not accepted */
async function refresh(text: string, status = 200): Promise<string> {
  source.says(text, status)
  const [line = ''] = await the.api.operate('trust', 'refresh', '--json')
  const [{ problem } = { problem: 'no list' }] = JSON.parse(line) as { problem: string | null }[]
  return problem ?? ''
}
const listed = async () => (await the.api.rows('select problem, fetched_at from trust_list'))[0]
/** Shows the running product a proof of the office. @returns `accepted`, or why it was refused */
async function answered(from: Pick<typeof office, 'issue'> = office) {
  const { url } = await began(the.api)
  const { data } = await answer(the.api, url, from.issue({}, the.api.clock.now()))
  return arrival(data['redirect_uri']).refused ?? 'accepted'
}
/** A list that is not accepted leaves the one in force. */
async function isKept(text: string, problem: RegExp, status = 200) {
  expect(await refresh(text, status)).toMatch(problem)
  expect(await answered()).toBe('accepted')
}
/** Moves the clock, and waits until the fetch that is due by then is over: one that ends later would put off the next. */
async function passes(milliseconds: number) {
  the.api.clock.advance(milliseconds)
  const then = the.api.clock.now().getTime()
  await expect.poll(async () => Number((await listed())?.['fetched_at'])).toBeGreaterThanOrEqual(then)
}
const FIRST = { format: 'xml', docTypes: [AV] }
async function restartedWith(signers: readonly Authority[], setting: Partial<typeof source.setting> = {}) {
  Object.assign(source.setting, FIRST, setting)
  source.pins(...signers)
  await the.api.restart()
}
/** The next test gets the settings of the first start again. */
const putBack = () => onTestFinished(() => restartedWith([signer]))

// Waits for the fetch of the start, which finds no list: one that ended later would put off the next.
beforeAll(async () => {
  const isTried = async () => {
    expect((await listed())?.['problem']).toContain('answered 404')
    expect(await answered()).toBe('not_trusted')
  }
  await vi.waitFor(isTried, { timeout: 60_000 })
})

test('A trusted list is fetched every six hours, and the running product accepts whom it names [TRUST-01]', async () => {
  expect(await refresh(list({ services: [] }))).toBe('')
  expect(await answered()).toBe('not_trusted')
  expect(await refresh(list())).toBe('')
  expect(await answered()).toBe('accepted')
  expect(await answered(other)).toBe('not_trusted')
  expect((await the.api.operate('trust', 'show', AV)).join()).toContain('CN=Test Age Root')
  expect(await the.api.operate('trust', 'show', PID)).toEqual([])

  source.says(list({ services: [...services, { certificate: other.root.certificate }] }))
  const asked = source.asked()
  await passes(DAY / 4)
  expect((await the.api.operate('trust', 'list')).join()).toContain('2 certificates')
  expect(await answered(other)).toBe('accepted')
  expect((await the.api.operate('audit', 'search', '--kind', 'trust')).join()).toContain('trust.list_changed')
  expect(source.asked()).toBe(asked + 1)
})

test('A service of a trusted list that is withdrawn, or of another type, counts no more', async () => {
  for (const service of [{ status: WITHDRAWN }, { type: `${GRANTED}/other` }]) {
    expect(await refresh(list({ services: services.map((one) => ({ ...one, ...service })) }))).toBe('')
    expect(await answered()).toBe('not_trusted')
  }
  expect(await refresh(list())).toBe('')
  expect(await answered()).toBe('accepted')
})

test('A trusted list that is older, says something else under its number, or is signed by another leaves the one in force [TRUST-02 TRUST-04]', async () => {
  const now = list()
  const number = sequence
  expect(await refresh(now)).toBe('')
  await isKept(list({ sequence: number - 1 }), /older than/)
  await isKept(list({ sequence: number, services: [] }), /older than/)
  await isKept(list({ signer: stranger }), /signed by another certificate/)
  expect(await refresh(now)).toBe('')
})

test('A trusted list that is redirected, refused or too large leaves the one in force [TRUST-08]', async () => {
  expect(await refresh(list())).toBe('')
  await isKept('', /answered 302/, 302)
  await isKept('', /answered 500/, 500)
  await isKept('x'.repeat(6 * 1_024 * 1_024), /more than 5 MB/)
  expect((await the.api.operate('audit', 'search', '--kind', 'trust')).join()).toContain('trust.list_refused')
})

test('A trusted list that asks for five minutes is fetched again then [OPS-77 TRUST-01]', async () => {
  const before = the.api.clock.now().getTime()
  await refresh('', 503)
  const [{ at } = { at: 0 }] = await the.api.rows('select next_try_at as at from trust_list')
  expect(Number(at) - before).toBeGreaterThanOrEqual(5 * 60_000)
})

test('A day past its next update a trusted list counts no more, and is not accepted [TRUST-04]', async () => {
  const next = new Date(the.api.clock.now().getTime() + DAY)
  const short = list({ next })
  expect(await refresh(short)).toBe('')
  await passes(2 * DAY - 60_000)
  expect(await answered()).toBe('accepted')
  the.api.clock.advance(60_000)
  expect(await answered()).toBe('not_trusted')
  expect(await refresh(short)).toBe('out of date')
  expect(await refresh(list())).toBe('')
  expect(await answered()).toBe('accepted')
})

test('An entry or a certificate that cannot be read costs none of the others, and one with an odd extension is read', async () => {
  const root = makeCertificate({ name: 'Odd Root', isCa: true, odd: true })
  const signing = makeCertificate({ name: 'Odd Signer', issuer: root, usages: [SIGNER_USAGE] })
  const certificates = [Buffer.from('no certificate'), root.certificate, office.root.certificate]
  const before = (text: string) =>
    text.replace('<TSPService>', '<TSPService><ServiceInformation></ServiceInformation></TSPService><TSPService>')
  expect(await refresh(list({ before, services: certificates.map((certificate) => ({ certificate })) }))).toBe('')
  expect(await answered({ issue: (wish, at) => issue(signing, wish ?? {}, at ?? new Date()) })).toBe('accepted')
  expect(await answered()).toBe('accepted')
  // The command reports its own fetch; the product's fetch is in its log.
  await passes(DAY / 4)
  expect(the.api.log.join('')).toContain('certificate of a trusted list not readable')
})

test('Trusted lists are kept over a restart, and one whose signer is no longer pinned counts no more [TRUST-02]', async () => {
  putBack()
  expect(await refresh(list())).toBe('')
  source.says('', 500)
  await the.api.restart()
  expect(await answered()).toBe('accepted')
  await restartedWith([stranger])
  expect(await answered()).toBe('not_trusted')
  expect(await refresh(list({ signer: stranger }))).toBe('')
  expect(await answered()).toBe('accepted')
})

test('A trusted list counts for the kinds of documents in the settings, and the operator’s file for its own [TRUST-01]', async () => {
  putBack()
  expect(await refresh(list())).toBe('')
  expect([await answered(), await answered(fixed), await answered(other)]).toEqual([
    'accepted',
    'accepted',
    'not_trusted',
  ])
  await restartedWith([signer], { docTypes: [PID] })
  expect([await answered(), await answered(fixed)]).toEqual(['not_trusted', 'accepted'])
  expect(await the.api.operate('trust', 'show', PID)).toHaveLength(1)
})

test('A trusted list as JSON is a JWS with ES256 or better of a certificate that is pinned [TRUST-02]', async () => {
  const [json, foreign] = [makeCertificate({ name: 'JSON' }), makeCertificate({ name: 'Foreign' })]
  const asJson = (wish: Partial<ListWish> = {}) =>
    jsonList({ services, signer: json, sequence: ++sequence, issued: the.api.clock.now(), ...wish })
  putBack()
  await restartedWith([json, signer], { format: 'json' })
  expect(await refresh(await asJson({ entities: [null, { TrustedEntityServices: [7, {}] }] }))).toBe('')
  expect(await answered()).toBe('accepted')

  await isKept(await asJson({ signer: foreign, services: [] }), /signed by another certificate/)
  expect(await refresh(await asJson({ services: [] }))).toBe('')
  expect(await answered()).toBe('not_trusted')
})

test('Without QR codes an app on another device is not asked [APP-20]', async () => {
  const { mintid } = await createIntent(the.api, { accept: ['proof_of_age'] })
  const asking = the.api.client('createPresentation', { body: { mintid, way: 'qr' } })
  await expect(asking).rejects.toMatchObject({ status: 422, code: 'method_not_possible' })
})
