/** Cancelled by the person, or without an answer for too long; aborted by the page. No error for the visitor. */
const ENDED = ['NotAllowedError', 'AbortError']
const PAGE_KEY_BYTES = 32

/** The one call to the browser that is under way. */
let underWay: AbortController | undefined

/**
 * Asks the browser for a passkey, or to make one. It has one such call at a time: the one that is under way is aborted before, because
 * some never settle.
 * @returns undefined where it was cancelled or aborted
 */
export async function askBrowserForKey(
  given: AbortSignal,
  request: (signal: AbortSignal) => Promise<Credential | null>,
): Promise<PublicKeyCredential | undefined> {
  underWay?.abort()
  underWay = new AbortController()
  const signal = AbortSignal.any([underWay.signal, given])
  const aborted = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)))
  try {
    return ((await Promise.race([request(signal), aborted])) as PublicKeyCredential | null) ?? undefined
  } catch (error) {
    if (signal.aborted || (error instanceof Error && ENDED.includes(error.name))) return undefined
    throw error
  }
}

/** Makes the value that binds a challenge to this page. */
export function newPageKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(PAGE_KEY_BYTES))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
