import { api as endpoints, HOUR_MS, MINUTE_MS, type OperationName, SECOND_MS } from '@avouch/contract'
import { beforeAll, expect, test } from 'vitest'
import { newAddress } from './support/address.ts'
import {
  answeredTest,
  beginCheck,
  beginSignIn,
  confirmCode,
  createIntent,
  digits,
  GOOD_PIN,
  newBrowser,
  newNumber,
  OTHER_PIN,
  otherThan,
  passwordGrant,
  provenNumber,
  registered,
  sendCallback,
  sendSignUp,
  signUp,
  vendorMessage,
} from './support/builders.ts'
import { failingAt, type When } from './support/failpoint.ts'
import {
  askForPayment,
  bankMessage,
  confirmPayment,
  executePayment,
  liveKey,
  payer,
  referenceFor,
  sendToBankCallback,
  walletOf,
} from './support/money.ts'
import { pinCount } from './support/pin-count.ts'
import { isSoak, soak } from './support/soak.ts'
import { Refusal } from './support/test-client.ts'
import { rows } from './support/together.ts'
import { useTestApi } from './support/use-test-api.ts'
import { runJob } from './support/whole-database.ts'

const the = useTestApi()
/** Every which store call fails. */
const STRIDE = soak(13, 1)
/** A call that is done and whose answer is lost leaves more behind than one that is not done. */
const TIMES: When[] = isSoak ? ['before', 'after'] : ['after']
/** No act has so many; beside requests there is no end. */
const MOST = soak(30, 60)

/**
 * The call, what a caller without an answer does then, and what has to hold in the end. A caller who was refused once is
 * refused or answered by the same rules as every other.
 */
type Act = {
  act: (isFired: () => boolean) => Promise<unknown>
  again?: () => Promise<unknown>
  holds: () => Promise<void>
}

let key = ''
beforeAll(async () => {
  key = await liveKey(the.api)
})

const CODE = 'select phone_idx, guess_level from sms_code where id = $1'
const counted = async (text: string, values: unknown[]) => (await rows(the.api, text, values)).length
const accountsLike = (id: string) => counted('select 1 from account where id = $1', [id])
const settled = (intentId: string) => () =>
  counted(`select 1 from webhook_event where intent_id = $1 and state = 'delivered'`, [intentId])
const accepted = async (response: Promise<Response>) => {
  const answer = await response
  await answer.text()
  if (!answer.ok) throw new Refusal(answer.status, {}, answer.headers)
}

/** An SMS whose process died is sent by the next one that looks, once its claim is over. @returns its code, of which there is one SMS */
async function codeArrives(number: string, pinId: string): Promise<string> {
  const sent = () =>
    new Set(the.api.world.sentTo(number).flatMap(({ idempotency_key: key }) => (key.startsWith(pinId) ? [key] : [])))
  await expect
    .poll(() => {
      if (sent().size === 0) the.api.clock.advance(3 * SECOND_MS)
      return sent().size
    })
    .toBe(1)
  return the.api.world.codeFor(number)
}

/** Signed in with number, PIN and a new code, whatever happened before. */
async function logsIn(number: string, pin = GOOD_PIN): Promise<string> {
  the.api.clock.advance(5 * MINUTE_MS)
  return (await confirmCode(the.api, await beginSignIn(the.api, number, pin))).user_id ?? ''
}

/** Exactly one event, however often it was sent. */
async function hearsOnce(intentId: string, result: 'yes' | 'no'): Promise<void> {
  // Longer than a claim on an event lasts.
  if ((await settled(intentId)()) === 0) the.api.clock.advance(MINUTE_MS + SECOND_MS)
  await expect.poll(settled(intentId)).toBe(1)
  const events = the.api.world.eventsOf(intentId)
  expect(new Set(events.map(({ id }) => id)).size).toBe(1)
  expect(new Set(events.map(({ event }) => event.data.result))).toEqual(new Set([result]))
}

