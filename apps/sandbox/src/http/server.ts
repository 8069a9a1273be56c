import { createHash, timingSafeEqual } from 'node:crypto'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import fastifyStatic from '@fastify/static'
import { LANGUAGE_PARAMETER, type Language, languageOf, tagsAsked } from '@avouch/contract'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createElement, isValidElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { isLanguage, PageLanguage } from './language.ts'

declare module 'fastify' {
  interface FastifyRequest {
    language: Language
  }
}

const BODY_LIMIT = 16 * 1024
const REQUEST_TIMEOUT_MS = 15_000
const YEAR_S = 365 * 24 * 60 * 60
/** Browsers share the cookies of a host between its ports: a language chosen at one site is that of all. */
const LANGUAGE_COOKIE = 'sandbox_lang'

/** One line for the operator. Never codes, numbers, tokens or addresses with codes in them. */
export type Log = (line: string) => void

export type ServerOptions = {
  /** Names the site's icons. */
  name: string
  assetsDir: string
  log: Log
  /** Another origin that a form may lead to: browsers hold form-action against redirects too. */
  formTarget?: string
  camera?: boolean
  /** Shown when something is not there or went wrong, in the look of the site. */
  problemPage: (status: number) => ReactElement
}

/** Sends a page that was rendered on the server. Pages are personal, so no cache stores them. */
export function sendPage(reply: FastifyReply, page: ReactElement, status = 200) {
  const html = renderToStaticMarkup(createElement(PageLanguage, { value: reply.request.language }, page))
  const type = 'text/html; charset=utf-8'
  return reply.code(status).type(type).header('cache-control', 'no-store').send(`<!doctype html>${html}`)
}

/** The texts of a form or of a query; everything else that was sent counts as nothing. */
export type Fields = Readonly<Record<string, string | undefined>>

export const fieldsOf = (sent: unknown): Fields =>
  Object.fromEntries(Object.entries(sent ?? {}).filter((entry) => typeof entry[1] === 'string'))

/**
 * True when a form was sent by a page of this server. The Origin counts: some browsers call every form that opens a new tab
 * `cross-site`. Without an Origin, Sec-Fetch-Site has to be `same-origin`. Without both the form is refused.
 */
function isOwnPost({ headers }: FastifyRequest): boolean {
  const { origin = 'null', host } = headers
  if (origin === 'null') return headers['sec-fetch-site'] === 'same-origin'
  const from = URL.parse(origin)
  return from !== null && from.host === URL.parse(`${from.protocol}//${host}`)?.host
}

export type Visit = { fields: Fields; request: FastifyRequest; reply: FastifyReply }
/** A page, the address that the browser goes to, or a reply that is sent already. */
export type Answer = ReactElement | string | FastifyReply | void
/** By path; a site gives its handlers more than the visit. */
export type Routes<More = unknown> = Readonly<Record<string, (visit: Visit & More) => Answer | Promise<Answer>>>

async function answerWith({ reply }: Visit, answer: Answer) {
  if (typeof answer === 'string') await reply.redirect(answer, 303)
  else if (isValidElement(answer)) await sendPage(reply, answer)
  // A reply is sent already, or its connection stays open.
}

export function addPages(app: FastifyInstance, pages: Routes) {
  for (const [path, handle] of Object.entries(pages))
    app.get(path, async (request, reply) => {
      const visit = { fields: fieldsOf(request.query), request, reply }
      await answerWith(visit, await handle(visit))
    })
}

/** Handlers of forms by path; only forms on pages of our own. */
export function addForms(app: FastifyInstance, forms: Routes) {
  for (const [path, handle] of Object.entries(forms))
    app.post(path, async (request, reply) => {
      if (!isOwnPost(request)) return reply.code(403).send({ error: 'cross_site_post' })
      const visit = { fields: fieldsOf(request.body), request, reply }
      return answerWith(visit, await handle(visit))
    })
}

const digest = (value: string) => createHash('sha256').update(value).digest()

/** Guard for what the product alone may call. */
export function requireBearer(token: string) {
  const expected = digest(`Bearer ${token}`)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected))
      return reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'unauthorized' })
  }
}

/** A Fastify server with what all sites share: headers, language, assets, forms, cookies, decent errors. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { name, assetsDir, log, formTarget = '', camera = false, problemPage } = options
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 128 },
  })
  const headers = {
    'content-security-policy': `default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self' ${formTarget}`,
    'x-content-type-options': 'nosniff',
    // A form that may send no referrer sends no origin either.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': `camera=(${camera ? 'self' : ''}), geolocation=(), microphone=()`,
  }
  await app.register(cookie)
  await app.register(formbody)
  app.decorateRequest('language', 'en')
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    const { lang, [LANGUAGE_PARAMETER]: lng = lang } = fieldsOf(request.query)
    const accepted = tagsAsked(request.headers['accept-language'] ?? '').map(languageOf)
    request.language = [lng, request.cookies[LANGUAGE_COOKIE], ...accepted].find(isLanguage) ?? 'en'
    if (isLanguage(lng))
      reply.setCookie(LANGUAGE_COOKIE, lng, { path: '/', httpOnly: true, sameSite: 'lax', maxAge: YEAR_S })
  })
  // To be revalidated: a new build shows at the next click.
  await app.register(fastifyStatic, {
    root: assetsDir,
    prefix: '/assets/',
    cacheControl: false,
    setHeaders: (response) => void response.header('cache-control', 'no-cache'),
  })
  app.get('/favicon.ico', async (_request, reply) => reply.sendFile(`${name}.ico`))
  app.get('/apple-touch-icon.png', async (_request, reply) => reply.sendFile(`${name}.png`))
  app.get('/livez', async () => ({ ok: true }))

  const problem = (request: FastifyRequest, reply: FastifyReply, status: number, error: string) =>
    request.headers.accept?.includes('text/html') === true
      ? sendPage(reply, problemPage(status), status)
      : reply.code(status).send({ error })
  app.setNotFoundHandler((request, reply) => problem(request, reply, 404, 'not_found'))
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500
    if (status >= 500) log(`error in ${request.method} ${request.routeOptions.url ?? 'unknown route'}: ${error.name}`)
    return problem(request, reply, status, status >= 500 ? 'internal_error' : 'invalid_request')
  })
  return app
}
