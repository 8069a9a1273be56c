import * as z from 'zod'
import type { Identity } from '../../age-office/identity-data.ts'
import { deviceResponse, elementsOf, type Proof } from '../../age-office/proofs.ts'
import { transcriptOfRequest, walletResponse } from './answer.ts'
import { type AgePhone, type End, type ProofRequest, readSignedRequest } from './request.ts'

const TIMEOUT_MS = 15_000
/** Needed, because short links lead to the app on phones only. */
const PHONE = 'Mozilla/5.0 (Linux; Android 16) Mobile'

const said = z.object({ redirect_uri: z.url({ protocol: /^https?$/ }).optional() })

type Ended = NonNullable<AgePhone['ended']>
type Options = { apiUrl: string; productUrl: string }

/** Takes a failed request, or an unreadable one, for none. */
const unlessAway = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined)

/** Calls the product, and no other website. */
export function createVerifier({ apiUrl, productUrl }: Options) {
  async function reach(address: string, init: RequestInit) {
    const { origin, pathname, search } = new URL(address, productUrl)
    if (origin !== new URL(productUrl).origin) throw new Error('another website')
    return fetch(apiUrl + pathname + search, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  }

  type Sent = Readonly<Record<string, string>>

  /** Sends an answer. how: the end when it is accepted, when it is not, and without a response. */
  async function answer(
    { responseUri, state }: ProofRequest,
    sent: Sent,
    how: readonly [End, End, End],
  ): Promise<Ended> {
    const body = new URLSearchParams({ ...sent, ...(state !== undefined && { state }) })
    const response = await unlessAway(reach(responseUri, { method: 'POST', body }))
    if (response === undefined) return { how: how[2], back: undefined }
    const { data } = said.safeParse(await unlessAway(response.json()))
    return { how: how[response.ok ? 0 : 1], back: data?.redirect_uri }
  }

  return {
    /** Reads the request behind a short link; undefined when the link has expired. */
    async follow(shortLink: string): Promise<string | undefined> {
      const response = await unlessAway(reach(shortLink, { headers: { 'user-agent': PHONE } }))
      return URL.parse(response?.headers.get('location') ?? '')?.search
    },

    /** Fetches the signed request of an ID wallet; undefined when it has expired or does not verify. */
    async fetchRequest(requestUri: string, clientId: string): Promise<ProofRequest | undefined> {
      const response = await unlessAway(reach(requestUri, { method: 'POST' }))
      return response?.ok
        ? unlessAway(response.text().then((object) => readSignedRequest(object, clientId)))
        : undefined
    },

    async show(request: ProofRequest, proof: Proof, identityOf: () => Promise<Identity>, now: Date): Promise<Ended> {
      const { app = { queryId: '', elements: [] }, wallet } = request
      const held = elementsOf(proof)
      const first = app.elements.filter((name) => held.includes(name)).slice(0, 1)
      const shown = async () => Buffer.from(await deviceResponse(proof, first, transcriptOfRequest(request)))
      const sent: Sent = wallet
        ? { response: await walletResponse(request, wallet, await identityOf(), now) }
        : { vp_token: JSON.stringify({ [app.queryId]: [(await shown()).toString('base64url')] }) }
      return answer(request, sent, ['shown', 'rejected', 'unreachable'])
    },

    refuse: (request: ProofRequest): Promise<Ended> =>
      answer(request, { error: 'access_denied' }, ['refused', 'refused', 'refused']),
  }
}
