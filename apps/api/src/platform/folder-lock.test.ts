import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { lockDataFolder } from './database/open-database.ts'
import { withLock } from './folder-lock.mjs'
import { StartupError } from './startup-error.ts'
import { soak } from '#test/soak.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'avouch-lock-'))
const AT_ONCE = 0
/** Two that start at the same moment may withdraw for each other, and try again. */
const A_LITTLE = 2_000
const LONG = join('a'.repeat(60), 'b'.repeat(60), 'c'.repeat(200))

afterEach(() => vi.unstubAllGlobals())

describe('the lock of a data folder', () => {
  test.each(['data', LONG, 'Über uns/数据'])(
    'The lock of a data folder keeps a second holder out, in one line that names the first: %s [OPS-05]',
    async (name) => {
      const folder = join(newFolder(), name)
      const lock = await lockDataFolder(folder)
      await expect(lockDataFolder(folder, AT_ONCE)).rejects.toThrow(
        new StartupError(`The data folder ${folder} is in use by process ${process.pid}.`),
      )
      lock.release()
      await expect(lockDataFolder(folder, AT_ONCE)).resolves.toBeDefined()
    },
  )

  test('The lock of a data folder holds by every path to the folder [OPS-05]', async () => {
    const folder = newFolder()
    await lockDataFolder(folder)
    const link = join(newFolder(), 'link')
    symlinkSync(folder, link)
    await expect(lockDataFolder(link, AT_ONCE)).rejects.toThrow('in use by')
    const moved = join(newFolder(), 'moved')
    renameSync(folder, moved)
    await expect(lockDataFolder(moved, AT_ONCE)).rejects.toThrow('in use by')
  })

  test.each(['data', LONG])('The lock of a killed holder is taken over at once: %s [OPS-03 OPS-05]', async (name) => {
    const folder = join(newFolder(), name)
    for (const _ of ['first', 'second', 'third']) {
      const holder = lockInTurn([folder], Date.now())
      expect(await holder.had).toEqual([folder])
      await expect(lockDataFolder(folder, AT_ONCE)).rejects.toThrow(`in use by process ${holder.pid}.`)
      await holder.end('SIGKILL')
    }
    await lockDataFolder(folder, AT_ONCE)
    expect(readdirSync(folder)).toHaveLength(1)
  })

  test.each(['an empty', 'a killed process\u2019s'])(
    'The lock goes to exactly one of several processes that start at the same moment: %s folder [OPS-05]',
    async (kind) => {
      const folders = newFolder()
      const rounds = Array.from({ length: soak(6, 60) }, (_, i) => join(folders, String(i)))
      if (kind !== 'an empty') {
        const killed = lockInTurn(rounds, Date.now())
        expect(await killed.had).toEqual(rounds)
        await killed.end('SIGKILL')
      }
      const starters = Array.from({ length: 4 }, () => lockInTurn(rounds, Date.now() + 1_500))
      // A process that ended sooner would free its folders for the others.
      const held = await Promise.all(starters.map(({ had }) => had))
      await Promise.all(starters.map(({ end }) => end('SIGTERM')))
      expect(rounds.map((path) => held.flat().filter((other) => other === path).length)).toEqual(rounds.map(() => 1))
    },
  )

  test('The lock of a data folder is open to its owner alone [OPS-09]', async () => {
    const folder = join(newFolder(), 'data')
    await lockDataFolder(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600])
  })

  test('A lock of a data folder that cannot be made stops the start in one line [OPS-02]', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    const folder = join(file, 'data')
    await expect(lockDataFolder(folder)).rejects.toThrow(
      new StartupError(`The data folder ${folder} can't be used: ENOTDIR.`),
    )
  })

  test('The lock of a data folder orders work, and is given back when that fails [OPS-05]', async () => {
    const folder = newFolder()
    let running = 0
    const work = async () => {
      expect(++running).toBe(1)
      await new Promise((wake) => setImmediate(wake))
      running--
      throw new Error('broken')
    }
    const all = await Promise.allSettled(Array.from({ length: 3 }, () => withLock(folder, work)))
    expect(all.map((one) => one.status === 'rejected' && String(one.reason))).toEqual(Array(3).fill('Error: broken'))
  })
})

/** A process that tries one folder after the other, each at its moment, prints which it had, and stays. */
const scriptOf = (folders: readonly string[], from: number) => `
  import { setTimeout as pause } from 'node:timers/promises'
  import { lockFolder } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'folder-lock.mjs')).href)}
  const tries = ${JSON.stringify(folders)}.map(async (folder, i) => {
    await pause(Math.max(0, ${from} + i * 15 - Date.now()))
    return (await lockFolder(folder, ${A_LITTLE})) ? [folder] : []
  })
  console.log(JSON.stringify((await Promise.all(tries)).flat()))
  setInterval(() => {}, 60_000)`

function lockInTurn(folders: readonly string[], from: number) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', scriptOf(folders, from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  return {
    pid: child.pid,
    had: Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended.then(() => ['[]'])]).then(
      ([line]) => JSON.parse(String(line)) as string[],
    ),
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal)
      await ended
    },
  }
}
