import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createEvents } from '../http/events.ts'
import { addForms, addPages, type Log, type Visit } from '../http/server.ts'
import { secretIn, STORY_COOKIE, storeOf, storyOf } from '../http/store.ts'
import { findCode } from '../phone/message.ts'
import { isPhone } from '../provider/visitor.ts'
import { type Received, readJournal, type Run, versionOf } from './journal.ts'
import { type Addresses, StartPage } from './start-page.tsx'
import { isSlug, PIN, type Progress, SLUGS, STORIES, type Slug } from './stories.ts'
import { StoryPage } from './story-page.tsx'

const MONTH_S = 30 * 24 * 60 * 60
const SMS_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 50
const TOPIC = 'stories'

type Deps = {
  runs: Map<string, Run>
  received: Received
  /** The servers with the forms that create an account in advance, as a visitor would. */
  phone: FastifyInstance
  identity: FastifyInstance
  addresses: Addresses
  clock: () => Date
  log: Log
}

/** Keeps the secret of each story that was begun in this browser. */
const cookieOf = (slug: Slug) => `${STORY_COOKIE}_${slug}`

/** A mobile number that nobody has; none that ends in 0000. */
const newNumber = () => `+491512${randomInt(100, 1_000)}${randomInt(1_001, 10_000)}`

/** Registers, types the code and passes the check, through the pages that a visitor uses. @throws when a step fails */
async function makeAccount(
  { phone, identity, addresses, received: { messages } }: Deps,
  secret: string,
  number: string,
  { language, headers: from }: FastifyRequest,
): Promise<void> {
  const cookies = { [STORY_COOKIE]: secret }
  const address = from['x-forwarded-for']
  const headers = {
    'accept-language': language,
    'sec-fetch-site': 'same-origin',
    ...(address && { 'x-forwarded-for': address }),
  }
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const send = async (server: FastifyInstance, url: string, fields: Record<string, string>) => {
    const payload = new URLSearchParams(fields).toString()
    const sent = { method: 'POST', url, cookies, headers: { ...headers, ...type }, payload } as const
    const { statusCode } = await server.inject(sent)
    if (statusCode !== 303) throw new Error(`${url} answered ${statusCode}`)
  }
  const account = { countryCode: '49', phoneNumber: number.slice(3), pin: PIN, confirmPin: PIN, acceptTerms: 'yes' }
  await send(phone, '/app/register', account)
  const code = () => [...messages.values()].filter(({ to }) => to === number).map(({ text }) => findCode(text))[0]
  for (let waited = 0; code() === undefined && waited < SMS_WITHIN_MS; waited += LOOK_EVERY_MS)
    await wait(LOOK_EVERY_MS)
  await send(phone, '/app/code', { code: code() ?? '' })
  const { headers: to } = await phone.inject({ url: '/app/check', cookies, headers })
  const { searchParams } = new URL(to.location ?? '', addresses.phone)
  await send(identity, '/outcome', { ...Object.fromEntries(searchParams), status: 'COMPLETED' })
}

/** Serves the start page, and a page for each story. Every story has its number and its store. */
export function addStories(app: FastifyInstance, deps: Deps) {
  const { runs, received, addresses, clock, log } = deps
  const events = createEvents()
  const secure = addresses.provider.startsWith('https:')
  // A restart has ended the work on these accounts.
  for (const [store, one] of runs) if (one.account === 'waits') runs.set(store, { ...one, account: 'failed' })
  const keep = { path: '/', httpOnly: true, sameSite: 'lax', maxAge: MONTH_S, secure } as const

  function runOf(request: FastifyRequest, slug: Slug) {
    const secret = secretIn(request, cookieOf(slug))
    const known = secret === undefined ? undefined : runs.get(storeOf(secret))
    return secret !== undefined && known ? { secret, run: known } : undefined
  }
  const running = (request: FastifyRequest) =>
    SLUGS.find((slug) => storyOf(request) !== undefined && runOf(request, slug)?.secret === storyOf(request))

  /** The stories that were begun in this browser, with how far they are. */
  function begunBy(request: FastifyRequest) {
    const begun = new Map<Slug, Progress>()
    for (const slug of SLUGS) {
      const { run, secret = '' } = runOf(request, slug) ?? {}
      if (run) begun.set(slug, readJournal(run, storeOf(secret), received).progress)
    }
    return begun
  }

  function storyPage(slug: Slug, { request }: Visit) {
    const found = runOf(request, slug)
    if (!found) return '/start'
    const { run, secret } = found
    const journal = readJournal(run, storeOf(secret), received)
    const isRunning = running(request) === slug
    return (
      <StoryPage
        {...{ run, journal, isRunning, addresses }}
        isPhone={isPhone(request.headers)}
        version={versionOf(run, journal, isRunning)}
      />
    )
  }

  addPages(app, {
    '/start': ({ request }) => <StartPage begun={begunBy(request)} running={running(request)} addresses={addresses} />,
    '/start/now': ({ request }) => {
      const slug = running(request)
      return slug ? `/start/${slug}` : '/start'
    },
    '/start/events': ({ reply }) => events.open(reply, TOPIC, 'changed'),
    ...Object.fromEntries(SLUGS.map((slug) => [`/start/${slug}`, (visit: Visit) => storyPage(slug, visit)])),
  })
  addForms(app, {
    '/start/begin': ({ fields: { story: slug }, request, reply }) => {
      if (!isSlug(slug)) return '/start'
      const secret = randomBytes(32).toString('base64url')
      const account = STORIES[slug].isProven ? ('waits' as const) : ('ready' as const)
      const begun = { slug, number: newNumber(), account, since: clock().toISOString() }
      runs.set(storeOf(secret), begun)
      const end = (how: Run['account']) =>
        runs.set(storeOf(secret), { ...begun, account: how, since: clock().toISOString() })
      if (account === 'waits')
        makeAccount(deps, secret, begun.number, request)
          .then(() => end('ready'))
          .catch((error: unknown) => {
            log(`stories: ${error instanceof Error ? error.message : 'no account'}`)
            end('failed')
          })
      for (const name of [cookieOf(slug), STORY_COOKIE]) reply.setCookie(name, secret, keep)
      return `/start/${slug}`
    },
    '/start/continue': ({ fields: { story: slug }, request, reply }) => {
      const known = isSlug(slug) ? runOf(request, slug) : undefined
      if (known) reply.setCookie(STORY_COOKIE, known.secret, keep)
      return known ? `/start/${slug}` : '/start'
    },
    '/start/leave': ({ reply }) => {
      reply.clearCookie(STORY_COOKIE, { path: '/' })
      return '/start'
    },
  })
  app.addHook('preClose', async () => events.close())
  /** Something of what was received has changed. */
  return { changed: () => events.publish(TOPIC, 'changed') }
}
