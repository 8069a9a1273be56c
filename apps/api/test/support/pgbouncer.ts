import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

/** Debian's package puts pgbouncer where only root looks. */
const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` }

export const hasPgBouncer = (): boolean => {
  const isThere = spawnSync('pgbouncer', ['--version'], { env }).status === 0
  if (!isThere) process.stdout.write('not proven here, because pgbouncer is not installed\n')
  return isThere
}

const answers = (port: number) =>
  new Promise<boolean>((tell) => {
    const socket = connect(port, '127.0.0.1', () => void tell(Boolean(socket.destroy())))
    socket.once('error', () => tell(false))
  })

/** PgBouncer in front of a database. It does not run as root. */
export async function startPgBouncer(database: string, mode: 'session' | 'transaction') {
  const folder = mkdtempSync(join(tmpdir(), 'avouch-pgbouncer-'))
  chmodSync(folder, 0o755)
  const { hostname, port: databasePort, username } = new URL(database)
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${databasePort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
  )
  const asOther = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn('pgbouncer', [...asOther, file], { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`)
    await new Promise((wake) => setTimeout(wake, 20))
  }
  const url = new URL(database)
  url.port = String(port)
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
