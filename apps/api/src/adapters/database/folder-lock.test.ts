import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StartupError } from '../../config/startup-error.ts'
import { lockFolder } from './folder-lock.ts'

const newLock = () => join(mkdtempSync(join(tmpdir(), 'avouch-lock-')), 'data', 'database.lock')
const deadProcess = () => spawnSync(process.execPath, ['-e', '']).pid

function left(content: string): string {
  const path = newLock()
  mkdirSync(dirname(path))
  writeFileSync(path, content)
  return path
}

describe('the lock of a data folder', () => {
  test('OPS-05 keeps a second holder out, in one line that names the first', () => {
    const path = newLock()
    lockFolder(path)
    expect(() => lockFolder(path)).toThrow(
      new StartupError(`The data folder ${dirname(path)} is in use by process ${process.pid}.`),
    )
  })

  test('OPS-05 is free again after its release', () => {
    const path = newLock()
    lockFolder(path)()
    expect(existsSync(path)).toBe(false)
    lockFolder(path)()
  })

  test.each([
    ['a process that is dead', () => `${deadProcess()} 1`],
    ['a process whose number another one has now', () => `${process.pid} 1`],
    ['nobody', () => ''],
    ['what is no process', () => 'x y'],
    ['all processes of a group', () => '-1 1'],
  ])('OPS-03 OPS-05 that was left behind by %s is taken over', (_who, content) => {
    const path = left(content())
    const release = lockFolder(path)
    expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${process.pid} `))
    release()
  })
})
