import { sendPage } from '../../http/server.ts'
import type { AppSession, Visit, Work } from './model.ts'
import { isMintid, readLink, type Requests } from './request.ts'
import { RequestPage } from './request-pages.tsx'
import { ScanPage } from './scan-page.tsx'

type Deps = { requests: Requests; productUrl: string }
type Works = Readonly<Record<string, Work>>

/** Whether a request still has to be answered. */
export const waits = ({ request }: AppSession) => request !== undefined && request.stage !== 'ended'

const toRequest = ({ reply }: Visit) => reply.redirect('/app/request', 303)

function scanned({ requests, productUrl }: Deps, visit: Visit, link: string) {
  const code = readLink(link, productUrl)
  if (code === undefined) return sendPage(visit.reply, <ScanPage bad />, 422)
  requests.begin(visit.session, { stage: 'link', code })
  return toRequest(visit)
}

/** Scanning, and what a scanned request asks for. */
export function requestPages({ home, ...deps }: Deps & { home: Work }): Works {
  const { requests } = deps
  const needsLogin = ({ session }: Visit) => !session.tokens && waits(session)
  return {
    // Where the product opens the app: with a scanned link, with a request of this same device, or just so.
    '/app': async (visit) => {
      const { link, mintid } = visit.fields
      if (link !== undefined) return scanned(deps, visit, link)
      if (!isMintid(mintid)) return home(visit)
      const { request } = visit.session
      const isOpen = request !== undefined && 'mintid' in request && request.mintid === mintid
      if (!isOpen) requests.begin(visit.session, { stage: 'intent', mintid, here: true })
      return toRequest(visit)
    },
    '/app/scan': async ({ reply }) => sendPage(reply, <ScanPage bad={false} />),
    '/app/request': async (visit) => {
      const { session, language, reply } = visit
      await requests.look(session)
      if (needsLogin(visit)) return reply.redirect('/app/login', 303)
      await requests.advance(session, language)
      if (needsLogin(visit)) return reply.redirect('/app/login', 303)
      const { request, version } = session
      const goTo = requests.leave(session)
      return sendPage(reply, <RequestPage {...{ request, version, goTo }} />)
    },
    '/app/check': async ({ session, language, reply }) => {
      const address = await requests.beginCheck(session, language)
      return reply.redirect(address ?? '/app/request', 303)
    },
  }
}

export function requestForms({ requests, productUrl }: Deps): Works {
  return {
    '/app/scan': async (visit) => scanned({ requests, productUrl }, visit, visit.fields['link'] ?? ''),
    '/app/request/number': async (visit) => {
      const picked = visit.fields['number'] ?? ''
      await requests.compare(visit.session, picked === '' ? undefined : Number(picked))
      return toRequest(visit)
    },
    '/app/request/confirm': async (visit) => {
      await requests.answer(visit.session, visit.fields['mintid'])
      return toRequest(visit)
    },
    '/app/request/refuse': async (visit) => {
      await requests.refuse(visit.session)
      return toRequest(visit)
    },
    '/app/request/done': async ({ session, reply }) => {
      requests.forget(session)
      return reply.redirect('/app', 303)
    },
  }
}
