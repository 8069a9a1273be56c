import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** The server's word that a commit, or a write outside of a transaction, has lasted, with "." for bytes that are no text. */
const LASTING = /(?:COMMIT|(?:INSERT 0|UPDATE|DELETE) [1-9]\d*)\.Z\.{4}I/
const textOf = (chunk: Buffer) => chunk.toString('latin1').replaceAll(/[^ -~]/g, '.')

/**
 * A connection to a database server that counts the commits over it.
 * It can be cut at one of them: the commit is done, and the client gets no answer.
 */
export async function layLine(target: URL) {
  const ends = new Set<Socket>()
  let armed: { left: number; onCut: () => void } | undefined
  let isDead = false

  function die() {
    isDead = true
    const { onCut } = armed ?? { onCut: () => {} }
    armed = undefined
    onCut()
    for (const end of ends) end.destroy()
  }

  const server = createServer((near) => {
    if (isDead) return void near.destroy()
    const far = connect(Number(target.port || 5_432), target.hostname)
    for (const end of [near, far]) {
      ends.add(end)
      end.on('error', () => {})
      end.once('close', () => {
        ends.delete(end)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (chunk: Buffer) => {
      if (!isDead) far.write(chunk)
    })
    far.on('data', (chunk: Buffer) => {
      if (isDead) return
      const isLasting = armed !== undefined && LASTING.test(textOf(chunk))
      if (isLasting && armed !== undefined && --armed.left === 0) die()
      else near.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)

  return {
    url: url.href,
    /** Cuts the connection at the n-th commit from now on. */
    cutAt(n: number, onCut: () => void) {
      armed = { left: n, onCut }
    },
    mend() {
      isDead = false
      armed = undefined
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const end of ends) end.destroy()
        server.close(() => resolve())
      }),
  }
}
