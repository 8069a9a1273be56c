import { AppError, opaqueId, PROGRESS_REPEATED_EVERY_MS } from '@avouch/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { CallLimits } from '../modules/rate-limits/index.ts'
import type { Device } from '../platform/device.ts'
import type { Repeat } from '../platform/repeat.ts'
import { beginEventStream } from './event-stream.ts'

const POLL_EVERY_MS = 1_000
/** Beyond these a page polls instead. */
const MAX_STREAMS = 2_000
/** Keeps a single address from taking all streams. */
const MAX_STREAMS_OF_ADDRESS = 100
const RETRY_SECONDS = 60

/** A source of progress, and its address. */
export type Followed<Progress> = {
  path: string
  /** Names the route in metrics. */
  operation: string
  source: {
    follow: (id: string, device: Device) => Promise<Progress>
    followAll: (ids: readonly string[]) => Promise<Map<string, Progress>>
  }
  isLast: (progress: Progress) => boolean
}

type Deps = {
  calls: CallLimits
  repeat: Repeat
  /** The process hangs up: a stream would hold its connection. */
  hangUp: AbortSignal
}

type Stream = { id: string; host: string; reply: FastifyReply; lastSent: string }
type Streams = Set<Stream>

function send(streams: Streams, stream: Stream, progress: object, isLast: boolean): void {
  const text = JSON.stringify(progress)
  if (text !== stream.lastSent) stream.reply.raw.write(`data: ${text}\n\n`)
  stream.lastSent = text
  if (!isLast) return
  streams.delete(stream)
  stream.reply.raw.end()
}

/** Sends every stream its progress, by one query. After a failure the streams stay open, and the next query follows a second later. */
async function sendProgress<Progress extends object>(streams: Streams, followed: Followed<Progress>): Promise<void> {
  if (streams.size === 0) return
  const progress = await followed.source.followAll([...streams].map(({ id }) => id))
  for (const stream of streams) {
    const now = progress.get(stream.id)
    if (now !== undefined) send(streams, stream, now, followed.isLast(now))
  }
}

/** Repeats the progress after the next read: a page detects a stream that is held back, and proxies keep it open. */
function repeatProgress(streams: Streams): void {
  for (const stream of streams) stream.lastSent = ''
}

function refuseTooMany(streams: Streams, host: string): void {
  if (streams.size >= MAX_STREAMS) throw new AppError('service_unavailable')
  if ([...streams].filter((stream) => stream.host === host).length >= MAX_STREAMS_OF_ADDRESS)
    throw new AppError('too_many_requests', { retry_after: RETRY_SECONDS })
}

/** @returns nothing when the browser has disconnected before */
function openStream(streams: Streams, reply: FastifyReply, id: string): Stream | undefined {
  if (!beginEventStream(reply)) return undefined
  const stream: Stream = { id, host: reply.request.client.address.host, reply, lastSent: '' }
  streams.add(stream)
  reply.raw.on('close', () => streams.delete(stream))
  return stream
}

/**
 * Pushes an app's progress to waiting browsers by server-sent events. The database is polled once a second for all of
 * them, because the app may be connected to another process.
 */
export function addProgressEvents<Progress extends object>(
  app: FastifyInstance,
  followed: Followed<Progress>,
  { calls, repeat, hangUp }: Deps,
): void {
  const streams: Streams = new Set()
  const polling = repeat(() => sendProgress(streams, followed), {
    everyMs: POLL_EVERY_MS,
    onError: (error) => app.log.warn({ err: error }, followed.operation),
  })
  const repeating = setInterval(() => repeatProgress(streams), PROGRESS_REPEATED_EVERY_MS)
  const endAll = () => streams.forEach(({ reply }) => void reply.raw.end())
  hangUp.addEventListener('abort', endAll)
  app.addHook('preClose', async () => {
    clearInterval(repeating)
    await polling.stop()
    endAll()
  })

  app.get<{ Params: { id: string } }>(
    followed.path,
    { config: { operation: followed.operation } },
    async (request, reply) => {
      await calls.admit('intent', request.client)
      const parsed = opaqueId.safeParse(request.params.id)
      if (!parsed.success) throw new AppError('invalid_request')
      const first = await followed.source.follow(parsed.data, request.device)
      refuseTooMany(streams, request.client.address.host)
      const stream = openStream(streams, reply, parsed.data)
      if (stream !== undefined) send(streams, stream, first, followed.isLast(first))
      // Its browser connects again, to another process.
      if (hangUp.aborted) endAll()
    },
  )
}
