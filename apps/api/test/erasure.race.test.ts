import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { AFTER_ERASURE } from '../src/personal-data.ts'
import { newId, tokenHash } from '../src/platform/identifier.ts'
import {
  beginCheck,
  beginSignIn,
  confirmCode,
  createIntent,
  createMuseumIntent,
  digits,
  documentHash,
  GOOD_PIN,
  newBrowser,
  newNumber,
  OTHER_PIN,
  otherThan,
  passwordGrant,
  provenNumber,
  refresh,
  report,
  requestCode,
  sendSignUp,
  signInOn,
} from './support/builders.ts'
import { newAddress } from './support/address.ts'
import {
  askForPayment,
  confirmPayment,
  deposit,
  executePayment,
  liveKey,
  referenceFor,
  refund,
} from './support/money.ts'
import { keptDaysOf } from './support/kept-days.ts'
import { addPasskey, passkeyLogIn, WITH_PASSKEYS } from './support/passkeys.ts'
import { COUNTS, MARKS, REMAINS, STRANGERS } from './support/remains.ts'
import { rows } from './support/together.ts'
import { useTestApi } from './support/use-test-api.ts'
import { everythingIn, readWhole, runJob, type WholeDatabase } from './support/whole-database.ts'

const DAY_MS = 24 * HOUR_MS
const the = useTestApi(WITH_PASSKEYS)
let key = ''
beforeAll(async () => {
  key = await liveKey(the.api)
})

type Person = Awaited<ReturnType<typeof lives>>

/** Collects where a remainder was found, for either kind of end. */
const found = new Set<string>()
/** Tables that had a row of a person. */
const used = new Set<string>()

const tell = (call: Promise<unknown>) => call.catch((error: unknown) => error)

/** The laptop shows a QR code, and the app scans it. */
async function byApp(mintid: string, cookie: string, bearer: string) {
  const { data } = await the.api.client('createAppLink', { body: { mintid } }, { cookie })
  const code = new URL(data.url).pathname.replace('/a/', '')
  await the.api.client('claimAppLink', { params: { code } }, { bearer })
  await the.api.client('matchAppLink', { params: { code }, body: { number: data.number } }, { bearer })
}

/** A payment is executed and partly refunded. */
async function pays(bearer: string) {
  const { id, mintid } = await askForPayment(the.api, key, { description: newId('buy') })
  await confirmPayment(the.api, mintid, bearer)
  await executePayment(the.api, mintid, bearer)
  await refund(the.api, key, id, 500, newId('key'))
}

/** Everything that a visitor can do before the identity check's outcome. */
async function lives() {
  the.api.place.address = newAddress()
  const [number, phone, laptop] = [newNumber(), newBrowser(), newBrowser()]
  await sendSignUp(the.api, number, OTHER_PIN, laptop)
  await sendSignUp(the.api, number, GOOD_PIN, phone)
  // An account ends the sign-ups of its number.
  if ((await rows(the.api, 'select 1 from registration')).length > 0) used.add('registration')
  const begun = await requestCode(the.api, number, GOOD_PIN, phone)
  await tell(the.api.client('resendCode', { body: { pinId: begun.pinId } }, begun))
  await tell(confirmCode(the.api, { ...begun, code: otherThan(begun.code) }))
  await confirmCode(the.api, begun)
  for (const browser of [laptop, phone]) await tell(passwordGrant(the.api, number, '1470', browser))
  await signInOn(the.api, laptop, number)
  const recoverPinToken = await provenNumber(the.api, number, phone)
  await the.api.client(
    'changePin',
    { body: { phone: digits(number), pin: OTHER_PIN, recoverPinToken } },
    { cookie: phone },
  )
  const first = await signInOn(the.api, phone, number, OTHER_PIN)
  const tokens = await refresh(the.api, first.refresh_token, phone)
  await signInOn(the.api, laptop, number, OTHER_PIN)
  const unfinished = await provenNumber(the.api, number, laptop)
  const half = await beginSignIn(the.api, number, OTHER_PIN, laptop)
  await tell(confirmCode(the.api, { ...half, code: otherThan(half.code) }))

  const bearer = tokens.access_token
  const passkey = await addPasskey(the.api, bearer)
  await passkeyLogIn(the.api, passkey.phone, {}, phone)
  await the.api.client('exportData', {}, { bearer })
  await deposit(the.api, await referenceFor(the.api, bearer), 2_500)
  await pays(bearer)
  await tell(sendSignUp(the.api, number))
  const intents = [await createIntent(the.api, { reference: newId('ref') }), await createMuseumIntent(the.api)]
  await byApp(intents[1]?.mintid ?? '', laptop, bearer)
  for (const { mintid } of intents) await beginCheck(the.api, bearer, { mintid })
  const { code } = await beginCheck(the.api, bearer)
  await report(the.api, code, 'MANUAL_REVIEW_REJECTED')
  const again = await beginCheck(the.api, bearer, { retry: '1' })
  await report(the.api, again.code, 'PENDING_MANUAL_REVIEW')
  const account = tokens.user_id
  const secrets = [digits(number), code, again.code, unfinished, half.bearer, bearer, tokens.refresh_token]
  secrets.push(documentHash(account))
  return {
    number,
    bearer,
    intents,
    account,
    code: again.code,
    browsers: [phone, laptop],
    /** Values that no column may ever contain. */
    unwritten: [...secrets, phone.slice(4), laptop.slice(4), ...intents.map(({ mintid }) => mintid)],
  }
}

