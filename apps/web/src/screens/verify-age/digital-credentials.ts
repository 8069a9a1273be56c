/** What the browser is asked for: the request of ISO 18013-7, Annex C. */
type BrowserRequest = { protocol: 'org-iso-mdoc'; data: { deviceRequest: string; encryptionInfo: string } }

/** The Digital Credentials API, as far as it is used here; browsers that have it differ in the rest. */
type Api = { userAgentAllowsProtocol?: (protocol: string) => boolean }
declare global {
  interface Window {
    DigitalCredential?: Api
  }
}

const PROTOCOL: BrowserRequest['protocol'] = 'org-iso-mdoc'

/** Whether this browser can ask apps for a proof by itself. */
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

/** Only at a press, because browsers want one. @returns empty when the visitor showed nothing */
export async function askBrowser(request: BrowserRequest): Promise<string> {
  try {
    const options = { mediation: 'required', digital: { requests: [request] } }
    const credential: unknown = await navigator.credentials.get(options as CredentialRequestOptions)
    const data = typeof credential === 'object' && credential !== null && 'data' in credential ? credential.data : null
    return responseIn(data) ?? ''
  } catch {
    // The visitor, the app or the browser refuses.
    return ''
  }
}
