import { addressBelow } from '../src/call.ts'
import { readEvents } from './event-stream.ts'
import { deliveryOf, forward } from './forward.ts'

const PATH = '/provider/v1/test/events'
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** The product refuses for good: the same call will be refused again. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

export type Listening = {
  /** The address of the product's API. */
  productUrl: string
  apiKey: string
  /** The address on this machine. */
  forwardTo: URL
  print: (line: string) => void
  signal: AbortSignal
  firstWaitMs?: number
  silenceMs?: number
}

const REASONS: Record<string, string> = {
  invalid_api_key: 'The key in AVOUCH_KEY is not valid.',
  insufficient_scope: 'The key in AVOUCH_KEY may not read intents: it needs the scope intents:read.',
  test_key_required: 'Only test keys (avpk_test_…) can listen: live events never leave for a machine of a developer.',
  conflict: 'The project has no webhook secret to sign with. Make one in the console, under Webhook.',
}

/** Beyond the number of listeners, or a failure of the product: worth another try. */
const mayPass = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429

async function refusalOf(answer: Response): Promise<Error> {
  // A proxy answered, without JSON.
  const { code } = (await answer.json().catch(() => ({}))) as { code?: unknown }
  if (mayPass(answer.status)) return new Error(`the product answered ${answer.status}`)
  const reason = typeof code === 'string' ? REASONS[code] : undefined
  return new Refused(reason ?? `The product refused: status ${answer.status}. Is it at this address, and is it recent?`)
}

async function connect({ productUrl, apiKey, signal }: Listening, lastId: string | undefined) {
  const answer = await fetch(addressBelow(productUrl, PATH), {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${apiKey}`,
      ...(lastId !== undefined && { 'last-event-id': lastId }),
    },
    redirect: 'manual',
    signal,
  })
  if (answer.status >= 300 && answer.status < 400)
    throw new Refused(`${productUrl} redirects. Set AVOUCH_URL to the address that answers.`)
  if (!answer.ok) throw await refusalOf(answer)
  if (answer.body === null) throw new Error('the product answered without a stream')
  return answer.body
}

const twoDigits = (n: number) => String(n).padStart(2, '0')
const clock = (at: Date) => [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(':')

async function handOn({ forwardTo, print }: Listening, data: string): Promise<void> {
  const delivery = deliveryOf(data)
  if (delivery === undefined) return
  const begun = performance.now()
  const outcome = await forward(forwardTo, delivery)
  const took = `${Math.round(performance.now() - begun)} ms`
  print([clock(new Date()), delivery.type.padEnd(18), outcome, took].join('  '))
}

const waited = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

/**
 * Hands the events of test intents on to an address of this machine, in their order, until the signal comes. Where a
 * connection broke, the next one resumes.
 * @throws Refused
 */
export async function listen(listening: Listening): Promise<void> {
  const { productUrl, forwardTo, print, signal, firstWaitMs = FIRST_WAIT_MS, silenceMs } = listening
  let lastId: string | undefined
  let waitMs = firstWaitMs
  while (!signal.aborted) {
    try {
      for await (const event of readEvents(await connect(listening, lastId), silenceMs)) {
        const isFirst = lastId === undefined
        lastId = event.id ?? lastId
        waitMs = firstWaitMs
        if (event.type === 'ready')
          print(
            isFirst
              ? `Test events of ${productUrl} go to ${forwardTo.origin}${forwardTo.pathname}`
              : 'Connected again.',
          )
        if (event.type === 'delivery') await handOn(listening, event.data)
      }
    } catch (error) {
      if (error instanceof Refused) throw error
    }
    if (signal.aborted) return
    print(`No connection to the product; trying again in ${Math.ceil(waitMs / 1_000)} s.`)
    await waited(waitMs, signal)
    waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)
  }
}
