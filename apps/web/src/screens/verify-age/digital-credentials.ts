import type { BrowserFailure } from '@avouch/contract'

/** Request of ISO 18013-7, Annex C. */
type BrowserRequest = { protocol: 'org-iso-mdoc'; data: { deviceRequest: string; encryptionInfo: string } }

/** The part of the Digital Credentials API that is used here; browsers differ in the rest. */
type Api = { userAgentAllowsProtocol?: (protocol: string) => boolean }
declare global {
  interface Window {
    DigitalCredential?: Api
  }
}

const PROTOCOL: BrowserRequest['protocol'] = 'org-iso-mdoc'

/** True if this browser has the API. */
export function canAskBrowser(): boolean {
  const api = window.DigitalCredential
  if (api === undefined) return false
  try {
    return api.userAgentAllowsProtocol?.(PROTOCOL) ?? true
  } catch {
    // The browser does not know the protocol.
    return false
  }
}

/** Reads an answer: an object with it, the answer itself, or an object as text. */
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

/** Gives up a call, which some browsers never settle. */
const LONGEST_MS = 180_000
/** Outcomes by the names of exceptions; any other one means that the browser cannot do it. */
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

/** Asks the browser. Call it at a press, which browsers require. */
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
