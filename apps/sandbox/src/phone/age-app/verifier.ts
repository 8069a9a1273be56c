import * as z from 'zod'
import type { Proof } from '../../age-office/proofs.ts'
import { deviceResponse, firstHeld, transcriptOfRequest } from './answer.ts'
import type { AgePhone } from './model.ts'
import type { ProofRequest } from './request.ts'

const TIMEOUT_MS = 15_000
/** Short links lead to the app on phones only. */
const PHONE = 'Mozilla/5.0 (Linux; Android 16) Mobile'

const answer = z.object({ redirect_uri: z.url({ protocol: /^https?$/ }).optional() })

type Ended = NonNullable<AgePhone['ended']>
type Options = { apiUrl: string; productUrl: string }

/** What the app says to the website that checks proofs: the product, and no other one. */
export function createVerifier({ apiUrl, productUrl }: Options) {
  /** The product is reached at its own address, not at the one that browsers use. */
  function reach(address: string, init: RequestInit) {
    const { origin, pathname, search } = new URL(address, productUrl)
    if (origin !== new URL(productUrl).origin) throw new Error('another website')
    return fetch(apiUrl + pathname + search, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  }

  async function send({ responseUri, state }: ProofRequest, fields: Readonly<Record<string, string>>) {
    const body = new URLSearchParams({ ...fields, ...(state === undefined ? {} : { state }) })
    const response = await reach(responseUri, { method: 'POST', body })
    const said = answer.safeParse(await response.json().catch(() => undefined))
    return { ok: response.ok, back: said.data?.redirect_uri }
  }

  return {
    /** Where a short link leads; undefined when it is over. */
    async follow(shortLink: string): Promise<string | undefined> {
      try {
        const response = await reach(shortLink, { headers: { 'user-agent': PHONE } })
        const target = response.headers.get('location')
        return target === null ? undefined : new URL(target).search
      } catch {
        return undefined
      }
    },

    async show(request: ProofRequest, proof: Proof): Promise<Ended> {
      const shown = deviceResponse(proof, firstHeld(proof, request.elements), transcriptOfRequest(request)).toString(
        'base64url',
      )
      try {
        const { ok, back } = await send(request, { vp_token: JSON.stringify({ [request.queryId]: [shown] }) })
        return { how: ok ? 'shown' : 'rejected', back }
      } catch {
        return { how: 'unreachable', back: undefined }
      }
    },

    async refuse(request: ProofRequest): Promise<Ended> {
      try {
        const { back } = await send(request, { error: 'access_denied' })
        return { how: 'refused', back }
      } catch {
        return { how: 'refused', back: undefined }
      }
    },
  }
}
