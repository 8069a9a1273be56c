import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { issueIdentity } from '../../age-office/identity-data.ts'
import type { OfficeKeys } from '../../age-office/office-keys.ts'
import { isPersonName, issueProofs, PERSON_NAMES } from '../../age-office/proofs.ts'
import { trustedList } from '../../age-office/trusted-list.ts'
import { type Answer, addForms, addPages, type Fields, sendPage, type Visit as AnyVisit } from '../../http/server.ts'
import { createSessions, type Kept } from '../sessions.ts'
import { AgeHomePage, AgeScanPage, ConsentPage, EndedPage, NoRequestPage } from './age-app-pages.tsx'
import { browserResponse } from './answer.ts'
import { type AgePhone, OPEN_PATH, readRequest, readScanned, walletLink } from './request.ts'
import { createVerifier } from './verifier.ts'

const PATH = '/age-app'
const REQUEST = `${PATH}/request`

/** Handed over by a browser with the Digital Credentials API. */
const browserCall = z.object({
  person: z.enum(PERSON_NAMES),
  origin: z.string(),
  request: z.object({
    protocol: z.literal('org-iso-mdoc'),
    data: z.object({ deviceRequest: z.string(), encryptionInfo: z.string() }),
  }),
})

type Options = { apiUrl: string; productUrl: string; office: OfficeKeys; clock: () => Date }
type Visit = AnyVisit & { session: AgePhone }

/** The age app, the office that issues its proofs, and the trusted list that names the office. */
export function addAgeApp(app: FastifyInstance, { apiUrl, productUrl, office, clock }: Options) {
  const begin = (kept: Kept): AgePhone => ({ ...kept, proofs: new Map() })
  const phones = createSessions({ cookie: 'age_app', path: PATH, clock, begin })
  const verifier = createVerifier({ apiUrl, productUrl })

  async function open(fields: Fields, { reply, session }: Visit): Promise<Answer> {
    const { data } = walletLink.safeParse(fields)
    const request = data ? await verifier.fetchRequest(data.request_uri, data.client_id) : readRequest(fields)
    if (request === undefined) return sendPage(reply, <AgeScanPage bad />, 422)
    Object.assign(session, { request, ended: undefined })
    return REQUEST
  }

  addPages(
    app,
    phones.routes({
      [PATH]: ({ session: { proofs } }) => <AgeHomePage proofs={proofs} />,
      [OPEN_PATH]: (visit) => open(visit.fields, visit),
      [`${PATH}/scan`]: () => <AgeScanPage bad={false} />,
      [REQUEST]: ({ session: { request, ended, proofs } }) => {
        if (request !== undefined) return <ConsentPage {...{ request, proofs }} />
        if (ended === undefined) return <NoRequestPage />
        const goTo = ended.left ? undefined : ended.back
        ended.left = true
        return <EndedPage {...{ ended, goTo }} />
      },
    }),
  )

  addForms(
    app,
    phones.routes({
      [`${PATH}/scan`]: async (visit) => {
        const { query, shortLink } = readScanned(visit.fields['link'] ?? '', productUrl)
        const found = shortLink ? await verifier.follow(shortLink) : query
        return open(Object.fromEntries(new URLSearchParams(found)), visit)
      },
      [`${PATH}/office`]: async ({ fields: { person }, session: { proofs, request } }) => {
        if (isPersonName(person))
          proofs.set(person, [...(proofs.get(person) ?? []), ...(await issueProofs(person, office, clock()))])
        return request === undefined ? PATH : REQUEST
      },
      [`${REQUEST}/show`]: async ({ fields: { person, nonce }, session }) => {
        const { request } = session
        const isMeant = request?.nonce === nonce
        const proof = isMeant && isPersonName(person) ? session.proofs.get(person)?.pop() : undefined
        if (request === undefined || proof === undefined || !isPersonName(person)) return REQUEST
        const identityOf = () => issueIdentity(person, office, clock())
        const ended = await verifier.show(request, proof, identityOf, clock())
        Object.assign(session, { request: undefined, ended })
        return REQUEST
      },
      [`${REQUEST}/refuse`]: async ({ session }) => {
        if (session.request !== undefined)
          Object.assign(session, { request: undefined, ended: await verifier.refuse(session.request) })
        return REQUEST
      },
    }),
  )

  app.post(`${PATH}/browser`, async (call, reply) => {
    const { success, data } = browserCall.safeParse(call.body)
    const [proof] = success ? await issueProofs(data.person, office, clock()) : []
    if (!success || proof === undefined) return reply.code(400).send({ error: 'invalid_request' })
    return { response: await browserResponse(proof, { ...data.request.data, origin: data.origin }) }
  })
  app.get('/age-office/trusted-list.xml', async (_request, reply) =>
    reply.type('application/vnd.etsi.tsl+xml').header('cache-control', 'no-store').send(trustedList(office, clock())),
  )
}
