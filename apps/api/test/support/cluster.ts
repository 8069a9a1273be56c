import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

const VERSIONS = '/usr/lib/postgresql'

/** Finds PostgreSQL's programs where Debian puts them, which is not on the path. */
function programs(): string {
  const newest = readdirSync(VERSIONS).toSorted((a, b) => Number(b) - Number(a))[0]
  return join(VERSIONS, newest ?? '', 'bin')
}

/** PostgreSQL refuses to run as root. */
function otherUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (which: string) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** A folder on a file system of its own, of so many megabytes; undefined, with a line, where none may be mounted. */
export function mountDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'avouch-disk-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]).status !== 0) {
    rmSync(folder, { recursive: true })
    process.stdout.write('not proven here, because no file system may be mounted\n')
    return undefined
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    /** Leaves no room at all. */
    fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4k']),
    free: () => rmSync(ballast, { force: true }),
    remove() {
      spawnSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Options = {
  folder: string
  settings?: Record<string, string>
  /** The server that it follows, and the name by which that one waits for it. */
  replicaOf?: { port: number; name: string }
}

/** A PostgreSQL server of its own, which waits for its disk as in production; or a replica of another one. */
export async function startCluster({ folder, settings = {}, replicaOf }: Options) {
  const bin = programs()
  const { uid, gid } = otherUser()
  const data = join(folder, 'data')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  if (uid !== undefined && gid !== undefined) for (const path of [folder, data]) chownSync(path, uid, gid)
  const as = { ...(uid !== undefined && { uid, gid }), env: { LC_ALL: 'C.UTF-8' }, cwd: folder } as const
  const run = (program: string, ...args: string[]) => execFileSync(join(bin, program), args, { ...as, stdio: 'pipe' })
  const port = await freePort()
  if (replicaOf === undefined) {
    run('initdb', '-D', data, '--username=postgres', '--auth=trust', '--wal-segsize=1', '--no-instructions')
  } else {
    const from = `host=127.0.0.1 port=${replicaOf.port} user=postgres application_name=${replicaOf.name}`
    run('pg_basebackup', '-D', data, '-d', from, '--write-recovery-conf', '--checkpoint=fast')
  }
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '60',
    shared_buffers: '16MB',
    min_wal_size: '2MB',
    max_wal_size: '8MB',
    ...settings,
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const started = () => spawn(join(bin, 'postgres'), ['-D', data, ...flags], { ...as, stdio: 'ignore' })
  let server: ChildProcess = started()
  const isReady = () => spawnSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status === 0
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null

  /** Started again where it has ended, as a supervisor does. */
  async function untilReady(): Promise<void> {
    while (!isReady()) {
      if (hasEnded()) server = started()
      await new Promise((wake) => setTimeout(wake, 100))
    }
  }
  await untilReady()
  return {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    untilReady,
    /** Resolves when it takes writes. */
    promote: async () =>
      void (await once(spawn(join(bin, 'pg_ctl'), ['promote', '-D', data], { ...as, stdio: 'ignore' }), 'exit')),
    /** The whole server at once, without a word to anyone. */
    async kill(): Promise<void> {
      if (hasEnded()) return
      const ended = once(server, 'exit')
      const { pid = 0 } = server
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
      for (const one of [pid, ...children.map(Number)]) process.kill(one, 'SIGKILL')
      await ended
    },
  }
}
