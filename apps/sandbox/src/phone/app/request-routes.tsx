import { sendPage } from '../../http/server.ts'
import type { AddRoute, Visit, Work } from './visit.ts'
import { typed } from './forms.ts'
import { isMintid, readLink, type Requests } from './request.ts'
import { RequestPage, ScanPage } from './request-pages.tsx'

type Options = { get: AddRoute; post: AddRoute; home: Work; requests: Requests; productUrl: string }

/** Scanning, and what a scanned request asks for. */
export function addRequestRoutes({ get, post, home, requests, productUrl }: Options) {
  const toRequest = ({ reply }: Visit) => reply.redirect('/app/request', 303)
  const needsLogin = ({ session }: Visit) =>
    !session.tokens && session.request !== undefined && session.request.stage !== 'ended'

  function scanned(visit: Visit, link: string) {
    const code = readLink(link, productUrl)
    if (code === undefined) return sendPage(visit.reply, <ScanPage language={visit.language} bad />, 422)
    requests.begin(visit.session, { stage: 'link', code })
    return toRequest(visit)
  }

  /** Where the product opens the app: with a scanned link, with a request of this same device, or just so. */
  get('/app', async (visit) => {
    const { link, mintid } = visit.request.query as { link?: unknown; mintid?: unknown }
    if (typeof link === 'string') return scanned(visit, link)
    if (!isMintid(mintid)) return home(visit)
    const { request } = visit.session
    const isOpen = request !== undefined && 'mintid' in request && request.mintid === mintid
    if (!isOpen) requests.begin(visit.session, { stage: 'intent', mintid, here: true })
    return toRequest(visit)
  })

  get('/app/scan', async ({ reply, language }) => sendPage(reply, <ScanPage language={language} bad={false} />))
  post('/app/scan', async (visit) => scanned(visit, typed(visit.request.body)['link'] ?? ''))

  get('/app/request', async (visit) => {
    const { session, language, reply } = visit
    if (needsLogin(visit)) return reply.redirect('/app/login', 303)
    await requests.advance(session, language)
    if (needsLogin(visit)) return reply.redirect('/app/login', 303)
    const { request, version } = session
    const goTo = requests.leave(session)
    return sendPage(reply, <RequestPage {...{ language, request, version, goTo }} />)
  })
  post('/app/request/number', async (visit) => {
    const picked = typed(visit.request.body)['number'] ?? ''
    await requests.compare(visit.session, picked === '' ? undefined : Number(picked))
    return toRequest(visit)
  })
  post('/app/request/confirm', async (visit) => {
    await requests.answer(visit.session, typed(visit.request.body)['mintid'])
    return toRequest(visit)
  })
  post('/app/request/refuse', async (visit) => {
    await requests.refuse(visit.session)
    return toRequest(visit)
  })
  post('/app/request/done', async ({ session, reply }) => {
    requests.forget(session)
    return reply.redirect('/app', 303)
  })
  get('/app/check', async ({ session, language, reply }) => {
    const address = await requests.beginCheck(session, language)
    return reply.redirect(address ?? '/app/request', 303)
  })
}
