import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { StartupError } from '../startup-error.ts'
import { lockFolder } from './folder-lock.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'avouch-lock-'))
const AT_ONCE = 0

describe('the lock of a data folder', () => {
  test('OPS-05 keeps a second holder out, in one line that names the first', async () => {
    const folder = join(newFolder(), 'data')
    await lockFolder(folder)
    await expect(lockFolder(folder, AT_ONCE)).rejects.toThrow(
      new StartupError(`The data folder ${folder} is in use by process ${process.pid}.`),
    )
  })

  test('OPS-05 holds by every path to the folder', async () => {
    const folder = newFolder()
    await lockFolder(folder)
    const link = join(newFolder(), 'link')
    symlinkSync(folder, link)
    await expect(lockFolder(link, AT_ONCE)).rejects.toThrow('in use by')
    const moved = join(newFolder(), 'moved')
    renameSync(folder, moved)
    await expect(lockFolder(moved, AT_ONCE)).rejects.toThrow('in use by')
  })

  test('OPS-05 is free again after its release, and leaves no file', async () => {
    const folder = newFolder()
    for (const _ of ['first', 'second']) (await lockFolder(folder, AT_ONCE))()
    expect(readdirSync(folder)).toEqual([])
  })

  test('OPS-03 OPS-05 is taken over right after its holder was killed', async () => {
    const folder = newFolder()
    const holder = lockInTurn([folder], Date.now())
    expect(await holder.had).toEqual([folder])
    await expect(lockFolder(folder, AT_ONCE)).rejects.toThrow(`in use by process ${holder.pid}.`)
    const ended = holder.end('SIGKILL')
    const release = await lockFolder(folder)
    release()
    await ended
  })

  test('OPS-03 OPS-05 is taken over from a killed process that is still listed as a zombie', async () => {
    const folder = newFolder()
    const startAndForget = '"$0" --input-type=module -e "$1" & echo $!; exec sleep 60'
    const parent = spawn('sh', ['-c', startAndForget, process.execPath, scriptOf([folder], Date.now())])
    const lines = createInterface({ input: parent.stdout })[Symbol.asyncIterator]()
    const pid = Number((await lines.next()).value)
    await lines.next()
    await expect(lockFolder(folder, AT_ONCE)).rejects.toThrow(`in use by process ${pid}.`)
    process.kill(pid, 'SIGKILL')
    const release = await lockFolder(folder)
    expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ')
    release()
    parent.kill()
  })

  test('OPS-05 goes to exactly one of several processes that start at the same moment', async () => {
    const folders = newFolder()
    const rounds = Array.from({ length: 60 }, (_, i) => join(folders, String(i)))
    const starters = Array.from({ length: 4 }, () => lockInTurn(rounds, Date.now() + 1_500))
    // A process that ended sooner would free its folders for the others.
    const held = await Promise.all(starters.map(({ had }) => had))
    await Promise.all(starters.map(({ end }) => end('SIGTERM')))
    expect(rounds.map((path) => held.flat().filter((other) => other === path).length)).toEqual(rounds.map(() => 1))
  })

  test('OPS-02 that cannot be made stops the start in one line', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    const folder = join(file, 'data')
    await expect(lockFolder(folder)).rejects.toThrow(
      new StartupError(`The data folder ${folder} can't be used: ENOTDIR.`),
    )
  })
})

/** A process that tries one folder after the other, each at its moment, prints which it had, and stays. */
const scriptOf = (folders: readonly string[], from: number) => `
  import { setTimeout as pause } from 'node:timers/promises'
  import { lockFolder } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'folder-lock.ts')).href)}
  const had = []
  for (const [i, folder] of ${JSON.stringify(folders)}.entries()) {
    await pause(${from} + i * 15 - Date.now())
    try { await lockFolder(folder, ${AT_ONCE}); had.push(folder) } catch {}
  }
  console.log(JSON.stringify(had))
  setInterval(() => {}, 60_000)`

function lockInTurn(folders: readonly string[], from: number) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', scriptOf(folders, from)])
  const ended = once(child, 'close')
  return {
    pid: child.pid,
    had: once(createInterface({ input: child.stdout }), 'line').then(([line]) => JSON.parse(String(line)) as string[]),
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal)
      await ended
    },
  }
}
