import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { digits, GOOD_PIN, newBrowser, newNumber } from '../support/builders.ts'
import { newAddress } from '../support/address.ts'
import { createTestClient } from '../support/test-client.ts'
import { partnerMessage } from '../support/wire.ts'
import type { Gateway } from './gateway.ts'

/** Screens of the web that a visitor opens until the check. */
const PAGES = ['/', '/auth/prompt', '/auth/register'] as const
const POLLS = 3

export type Recorded = { step: string; at: number; ms: number; error: string | undefined }
/** What was answered with success, so that it has to last. */
export type Acknowledged = { numbers: string[]; intents: { id: string; confirmed: boolean }[] }

type World = {
  url: string
  apiKey: string
  callbackSecret: string
  gateway: Gateway
  thinkMs: number
  record: (recorded: Recorded) => void
  acknowledged: Acknowledged
}
/** Who has an account already. */
export type Returning = { number: string; cookie: string; pin: string }

/** The steps of visitors, each timed; what a step refuses ends the journey. */
export function createJourneys(world: World) {
  const { url, apiKey, gateway, thinkMs, acknowledged } = world

  async function step<T>(name: string, call: () => Promise<T>): Promise<T> {
    const from = performance.now()
    const record = (error: string | undefined) =>
      world.record({ step: name, at: from, ms: performance.now() - from, error })
    try {
      const answer = await call()
      record(undefined)
      return answer
    } catch (error) {
      const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
      record(cause?.code ?? cause?.message ?? message)
      throw error
    }
  }

  /** Once, twice or half as long as is usual. */
  const think = () => pause(thinkMs * 2 ** (2 * Math.random() - 1))

  async function page(path: string, address: string): Promise<void> {
    const answer = await fetch(url + path, { headers: { accept: 'text/html', 'x-forwarded-for': address } })
    await answer.text()
    if (answer.status !== 200) throw new Error(`${answer.status} as a page`)
  }

  function visitor() {
    const [address, cookie] = [newAddress(), newBrowser()]
    return { address, cookie, client: createTestClient(url, () => address, { saw: () => {} }) }
  }
  type Client = ReturnType<typeof visitor>['client']

  /** Number and PIN are typed in, then the code of the SMS. */
  async function codeAndSession(client: Client, who: Returning, what: string, sms = gateway.next(who.number)) {
    const { number, cookie, pin } = who
    const body = { grant_type: 'password', username: digits(number), password: pin } as const
    const granted = await step(`${what}: token`, () => client('token', { body }, { cookie }))
    const bearer = granted.data.access_token
    const sent = await step(`${what}: code sent`, () => client('resendCode', { body: {} }, { bearer, cookie }))
    const code = await step(`${what}: SMS arrives`, () => sms)
    await think()
    const typed = { pinId: sent.data.pinId, code }
    return step(`${what}: code typed in`, () => client('verifyCode', { body: typed }, { bearer, cookie }))
  }

  return {
    /** From a website's request to the answer that it fetches. */
    async newcomer(): Promise<void> {
      const { client, address, cookie } = visitor()
      const [number, pin] = [newNumber(), GOOD_PIN]
      const request = { headers: {}, body: { redirect_uri: `${gateway.url}/return` } }
      const created = await step('website: request', () => client('createIntent', request, { bearer: apiKey }))
      const { id, mintid } = created.data
      const intent = { id, confirmed: false }
      acknowledged.intents.push(intent)
      for (const path of PAGES) {
        await step(`page ${path}`, () => page(`${path}?mintid=${mintid}`, address))
        await think()
      }
      await step('number check', () => client('validatePhone', { body: { phone_number: digits(number) } }, { cookie }))
      const registration = {
        phone: digits(number),
        password: pin,
        language: 'en',
        data_collection_consent: false,
      } as const
      await step('sign-up', () => client('signup', { body: registration }, { cookie }))
      const session = await codeAndSession(client, { number, cookie, pin }, 'sign-up')
      acknowledged.numbers.push(number)
      const who = { bearer: session.data.access_token, cookie }

      const begun = await step('check begins', () => client('kycInit', { query: { mintid } }, who))
      const poll = () => step('status poll', () => client('kycStatus', {}, who))
      for (let n = 0; n < POLLS; n++) {
        await think()
        await poll()
      }
      await step('outcome reported', () => report(begun.data.data.code))
      await poll()
      await step('confirmation', () => client('confirmIntent', { params: { id: mintid }, body: {} }, who))
      intent.confirmed = true
      await step('website: answer', () => client('readIntent', { params: { id } }, { bearer: apiKey }))
    },

    /** A visitor with an account comes back and looks at it. */
    async returning(person: Returning): Promise<void> {
      const { client, address } = visitor()
      await step('page /auth/login', () => page('/auth/login', address))
      await think()
      const body = { phone: digits(person.number), pin: person.pin }
      // Number and PIN send the code already.
      const sms = gateway.next(person.number)
      await step('log-in: number and PIN', () => client('prelogin', { body }, { cookie: person.cookie }))
      const session = await codeAndSession(client, person, 'log-in', sms)
      const who = { bearer: session.data.access_token, cookie: person.cookie }
      await step('profile', () => client('me', {}, who))
    },

    /** What was acknowledged and is not there: each with a line. */
    async lost(): Promise<string[]> {
      const client = createTestClient(url, newAddress, { saw: () => {} })
      const problems: string[] = []
      for (const { id, confirmed } of acknowledged.intents) {
        const found = await client('readIntent', { params: { id } }, { bearer: apiKey }).catch(() => undefined)
        if (found === undefined) problems.push(`the request ${id} is gone`)
        else if (confirmed && found.data.status !== 'confirmed')
          problems.push(`${id} is ${found.data.status}, not confirmed`)
      }
      for (const number of acknowledged.numbers) {
        const body = { phone: digits(number), pin: GOOD_PIN }
        const known = await client('prelogin', { body }, { cookie: newBrowser() }).catch(
          (error: Error) => error.message,
        )
        if (typeof known === 'string') problems.push(`an account that was confirmed: ${known}`)
      }
      return problems
    },
  }

  async function report(tc: string): Promise<void> {
    const at = new Date()
    const body = JSON.stringify({
      type: 'check.updated',
      timestamp: at.toISOString(),
      data: { tc, status: 'COMPLETED' },
    })
    const message = partnerMessage(body, { id: `msg_${randomUUID()}`, at, secret: world.callbackSecret })
    const answer = await fetch(`${url}/api/idcheck/callback`, { method: 'POST', ...message })
    await answer.text()
    if (!answer.ok) throw new Error(`${answer.status} to a report`)
  }
}
export type Journeys = ReturnType<typeof createJourneys>
