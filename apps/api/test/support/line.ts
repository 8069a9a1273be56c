import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** "K", its length, and the id of the session. */
const SESSION = Buffer.from([0x4b, 0, 0, 0, 12])

/** As a pooler does: the client gets an id that is not the session's. */
function withAnotherId(chunk: Buffer): Buffer {
  const at = chunk.indexOf(SESSION)
  if (at >= 0) chunk.writeInt32BE(4_711, at + SESSION.length)
  return chunk
}

const READ_ONLY = Buffer.from('options\0-c default_transaction_read_only=on\0')

/** The first message of a connection, as if its server were a standby. */
function asStandby(startup: Buffer): Buffer {
  const message = Buffer.concat([startup.subarray(0, -1), READ_ONLY, Buffer.alloc(1)])
  message.writeInt32BE(message.length)
  return message
}

/**
 * A network path to a database server that can fall silent: connections stay open, and nothing passes.
 * `delayMs`: how long each message is on its way, in each direction.
 */
export async function createLine(target: string, { isPooler = false, delayMs = 0 } = {}) {
  const to = new URL(target)
  const ends = new Set<Socket>()
  let isSilent = false
  let isStandby = false
  const server = createServer((near) => {
    const far = connect(Number(to.port || 5_432), to.hostname)
    let isFirst = isStandby
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end)
      end.on('error', () => {})
      end.on('data', (chunk: Buffer) => {
        const passed = isFirst && end === near ? asStandby(chunk) : chunk
        if (end === near) isFirst = false
        const pass = () => void (isSilent || other.write(isPooler && end === far ? withAnotherId(passed) : passed))
        if (delayMs > 0) setTimeout(pass, delayMs)
        else pass()
      })
      end.once('close', () => {
        ends.delete(end)
        other.destroy()
      })
    }
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  async function close() {
    for (const end of ends) end.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return {
    url: url.href,
    /** Refuses connections from now on, as a machine without a server; or takes them again. */
    die: (dead: boolean) => (dead ? close() : listen(port)),
    /** Forbids connections from now on to write, as after a change of the primary; or allows it again. */
    becomeStandby(standby: boolean) {
      isStandby = standby
      for (const end of ends) end.destroy()
    },
    silence(silent: boolean) {
      isSilent = silent
    },
    [Symbol.asyncDispose]: close,
  }
}
