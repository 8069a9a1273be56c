import type { TabMessage, Tabs } from '@avouch/api-client'
import * as z from 'zod/mini'

const CHANNEL = 'avouch-session'
const LOCK = 'avouch-refresh'
/** Waits this long for the lock: its tab does not respond any more. */
const PATIENCE_MS = 10_000

/** Messages of other tabs; those of another release that do not parse are ignored. */
const message: z.ZodMiniType<TabMessage> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ask'), family: z.string(), generation: z.number() }),
  z.object({
    type: z.literal('pair'),
    pair: z.object({ access_token: z.string(), refresh_token: z.string(), user_id: z.string() }),
    freshUntil: z.number(),
  }),
  z.object({ type: z.literal('logout'), family: z.string() }),
])

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  let isOurTurn = false
  const turn = async () => {
    isOurTurn = true
    return await work()
  }
  try {
    return await navigator.locks.request(LOCK, { signal: AbortSignal.timeout(PATIENCE_MS) }, turn)
  } catch (error) {
    if (isOurTurn) throw error
    return await work()
  }
}

/** Opens the channel; undefined where the browser blocks site data, as some throw then. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(CHANNEL)
  } catch {
    // A SecurityError: other tabs cannot be reached.
    return undefined
  }
}

/** Connects to the other tabs of this browser; undefined where the platform lacks locks or channels. */
export function openTabs(): Tabs | undefined {
  if (!('window' in globalThis) || !('BroadcastChannel' in window) || !('locks' in navigator)) return undefined
  const channel = openChannel()
  if (channel === undefined) return undefined
  return {
    inTurn,
    tell(told) {
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, and no parameter for it
        channel.postMessage(told)
      } catch {
        // A SecurityError, too: this tab refreshes without the others.
      }
    },
    listen: (hear) =>
      channel.addEventListener('message', ({ data }) => {
        const heard = message.safeParse(data)
        if (heard.success) hear(heard.data)
      }),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  }
}
