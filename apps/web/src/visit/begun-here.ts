const PATIENCE_MS = 8_000

/**
 * A website's OpenID Connect request goes on only in the browser in which it began, by a cookie for the request's own addresses:
 * they lead to the start page, or to the page that says so. Asked before the visitor has typed anything.
 */
export async function stayWhereItBegan(returnAddress: string): Promise<void> {
  const { url } = await fetch(returnAddress.replace(/\/done$/, ''), { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (new URL(url).pathname === '/request-problem') window.location.replace(url)
}
