/** As long as the product waits for a receiver. */
const TIMEOUT_MS = 10_000

export type Delivery = { type: string; headers: Record<string, string>; body: string }

/** Words for the system's error codes of a request without an answer. */
const REASONS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection lost',
  ENOTFOUND: 'name not found',
  UND_ERR_SOCKET: 'connection lost',
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in 10 s'
  const cause = error instanceof Error ? error.cause : undefined
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
  return REASONS[code] ?? 'no answer'
}

/** Posts an event as the product would. @returns the status, or in words the reason for a missing answer */
export async function forward(to: URL, { headers, body }: Delivery): Promise<string> {
  try {
    const answer = await fetch(to, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await answer.body?.cancel()
    return String(answer.status)
  } catch (error) {
    return reasonOf(error)
  }
}

/** @returns undefined for what is no delivery */
export function deliveryOf(data: string): Delivery | undefined {
  const given = JSON.parse(data) as Partial<Record<keyof Delivery, unknown>>
  const { type, headers, body } = given
  if (typeof type !== 'string' || !/^[a-z._]{1,64}$/.test(type) || typeof body !== 'string') return undefined
  if (typeof headers !== 'object' || headers === null) return undefined
  return { type, headers: headers as Record<string, string>, body }
}
