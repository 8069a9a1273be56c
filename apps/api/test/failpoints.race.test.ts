import { api as endpoints, MINUTE_MS, type OperationName, SECOND_MS } from '@avouch/contract'
import { beforeAll, describe, expect, test } from 'vitest'
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
import { isSoak, soak } from './support/soak.ts'
import { Refusal } from './support/test-client.ts'
import { rows } from './support/together.ts'
import { useTestApi } from './support/use-test-api.ts'
import { runJob } from './support/whole-database.ts'

const the = useTestApi()
/** Every which store call fails. */
const STRIDE = soak(13, 1)
/** Ends the process as well, so that nothing in its memory helps the next one. */
const RESTARTS = soak(0, 1) === 1
/** A call that is done and whose answer is lost leaves more behind than one that is not done. */
const TIMES: When[] = isSoak ? ['before', 'after'] : ['after']
/** No act has so many. */
const MOST = 60

/**
 * The call, what a caller without an answer does then, and what has to hold in the end. A caller who was refused once is
 * refused or answered by the same rules as every other.
 */
type Act = {
  act: (isFired: () => boolean) => Promise<unknown>
  again?: () => Promise<unknown>
  holds: () => Promise<void>
}
type Case = { name: string; operation?: OperationName; begin: () => Promise<Act>; atLeast: number }

let key = ''
beforeAll(async () => {
  key = await liveKey(the.api)
})

const CODE = 'select phone_idx from sms_code where id = $1'
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

const paymentCase = (operation: keyof typeof pays, name: string): Case => ({
  name,
  operation,
  atLeast: 3,
  async begin() {
    const { bearer } = await payer(the.api, 5_000)
    const intent = await askForPayment(the.api, key)
    if (operation === 'executePayment') await confirmPayment(the.api, intent.mintid, bearer)
    return { act: () => pays[operation](the.api, intent.mintid, bearer), holds: () => isPaidOnce(bearer, intent) }
  },
})

