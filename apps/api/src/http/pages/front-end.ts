import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import {
  AppError,
  type KnownIntent,
  LANGUAGE_COOKIE,
  LANGUAGE_COOKIE_SECONDS,
  LANGUAGE_PARAMETER,
  languageOf,
  type PageSettings,
  plainPath,
  type RenderedPage,
  SCREENS,
  screenAt,
} from '@avouch/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { urlPartsOf, wantsPage } from './request-url.ts'
import type { FrontEndFiles } from '../../modules/front-end-files/index.ts'
import { sendOfOtherVersion } from './hashed-files.ts'
import type { PagePolicy } from '../headers.ts'
import { emptyPage, type Look, readPage } from './page.ts'
import { otherAddress } from './other-address.ts'
import { sendProblem } from '../problem-answer.ts'
import { filesOf, rendererOf } from './rendered.ts'
import { repairedSearch } from './repaired-search.ts'

const YEAR_SECONDS = 31_536_000
/** Hashed files never change; the others are revalidated. */
function cachingOf(file: string): string {
  return file.startsWith('assets') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache'
}

/** Browsers ask for them by themselves. */
const ICONS = ['favicon.ico', 'apple-touch-icon.png']

type PageRequest = Pick<FastifyRequest, 'url' | 'headers' | 'log'>
/** The intent that a page may show; undefined where it is unknown, or the caller is over the limit. */
type IntentOf = (mintid: string, request: FastifyRequest) => Promise<KnownIntent | undefined>

type SendPage = ReturnType<typeof readPage>
type FrontEnd = {
  webDir: string
  publicUrl: string
  files: FrontEndFiles
  look: Look
  policy: PagePolicy
  settings: () => Promise<PageSettings>
  intentOf: IntentOf
}

/** Serves the built front end: hashed assets for ever, the page for its screens, a page with 404 for other addresses. */
export async function serveFrontEnd(
  app: FastifyInstance,
  { webDir, publicUrl, files, look, policy, settings, intentOf }: FrontEnd,
): Promise<void> {
  const path = join(webDir, 'index.html')
  const sendBuilt = existsSync(path) ? readPage({ path, look, policy, filesOf: filesOf(webDir) }) : undefined
  const renderer = rendererOf(webDir)
  const secure = publicUrl.startsWith('https:')
  const languageCookie = { path: '/', maxAge: LANGUAGE_COOKIE_SECONDS, sameSite: 'lax', secure } as const
  const refuseElsewhere = otherAddress(publicUrl, look.texts)

  /** The page's markup; undefined where rendering failed, then the browser renders it. */
  async function rendered(
    request: PageRequest,
    set: PageSettings,
    intent?: KnownIntent,
  ): Promise<RenderedPage | undefined> {
    const { headers, log } = request
    const { cookie = '', 'accept-language': languages = '' } = headers
    try {
      const render = await renderer?.(set)
      return await render?.({ ...urlPartsOf(request), cookie, languages, switches: set.switches, intent })
    } catch (error) {
      log.error({ err: error }, 'the page was not rendered')
      return undefined
    }
  }
  async function sendPage(reply: FastifyReply, send: SendPage) {
    const { request } = reply
    const elsewhere = refuseElsewhere(request, reply)
    if (elsewhere !== undefined) return elsewhere
    const { pathname, search } = urlPartsOf(request)
    // So that server, page, script and calls read the same.
    const repaired = repairedSearch(search)
    if (repaired !== undefined)
      return reply
        .header('cache-control', 'no-store')
        .redirect(`${plainPath(pathname).replaceAll('\\', '%5C')}${repaired}`, 302)
    const query = new URLSearchParams(search)
    const language = languageOf(query.get(LANGUAGE_PARAMETER) ?? '')
    // So that the website's choice outlives the address, and an older one.
    if (language !== undefined) reply.setCookie(LANGUAGE_COOKIE, language, languageCookie)
    const mintid = query.get('mintid') ?? ''
    const [set, intent] = await Promise.all([settings(), mintid === '' ? undefined : intentOf(mintid, request)])
    reply.code(screenAt(pathname).name === undefined ? 404 : 200)
    reply.header('vary', 'accept-encoding, accept-language, cookie')
    return send(reply, set, (await rendered(request, set, intent)) ?? emptyPage(request.headers))
  }
  if (sendBuilt !== undefined) {
    const others = look.icon.href.startsWith('/brand/') ? ICONS : []
    await app.register(fastifyStatic, {
      root: webDir,
      index: false,
      wildcard: false,
      // The template of all pages is not served as a file; an operator's icon replaces ours.
      globIgnore: ['index.html*', ...others],
      preCompressed: true,
      cacheControl: false,
      acceptRanges: false,
      setHeaders: (reply, path) => void reply.header('cache-control', cachingOf(relative(webDir, path))),
    })
    for (const icon of others) app.get(`/${icon}`, (_request, reply) => reply.redirect(look.icon.href, 302))
    for (const screen of SCREENS) app.get(screen, (_request, reply) => sendPage(reply, sendBuilt))
  }

  /** The first visitor does not wait until the renderer is loaded. */
  app.addHook('onListen', async () => void (await rendered({ url: '/', headers: {}, log: app.log }, await settings())))

  app.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && (await sendOfOtherVersion(files, urlPartsOf(request).pathname, reply))) return reply
    if (sendBuilt !== undefined && wantsPage(request)) return sendPage(reply, sendBuilt)
    return sendProblem(reply, new AppError('not_found'))
  })
}
