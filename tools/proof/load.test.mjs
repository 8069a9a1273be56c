import { expect, test } from 'vitest'
import { run } from '../setup/command.mjs'
import { inRoot } from '../setup/paths.mjs'

const LOAD = [inRoot('tools', 'run.mjs'), 'load', '--rate', '2', '--seconds', '120', '--processes', '3']
const SERVED = / 0 failed; 0 of /
const KEPT = /; 0 of \d+ acknowledged facts lost; audit trail whole/
const DRILLS = [
  ['one is restarted every ten seconds, and no request fails', 'OPS-16', SERVED, '--restart-every', '10'],
  ['one is killed every twenty seconds, and nothing acknowledged is lost', 'OPS-03', KEPT, '--kill-every', '20'],
  ['all change to a version with a newer schema and back, and no request fails', 'OPS-61', SERVED, '--upgrade'],
]

test.skipIf(process.env['SOAK'] !== '1').each(DRILLS)(
  'Of three processes behind a balancer %s [%s]',
  async (_what, _ids, end, ...words) => {
    const { code, output } = await run(process.execPath, [...LOAD, ...words.map(String)])
    expect([code, output]).toEqual([0, expect.stringMatching(end)])
  },
  600_000,
)
