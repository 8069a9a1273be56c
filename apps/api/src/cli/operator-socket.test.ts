import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callHolder, type Lock } from '../platform/folder-lock.mjs'
import { lockDataFolder } from '../platform/database/open-database.ts'
import { answerOperator, askServer } from './operator-socket.ts'

let folder = ''
let lock: Lock
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'avouch-operator-'))
  lock = await lockDataFolder(folder)
})
afterEach(() => {
  lock.release()
  rmSync(folder, { recursive: true, force: true })
})

const ask = async (...words: string[]) => {
  const lines: string[] = []
  return { exitCode: await askServer(folder, words, (line) => lines.push(line)), lines }
}

test('A running server runs a command of the operator, and returns its exit code [OPS-09]', async () => {
  const stop = answerOperator(lock, async (words, print) => {
    for (const word of words) print(word)
    if (words.includes('broken')) throw new Error('it broke')
    return words.length
  })
  try {
    expect(await ask('switch', 'list')).toEqual({ exitCode: 2, lines: ['switch', 'list'] })
    expect(await ask('broken')).toEqual({ exitCode: 1, lines: ['broken', 'it broke'] })
  } finally {
    await stop()
  }
})

test('A connection that sends nothing, or stays open, does not keep the server from stopping [OPS-03 OPS-09]', async () => {
  const stop = answerOperator(lock, async () => 0)
  const [silent, asked] = [await callHolder(folder), await callHolder(folder)]
  if (silent === undefined || asked === undefined) throw new Error('no sockets')
  const lines = createInterface({ input: asked })[Symbol.asyncIterator]()
  expect((await lines.next()).value).toBe(`{"holder":${process.pid},"takesCommands":true}`)
  asked.write('{"words":["switch"],"folder":"/"}\n')
  expect((await lines.next()).value).toBe('{"exitCode":0}')
  try {
    const late = new Promise((resolve) => setTimeout(() => resolve('late'), 10_000))
    expect(await Promise.race([stop(), late])).toBeUndefined()
  } finally {
    silent.destroy()
    asked.destroy()
  }
})

test('Commands go on after other processes looked for the lock [OPS-05 OPS-09]', async () => {
  const stop = answerOperator(lock, async () => 0)
  for (const _ of ['first', 'second'])
    await expect(lockDataFolder(folder, 0)).rejects.toThrow(`in use by process ${process.pid}.`)
  expect(await ask('switch', 'list')).toEqual({ exitCode: 0, lines: [] })
  await stop()
})

test('Without a running server, or while another command runs, a command gets no answer [OPS-09]', async () => {
  expect(await ask('switch', 'list')).toEqual({ exitCode: undefined, lines: [] })
  lock.release()
  expect(await ask('switch', 'list')).toEqual({ exitCode: undefined, lines: [] })
})

const BUSY_HOLDER = `
  import { lockFolder } from ${JSON.stringify(new URL('../platform/folder-lock.mjs', import.meta.url).href)}
  await lockFolder(process.argv[1])
  process.stdout.write('locked', () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
    process.exit()
  })`

test('Another command that ends before it has said who it is gives no answer [OPS-09]', async () => {
  lock.release()
  const other = spawn(process.execPath, ['--input-type=module', '--eval', BUSY_HOLDER, folder])
  await once(other.stdout, 'data')
  expect(await ask('switch', 'list')).toEqual({ exitCode: undefined, lines: [] })
})
