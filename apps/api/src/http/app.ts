import { join } from 'node:path'
import {
  api,
  APP_LINK_EVENTS_PATH,
  type Brand,
  type CaptchaService,
  isLastOfAppLink,
  isLastOfPresentation,
  type OperationName,
  type PageSettings,
  PRESENTATION_EVENTS_PATH,
} from '@avouch/contract'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { AppLinks } from '../modules/app-links/index.ts'
import type { Captcha } from '../modules/captcha/index.ts'
import type { FrontEndFiles } from '../modules/front-end-files/index.ts'
import type { Kyc } from '../modules/kyc/index.ts'
import type { CallLimits } from '../modules/rate-limits/index.ts'
import type { Oidc } from '../modules/oidc/index.ts'
import type { Presentations, Receiver } from '../modules/presentations/index.ts'
import type { Providers } from '../modules/providers/index.ts'
import type { SmsReports } from '../modules/sms/index.ts'
import type { DeliveryFeed } from '../modules/webhooks/index.ts'
import type { LogSettings } from '../platform/log.ts'
import type { Meter } from '../platform/meter.ts'
import type { Repeat } from '../platform/repeat.ts'
import { addAnalyticsFrame, type AnalyticsSite } from './pages/analytics-frame.ts'
import { addWellKnown, type AppIdentity } from './pages/well-known.ts'
import { measureAnswers } from './answer-times.ts'
import { addDeliveryEvents } from './delivery-events.ts'
import { addProgressEvents } from './progress-events.ts'
import { routedUrl } from './pages/request-url.ts'
import { addBodyParsers } from './body-parsers.ts'
import { answerMalformed, CONNECTION_LIMITS, ignoreExpectations, refuseMalformed } from './connections.ts'
import { addClientAddress, type ProxySettings } from './client-address.ts'
import { addDeviceCookie } from './device-cookie.ts'
import { serveDocument, serveDocumentation } from './pages/documentation.ts'
import { serveConsoles } from './pages/consoles.ts'
import { serveFrontEnd } from './pages/front-end.ts'
import { hashedFilesOf } from './pages/hashed-files.ts'
import type { Guards } from './guards.ts'
import { createIntentOf } from './pages/intent-of.ts'
import { addSecurityHeaders, documentationPolicy, pagePolicy, securityHeaders } from './headers.ts'
import { addHealthChecks } from './health.ts'
import { addHolder } from './holder.ts'
import { addIdentity } from './identity.ts'
import { addLastAnswers, type Leaving } from './leaving.ts'
import { addFailureLog, logAnswers, loggerOptions } from './logging.ts'
import { addOidc } from './oidc.ts'
import { DOCUMENT_PATHS, openApiDocument } from './openapi/document.ts'
import { refuseOtherMethods } from './other-methods.ts'
import { noIdentityCheck } from './pages/no-identity-check.ts'
import { type Look, readPlainPage } from './pages/page.ts'
import { addPictures, type ServedPicture } from './pages/pictures.ts'
import { addProviderLogos } from './pages/provider-logos.ts'
import { addPolicyReports } from './pages/policy-reports.ts'
import { sendProblem, toAppError } from './problem-answer.ts'
import { traceRequests } from './request-spans.ts'
import { addSmsReports } from './sms-reports.ts'
import { addStaffCookie } from './staff-cookie.ts'
import { addRequestId, REQUEST_ID, requestIdOf } from './request-id.ts'
import { type Handlers, route } from './route.ts'

type Options = {
  handlers: Handlers
  guards: Guards
  captcha: Captcha
  appLinks: AppLinks
  presentations: Presentations
  receiver: Receiver
  /** undefined: the identity-check service has our own protocol. */
  visits: Kyc['visits']
  smsReports: SmsReports
  feed: DeliveryFeed
  calls: CallLimits
  /** undefined: it is switched off. */
  oidc: Oidc | undefined
  providers: Providers
  proxies: ProxySettings
  log: LogSettings
  meter: Meter
  /** Undefined unless the version is public. */
  version: object | undefined
  look: Look
  brand: Brand
  pictures: readonly ServedPicture[]
  publicUrl: string
  webDir: string
  files: FrontEndFiles
  /** undefined: the consoles are switched off. */
  consolesDir: string | undefined
  pageSettings: () => Promise<PageSettings>
  /** Which apps may open our links. */
  mobileApp: AppIdentity
  /** Where people report a weakness; undefined: no page says it. */
  securityContact: string | undefined
  /** Names the documents of the API that are served, and the pages with them; of none: neither. */
  apiReference: readonly (keyof typeof DOCUMENT_PATHS)[]
  /** The built pages about the API. */
  docsDir: string
  /** The service of the captcha script that the pages may load; by default none. */
  captchaService: CaptchaService | undefined
  /** The tracker that counts visits with consent. */
  analytics: AnalyticsSite | undefined
  /** Reads what keeps the process from serving. */
  failures: () => Promise<readonly string[]>
  leaving: Leaving
  repeat: Repeat
  clock: () => Date
}

