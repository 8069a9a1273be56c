import type { PasskeyAssertion, PasskeyRegistration } from '@avouch/contract'
import * as z from 'zod/mini'
import { jsonOf } from '../../platform/json.ts'

/** COSE: ES256, EdDSA, RS256 — all that browsers' own authenticators make. */
export const KEY_ALGORITHMS = [-7, -8, -257]

/** The relying party: the origin of our pages, and its host. */
export type RelyingParty = { origin: string; rpId: string }

const CLIENT_DATA = z.object({
  challenge: z.string(),
  crossOrigin: z.optional(z.boolean()),
  topOrigin: z.optional(z.unknown()),
})

/** @returns undefined for an answer that was made in a page of another website's, or that no browser makes */
export function challengeIn({ response }: PasskeyAssertion | PasskeyRegistration): string | undefined {
  const read = CLIENT_DATA.safeParse(jsonOf(Buffer.from(response.clientDataJSON, 'base64url')))
  // The library lets a cross-origin answer pass where it does not name the outer page.
  if (!read.success || read.data.crossOrigin === true || read.data.topOrigin !== undefined) return undefined
  return read.data.challenge
}

/** The library is loaded with the first passkey. */
const load = () => Promise.all([import('@simplewebauthn/server'), import('@simplewebauthn/server/helpers')])

export type NewCredential = {
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  synced: boolean
  transports: string[]
}

/**
 * Verifies what a browser made.
 * @param isUnasked the browser did not ask the person, so that nothing proves presence or verification now; each log-in does
 */
export async function verifyRegistration(
  { origin, rpId }: RelyingParty,
  credential: PasskeyRegistration,
  challenge: string,
  isUnasked: boolean,
): Promise<NewCredential | undefined> {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await load()
  try {
    const made = decodeAttestationObject(
      new Uint8Array(Buffer.from(credential.response.attestationObject, 'base64url')),
    )
    // None is asked for. From an attestation's certificates the library would fetch what they name.
    const isPlain = made.get('fmt') === 'none' || (made.get('fmt') === 'packed' && !made.get('attStmt').get('x5c'))
    if (!isPlain) return undefined
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response: { ...credential.response, transports: [] }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserPresence: !isUnasked,
      requireUserVerification: !isUnasked,
      supportedAlgorithmIDs: KEY_ALGORITHMS,
    })
    if (registrationInfo === undefined) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(publicKey),
      counter,
      synced: registrationInfo.credentialDeviceType === 'multiDevice',
      transports: credential.response.transports ?? [],
    }
  } catch {
    // The library throws a plain error for everything that is wrong with an answer, and depends on nothing that could be away.
    return undefined
  }
}

/**
 * Verifies an assertion.
 * @returns the authenticator's counter; undefined unless the signature is right
 */
export async function verifyAssertion(
  { origin, rpId }: RelyingParty,
  credential: PasskeyAssertion,
  { challenge, publicKey }: { challenge: string; publicKey: Buffer },
): Promise<number | undefined> {
  const [{ verifyAuthenticationResponse }] = await load()
  const { userHandle: _, ...response } = credential.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // 0: the library compares counters before signatures, so that anybody who knows a credential's id could end it (PASSKEY-03).
      credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // As above.
    return undefined
  }
}
