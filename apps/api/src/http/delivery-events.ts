import { AppError, TEST_EVENTS_PATH } from '@avouch/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallLimits } from '../modules/rate-limits/index.ts'
import type { ProviderAccess } from '../modules/providers/index.ts'
import type { DeliveryFeed, FeedEvent } from '../modules/webhooks/index.ts'
import type { Repeat } from '../platform/repeat.ts'
import { beginEventStream, HEARTBEAT_EVERY_MS } from './event-stream.ts'
import type { Guards } from './guards.ts'

const LOOK_EVERY_MS = 1_000
const MAX_STREAMS = 200
/** Keeps a single project from taking all streams. */
const MAX_STREAMS_OF_PROJECT = 5
const RETRY_SECONDS = 60
/** Events say what an intent's provider may read of it. */
const GUARDED = { method: 'GET', path: TEST_EVENTS_PATH, scope: 'intents:read' } as const
const SEQUENCE = /^[0-9]{1,9}$/

type Deps = {
  feed: DeliveryFeed
  guard: Guards['provider']
  calls: CallLimits
  repeat: Repeat
  /** The process hangs up: a stream would hold its connection. */
  hangUp: AbortSignal
}
type Streams = Set<Stream>
type Stream = { request: FastifyRequest; reply: FastifyReply; providerId: string; after: number }

const text = ({ sequence, ...event }: FeedEvent) =>
  `id: ${sequence}\nevent: delivery\ndata: ${JSON.stringify(event)}\n\n`

/** Reads where a client resumes after it lost its connection. @throws AppError invalid_request */
function lastSeen({ headers }: FastifyRequest): number | undefined {
  const given = headers['last-event-id']
  if (given === undefined) return undefined
  if (typeof given !== 'string' || !SEQUENCE.test(given)) throw new AppError('invalid_request')
  return Number(given)
}

/** @throws AppError invalid_api_key, insufficient_scope, test_key_required */
async function authenticate({ guard }: Deps, request: FastifyRequest): Promise<ProviderAccess> {
  const { provider } = await guard(request, GUARDED)
  if (provider.live) throw new AppError('test_key_required')
  return provider
}

function refuseTooMany(streams: Streams, providerId: string): void {
  if (streams.size >= MAX_STREAMS) throw new AppError('service_unavailable')
  if ([...streams].filter((stream) => stream.providerId === providerId).length >= MAX_STREAMS_OF_PROJECT)
    throw new AppError('too_many_requests', { retry_after: RETRY_SECONDS })
}

function end(streams: Streams, stream: Stream): void {
  streams.delete(stream)
  stream.reply.raw.end()
}

/** Ends a stream after its key expired or was revoked: nothing is sent after that. @returns true while the key is valid */
async function isAllowed(deps: Deps, streams: Streams, stream: Stream): Promise<boolean> {
  try {
    await authenticate(deps, stream.request)
    return streams.has(stream)
  } catch (error) {
    if (error instanceof AppError && error.status < 500) end(streams, stream)
    return false
  }
}

/** Sends every stream its next events, by one query. A stream with a slow client waits: its events stay in the table. */
async function sendNext(deps: Deps, streams: Streams): Promise<void> {
  const ready = [...streams].filter(({ reply }) => !reply.raw.writableNeedDrain)
  if (ready.length === 0) return
  const found = await deps.feed.next(ready)
  for (const [n, stream] of ready.entries()) {
    const { after = stream.after, events = [] } = found[n] ?? {}
    if (events.length > 0 && !(await isAllowed(deps, streams, stream))) continue
    for (const event of events) stream.reply.raw.write(text(event))
    stream.after = after
  }
}

/** Keeps connections open, and sends the number of the last event, also of a skipped live one. */
async function sendHeartbeat(deps: Deps, streams: Streams): Promise<void> {
  for (const stream of streams)
    if (await isAllowed(deps, streams, stream)) stream.reply.raw.write(`id: ${stream.after}\n\n`)
}

/**
 * Pushes the events of a project's test intents to its developers' machines. The table is read once a second for all of
 * them, because the event may come from another process.
 */
export function addDeliveryEvents(app: FastifyInstance, deps: Deps): void {
  const { calls, repeat, hangUp } = deps
  const streams: Streams = new Set()
  const onError = (error: unknown) => app.log.warn({ err: error }, 'deliveryEvents')
  const running = [
    repeat(() => sendNext(deps, streams), { everyMs: LOOK_EVERY_MS, onError }),
    repeat(() => sendHeartbeat(deps, streams), { everyMs: HEARTBEAT_EVERY_MS, onError }),
  ]
  const endAll = () => streams.forEach((stream) => end(streams, stream))
  hangUp.addEventListener('abort', endAll)
  app.addHook('preClose', async () => {
    await Promise.all(running.map((one) => one.stop()))
    endAll()
  })

  app.get(TEST_EVENTS_PATH, { config: { operation: 'deliveryEvents' } }, async (request, reply) => {
    await calls.admit('provider', request.client)
    const { providerId } = await authenticate(deps, request)
    const after = await deps.feed.begin(providerId, lastSeen(request))
    refuseTooMany(streams, providerId)
    if (!beginEventStream(reply)) return
    const stream = { request, reply, providerId, after }
    streams.add(stream)
    reply.raw.on('close', () => streams.delete(stream))
    reply.raw.write(`id: ${after}\nevent: ready\ndata: ${JSON.stringify({ project: providerId })}\n\n`)
    // Its client connects again, to another process.
    if (hangUp.aborted) endAll()
  })
}