const BODY_LIMIT_BYTES = 16 * 1_024

const isHttps = (url: string) => url.startsWith('https:')

function createFastify({ proxies, log, publicUrl }: Options): FastifyInstance {
  const headers = securityHeaders({ https: isHttps(publicUrl) })
  return Fastify({
    trustProxy: proxies.has,
    logger: loggerOptions(log),
    genReqId: requestIdOf(proxies),
    bodyLimit: BODY_LIMIT_BYTES,
    http: CONNECTION_LIMITS,
    requestTimeout: CONNECTION_LIMITS.requestTimeout,
    clientErrorHandler: answerMalformed(headers),
    routerOptions: { maxParamLength: 128 },
    rewriteUrl: routedUrl,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // Fastify's 503 of a closing server is not in the contract.
    return503OnClosing: false,
    // Hooks do not run for requests that the router refuses.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header(REQUEST_ID, request.id)
      return void sendProblem(reply, toAppError(error))
    },
  })
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const known = toAppError(error)
    app.logFailure(request, known)
    return sendProblem(reply, known)
  })
}

function addEndpoints(app: FastifyInstance, options: Options): void {
  const { handlers, appLinks, presentations, calls, repeat, clock, leaving } = options
  const register = <Name extends OperationName>(name: Name) => route(app, name, options, handlers[name])
  for (const name of Object.keys(api) as OperationName[]) register(name)
  const pushing = { calls, repeat, hangUp: leaving.signal }
  const appLinkEvents = { path: APP_LINK_EVENTS_PATH, operation: 'appLinkEvents' }
  addProgressEvents(app, { ...appLinkEvents, source: appLinks, isLast: ({ state }) => isLastOfAppLink(state) }, pushing)
  const presentationEvents = { path: PRESENTATION_EVENTS_PATH, operation: 'presentationEvents' }
  addProgressEvents(app, { ...presentationEvents, source: presentations, isLast: isLastOfPresentation }, pushing)
  addDeliveryEvents(app, { ...pushing, feed: options.feed, guard: options.guards.provider })
  addHolder(app, options)
  addSmsReports(app, options.smsReports)
  addPolicyReports(app, { calls, log: (report) => app.log.warn({ report }, 'page policy'), clock })
  refuseOtherMethods(app)
}

/** The API's reference for developers: the documents, and the pages that explain and show it. */
async function addReference(app: FastifyInstance, options: Options): Promise<void> {
  const { apiReference, brand, publicUrl, docsDir } = options
  for (const audience of apiReference)
    serveDocument(app, DOCUMENT_PATHS[audience], () => openApiDocument({ brand, publicUrl, audience }))
  await serveDocumentation(app, { docsDir, policy: documentationPolicy({ https: isHttps(publicUrl) }) })
}

async function addPages(app: FastifyInstance, options: Options): Promise<void> {
  const { webDir, files, look, pageSettings, captchaService, analytics, handlers, calls, clock, publicUrl } = options
  addWellKnown(app, options)
  addPictures(app, options.pictures)
  addProviderLogos(app, options)
  addAnalyticsFrame(app, analytics, clock)
  const https = isHttps(publicUrl)
  await files.share(hashedFilesOf(options))
  await serveConsoles(app, {
    dir: options.consolesDir,
    publicUrl,
    files,
    look,
    policy: pagePolicy({ https }),
    settings: pageSettings,
  })
  await serveFrontEnd(app, {
    webDir,
    publicUrl,
    files,
    look,
    policy: pagePolicy({ https, captchaService, hasFrame: analytics !== undefined }),
    settings: pageSettings,
    intentOf: createIntentOf({ summary: handlers.intentSummary, calls }),
  })
}

/** The server as HTTP: the endpoints of the contract, and the front end. */
export async function createApp(options: Options): Promise<FastifyInstance> {
  const app = createFastify(options)
  ignoreExpectations(app.server)
  const https = isHttps(options.publicUrl)
  addSecurityHeaders(app, { https })
  addRequestId(app)
  refuseMalformed(app)
  traceRequests(app, options.proxies)
  await addDeviceCookie(app, { https })
  addStaffCookie(app, { https })
  addClientAddress(app, options.proxies)
  await addBodyParsers(app)
  addLastAnswers(app, options.leaving)
  addFailureLog(app)
  logAnswers(app)
  measureAnswers(app, options.meter)
  answerErrors(app)
  addEndpoints(app, options)
  const { oidc, visits, look, calls, publicUrl, webDir } = options
  if (visits !== undefined) {
    const send = readPlainPage({ path: join(webDir, 'index.html'), look, policy: pagePolicy({ https }) })
    await addIdentity(app, { visits, sendUnavailable: noIdentityCheck(send, look.texts), calls, publicUrl })
  }
  if (oidc !== undefined) await addOidc(app, { oidc, calls, publicUrl })
  addHealthChecks(app, options)
  if (options.apiReference.length > 0) await addReference(app, options)
  await addPages(app, options)
  return app
}
