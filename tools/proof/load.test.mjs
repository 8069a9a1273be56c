import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { inRoot } from '../setup/paths.mjs'

const isSoak = process.env['SOAK'] === '1'
const WITHIN_MS = 600_000
const LOAD = ['--rate', '2', '--seconds', '120', '--processes', '3']

/** @param {string[]} args @returns {Promise<{ code: number, output: string }>} */
const load = (...args) =>
  new Promise((resolve) => {
    execFile(process.execPath, [inRoot('tools', 'run.mjs'), 'load', ...LOAD, ...args], (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    )
  })

test.skipIf(!isSoak)(
  'OPS-16 OPS-46 of three processes behind a balancer one is restarted every ten seconds: no request fails, each exits with 0',
  async () => {
    const { code, output } = await load('--restart-every', '10')
    expect([code, output]).toEqual([0, expect.stringContaining(' 0 failed; 0 of ')])
  },
  WITHIN_MS,
)

test.skipIf(!isSoak)(
  'OPS-47 one is killed every twenty seconds: nothing is lost that was acknowledged, and the audit trail is whole',
  async () => {
    const { code, output } = await load('--kill-every', '20')
    expect([code, output]).toEqual([0, expect.stringMatching(/; 0 of \d+ acknowledged facts lost; audit trail whole/)])
  },
  WITHIN_MS,
)

test.skipIf(!isSoak)(
  'OPS-61 a version is replaced by the next one, whose schema is newer, and comes back, one process after the other: no request fails',
  async () => {
    const { code, output } = await load('--upgrade')
    expect([code, output]).toEqual([0, expect.stringContaining(' 0 failed; 0 of ')])
  },
  WITHIN_MS,
)
