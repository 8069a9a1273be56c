import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { StartupError } from '../startup-error.ts'
import { claimOn, lockFolder } from './folder-lock.ts'

const newLock = () => join(mkdtempSync(join(tmpdir(), 'avouch-lock-')), 'data', 'database.lock')
const deadProcess = () => spawnSync(process.execPath, ['-e', '']).pid

/** Ended, while who started it looks at nothing: it stays on the list of processes. */
async function endedProcess(): Promise<{ pid: number; started: string; forget: () => void }> {
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'])
  const pid = await new Promise<number>((tell) => parent.stdout.once('data', (line) => tell(Number(String(line)))))
  const fields = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  await expect.poll(() => fields()[0]).toBe('Z')
  return { pid, started: fields()[19] ?? '', forget: () => void parent.kill() }
}

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

  test('OPS-03 OPS-05 that was left behind by a process that is still on the list is taken over', async () => {
    const { pid, started, forget } = await endedProcess()
    lockFolder(left(`${pid} ${started}`))()
    forget()
  })

  test('OPS-03 OPS-05 is taken over also when others died over it, and by nobody while somebody else is at it', () => {
    const dead = Array.from({ length: 3 }, () => `${deadProcess()} 1`)
    const path = left(dead[0] ?? '')
    const claims = dead.map((lock) => claimOn(path, lock))
    const other = newLock()
    lockFolder(other)
    writeFileSync(claims[0] ?? '', dead[1] ?? '')
    writeFileSync(claims[1] ?? '', readFileSync(other, 'utf8'))
    expect(() => lockFolder(path)).toThrow(`in use by process ${process.pid}.`)
    writeFileSync(claims[1] ?? '', dead[2] ?? '')
    const release = lockFolder(path)
    expect(readdirSync(dirname(path))).toEqual(['database.lock'])
    release()
  })

  test('OPS-05 is had by one of several processes that start at the same moment, also when it was left behind', async () => {
    const folders = mkdtempSync(join(tmpdir(), 'avouch-locks-'))
    const rounds = Array.from({ length: 60 }, (_, i) => join(folders, String(i), 'database.lock'))
    for (const path of rounds) {
      mkdirSync(dirname(path))
      if (rounds.indexOf(path) % 2 === 1) writeFileSync(path, `${deadProcess()} 1`)
    }
    const from = Date.now() + 1_500
    const starters = Array.from({ length: 4 }, () => lockInTurn(rounds, from))
    // Whoever ends sooner leaves locks behind, which the others may take over.
    const held = await Promise.all(starters.map(({ had }) => had))
    await Promise.all(starters.map(({ end }) => end()))
    expect(rounds.map((path) => held.flat().filter((other) => other === path).length)).toEqual(rounds.map(() => 1))
  })

  test('OPS-02 that cannot be made stops the start in one line', () => {
    const path = join(left('nobody'), 'data', 'database.lock')
    expect(() => lockFolder(path)).toThrow(new StartupError(`The data folder ${dirname(path)} can't be used: ENOTDIR.`))
  })
})

/** A process that tries one lock after the other, each at its moment, tells which it had, and stays until it is to end. */
function lockInTurn(paths: readonly string[], from: number) {
  const module = pathToFileURL(join(import.meta.dirname, 'folder-lock.ts')).href
  const script = `
    import { lockFolder } from ${JSON.stringify(module)}
    const had = []
    for (const [i, path] of ${JSON.stringify(paths)}.entries()) {
      while (Date.now() < ${from} + i * 15) {}
      try { lockFolder(path); had.push(path) } catch {}
    }
    console.log(JSON.stringify(had))
    process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  const ended = once(child, 'close')
  return {
    had: once(createInterface({ input: child.stdout }), 'line').then(([line]) => JSON.parse(String(line)) as string[]),
    end: async () => {
      child.stdin.end()
      await ended
    },
  }
}
