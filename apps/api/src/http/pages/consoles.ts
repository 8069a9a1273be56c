import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { AppError, type PageSettings } from '@avouch/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PagePolicy } from '../headers.ts'
import type { FrontEndFiles } from '../../modules/front-end-files/index.ts'
import { sendOfOtherVersion } from './hashed-files.ts'
import { emptyPage, type Look, readPage } from './page.ts'
import { otherAddress } from './other-address.ts'
import { sendProblem } from '../problem-answer.ts'

/** The address of each console, and the page of the build that is sent at all of its addresses. */
const CONSOLES = [
  { path: '/console', file: 'console.html' },
  { path: '/operator', file: 'operator.html' },
] as const
const ASSETS = '/console/assets/'
const FOR_EVER = 'public, max-age=31536000, immutable'

type Consoles = {
  /** undefined: they are switched off. */
  dir: string | undefined
  publicUrl: string
  files: FrontEndFiles
  look: Look
  policy: PagePolicy
  settings: () => Promise<PageSettings>
}

/** Serves the built consoles: hashed files for ever, and one page each, never stored, for whatever its script shows. */
export async function serveConsoles(
  app: FastifyInstance,
  { dir, publicUrl, files, look, policy, settings }: Consoles,
): Promise<void> {
  if (dir === undefined || !existsSync(join(dir, CONSOLES[0].file))) return
  await app.register(fastifyStatic, {
    root: join(dir, ASSETS),
    prefix: ASSETS,
    index: false,
    wildcard: false,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
    setHeaders: (reply) => void reply.header('cache-control', FOR_EVER),
  })
  const refuseElsewhere = otherAddress(publicUrl, look.texts)
  for (const { path, file } of CONSOLES) {
    const sendPage = readPage({ path: join(dir, file), look, policy, filesOf: () => [] })
    const send = async (url: string, reply: FastifyReply) => {
      if (url.startsWith(ASSETS))
        return (await sendOfOtherVersion(files, url, reply)) ? reply : sendProblem(reply, new AppError('not_found'))
      const elsewhere = refuseElsewhere(reply.request, reply)
      if (elsewhere !== undefined) return elsewhere
      reply.header('vary', 'accept-encoding, accept-language')
      return sendPage(reply, await settings(), emptyPage(reply.request.headers))
    }
    for (const route of [path, `${path}/*`]) app.get(route, ({ url }, reply) => send(url, reply))
  }
}
