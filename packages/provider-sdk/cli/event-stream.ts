export type ServerEvent = { id: string | undefined; type: string; data: string }

/** Longer than the pause between two heartbeats of the product: after this time the connection is dead. */
const SILENCE_MS = 60_000

/**
 * The events of a stream (server-sent events), one by one. The next one is read when the one before is done with. An
 * event without data has an id at most.
 * @throws Error when the connection breaks, or is silent for a minute
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  silenceMs = SILENCE_MS,
): AsyncGenerator<ServerEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let buffered = ''
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read(), silenceMs)
      if (done) return
      buffered += decoder.decode(value, { stream: true })
      const blocks = buffered.split('\n\n')
      buffered = blocks.pop() ?? ''
      for (const block of blocks) yield eventOf(block)
    }
  } finally {
    // The connection has ended already.
    reader.cancel().catch(() => {})
  }
}

function inTime<T>(read: Promise<T>, milliseconds: number): Promise<T> {
  const { promise, reject } = deferred()
  const timer = setTimeout(() => reject(new Error('the connection is silent')), milliseconds)
  return Promise.race([read, promise]).finally(() => clearTimeout(timer))
}

/** Node 20 has no Promise.withResolvers. */
function deferred(): { promise: Promise<never>; reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<never>((_, refuse) => {
    reject = refuse
  })
  return { promise, reject }
}

function eventOf(block: string): ServerEvent {
  const fields = block.split('\n').map((line) => {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? []
    return [name, value] as const
  })
  const last = (wanted: string) => fields.findLast(([name]) => name === wanted)?.[1]
  const data = fields.flatMap(([name, value]) => (name === 'data' ? [value] : []))
  return { id: last('id'), type: last('event') ?? 'message', data: data.join('\n') }
}
