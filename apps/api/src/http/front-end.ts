import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import { AppError, SCREENS, SCREENS_BELOW } from '@avouch/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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
]

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '/'
const isScreen = (path: string) =>
  SCREENS.some((screen) => screen === (path === '/' ? path : path.replace(/\/$/, ''))) ||
  SCREENS_BELOW.some((below) => path.startsWith(below))

const wantsPage = (request: FastifyRequest) =>
  request.method === 'GET' &&
  (request.headers.accept ?? '').includes('text/html') &&
  !API_PREFIXES.some((prefix) => pathOf(request).startsWith(prefix))

/** Hashed files never change; the page is for one visitor; what lies beside them is asked for again. */
function cachingOf(file: string): string {
  if (file === 'index.html') return 'no-store'
  return file.startsWith('assets') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache'
}

/** Serves the built front end: hashed assets for ever, the page for its screens, a page with 404 for other addresses. */
export async function serveFrontEnd(app: FastifyInstance, webDir: string, policy: string): Promise<void> {
  const sendPage = (reply: FastifyReply, status: number) =>
    reply.code(status).header('content-security-policy', policy).sendFile('index.html', { cacheControl: false })
  const built = existsSync(join(webDir, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: webDir,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => void reply.header('cache-control', cachingOf(relative(webDir, path))),
    })
    for (const screen of SCREENS) app.get(screen, { exposeHeadRoute: true }, (_request, reply) => sendPage(reply, 200))
  }

  app.setNotFoundHandler((request, reply) => {
    if (built && wantsPage(request)) return sendPage(reply, isScreen(pathOf(request)) ? 200 : 404)
    return sendProblem(reply, new AppError('not_found'))
  })
}
