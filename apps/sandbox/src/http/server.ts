import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Assets, serveAssets } from './assets.ts'

const BODY_LIMIT = 16 * 1024
const REQUEST_TIMEOUT_MS = 15_000
const YEAR_S = 365 * 24 * 60 * 60

/** One line for the operator. Never codes, numbers, tokens or addresses with codes in them. */
export type Log = (line: string) => void

export type ServerOptions = {
  assets: Assets
  log: Log
  /** Origins that a form may lead to besides our own: browsers hold form-action against redirects too. */
  formTargets?: readonly string[]
  /** Pages may ask to use the camera. */
  camera?: boolean
  /** What people see when something is not there or went wrong, in the look of the site. */
  problemPage: (status: number, request: FastifyRequest) => ReactElement
}

const contentSecurityPolicy = (formTargets: readonly string[]) =>
  [
    "default-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
  ].join('; ')

/** Sends a page that was rendered on the server. Pages are personal, so nobody stores them. */
export function sendPage(reply: FastifyReply, page: ReactElement, status = 200) {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`<!doctype html>${renderToStaticMarkup(page)}`)
}

/** Keeps the language that somebody picked. */
export function rememberLanguage(reply: FastifyReply, name: string, language: string) {
  reply.setCookie(name, language, { path: '/', httpOnly: true, sameSite: 'lax', maxAge: YEAR_S })
}

const wantsPage = (request: FastifyRequest) => request.headers.accept?.includes('text/html') === true

/** A Fastify server with what all sites share: headers, assets, forms, cookies, decent errors. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { assets, log, formTargets = [], camera = false, problemPage } = options
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 128 },
  })
  const policy = contentSecurityPolicy(formTargets)

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': `camera=(${camera ? 'self' : ''}), geolocation=(), microphone=()`,
    })
  })
  await app.register(cookie)
  await app.register(formbody)
  serveAssets(app, assets)
  app.get('/livez', async () => ({ ok: true }))

  app.setNotFoundHandler((request, reply) =>
    wantsPage(request) ? sendPage(reply, problemPage(404, request), 404) : reply.code(404).send({ error: 'not_found' }),
  )
  app.setErrorHandler<Error & { statusCode?: number; code?: string }>((error, request, reply) => {
    const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500
    if (status >= 500) log(`error in ${request.method} ${request.routeOptions.url ?? 'unknown route'}: ${error.name}`)
    return wantsPage(request)
      ? sendPage(reply, problemPage(status, request), status)
      : reply.code(status).send({ error: status >= 500 ? 'internal_error' : 'invalid_request' })
  })
  return app
}
