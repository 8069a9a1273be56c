import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PASSABLE } from '../setup/temp-resources.mjs'

/** Removes the temporary folder of a run with all that its tests left there. */
export function setup() {
  const before = process.env['TMPDIR']
  const folder = mkdtempSync(join(tmpdir(), 'avouch-tests-'))
  chmodSync(folder, PASSABLE)
  process.env['TMPDIR'] = folder
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}
