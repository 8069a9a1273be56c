import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Started = { url: string; pid: number; child: ChildProcess; readyAfterMs: number }

const PROFILES = process.env['BENCH_PROFILES']

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** A server that listens where the environment says, once it answers at the path. */
export async function start(
  file: string,
  path: string,
  env: Record<string, string | undefined> = {},
  cwd?: string,
): Promise<Started> {
  const port = await freePort()
  const profiling = PROFILES === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${PROFILES}`]
  // As `npm start` starts it: the embedded engine's code is not optimised.
  const child = spawn(process.execPath, ['--liftoff-only', ...profiling, file], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd,
  })
  const url = `http://127.0.0.1:${port}`
  const from = performance.now()
  while (
    !(await fetch(url + path).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`)
    await sleep(20)
  }
  return { url, pid: child.pid ?? 0, child, readyAfterMs: Math.round(performance.now() - from) }
}

export async function end({ child }: Started): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
