import { api, AppError, type CaptchaService, type OperationName, type PageSettings } from '@avouch/contract'
import scalar from '@scalar/fastify-api-reference'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { AppLinks } from '../modules/app-links/index.ts'
import type { Captcha } from '../modules/captcha/index.ts'
import type { Limits } from '../modules/limits/index.ts'
import { newId } from '../platform/identifier.ts'
import { addAnalyticsFrame, type AnalyticsSite } from './pages/analytics-frame.ts'
import { addAppAssociation, type AppIdentity } from './pages/app-association.ts'
import { addAppLinkEvents, type Repeat } from './app-link-events.ts'
import { routedUrl } from './pages/asked.ts'
import { addBodyParsers } from './body-parsers.ts'
import { answerMalformed, CONNECTION_LIMITS, REQUEST_TIMEOUT_MS } from './connections.ts'
import { addClient, type ProxySettings } from './client-address.ts'
import { addDeviceCookie } from './device-cookie.ts'
import { serveFrontEnd } from './pages/front-end.ts'
import type { Guards } from './guards.ts'
import { createIntentOf } from './pages/intent-of.ts'
import { addSecurityHeaders, pagePolicy, REFERENCE_PAGE_POLICY, securityHeaders } from './headers.ts'
import { type LogSettings, loggerOptions } from './logging.ts'
import { openApiDocument } from './openapi.ts'
import { refuseOtherMethods } from './other-methods.ts'
import type { Look } from './pages/page.ts'
import { addPictures, type Picture } from './pages/pictures.ts'
import { addPolicyReports } from './pages/policy-reports.ts'
import { sendProblem, toAppError } from './problem-answer.ts'
import { type Handlers, route } from './route.ts'

type Options = {
  handlers: Handlers
  guards: Guards
  captcha: Pick<Captcha, 'check'>
  appLinks: Pick<AppLinks, 'follow' | 'followAll'>
  admit: Limits['admit']
  proxies: ProxySettings
  log: LogSettings
  look: Look
  pictures: readonly Picture[]
  publicUrl: string
  webDir: string
  pageSettings: () => Promise<PageSettings>
  /** Which apps may open our links. */
  mobileApp: AppIdentity
  production: boolean
  /** The service whose captcha script the pages may load; by default none. */
  captchaService: CaptchaService | undefined
  /** Who counts the visits of those who agree. */
  analytics: AnalyticsSite | undefined
  isReady: () => Promise<boolean>
  repeat: Repeat
  clock: () => Date
}

/** Everything comes from here: no fonts and no reports from or to elsewhere. */
const REFERENCE_PAGE = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  favicon: '/favicon.svg',
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
} as const

const BODY_LIMIT_BYTES = 16 * 1_024

/** The table of endpoints on the network, and the front end beside it. */
export async function createApp(options: Options): Promise<FastifyInstance> {
  const { handlers, guards, captcha, admit, proxies, log, publicUrl, webDir, production, isReady } = options
  const https = publicUrl.startsWith('https:')
  const app = Fastify({
    trustProxy: proxies.has,
    logger: loggerOptions(log),
    // The same in the log and in the audit trail, and never twice.
    genReqId: () => newId('req'),
    bodyLimit: BODY_LIMIT_BYTES,
    http: CONNECTION_LIMITS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    clientErrorHandler: answerMalformed(securityHeaders({ https })),
    routerOptions: { maxParamLength: 128 },
    rewriteUrl: routedUrl,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    // What the router refuses by itself meets no hook.
    frameworkErrors: (error, _request, reply) => {
      reply.headers(securityHeaders({ https }))
      return void sendProblem(reply, toAppError(error))
    },
  })
  addSecurityHeaders(app, { https })
  await addDeviceCookie(app, { https })
  addClient(app, proxies)
  await addBodyParsers(app)

  // The pattern of the route, never the address: it may hold a merchant intent code.
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? '-',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
  app.setErrorHandler((error, request, reply) => {
    const known = toAppError(error)
    if (known.status >= 500) request.log.error({ err: known }, known.code)
    return sendProblem(reply, known)
  })

  const register = <Name extends OperationName>(name: Name) =>
    route(app, api[name], { guards, captcha, admit, publicUrl }, handlers[name])
  for (const name of Object.keys(api) as OperationName[]) register(name)
  addAppLinkEvents(app, {
    appLinks: options.appLinks,
    admit: (client) => admit('intent', client),
    repeat: options.repeat,
  })
  addPolicyReports(app, {
    publicUrl,
    admit: (client) => admit('report', client),
    note: (report) => app.log.warn({ report }, 'page policy'),
    clock: options.clock,
  })
  refuseOtherMethods(app)

  app.get('/livez', { exposeHeadRoute: true }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { live: true }
  })
  app.get('/readyz', { exposeHeadRoute: true }, async (_request, reply) => {
    if (!(await isReady())) throw new AppError('service_unavailable')
    reply.header('cache-control', 'no-store')
    return { ready: true }
  })

  if (!production) {
    const document = openApiDocument({ productName: options.look.name, publicUrl })
    app.get('/openapi.json', async () => document)
    app.addHook('onRequest', async (request, reply) => {
      if (request.url.startsWith('/docs')) reply.header('content-security-policy', REFERENCE_PAGE_POLICY)
    })
    await app.register(scalar, { routePrefix: '/docs', configuration: REFERENCE_PAGE })
  }
  addAppAssociation(app, options.mobileApp)
  addPictures(app, options.pictures)
  addAnalyticsFrame(app, options.analytics)
  await serveFrontEnd(app, {
    webDir,
    look: options.look,
    policy: pagePolicy({ https, captchaService: options.captchaService, hasFrame: options.analytics !== undefined }),
    settings: options.pageSettings,
    intentOf: createIntentOf({ summary: handlers.intentSummary, admit }),
  })
  return app
}
