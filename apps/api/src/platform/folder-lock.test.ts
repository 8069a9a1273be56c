import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { lockDataFolder } from './database/open-database.ts'
import { StartupError } from './startup-error.ts'
import { soak } from '#test/soak.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'avouch-lock-'))
const AT_ONCE = 0
/** Two that start at the same moment may withdraw for each other, and try again. */
const A_LITTLE = 2_000

afterEach(() => vi.unstubAllGlobals())

test('The lock of a data folder keeps a second holder out, in one line that names the first [OPS-06]', async () => {
  const folder = newFolder()
  const lock = await lockDataFolder(folder)
  await expect(lockDataFolder(folder, AT_ONCE)).rejects.toThrow(
    new StartupError(`The data folder ${folder} is in use by process ${process.pid}.`),
  )
  lock.release()
  await expect(lockDataFolder(folder, AT_ONCE)).resolves.toBeDefined()
})

test('The lock of a killed holder goes to exactly one of several processes that start at the same moment [OPS-03 OPS-06]', async () => {
  const folders = newFolder()
  const rounds = Array.from({ length: soak(6, 60) }, (_, i) => join(folders, String(i)))
  const killed = lockInTurn(rounds, Date.now())
  expect(await killed.had).toEqual(rounds)
  await killed.end('SIGKILL')
  const starters = Array.from({ length: 4 }, () => lockInTurn(rounds, Date.now() + 1_500))
  // A process that ended sooner would free its folders for the others.
  const held = await Promise.all(starters.map(({ had }) => had))
  await Promise.all(starters.map(({ end }) => end('SIGTERM')))
  expect(rounds.map((path) => held.flat().filter((other) => other === path).length)).toEqual(rounds.map(() => 1))
})

test('The lock of a data folder is open to its owner alone [OPS-09]', async () => {
  const folder = join(newFolder(), 'data')
  await lockDataFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600])
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
    had: Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended.then(() => ['[]'])]).then(
      ([line]) => JSON.parse(String(line)) as string[],
    ),
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal)
      await ended
    },
  }
}
