import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { OfficeKeys } from '../../age-office/office-keys.ts'
import { issueIdentity } from '../../age-office/identity-data.ts'
import { isPersonName, issueProofs, PERSON_NAMES } from '../../age-office/proofs.ts'
import { trustedList } from '../../age-office/trusted-list.ts'
import { addForms, addPages, type Fields, type Routes, sendPage } from '../../http/server.ts'
import { createSessions, inTurn } from '../app/sessions.ts'
import { AgeHomePage, AgeScanPage, ConsentPage, EndedPage, NoRequestPage } from './age-app-pages.tsx'
import { browserResponse } from './answer.ts'
import type { AgePhone } from './model.ts'
import { OPEN_PATH, readRequest, readScanned } from './request.ts'
import { createVerifier } from './verifier.ts'
import { link as walletLink } from './wallet-request.ts'

const COOKIE = 'age_app'
const PATH = '/age-app'
const MONTH_S = 30 * 24 * 60 * 60
const LIST_PATH = '/age-office/trusted-list.xml'

/** What a browser with the Digital Credentials API would hand to the app. */
const browserCall = z.object({
  person: z.enum(PERSON_NAMES),
  origin: z.string(),
  request: z.object({
    protocol: z.literal('org-iso-mdoc'),
    data: z.object({ deviceRequest: z.string(), encryptionInfo: z.string() }),
  }),
})

type Options = { apiUrl: string; productUrl: string; office: OfficeKeys; clock: () => Date }
type Visit = { fields: Fields; reply: FastifyReply; phone: AgePhone }
type Work = (visit: Visit) => Promise<unknown>

/** An app that holds proofs of age, the office that issues them, and the trusted list that names the office. */
export function addAgeApp(app: FastifyInstance, { apiUrl, productUrl, office, clock }: Options) {
  const phones = createSessions<AgePhone>(clock, (kept) => ({ ...kept, proofs: new Map() }))
  const verifier = createVerifier({ apiUrl, productUrl })

  const inApp = (works: Readonly<Record<string, Work>>): Routes =>
    Object.fromEntries(
      Object.entries(works).map(([path, work]) => [
        path,
        async (fields: Fields, request: FastifyRequest, reply: FastifyReply) => {
          const phone = phones.use(request.cookies[COOKIE])
          reply.setCookie(COOKIE, phone.id, { path: PATH, httpOnly: true, sameSite: 'lax', maxAge: MONTH_S })
          return inTurn(phone, () => work({ fields, reply, phone }))
        },
      ]),
    )

  async function open({ fields, reply, phone }: Visit) {
    const { data } = walletLink.safeParse(fields)
    const request = data ? await verifier.fetchRequest(data.request_uri, data.client_id) : readRequest(fields)
    if (request === undefined) return sendPage(reply, <AgeScanPage bad />, 422)
    Object.assign(phone, { request, ended: undefined })
    return reply.redirect(`${PATH}/request`, 303)
  }

  async function scan({ fields, reply, phone }: Visit) {
    const scanned = readScanned(fields['link'] ?? '', productUrl)
    const found = scanned && 'shortLink' in scanned ? await verifier.follow(scanned.shortLink) : scanned?.query
    return open({ fields: Object.fromEntries(new URLSearchParams(found)), reply, phone })
  }

  addPages(
    app,
    inApp({
      [PATH]: async ({ reply, phone: { proofs } }) => sendPage(reply, <AgeHomePage proofs={proofs} />),
      [OPEN_PATH]: async (visit) => open(visit),
      [`${PATH}/scan`]: async ({ reply }) => sendPage(reply, <AgeScanPage bad={false} />),
      [`${PATH}/request`]: async ({ reply, phone: { request, ended, proofs } }) => {
        if (request !== undefined) return sendPage(reply, <ConsentPage {...{ request, proofs }} />)
        if (ended === undefined) return sendPage(reply, <NoRequestPage />)
        const goTo = ended.left ? undefined : ended.back
        ended.left = true
        return sendPage(reply, <EndedPage {...{ ended, goTo }} />)
      },
    }),
  )

  addForms(
    app,
    inApp({
      [`${PATH}/scan`]: scan,
      [`${PATH}/office`]: async ({ fields: { person }, reply, phone }) => {
        if (isPersonName(person)) {
          const left = phone.proofs.get(person) ?? []
          phone.proofs.set(person, [...left, ...issueProofs(person, office, clock())])
        }
        return reply.redirect(phone.request === undefined ? PATH : `${PATH}/request`, 303)
      },
      [`${PATH}/request/show`]: async ({ fields: { person, nonce }, reply, phone }) => {
        const { request } = phone
        // The tap is for what its page showed.
        const isMeant = request?.nonce === nonce
        const proof = isMeant && isPersonName(person) ? phone.proofs.get(person)?.pop() : undefined
        if (request === undefined || proof === undefined || !isPersonName(person))
          return reply.redirect(`${PATH}/request`, 303)
        const { wallet } = request
        // A wallet has identity data beside its proofs of age, made when they are shown: nothing of a person is kept here.
        const identity = () => issueIdentity(person, office, clock())
        const ended =
          wallet === undefined
            ? await verifier.show(request, proof)
            : await verifier.showIdentity(request, wallet, identity(), clock())
        Object.assign(phone, { request: undefined, ended })
        return reply.redirect(`${PATH}/request`, 303)
      },
      [`${PATH}/request/refuse`]: async ({ reply, phone }) => {
        if (phone.request !== undefined)
          Object.assign(phone, { request: undefined, ended: await verifier.refuse(phone.request) })
        return reply.redirect(`${PATH}/request`, 303)
      },
    }),
  )

  app.post(`${PATH}/browser`, async (call, reply) => {
    const { success, data } = browserCall.safeParse(call.body)
    const [proof] = success ? issueProofs(data.person, office, clock()) : []
    if (!success || proof === undefined) return reply.code(400).send({ error: 'invalid_request' })
    return { response: await browserResponse(proof, { ...data.request.data, origin: data.origin }) }
  })

  app.get(LIST_PATH, async (_request, reply) =>
    reply.type('application/vnd.etsi.tsl+xml').header('cache-control', 'no-store').send(trustedList(office, clock())),
  )
}
