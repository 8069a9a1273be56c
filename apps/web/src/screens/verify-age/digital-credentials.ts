import type { BrowserFailure } from '@avouch/contract'

/** The request to the browser, of ISO 18013-7, Annex C. */
type BrowserRequest = { protocol: 'org-iso-mdoc'; data: { deviceRequest: string; encryptionInfo: string } }

/** The Digital Credentials API, as far as it is used here; browsers that have it differ in the rest. */
type Api = { userAgentAllowsProtocol?: (protocol: string) => boolean }
declare global {
  interface Window {
    DigitalCredential?: Api
  }
}

const PROTOCOL: BrowserRequest['protocol'] = 'org-iso-mdoc'

/** Tells if this browser can ask apps for a proof by itself. */
export function canAskBrowser(): boolean {
  const api = window.DigitalCredential
  if (api === undefined) return false
  try {
    return api.userAgentAllowsProtocol?.(PROTOCOL) ?? true
  } catch {
    // The browser knows no such protocol.
    return false
  }
}

/** An object with the answer, the answer itself, or an object as text. */
function responseIn(data: unknown): string | undefined {
  if (typeof data === 'object' && data !== null && 'response' in data)
    return typeof data.response === 'string' ? data.response : undefined
  if (typeof data !== 'string') return undefined
  try {
    return responseIn(JSON.parse(data))
  } catch {
    // No JSON.
    return data
  }
}

/** Three minutes: some browsers never settle a call. */
const LONGEST_MS = 180_000
/** By the names of exceptions; every other one says that it can't be done here. */
const FAILURES: Readonly<Record<string, BrowserFailure>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  TimeoutError: 'timed_out',
}

export type BrowserAnswer = { response: string; failed?: BrowserFailure }

function read(credential: unknown): BrowserAnswer {
  if (credential === null) return { response: '', failed: 'cancelled' }
  const { protocol = PROTOCOL, data } = credential as { protocol?: unknown; data?: unknown }
  const response = protocol === PROTOCOL ? responseIn(data) : undefined
  return response ? { response } : { response: '', failed: 'malformed' }
}

/** Only at a press, because browsers want one. */
export async function askBrowser(request: BrowserRequest, given: AbortSignal): Promise<BrowserAnswer> {
  const timer = new AbortController()
  const timeout = setTimeout(() => timer.abort(new DOMException('', 'TimeoutError')), LONGEST_MS)
  const signal = AbortSignal.any([given, timer.signal])
  try {
    const options = { mediation: 'required', digital: { requests: [request] }, signal }
    const ended = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    return read(await Promise.race([navigator.credentials.get(options as CredentialRequestOptions), ended]))
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    return { response: '', failed: FAILURES[signal.aborted ? (signal.reason as Error).name : name] ?? 'not_possible' }
  } finally {
    clearTimeout(timeout)
  }
}
