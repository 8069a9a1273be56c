/** Cuts a stream of PostgreSQL's messages into (type, body); the first one of a client has no type. */
function messagesOf(onMessage: (type: string, body: Buffer) => void, isFromClient: boolean) {
  let rest = Buffer.alloc(0)
  let isGreeted = !isFromClient
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = isGreeted ? 1 : 0
      if (rest.length < head + 4) return
      const end = head + rest.readInt32BE(head)
      if (rest.length < end) return
      const type = isGreeted ? String.fromCharCode(rest[0] ?? 0) : ''
      const body = rest.subarray(head + 4, end)
      rest = rest.subarray(end)
      isGreeted = true
      onMessage(type, body)
    }
  }
}

const textAt = (body: Buffer, from: number) => body.toString('utf8', from, body.indexOf(0, from))

const WRITE = /\b(insert into|update|delete from)\b/i
const COMMIT = /^\s*commit\b/i
const NOTHING = /^(INSERT 0|UPDATE|DELETE) 0$/

/**
 * Reads along on one connection and reports every durable change: a commit, or a write outside of a transaction
 * that changed a row. `onLasting` is called before the client gets the answer.
 */
export function readAlong(onLasting: () => void) {
  const prepared = new Map<string, string>()
  const asked: string[][] = []
  let batch: string[] = []
  let tags: string[] = []
  let isInTransaction = false

  const onClient: Record<string, (body: Buffer) => void> = {
    P: (body) => {
      const name = textAt(body, 0)
      prepared.set(name, textAt(body, Buffer.byteLength(name) + 1))
    },
    B: (body) => batch.push(prepared.get(textAt(body, Buffer.byteLength(textAt(body, 0)) + 1)) ?? ''),
    Q: (body) => asked.push([textAt(body, 0)]),
    S: () => {
      asked.push(batch)
      batch = []
    },
  }
  const onServer: Record<string, (body: Buffer) => void> = {
    C: (body) => tags.push(textAt(body, 0)),
    Z: (body) => {
      const texts = isGreeted ? (asked.shift() ?? []) : []
      isGreeted = true
      const wasWritten = texts.some((text) => WRITE.test(text)) && tags.some((tag) => !NOTHING.test(tag))
      if (tags.length > 0 && (texts.some((text) => COMMIT.test(text)) || (!isInTransaction && wasWritten))) onLasting()
      isInTransaction = body.toString() !== 'I'
      tags = []
    },
  }
  let isGreeted = false
  return {
    client: messagesOf((type, body) => onClient[type]?.(body), true),
    server: messagesOf((type, body) => onServer[type]?.(body), false),
  }
}
