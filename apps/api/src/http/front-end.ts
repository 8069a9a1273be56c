import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import { AppError, type PageSettings, SCREENS, SCREENS_BELOW } from '@avouch/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PagePolicy } from './headers.ts'
import { encodePage, encodingFor, type Look, newNonce, type Page, readPage } from './page.ts'
import { sendProblem } from './problem-answer.ts'

const YEAR_SECONDS = 31_536_000
/** Everything below these belongs to the API and is never answered with a page. */
const API_PREFIXES = [
  '/auth/public/',
  '/auth/api/',
  '/auth/user',
  '/api/',
  '/client/',
  '/provider/',
  '/.well-known/',
  '/assets/',
  '/brand/',
]

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '/'
const isScreen = (path: string) =>
  SCREENS.some((screen) => screen === (path === '/' ? path : path.replace(/\/$/, ''))) ||
  SCREENS_BELOW.some((below) => path.startsWith(below))

const wantsPage = (request: FastifyRequest) =>
  request.method === 'GET' &&
  (request.headers.accept ?? '').includes('text/html') &&
  !API_PREFIXES.some((prefix) => pathOf(request).startsWith(prefix))

/** Hashed files never change; what lies beside them is asked for again. */
function cachingOf(file: string): string {
  return file.startsWith('assets') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache'
}

type FrontEnd = { webDir: string; look: Look; policy: PagePolicy; settings: () => Promise<PageSettings> }

/** Serves the built front end: hashed assets for ever, the page for its screens, a page with 404 for other addresses. */
export async function serveFrontEnd(app: FastifyInstance, { webDir, look, policy, settings }: FrontEnd): Promise<void> {
  const path = join(webDir, 'index.html')
  const pageFor = existsSync(path) ? readPage(path, look) : undefined
  async function sendPage(reply: FastifyReply, status: number, page: (settings: PageSettings) => Page) {
    const set = await settings()
    const nonce = newNonce()
    const encoding = encodingFor(reply.request.headers['accept-encoding'])
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .code(status)
      .headers(policy(nonce))
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
      .send(encodePage(page(set), nonce, encoding))
  }
  if (pageFor !== undefined) {
    await app.register(fastifyStatic, {
      root: webDir,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => void reply.header('cache-control', cachingOf(relative(webDir, path))),
    })
    for (const screen of SCREENS)
      app.get(screen, { exposeHeadRoute: true }, (_request, reply) => sendPage(reply, 200, pageFor))
  }

  app.setNotFoundHandler((request, reply) => {
    if (pageFor !== undefined && wantsPage(request))
      return sendPage(reply, isScreen(pathOf(request)) ? 200 : 404, pageFor)
    return sendProblem(reply, new AppError('not_found'))
  })
}