const CASES: readonly Case[] = [
  {
    name: 'a sign-up',
    operation: 'signup',
    atLeast: 3,
    async begin() {
      const number = newNumber()
      const act = () => sendSignUp(the.api, number)
      return { act, holds: async () => expect(await logsIn(number)).toMatch(/^usr_/) }
    },
  },
  {
    name: 'the request for a code',
    operation: 'resendCode',
    atLeast: 3,
    async begin() {
      const number = newNumber()
      await sendSignUp(the.api, number)
      const bearer = await passwordGrant(the.api, number, GOOD_PIN)
      const ask = async () => (await the.api.client('resendCode', { body: {} }, { bearer })).data.pinId
      return {
        act: ask,
        async holds() {
          // Within the cool-down the code that was sent is named once more, and no other SMS goes out.
          const pinId = await ask()
          const code = await codeArrives(number, pinId)
          expect((await confirmCode(the.api, { bearer, pinId, code })).user_id).toMatch(/^usr_/)
        },
      }
    },
  },
  {
    name: 'the code of a sign-up',
    operation: 'verifyCode',
    atLeast: 5,
    async begin() {
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
  },
  {
    name: 'number and PIN of a log-in',
    operation: 'prelogin',
    atLeast: 3,
    async begin() {
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
  },
  {
    name: 'the code of a reset',
    operation: 'recoverVerify',
    atLeast: 3,
    async begin() {
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
  },
  {
    name: 'another PIN',
    operation: 'changePin',
    atLeast: 5,
    async begin() {
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
  },
  {
    name: 'a report of the identity check',
    operation: 'kycCallback',
    atLeast: 4,
    async begin() {
      const { bearer } = await registered(the.api)
      const intent = await createIntent(the.api)
      const { code } = await beginCheck(the.api, bearer, { mintid: intent.mintid })
      const message = vendorMessage(the.api, code, 'COMPLETED')
      return {
        act: () => accepted(sendCallback(the.api, message)),
        async holds() {
          expect((await the.api.client('kycStatus', {}, { bearer })).data.result.status).toBe('COMPLETED')
          expect(
            (await the.api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, { bearer })).status,
          ).toBe(200)
          await hearsOnce(intent.id, 'yes')
        },
      }
    },
  },
  {
    name: 'a confirmation',
    operation: 'confirmIntent',
    atLeast: 3,
    async begin() {
      const { bearer } = await registered(the.api)
      const intent = await createIntent(the.api)
      const { code } = await beginCheck(the.api, bearer, { mintid: intent.mintid })
      await accepted(sendCallback(the.api, vendorMessage(the.api, code, 'COMPLETED')))
      const act = () => the.api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, { bearer })
      return { act, holds: () => hearsOnce(intent.id, 'yes') }
    },
  },
  {
    name: 'a message of the bank',
    operation: 'bankCallback',
    atLeast: 3,
    async begin() {
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
  },
  paymentCase('confirmPayment', 'the reservation of a payment'),
  paymentCase('executePayment', 'the execution of a payment'),
  {
    name: 'the end of an account',
    operation: 'deleteAccount',
    atLeast: 3,
    async begin() {
      const { number, pin, bearer, tokens } = await registered(the.api)
      const act = () => the.api.client('deleteAccount', { body: { pin } }, { bearer })
      return {
        act,
        // The session ends with the account: a caller without an answer is not signed in any more.
        again: () => act().catch((error: unknown) => expect((error as Refusal).status).toBe(401)),
        async holds() {
          await runJob(the.api, 'retention.sweep')
          await expect.poll(() => accountsLike(tokens.user_id ?? '')).toBe(0)
          expect((await registered(the.api, number)).tokens.user_id).not.toBe(tokens.user_id)
        },
      }
    },
  },
  {
    name: 'what the server does for a website beside requests',
    atLeast: 3,
    async begin() {
      let id = ''
      const act = async (isFired: () => boolean) => {
        id = (await answeredTest(the.api)).id
        await expect.poll(async () => isFired() || (await settled(id)()) === 1).toBe(true)
      }
      return { act, holds: () => hearsOnce(id, 'yes') }
    },
  },
  {
    name: 'the erasure of an account',
    atLeast: 3,
    async begin() {
      const { bearer, tokens } = await registered(the.api)
      const id = tokens.user_id ?? ''
      const act = async (isFired: () => boolean) => {
        await the.api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer })
        await expect.poll(async () => isFired() || (await accountsLike(id)) === 0).toBe(true)
      }
      return {
        act,
        async holds() {
          // A failed call may be under way still.
          await runJob(the.api, 'retention.sweep')
          await expect.poll(() => accountsLike(id)).toBe(0)
        },
      }
    },
  },
]

/** @returns whether there was an n-th store call */
async function round({ operation, begin }: Case, n: number, when: When): Promise<boolean> {
  the.api.place.address = newAddress()
  const { act, again = () => act(() => false), holds } = await begin()
  const route = operation === undefined ? undefined : endpoints[operation].path
  const { fired, error } = await failingAt({ route, n, when }, act)
  if (!fired) return false
  if (error !== undefined) {
    // A call that is not acknowledged is refused as one that may be tried again, and in no other way.
    expect(error).toMatchObject({ status: 503 })
    if (RESTARTS) await the.api.restart()
    await again()
  } else if (RESTARTS) await the.api.restart()
  await holds()
  return true
}

describe.each(CASES)('$name', (one) => {
  test.each(TIMES)(
    'Any store call may fail %s it is done: nothing acknowledged is lost or half done, and a new try finishes it [OPS-28]',
    { timeout: 900_000 },
    async (when) => {
      let n = 1
      while (n < MOST && (await round(one, n, when))) n += STRIDE
      expect(n).toBeGreaterThan(one.operation === undefined ? 1 : Math.min(one.atLeast, STRIDE))
    },
  )
})

test('After the failed store calls the audit trail and the books are whole [OPS-28]', async () => {
  for (const noun of ['audit', 'ledger']) expect((await the.api.command(noun, 'verify')).exitCode).toBe(0)
})
