import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestApi } from './test-api.ts'

/** The server that `npm test` has built, or the sources. */
export const MAIN = process.env.BUILT_SERVER ?? resolve(import.meta.dirname, '../../src/main.ts')
/** How Node runs it; optimising the code of the embedded engine takes longer than it saves. */
const PROGRAM: readonly string[] = [...(process.env.TEST_ENGINE === 'pglite' ? ['--liftoff-only'] : []), MAIN]

/** A server in another process, which can be killed; it answers at the address of the test's own server. */
export async function startProcess(api: TestApi, databaseUrl: string): Promise<ChildProcess> {
  const shiftFile = join(api.settings.DATA_DIR, 'shift-of-process')
  writeFileSync(shiftFile, String(api.clock.shift()))
  const { port } = new URL(api.baseUrl)
  const env = { ...process.env, ...api.settings, DATABASE_URL: databaseUrl, PORT: port, CLOCK_SHIFT_FILE: shiftFile }
  const child = spawn(process.execPath, PROGRAM, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  while (
    !(await fetch(`${api.baseUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await new Promise((wake) => setTimeout(wake, 50))
  }
  return child
}

export async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((wake) => child.once('exit', wake))
  if (!child.kill('SIGKILL')) return
  await ended
}