/** A visitor in the identity check, which has this to tell. */
async function checking(outcome: 'COMPLETED' | 'UNDERAGED') {
  const { bearer, tokens } = await registered(the.api)
  const intent = await createIntent(the.api)
  const { code } = await beginCheck(the.api, bearer, { mintid: intent.mintid })
  const message = vendorMessage(the.api, code, outcome)
  return { bearer, intent, account: tokens.user_id ?? '', tell: () => accepted(sendCallback(the.api, message)) }
}
const confirm = ({ mintid }: { mintid: string }, bearer: string) =>
  the.api.client('confirmIntent', { params: { id: mintid }, body: {} }, { bearer })

async function rightBooks(): Promise<void> {
  const unbalanced = `
    select entry_id from ledger_line group by entry_id having sum(amount) <> 0
    union all
    select a.id from ledger_account a left join ledger_line l on l.account_id = a.id
    group by a.id, a.balance having a.balance <> coalesce(sum(l.amount), 0)`
  expect(await rows(the.api, unbalanced)).toEqual([])
}

const pays = { confirmPayment, executePayment }

async function isPaidOnce(bearer: string, { id, mintid }: { id: string; mintid: string }): Promise<void> {
  await confirmPayment(the.api, mintid, bearer)
  await executePayment(the.api, mintid, bearer)
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 3_001, reserved: 0 })
  const moved = await rows(the.api, 'select kind from ledger_entry where intent_id = $1 order by seq', [id])
  expect(moved).toEqual([{ kind: 'reservation' }, { kind: 'payment' }])
  await rightBooks()
}

const paying = (operation: keyof typeof pays) => async () => {
  const { bearer } = await payer(the.api, 5_000)
  const intent = await askForPayment(the.api, key)
  if (operation === 'executePayment') await confirmPayment(the.api, intent.mintid, bearer)
  return { act: () => pays[operation](the.api, intent.mintid, bearer), holds: () => isPaidOnce(bearer, intent) }
}

