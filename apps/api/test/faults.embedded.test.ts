import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api as endpoints } from '@avouch/contract'
import { expect, onTestFinished, test } from 'vitest'
import { createIntent, digits, GOOD_PIN, newNumber } from './support/builders.ts'
import { kill, startProcess } from './support/own-process.ts'
import { soak } from './support/soak.ts'
import { startTestApi } from './support/test-api.ts'
import { useTestApi } from './support/use-test-api.ts'
import { sendJson } from './support/wire.ts'

const the = useTestApi()
const KILLS = soak(2, 100)
const MOST_MS = 3_000
const UNAVAILABLE = { status: 503, retryAfter: expect.stringMatching(/^[15]$/) as string }

test('The embedded database has everything that was acknowledged, however often its process is killed [OPS-03]', {
  timeout: 1_800_000,
}, async () => {
  const all: string[] = []
  await the.api.aside(async () => {
    for (let turn = 0; turn < KILLS; turn++) {
      const running = await startProcess(the.api, '')
      const last = all.length + 1 + ((7 * turn) % 20)
      const work = async () => {
        while (!running.killed) {
          const created = await createIntent(the.api).catch(() => undefined)
          if (created === undefined) return
          all.push(created.id)
          if (all.length === last) running.kill('SIGKILL')
        }
      }
      await Promise.all([work(), work(), work(), work()])
      await kill(running)
    }
  })
  const kept = new Set((await the.api.rows('select id from intent')).map(({ id }) => id))
  expect(all.length).toBeGreaterThanOrEqual(KILLS)
  expect(all.filter((id) => !kept.has(id))).toEqual([])
})

/** A file system of its own; undefined, with a line, where none may be mounted. */
function mountDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'avouch-disk-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=0755', 'tmpfs', folder]).status === 0) return folder
  rmSync(folder, { recursive: true })
  process.stdout.write('not proven here, because no file system may be mounted\n')
  return undefined
}

test('On a full disk the embedded database answers every call 503, says so, and goes on when there is room [OPS-04 OPS-06 OPS-07]', async () => {
  const disk = mountDisk()
  if (disk === undefined) return
  const usual = tmpdir()
  process.env['TMPDIR'] = disk
  const api = await startTestApi().finally(() => void (process.env['TMPDIR'] = usual))
  const ballast = join(disk, 'ballast')
  onTestFinished(async () => {
    rmSync(ballast, { force: true })
    await api[Symbol.asyncDispose]()
    spawnSync('umount', ['--lazy', disk])
    rmSync(disk, { recursive: true, force: true })
  })
  const readiness = async () => (await fetch(`${api.baseUrl}/readyz`)).json()
  const { id } = await createIntent(api)

  spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4k'])
  await expect.poll(readiness).toMatchObject({ failed: ['full'] })
  const phone = digits(newNumber())
  for (const [path, body] of [
    [endpoints.prelogin.path, { phone, pin: GOOD_PIN }],
    [endpoints.recoverCode.path, { phone, language: 'en' }],
  ] as const) {
    const begun = performance.now()
    const { status, headers } = await sendJson(api, path, body)
    expect({ path, status, retryAfter: headers.get('retry-after') }).toEqual({ path, ...UNAVAILABLE })
    expect(performance.now() - begun).toBeLessThan(MOST_MS)
  }

  rmSync(ballast)
  await expect.poll(readiness).not.toHaveProperty('failed')
  await createIntent(api)
  const { data } = await api.client('readIntent', { params: { id } }, { bearer: api.credentials.provider.apiKey })
  expect(data.id).toBe(id)
})
