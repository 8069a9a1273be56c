import type { Language } from '@avouch/contract'
import { AvouchRefusal, AvouchUnavailable } from '@avouch/provider-sdk'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireOwnPost } from '../http/same-site.ts'
import { type Log, sendPage } from '../http/server.ts'
import { isPhone, visitorAddress } from './booking.ts'
import type { BoxOffice } from './box-office.ts'
import { type Film, findFilm } from './films.ts'
import { ProblemPage } from './shell.tsx'
import { ticketPhrases } from './ticket-phrases.ts'

type Deps = {
  boxOffice: BoxOffice
  visitFor: (request: FastifyRequest, reply: FastifyReply) => string
  languageOf: (request: FastifyRequest) => Language
  log: Log
}
type Form = { Body: { film?: string; part?: string } | undefined }

/** Selling a ticket, taking the payer back, paying back. */
export function addTicketRoutes(app: FastifyInstance, { boxOffice, visitFor, languageOf, log }: Deps) {
  const pathOf = (film: Film) => `/films/${film.slug}`

  /** What the product does not do now, or does not do at all, changes nothing. */
  async function attempt(request: FastifyRequest, reply: FastifyReply, film: Film, act: () => Promise<string>) {
    try {
      return reply.redirect(await act(), 303)
    } catch (error) {
      if (!(error instanceof AvouchUnavailable || error instanceof AvouchRefusal)) throw error
      log(`provider site: ${error.message}`)
      return sendPage(reply, <ProblemPage language={languageOf(request)} path={pathOf(film)} status={503} />, 503)
    }
  }
  const own = { preHandler: requireOwnPost }

  app.post<Form>('/tickets', own, async (request, reply) => {
    const film = findFilm(request.body?.film ?? '')
    if (!film) return reply.callNotFound()
    const visit = visitFor(request, reply)
    const language = languageOf(request)
    const description = ticketPhrases[language].description(film.title[language])
    return attempt(request, reply, film, async () => {
      const phase = boxOffice.phase(visit, film.slug)
      if (phase === 'paid' || phase === 'returned') return pathOf(film)
      return visitorAddress(await boxOffice.sell(visit, film.slug, description), isPhone(request.headers))
    })
  })

  app.post<Form>('/tickets/refund', own, async (request, reply) => {
    const film = findFilm(request.body?.film ?? '')
    if (!film) return reply.callNotFound()
    const visit = visitFor(request, reply)
    return attempt(request, reply, film, async () => {
      await boxOffice.refund(visit, film.slug, request.body?.part === 'half' ? 'half' : 'rest')
      return pathOf(film)
    })
  })

  app.post<Form>('/tickets/forget', own, async (request, reply) => {
    const film = findFilm(request.body?.film ?? '')
    if (!film) return reply.callNotFound()
    boxOffice.forget(visitFor(request, reply), film.slug)
    return reply.redirect(pathOf(film), 303)
  })

  // As with the proof of age, the address says nothing about the outcome.
  app.get('/tickets/return', async (request, reply) => {
    const film = findFilm(boxOffice.latest(visitFor(request, reply))?.film ?? '')
    return reply.redirect(film ? pathOf(film) : '/', 303)
  })
}