/** Each with the operation whose store calls fail; without one those that the server makes beside requests. */
const CASES: Readonly<Record<string, () => Promise<Act>>> = {
  'a sign-up (signup)': async () => {
    const number = newNumber()
    const act = () => sendSignUp(the.api, number)
    return { act, holds: async () => expect(await logsIn(number)).toMatch(/^usr_/) }
  },
  'the code of a sign-up (verifyCode)': async () => {
    const begun = await signUp(the.api)
    let session: string | undefined
    const act = async () => {
      session = (await confirmCode(the.api, begun)).access_token
    }
    return {
      act,
      // A code counts once: who got no session then logs in.
      again: () => act().catch((error: unknown) => expect((error as Refusal).status).toBeLessThan(500)),
      async holds() {
        if (session !== undefined) expect((await the.api.client('me', {}, { bearer: session })).status).toBe(200)
        expect(await accountsLike(await logsIn(begun.number))).toBe(1)
        const { phone_idx: phoneIdx } = (await rows(the.api, CODE, [begun.pinId]))[0] ?? {}
        expect(await counted('select 1 from registration where phone_idx = $1', [phoneIdx])).toBe(0)
      },
    }
  },
  'number and PIN of a log-in (prelogin)': async () => {
    const { number, pin } = await registered(the.api)
    const ask = async () =>
      (await the.api.client('prelogin', { body: { phone: digits(number), pin } })).data?.pinId ?? ''
    return {
      act: ask,
      async holds() {
        const pinId = await ask()
        const code = await codeArrives(number, pinId)
        const bearer = await passwordGrant(the.api, number, pin)
        expect((await confirmCode(the.api, { bearer, pinId, code })).user_id).toMatch(/^usr_/)
      },
    }
  },
  'the code of a reset (recoverVerify)': async () => {
    const { number } = await registered(the.api)
    const cookie = newBrowser()
    const asked = { phone: digits(number), language: 'en' } as const
    const { data } = await the.api.client('recoverCode', { body: asked }, { cookie })
    const body = { pinId: data?.pinId ?? '', code: the.api.world.codeFor(number) }
    const prove = async () => (await the.api.client('recoverVerify', { body }, { cookie })).data.recoverPinToken
    return {
      act: prove,
      // The browser that lost its answer gets the same once more.
      async holds() {
        const change = { phone: digits(number), pin: OTHER_PIN, recoverPinToken: await prove() }
        expect((await the.api.client('changePin', { body: change }, { cookie })).status).toBe(200)
        expect(await logsIn(number, OTHER_PIN)).toMatch(/^usr_/)
      },
    }
  },
  'another PIN (changePin)': async () => {
    const { number, bearer } = await registered(the.api)
    const body = { phone: digits(number), pin: OTHER_PIN, recoverPinToken: await provenNumber(the.api, number) }
    const act = () => the.api.client('changePin', { body })
    return {
      act,
      // Its token counts once: a caller without an answer tries the new PIN.
      again: () => act().catch((error: unknown) => expect((error as Refusal).code).toBe('wrong_verification')),
      async holds() {
        await expect(the.api.client('me', {}, { bearer })).rejects.toMatchObject({ status: 401 })
        await expect(passwordGrant(the.api, number, GOOD_PIN)).rejects.toMatchObject({ code: 'invalid_grant' })
        expect(await logsIn(number, OTHER_PIN)).toMatch(/^usr_/)
      },
    }
  },
  'a report of the identity check (kycCallback)': async () => {
    const { bearer, intent, tell } = await checking('COMPLETED')
    return {
      act: tell,
      async holds() {
        expect((await the.api.client('kycStatus', {}, { bearer })).data.result.status).toBe('COMPLETED')
        expect((await confirm(intent, bearer)).status).toBe(200)
        await hearsOnce(intent.id, 'yes')
      },
    }
  },
  'a report of somebody under age (kycCallback)': async () => {
    const { intent, tell, account } = await checking('UNDERAGED')
    return {
      act: tell,
      async holds() {
        await runJob(the.api, 'accounts.erase')
        await hearsOnce(intent.id, 'no')
        await expect.poll(() => accountsLike(account)).toBe(0)
      },
    }
  },
  'a confirmation (confirmIntent)': async () => {
    const { bearer, intent, tell } = await checking('COMPLETED')
    await tell()
    return { act: () => confirm(intent, bearer), holds: () => hearsOnce(intent.id, 'yes') }
  },
  'a message of the bank (bankCallback)': async () => {
    const { bearer } = await registered(the.api)
    const message = bankMessage(the.api, await referenceFor(the.api, bearer), 5_000)
    return {
      act: () => accepted(sendToBankCallback(the.api, message)),
      async holds() {
        expect(await walletOf(the.api, bearer)).toMatchObject({ available: 5_000, reserved: 0 })
        await rightBooks()
      },
    }
  },
  'the reservation of a payment (confirmPayment)': paying('confirmPayment'),
  'the execution of a payment (executePayment)': paying('executePayment'),
  'the end of an account (deleteAccount)': async () => {
    const { number, pin, bearer, tokens } = await registered(the.api)
    const ask = { headers: { prefer: 'return=representation' }, body: { pin } }
    // The access token of a deletion that has begun gets the lost answer.
    const act = () => the.api.client('deleteAccount', ask, { bearer })
    return {
      act,
      async holds() {
        const token = (await act()).data?.deletion ?? ''
        await runJob(the.api, 'retention.sweep')
        await expect.poll(() => accountsLike(tokens.user_id ?? '')).toBe(0)
        const { data } = await the.api.client('readDeletion', { body: { token } })
        expect(data).toMatchObject({ account: 'erased', vendor: 'none', money: 'none' })
        expect((await registered(the.api, number)).tokens.user_id).not.toBe(tokens.user_id)
      },
    }
  },
  'what the server does for a website beside requests': async () => {
    let id = ''
    const act = async (isFired: () => boolean) => {
      id = (await answeredTest(the.api)).id
      await expect.poll(async () => isFired() || (await settled(id)()) === 1).toBe(true)
    }
    return { act, holds: () => hearsOnce(id, 'yes') }
  },
  'the erasure of an account': async () => {
    const { bearer, tokens } = await registered(the.api)
    const id = tokens.user_id ?? ''
    const act = async (isFired: () => boolean) => {
      await the.api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer })
      await expect.poll(async () => isFired() || (await accountsLike(id)) === 0).toBe(true)
    }
    return {
      act,
      async holds() {
        // A failed run may be under way still.
        const erased = () => runJob(the.api, 'accounts.erase').then(() => accountsLike(id), String)
        await expect.poll(erased).toBe(0)
      },
    }
  },
}

