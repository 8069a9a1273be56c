import * as z from 'zod'
import type { Identity } from '../../age-office/identity-data.ts'
import { deviceResponse, elementsOf, type Proof } from '../../age-office/proofs.ts'
import { transcriptOfRequest } from './answer.ts'
import type { AgePhone } from './model.ts'
import type { ProofRequest, WalletAsk } from './request.ts'
import { walletResponse } from './wallet-answer.ts'
import { readSignedRequest } from './wallet-request.ts'

const TIMEOUT_MS = 15_000
/** Short links lead to the app on phones only. */
const PHONE = 'Mozilla/5.0 (Linux; Android 16) Mobile'

const said = z.object({ redirect_uri: z.url({ protocol: /^https?$/ }).optional() })

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
    // An answer without a body.
    const { data } = said.safeParse(await response.json().catch(() => undefined))
    return { ok: response.ok, back: data?.redirect_uri }
  }

  async function answer(request: ProofRequest, fields: Readonly<Record<string, string>>): Promise<Ended> {
    try {
      const { ok, back } = await send(request, fields)
      return { how: ok ? 'shown' : 'rejected', back }
    } catch {
      // The verifier is away.
      return { how: 'unreachable', back: undefined }
    }
  }

  return {
    /** Where a short link leads; undefined when it is over. */
    async follow(shortLink: string): Promise<string | undefined> {
      try {
        const response = await reach(shortLink, { headers: { 'user-agent': PHONE } })
        const target = response.headers.get('location')
        return target === null ? undefined : new URL(target).search
      } catch {
        // The verifier is away, or its link leads nowhere.
        return undefined
      }
    },

    /** The signed request of an ID wallet; undefined when it is over, or not of who it says. */
    async fetchRequest(requestUri: string, clientId: string): Promise<ProofRequest | undefined> {
      try {
        const response = await reach(requestUri, { method: 'POST' })
        return response.ok ? await readSignedRequest(await response.text(), clientId) : undefined
      } catch {
        // The verifier is away, or its request is not readable.
        return undefined
      }
    },

    async show(request: ProofRequest, proof: Proof): Promise<Ended> {
      const held = elementsOf(proof)
      const first = request.elements.filter((name) => held.includes(name)).slice(0, 1)
      const shown = Buffer.from(await deviceResponse(proof, first, transcriptOfRequest(request))).toString('base64url')
      return answer(request, { vp_token: JSON.stringify({ [request.queryId]: [shown] }) })
    },

    showIdentity: async (request: ProofRequest, ask: WalletAsk, identity: Identity, now: Date): Promise<Ended> =>
      answer(request, { response: await walletResponse(request, ask, identity, now) }),

    async refuse(request: ProofRequest): Promise<Ended> {
      try {
        const { back } = await send(request, { error: 'access_denied' })
        return { how: 'refused', back }
      } catch {
        // The verifier is away: the holder has refused all the same.
        return { how: 'refused', back: undefined }
      }
    },
  }
}
