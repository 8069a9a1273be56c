import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** "K", its length, and the id of the session. */
const SESSION = Buffer.from([0x4b, 0, 0, 0, 12])

/** As a pooler does: the client gets an id that is not the session's. */
function withAnotherId(chunk: Buffer): Buffer {
  const at = chunk.indexOf(SESSION)
  if (at >= 0) chunk.writeInt32BE(4_711, at + SESSION.length)
  return chunk
}

/** A network path to a database server that can fall silent: connections stay open, and nothing passes. */
export async function createLine(target: string, { isPooler = false } = {}) {
  const to = new URL(target)
  const ends = new Set<Socket>()
  let isSilent = false
  const server = createServer((near) => {
    const far = connect(Number(to.port || 5_432), to.hostname)
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end)
      end.on('error', () => {})
      end.on('data', (chunk: Buffer) => {
        if (!isSilent) other.write(isPooler && end === far ? withAnotherId(chunk) : chunk)
      })
      end.once('close', () => {
        ends.delete(end)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    silence(silent: boolean) {
      isSilent = silent
    },
    async [Symbol.asyncDispose]() {
      for (const end of ends) end.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
