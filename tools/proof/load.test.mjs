import { expect, test } from 'vitest'
import { run } from '../setup/command.mjs'
import { inRoot } from '../setup/paths.mjs'

const LOAD = [inRoot('tools', 'run.mjs'), 'load', '--rate', '2', '--seconds', '120', '--processes', '3']
const SERVED = / 0 failed; 0 of /
const KEPT = /; 0 of \d+ acknowledged facts lost; audit trail whole/
const DRILLS = [
  ['one is restarted every ten seconds: no request fails, each exits with 0', SERVED, '--restart-every', '10'],
  ['one is killed every twenty: nothing is lost that was acknowledged', KEPT, '--kill-every', '20'],
  ['all are replaced by a version whose schema is newer, and come back: no request fails', SERVED, '--upgrade'],
]

test.skipIf(process.env['SOAK'] !== '1').each(DRILLS)(
  'OPS-16 OPS-46 OPS-47 OPS-61 of three processes behind a balancer %s',
  async (_, end, ...words) => {
    const { code, output } = await run(process.execPath, [...LOAD, ...words.map(String)])
    expect([code, output]).toEqual([0, expect.stringMatching(end)])
  },
  600_000,
)