/** Waits until the providers have their events, and the deliveries are recorded. */
const told = async (intents: Person['intents']) => {
  for (const { id } of intents) await the.api.world.until(() => the.api.world.eventsOf(id).length > 0)
  const open = () => rows(the.api, `select id from webhook_event where state <> 'delivered'`)
  await expect.poll(open).toEqual([])
}
const isGone = async (account: string) =>
  (await rows(the.api, 'select 1 from account where id = $1', [account])).length === 0

/** Its open requests end as cancelled. A clock that moves earlier lets them expire, if the other timer is the first. */
async function untilWithdrawn(account: string) {
  const open = `select id from intent where account_id = $1 and state in ('bound', 'reserved')`
  await expect.poll(() => rows(the.api, open, [account])).toEqual([])
}

/** The row of the document is deleted as soon as the account ends. */
async function proves({ code, account }: Person) {
  await report(the.api, code, 'COMPLETED', account)
  const kept = await rows(the.api, 'select 1 from proof_document where account_id = $1', [account])
  if (kept.length > 0) used.add('proof_document')
}

const ENDS = {
  'under age': async ({ code, account }: Person) => {
    await report(the.api, code, 'UNDERAGED')
    await expect.poll(() => isGone(account)).toBe(true)
  },
  'an adult reported under age': async (person: Person) => {
    const { code, account, bearer, intents } = person
    await proves(person)
    await the.api.client('confirmIntent', { params: { id: intents[0]?.mintid ?? '' }, body: {} }, { bearer })
    await report(the.api, code, 'UNDERAGED')
    await untilWithdrawn(account)
    the.api.clock.advance(30 * DAY_MS)
    await runJob(the.api, 'retention.sweep')
    await runJob(the.api, 'accounts.erase')
    await expect.poll(() => isGone(account)).toBe(true)
  },
  'a proof that was withdrawn': async (person: Person) => {
    await proves(person)
    await the.api.operate('account', 'proof', person.account, 'withdraw', '--reason', 'vendor')
    const marked = await rows(the.api, 'select 1 from proof_withdrawal where account_id = $1', [person.account])
    if (marked.length > 0) used.add('proof_withdrawal')
    await report(the.api, person.code, 'UNDERAGED')
    await expect.poll(() => isGone(person.account)).toBe(true)
  },
  'the own wish': async (person: Person) => {
    const { account, bearer, intents, browsers } = person
    await proves(person)
    await the.api.client('confirmIntent', { params: { id: intents[0]?.mintid ?? '' }, body: {} }, { bearer })
    await the.api.client('deleteAccount', { body: { pin: OTHER_PIN } }, { bearer, cookie: browsers[0] })
    await expect.poll(() => isGone(account)).toBe(true)
  },
}

async function ends(how: keyof typeof ENDS, person: Person) {
  await ENDS[how](person)
  await told(person.intents)
  const onTheWay = () => rows(the.api, `select id from return_order where state <> 'sent'`)
  await expect.poll(onTheWay).toEqual([])
}

async function untilVendorErased() {
  await expect.poll(() => rows(the.api, 'select 1 from vendor_erasure')).toEqual([])
}

/** The outcome of an SMS is stored after its answer. */
async function untilSent() {
  const unsent = () => rows(the.api, `select id from sms_message where state in ('waiting', 'sending')`)
  await expect.poll(unsent).toEqual([])
}

/** "table.column" of every new value, and tables with changed rows. */
/** Runs of jobs, and how calls to partners went, name no person. */
const isRuns = (name: string) => /^(?:job_run|failure_streak|sweep_walk)\b/.test(name)

function newSince(before: WholeDatabase, after: WholeDatabase) {
  const known = new Set([...before.values.values()].flatMap((values) => [...values]))
  const ours = [...after.values].filter(([column]) => !isRuns(column))
  const fresh = ours.map(([column, values]) => ({ column, values: [...values].filter((value) => !known.has(value)) }))
  const others = [...after.rows].filter(
    ([table, all]) => !isRuns(table) && [...all].some((row) => !before.rows.get(table)?.has(row)),
  )
  return {
    values: new Set(fresh.flatMap(({ values }) => values)),
    columns: fresh.filter(({ values }) => values.length > 0).map(({ column }) => column),
    tables: others.map(([table]) => table),
  }
}
const columnsWith = (whole: WholeDatabase, values: ReadonlySet<string>) =>
  [...whole.values].filter(([, found]) => [...found].some((value) => values.has(value))).map(([column]) => column)

