import { APP_LINK_EVENTS_PATH, AppError, type AppLinkProgress, isLastOfAppLink, opaqueId } from '@avouch/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AppLinks } from '../modules/app-links/index.ts'
import type { Client } from '../platform/client.ts'

const LOOK_EVERY_MS = 1_000
/** Proxies close what is silent. */
const ALIVE_EVERY_MS = 20_000
/** Beyond these a page polls instead. */
const MOST_STREAMS = 2_000
/** A limit for each address, so that one caller cannot take all streams. */
const MOST_OF_ADDRESS = 100
const RETRY_SECONDS = 60

export type Repeat = (
  run: () => Promise<void>,
  choice: { everyMs: number; onError: (error: unknown) => void },
) => { stop(): Promise<void> }

type Deps = {
  appLinks: Pick<AppLinks, 'follow' | 'followAll'>
  admit: (client: Client) => Promise<void>
  repeat: Repeat
}

type Stream = { id: string; host: string; reply: FastifyReply; told: string }

const textOf = (progress: AppLinkProgress): string => JSON.stringify(progress)

/**
 * Tells waiting browsers how far the app is, by server-sent events: one look a second for all of them, in the database,
 * because the app may speak to another process.
 */
export function addAppLinkEvents(app: FastifyInstance, { appLinks, admit, repeat }: Deps): void {
  const streams = new Set<Stream>()

  function tell(stream: Stream, progress: AppLinkProgress): void {
    const text = textOf(progress)
    if (text !== stream.told) stream.reply.raw.write(`data: ${text}\n\n`)
    stream.told = text
    if (!isLastOfAppLink(progress.state)) return
    streams.delete(stream)
    stream.reply.raw.end()
  }

  async function look(): Promise<void> {
    if (streams.size === 0) return
    const progress = await appLinks.followAll([...streams].map(({ id }) => id))
    for (const stream of streams) {
      const now = progress.get(stream.id)
      if (now !== undefined) tell(stream, now)
    }
  }
  // A failed query is repeated a second later; the streams stay open.
  const looking = repeat(look, {
    everyMs: LOOK_EVERY_MS,
    onError: (error) => app.log.warn({ err: error }, 'app links'),
  })
  const alive = setInterval(() => {
    for (const { reply } of streams) reply.raw.write(':\n\n')
  }, ALIVE_EVERY_MS)
  app.addHook('preClose', async () => {
    clearInterval(alive)
    await looking.stop()
    for (const { reply } of streams) reply.raw.end()
  })

  app.get<{ Params: { id: string } }>(APP_LINK_EVENTS_PATH, async (request, reply) => {
    await admit(request.client)
    const parsed = opaqueId.safeParse(request.params.id)
    if (!parsed.success) throw new AppError('invalid_request')
    const first = await appLinks.follow(parsed.data, request.device)
    if (streams.size >= MOST_STREAMS) throw new AppError('service_unavailable')
    const { host } = request.client.address
    if ([...streams].filter((stream) => stream.host === host).length >= MOST_OF_ADDRESS)
      throw new AppError('too_many_requests', { retry_after: RETRY_SECONDS })
    reply.hijack()
    // A client that disconnected during the call above sends no close event any more.
    if (reply.raw.destroyed) return
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies that gather answers are asked not to.
      'x-accel-buffering': 'no',
    })
    const stream: Stream = { id: parsed.data, host, reply, told: '' }
    streams.add(stream)
    reply.raw.on('close', () => streams.delete(stream))
    tell(stream, first)
  })
}
