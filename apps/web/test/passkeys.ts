import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@avouch/contract'
import { onTestFinished } from 'vitest'
import type { Answers, Opening } from './page.ts'

type Asked = { publicKey: unknown; mediation?: string; signal: AbortSignal }
/** Answers a call to the browser: with a credential, with the name of an exception, or never. */
export type Finger = 'shown' | 'cancelled' | 'known' | 'never'

export const REQUEST: PasskeyRequestOptions = {
  challenge: 'Y2hhbGxlbmdl',
  timeout: 300_000,
  rpId: 'localhost',
  userVerification: 'required',
}
const CREATION: PasskeyCreationOptions = {
  rp: { id: 'localhost', name: 'Avouch' },
  user: { id: 'dXNlcg', name: '+49 151 ••• 678', displayName: '+49 151 ••• 678' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
}
export const CREDENTIAL = { id: 'a2V5', rawId: 'a2V5', type: 'public-key', response: { clientDataJSON: 'e30' } }

const EXCEPTIONS = { cancelled: 'NotAllowedError', known: 'InvalidStateError' } as const

/**
 * Gives the next page a browser with passkeys. It refuses a second call while one is under way, as browsers do.
 * @returns the parts for `openPage`, and what the browser was asked
 */
export function withPasskeys({ inField = false, unasked = false } = {}) {
  const finger: { get: Finger; create: Finger; inField: Finger; unasked: Finger } = {
    get: 'shown',
    create: 'shown',
    inField: 'never',
    unasked: 'never',
  }
  const asked: ({ kind: keyof typeof finger } & Asked)[] = []
  let busy = false
  const answer = (kind: keyof typeof finger, options: Asked) =>
    new Promise((resolve, reject) => {
      if (busy) return reject(new DOMException('', 'OperationError'))
      busy = true
      const end = (settle: () => void) => {
        busy = false
        settle()
      }
      asked.push({ kind, ...options })
      options.signal.addEventListener('abort', () => end(() => reject(new DOMException('', 'AbortError'))))
      const how = finger[kind]
      if (how === 'shown') end(() => resolve({ toJSON: () => CREDENTIAL }))
      else if (how !== 'never') end(() => reject(new DOMException('', EXCEPTIONS[how])))
    })
  const value = {
    parseRequestOptionsFromJSON: (options: unknown) => options,
    parseCreationOptionsFromJSON: (options: unknown) => options,
    isConditionalMediationAvailable: async () => inField,
    isUserVerifyingPlatformAuthenticatorAvailable: async () => true,
    getClientCapabilities: async () => ({ conditionalCreate: unasked }),
  }
  // No stub of the runner: those end with the page before.
  Object.defineProperty(globalThis, 'PublicKeyCredential', { value, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
  const credentials = {
    get: (options: Asked) => answer(options.mediation === 'conditional' ? 'inField' : 'get', options),
    create: (options: Asked) => answer(options.mediation === 'conditional' ? 'unasked' : 'create', options),
  }
  const answers: Answers = { passkeyRequestOptions: REQUEST, passkeyCreationOptions: CREATION }
  const opening = { settings: { passkeys: true }, browser: { credentials }, answers } satisfies Opening
  return { opening, asked, finger, kinds: () => asked.map(({ kind }) => kind) }
}