// The last test looks at what the others found.
describe('the end of an account', { shuffle: false }, () => {
  test.each(Object.keys(ENDS) as (keyof typeof ENDS)[])(
    'The end of an account (%s) leaves what is listed, each for its time, and nothing else [ACCOUNT-04 AGE-03 ACCOUNT-03]',
    async (how) => {
      // An earlier visitor leaves the values that all rows have in common; another visitor stays.
      await ends(how, await lives())
      the.api.clock.advance(2 * HOUR_MS)
      await runJob(the.api, 'intents.count')
      const staying = await lives()
      await proves(staying)
      for (const { mintid } of staying.intents)
        await the.api.client('confirmIntent', { params: { id: mintid }, body: {} }, { bearer: staying.bearer })
      await told(staying.intents)
      await untilSent()
      const before = await readWhole(the.api)
      const held = () => rows(the.api, 'select * from account where id = $1', [staying.account])
      const heldBefore = await held()

      const person = await lives()
      const alive = await readWhole(the.api)
      const [{ phone_idx, phone_enc } = {}] = await rows(
        the.api,
        `select encode(phone_idx, 'hex') as phone_idx, phone_enc from account where id = $1`,
        [person.account],
      )
      const names = [...person.unwritten, person.account, String(phone_enc)]
      const { values: ofPerson, tables: touched } = newSince(before, alive)
      const hashes = person.browsers.map((cookie) => `\\x${tokenHash(cookie.slice(4)).toString('hex')}`)
      expect([person.account, ...hashes].filter((known) => !ofPerson.has(known))).toEqual([])
      the.api.vendor.answers.status = 503
      await ends(how, person)
      for (const table of [...touched, ...newSince(before, await readWhole(the.api)).tables]) used.add(table)
      the.api.vendor.answers.status = 200
      the.api.clock.advance(10 * MINUTE_MS)
      await untilVendorErased()
      await untilSent()

      const unlisted: string[] = []
      const from = the.api.clock.now().getTime()
      for (const days of [0, ...new Set(REMAINS.map((one) => one.days).filter(Number.isFinite))].sort(
        (a, b) => a - b,
      )) {
        the.api.clock.advance(from + days * DAY_MS + MINUTE_MS - the.api.clock.now().getTime())
        await runJob(the.api, 'intents.count')
        await runJob(the.api, 'retention.sweep')
        // The service hears of each check that ends by its age, too.
        await untilVendorErased()
        const whole = await readWhole(the.api)
        const { columns, tables } = newSince(before, whole)
        const left = REMAINS.filter((one) => one.days > days)
        const listed = left.flatMap((one) => one.columns)
        for (const column of [...columns, ...columnsWith(whole, ofPerson)]) {
          found.add(column)
          if (listed.includes(column)) continue
          unlisted.push(`${column} after ${days} days`)
        }
        const expected = [...COUNTS, ...listed.map((column) => column.slice(0, column.lastIndexOf('.')))]
        unlisted.push(...tables.filter((table) => !expected.includes(table)))
        // Nothing of proofs of age is left by then.
        if (days > 90) expect(person.intents.filter(({ id }) => whole.values.get('intent.id')?.has(id))).toEqual([])
        const all = everythingIn(whole)
        const gone = days < 1 ? names : [...names, String(phone_idx)]
        expect(gone.filter((name) => all.includes(name))).toEqual([])
      }
      const allAlive = everythingIn(alive)
      expect(person.unwritten.filter((secret) => allAlive.includes(secret))).toEqual([])
      expect(allAlive).toContain(phone_idx)
      expect(await held()).toEqual(heldBefore)
      expect(unlisted).toEqual([])
    },
  )

  test('The test of erasure covers every table, its list has no stale entry, and the security page and visitors read all of it [ACCOUNT-04 ACCOUNT-14]', async () => {
    const columns = REMAINS.flatMap((one) => one.columns)
    expect(columns.filter((column) => !found.has(column))).toEqual([])
    const tablesOfAll = [...(await readWhole(the.api)).rows.keys()]
    expect(tablesOfAll.filter((table) => !used.has(table) && ![...COUNTS, ...STRANGERS].includes(table))).toEqual([])
    const named = new Set(AFTER_ERASURE.flatMap(({ tables }) => tables))
    const tableOf = (column = '') => column.slice(0, column.lastIndexOf('.'))
    const tables = new Set(columns.map(tableOf))
    expect([...tables].filter((table) => !named.has(table))).toEqual([])
    const ofVisitors = REMAINS.filter(({ why }) => why !== MARKS)
    const tooLong = ofVisitors.filter(({ columns: [column], days }) => days > keptDaysOf(tableOf(column)) + 1)
    expect(tooLong).toEqual([])
  })
})
