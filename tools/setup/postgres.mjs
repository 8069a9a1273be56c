import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lastLines, run } from './command.mjs'
import { UserError } from './user-error.mjs'
import { requireProgram } from './machine.mjs'
import { freePorts } from './ports.mjs'

const READY_WITHIN_MS = 30_000

/** PostgreSQL refuses to run as root. @returns {Promise<{ uid?: number, gid?: number }>} */
async function otherUser() {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    if (uid.code === 0) return { uid: Number(uid.output), gid: Number(gid.output) }
  }
  throw new UserError('PostgreSQL does not run as root, and there is no other user to run it as: run the tests as one.')
}

/**
 * A PostgreSQL server of the tests' own, with the settings that decide order as they come. Tests kill processes and
 * never the machine: they need not wait for its disk, which may take seconds for a checkpoint.
 * @param {import('./temp-resources.mjs').TempResources} resources
 * @param {{ waitsForDisk: boolean }} choice
 * @returns {Promise<string>} the address of its superuser
 */
export async function startPostgres(resources, { waitsForDisk }) {
  const bin = await requireProgram('postgres')
  const user = await otherUser()
  const folder = resources.folder('postgres')
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (user.uid && user.gid) for (const path of [folder, data]) chownSync(path, user.uid, user.gid)

  const log = join(folder, 'server.log')
  const said = () => readFileSync(log, 'utf8')
  const asUser = { cwd: folder, log, env: { LC_ALL: 'C.UTF-8' }, ...user }
  const choices = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-instructions']
  const made = resources.start(join(bin, 'initdb'), ['-D', data, ...choices], asUser)
  if ((await made.exited) !== 0) throw new UserError(`A PostgreSQL cluster could not be made:\n${lastLines(said(), 8)}`)

  const [port = 0] = await freePorts(1)
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=200']
  if (!waitsForDisk) settings.push('fsync=off', 'full_page_writes=off')
  // A server that waits for its disk is measured, and its statements counted where it can.
  if (waitsForDisk && existsSync(join(bin, '../lib/pg_stat_statements.so')))
    settings.push('shared_preload_libraries=pg_stat_statements')
  const flags = settings.flatMap((setting) => ['-c', setting])
  resources.start(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], asUser)
  const latest = Date.now() + READY_WITHIN_MS
  while (!said().includes('ready to accept connections')) {
    if (Date.now() > latest) throw new UserError(`PostgreSQL did not start:\n${lastLines(said(), 8)}`)
    await sleep(50)
  }
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}
