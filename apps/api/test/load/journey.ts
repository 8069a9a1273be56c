import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { newAddress } from '../support/address.ts'
import { digits } from '../support/builders.ts'
import { createTestClient } from '../support/test-client.ts'
import { partnerMessage } from '../support/wire.ts'
import type { Site, World } from './site.ts'
import { createVisitor } from './visitor.ts'

/** Screens of the web that a visitor opens until the check. */
const PAGES = ['/', '/auth/prompt', '/auth/register']

export type Recorded = { step: string; at: number; ms: number; error: string | undefined }
type Setup = { site: Site; world: World; thinkMs: number; record: (recorded: Recorded) => void }
type Visitor = ReturnType<typeof createVisitor>

/** The steps of visitors, each timed; a step that is refused ends the journey. */
export function createJourneys({ site, world, thinkMs, record }: Setup) {
  const website = { bearer: site.apiKey() }
  const client = createTestClient(site.url, newAddress, { saw: () => {} })
  /** Answered with success, so that it has to last. */
  const accounts: string[] = []
  const intents: { id: string; confirmed: boolean }[] = []
  /** Free for another log-in. */
  const known: Visitor[] = []

  async function step<T>(name: string, call: () => Promise<T>): Promise<T> {
    const at = performance.now()
    const ended = (error?: string) => record({ step: name, at, ms: performance.now() - at, error })
    try {
      const answer = await call()
      ended()
      return answer
    } catch (error) {
      const { cause, message } = error as Error & { cause?: { code?: string } }
      ended(cause?.code ?? message)
      throw error
    }
  }

  /** Once, twice or half as long as is usual. */
  const think = () => pause(thinkMs * 2 ** (2 * Math.random() - 1))

  const open = (visitor: Visitor, path: string, query = '') =>
    step(`page ${path}`, () => visitor.page(path + query)).then(think)

  /** Number and PIN are typed in, then the code that has come with the answer. */
  async function signIn(visitor: Visitor, what: string): Promise<void> {
    await step(`${what}: token`, visitor.grant)
    await step(`${what}: code sent`, visitor.send)
    await think()
    await step(`${what}: code typed in`, () => visitor.verify())
  }

  /** The identity check reports that the visitor is of age. */
  async function report(tc: string): Promise<void> {
    const at = new Date()
    const body = { type: 'check.updated', timestamp: at.toISOString(), data: { tc, status: 'COMPLETED' } }
    const signature = { id: `msg_${randomUUID()}`, at, secret: site.callbackSecret }
    const message = partnerMessage(JSON.stringify(body), signature)
    const answer = await fetch(`${site.url}/api/idcheck/callback`, { method: 'POST', ...message })
    await answer.text()
    if (!answer.ok) throw new Error(`${answer.status} to a report`)
  }

  async function logIn(visitor: Visitor): Promise<void> {
    await open(visitor, '/auth/login')
    await step('log-in: number and PIN', visitor['log-in'])
    await signIn(visitor, 'log-in')
    await step('profile', () => visitor.call('me', {}))
    known.push(visitor)
  }

  return {
    /** From a website's request to the answer that it fetches. */
    newcomer: async (): Promise<void> => {
      const visitor = createVisitor(site.url, world)
      const request = { headers: {}, body: { redirect_uri: `${world.url}/return` } }
      const { id, mintid } = (await step('website: request', () => client('createIntent', request, website))).data
      const intent = { id, confirmed: false }
      intents.push(intent)
      for (const path of PAGES) await open(visitor, path, `?mintid=${mintid}`)
      const body = { phone_number: digits(visitor.number) }
      await step('number check', () => visitor.call('validatePhone', { body }))
      await step('sign-up', visitor['sign-up'])
      await signIn(visitor, 'sign-up')
      accounts.push(visitor.number)
      const begun = await step('check begins', () => visitor.call('kycInit', { query: { mintid } }))
      for (let polls = 0; polls < 3; polls++) await think().then(() => step('status poll', visitor.poll))
      await step('outcome reported', () => report(begun.data.data.code))
      await step('status poll', visitor.poll)
      await step('confirmation', () => visitor.call('confirmIntent', { params: { id: mintid }, body: {} }))
      intent.confirmed = true
      await step('website: answer', () => client('readIntent', { params: { id } }, website))
      known.push(visitor)
    },

    /** A visitor of this run comes back and looks at the account; undefined before there is one. */
    returning(): Promise<void> | undefined {
      const visitor = known.shift()
      return visitor && logIn(visitor)
    },

    /** The number of facts that were acknowledged, and a line for each that is not there. */
    async lost(): Promise<{ facts: number; problems: string[] }> {
      const problems: string[] = []
      for (const { id, confirmed } of intents) {
        const found = await client('readIntent', { params: { id } }, website).then(({ data }) => data.status, String)
        if (confirmed ? found !== 'confirmed' : /Error/.test(found)) problems.push(`lost: the request ${id}, ${found}`)
      }
      for (const number of accounts) {
        const visitor = createVisitor(site.url, world, number)
        await visitor['log-in']().catch((error: Error) => problems.push(`lost: an account, ${error.message}`))
      }
      return { facts: intents.length + accounts.length, problems }
    },
  }
}
