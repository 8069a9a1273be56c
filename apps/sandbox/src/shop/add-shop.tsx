import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addForms, addPages, sendPage } from '../http/server.ts'
import { newVisitor, visitOf } from '../provider/visitor.ts'
import { createAgeRequest, type ShopOptions } from './age-request.ts'
import { ShopPage } from './shop-page.tsx'

const COOKIE = 'wine_visit'
const VISIT_S = 12 * 60 * 60

type Options = Omit<ShopOptions, 'redirectUri'> & { publicUrl: string; log: (line: string) => void }

/** The wine shop, below /wine of the cinema's port. */
export function addShop(app: FastifyInstance, { publicUrl, log, ...options }: Options): void {
  const request = createAgeRequest({ ...options, redirectUri: `${publicUrl}/wine/callback` })
  const visitorOf = ({ cookies }: FastifyRequest) => visitOf(cookies[COOKIE])

  /** The visitor behind the cookie; a new one when there is none. */
  function visitorFor(asking: FastifyRequest, reply: FastifyReply): string {
    const known = visitorOf(asking)
    if (known !== undefined) return known
    const visitor = newVisitor()
    const secure = publicUrl.startsWith('https:')
    reply.setCookie(COOKIE, visitor, { path: '/wine', httpOnly: true, sameSite: 'lax', secure, maxAge: VISIT_S })
    return visitOf(visitor) ?? visitor
  }

  addPages(app, {
    '/wine': async (_fields, asking, reply) => {
      const visitor = visitorOf(asking)
      return sendPage(reply, <ShopPage visit={visitor === undefined ? { phase: 'closed' } : request.visit(visitor)} />)
    },
    '/wine/callback': async (_fields, asking, reply) => {
      const visitor = visitorOf(asking)
      const search = asking.url.slice(asking.url.indexOf('?'))
      if (visitor !== undefined) await request.answer(visitor, search)
      return reply.redirect('/wine', 303)
    },
  })
  addForms(app, {
    '/wine/ask': async (_fields, asking, reply) => {
      try {
        return reply.redirect(await request.ask(visitorFor(asking, reply), asking.language), 303)
      } catch (error) {
        log(`wine shop: ${error instanceof Error ? error.name : 'cannot ask'}`)
        return reply.redirect('/wine', 303)
      }
    },
    '/wine/forget': async (_fields, asking, reply) => {
      const visitor = visitorOf(asking)
      if (visitor !== undefined) request.forget(visitor)
      return reply.clearCookie(COOKIE, { path: '/wine' }).redirect('/wine', 303)
    },
  })
}