/** @returns whether there was an n-th store call */
async function round(name: string, begin: () => Promise<Act>, n: number, when: When): Promise<boolean> {
  the.api.place.address = newAddress()
  const { act, again = () => act(() => false), holds } = await begin()
  const operation = /\((\w+)\)/.exec(name)?.[1] as OperationName | undefined
  const route = operation && endpoints[operation].path
  const { fired, error } = await failingAt({ route, n, when }, act)
  if (!fired) return false
  if (error !== undefined) {
    // A call that is not acknowledged is refused as one that may be tried again, and in no other way.
    expect(error).toMatchObject({ status: 503 })
    await again()
  }
  await holds()
  return true
}

test.each(Object.entries(CASES))(
  'Any store call of %s may fail: nothing acknowledged is lost or half done, and a new try finishes it [OPS-28]',
  { timeout: 900_000 },
  async (name, begin) => {
    for (const when of TIMES) {
      let n = 1
      while (n < MOST && (await round(name, begin, n, when))) n += STRIDE
      expect(n).toBeGreaterThan(1)
    }
  },
)

const DIGITS_STEP_MS = (24 * HOUR_MS) / 5
const GUESSES = {
  PIN: {
    operation: 'prelogin',
    most: 10,
    begin: async () => {
      const { number, tokens } = await registered(the.api)
      const guess = (pin: string) =>
        the.api.client('prelogin', { body: { phone: digits(number), pin } }, { address: newAddress() })
      const counted = () => pinCount(the.api, 'pin_failures', tokens.user_id ?? '')
      return { wrong: () => guess(OTHER_PIN), right: () => guess(GOOD_PIN), counted }
    },
  },
  code: {
    operation: 'verifyCode',
    most: 5,
    begin: async () => {
      const begun = await signUp(the.api)
      const wrong = () => confirmCode(the.api, { ...begun, code: otherThan(begun.code) })
      const counted = async () => {
        const [{ guess_level: level } = {}] = await rows(the.api, CODE, [begun.pinId])
        return Math.max(0, Math.ceil((Number(level) - the.api.clock.now().getTime()) / DIGITS_STEP_MS))
      }
      return { wrong, right: () => confirmCode(the.api, begun), counted }
    },
  },
} as const

test.each(Object.entries(GUESSES))(
  'A wrong %s that is counted stays so when the answer to its call is lost [OPS-28 DEVICE-02]',
  async (_what, { operation, most, begin }) => {
    const kept: number[] = []
    for (let [isFired, n] = [true, 1]; isFired; n += soak(2, 1)) {
      const { wrong, right, counted } = await begin()
      isFired = (
        await failingAt({ route: endpoints[operation].path, n, when: 'after' }, async () => void (await wrong()))
      ).fired
      const before = await counted()
      kept.push(before)
      for (let i = before; i < most; i++) await expect(wrong()).rejects.toBeInstanceOf(Refusal)
      await expect(right()).rejects.toBeInstanceOf(Refusal)
    }
    expect(kept.toSorted((one, other) => one - other)).toEqual(kept)
    expect([kept.length > 2, kept.at(-1)]).toEqual([true, 1])
  },
)

test('After the failed store calls the audit trail and the books are whole [OPS-28]', async () => {
  for (const noun of ['audit', 'ledger']) expect((await the.api.command(noun, 'verify')).exitCode).toBe(0)
})
